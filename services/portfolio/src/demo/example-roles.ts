import { type IsoDate, POSITION_LIMITS, usDate } from '@callwright/scoring'
import type { PositionTerms } from '../positions/position-terms.ts'
import type { AssessedPosition } from '../valuation/valuation.ts'

/** The lesson of an example position (D49). */
type ExampleRole = 'winner' | 'loser' | 'dividend' | 'near_expiry' | 'steady'

export interface Example {
  readonly role: ExampleRole
  readonly terms: PositionTerms
}

export interface Range {
  readonly min: number
  readonly max: number
}

export interface RolePlan {
  readonly role: ExampleRole
  readonly contracts: number
  readonly daysToExpiration: Range
  /** Days since the entry, and which close in that period is preferred. */
  readonly entryAgeDays: Range
  readonly entryClose: 'lowest' | 'highest' | 'first'
  /**
   * Price change since entry, as a fraction of the entry price. It rules out stocks before their chains are fetched.
   */
  readonly moveFrac: Range
  /** Distance of the strike above the entry price, as a fraction of that price. */
  readonly soldAboveFrac: Range
  /** Least distance of the strike above the current price, as a fraction; null if the call may be in the money. */
  readonly minAboveFrac: number | null
  readonly isMatch: (position: AssessedPosition) => boolean
}

/** Smallest profit or loss that makes a clear example, as a percent of the cost of the shares and in dollars. */
const CLEAR_PNL_PCT = 3
const CLEAR_PNL_USD = 300
/** Largest profit or loss of an example, so that the amount does not distract from the trade. */
const MAX_PNL_USD = 1_500
/** Slightly out of the money, like typical covered calls. */
const SOLD_ABOVE: Range = { min: 0.01, max: 0.08 }

const pnlPct = ({ valued }: AssessedPosition): number => valued.metrics.coveredCallPnlPct ?? 0
const pnlUsd = ({ valued }: AssessedPosition): number => valued.metrics.coveredCallPnlUsd ?? Number.NaN

/** The rarest roles come first, because each stock is used for only one role. */
export const ROLE_PLANS: readonly RolePlan[] = [
  {
    role: 'dividend',
    contracts: 2,
    entryClose: 'lowest',
    daysToExpiration: { min: POSITION_LIMITS.lastDays + 1, max: 45 },
    entryAgeDays: { min: 14, max: 50 },
    moveFrac: { min: -0.05, max: 0.25 },
    soldAboveFrac: { min: -0.1, max: SOLD_ABOVE.max },
    minAboveFrac: null,
    isMatch: ({ other, dividend }) => other.includes('dividend') && dividend.reason === 'dividend_exceeds_extrinsic',
  },
  {
    role: 'winner',
    contracts: 2,
    entryClose: 'lowest',
    daysToExpiration: { min: 14, max: 45 },
    entryAgeDays: { min: 10, max: 45 },
    moveFrac: { min: 0.03, max: 0.08 },
    soldAboveFrac: SOLD_ABOVE,
    minAboveFrac: 0.005,
    isMatch: (position) => pnlPct(position) >= CLEAR_PNL_PCT && pnlUsd(position) >= CLEAR_PNL_USD,
  },
  {
    role: 'loser',
    contracts: 1,
    entryClose: 'highest',
    daysToExpiration: { min: 14, max: 45 },
    entryAgeDays: { min: 10, max: 45 },
    moveFrac: { min: -0.2, max: -0.04 },
    soldAboveFrac: SOLD_ABOVE,
    minAboveFrac: 0.01,
    isMatch: (position) => pnlPct(position) <= -CLEAR_PNL_PCT && pnlUsd(position) <= -CLEAR_PNL_USD,
  },
  {
    role: 'near_expiry',
    contracts: 1,
    entryClose: 'first',
    daysToExpiration: { min: 1, max: POSITION_LIMITS.lastDays },
    entryAgeDays: { min: 23, max: 45 },
    moveFrac: { min: -0.05, max: 0.05 },
    soldAboveFrac: SOLD_ABOVE,
    minAboveFrac: 0.005,
    isMatch: ({ action, valued }) =>
      action.includes('days_left') && valued.metrics.state === 'open' && valued.metrics.outOfTheMoney === true,
  },
  {
    role: 'steady',
    contracts: 1,
    entryClose: 'first',
    daysToExpiration: { min: 25, max: 50 },
    entryAgeDays: { min: 3, max: 9 },
    moveFrac: { min: -0.02, max: 0.02 },
    soldAboveFrac: { min: 0.03, max: SOLD_ABOVE.max },
    minAboveFrac: 0.03,
    isMatch: ({ action, valued }) => action.length === 0 && valued.recommendation.action === 'hold',
  },
]

/** Whether a position fits a role, judged by the same values and reasons that the portfolio shows. */
export const isExample = (plan: RolePlan, position: AssessedPosition): boolean =>
  Math.abs(pnlUsd(position)) <= MAX_PNL_USD && plan.isMatch(position)

export const toExampleId = (role: ExampleRole): string => `demo-${role}`

export const exampleIds: readonly string[] = ROLE_PLANS.map(({ role }) => toExampleId(role))

const DISPLAY_ORDER: readonly ExampleRole[] = ['winner', 'loser', 'dividend', 'near_expiry', 'steady']

export function sortExamples(examples: readonly Example[]): Example[] {
  return examples.toSorted((a, b) => DISPLAY_ORDER.indexOf(a.role) - DISPLAY_ORDER.indexOf(b.role))
}

const lessons: Readonly<Record<ExampleRole, string>> = {
  winner: 'The shares and the call together show a profit.',
  loser: 'The premium cushions a falling stock but does not prevent the loss.',
  dividend: 'In the money before an ex-dividend date: the holder may exercise early to collect the dividend.',
  near_expiry: 'Close to expiration: let it expire, roll it, or let the shares be called away.',
  steady: 'Recently opened and out of the money: no action needed.',
}

interface EntryFacts {
  readonly entryDate: IsoDate
  /** Annualized volatility, as a decimal. */
  readonly volatility: number
  readonly isImplied: boolean
}

/** Note for an example position, which also explains where its entry price and premium come from. */
export function describeExample(role: ExampleRole, { entryDate, volatility, isImplied }: EntryFacts): string {
  const kind = isImplied ? 'implied on that day' : 'realized over the previous 30 sessions'
  return [
    `Example position. ${lessons[role]}`,
    `Bought at the close on ${usDate(entryDate)}. The premium is calculated from that close`,
    `with an annual volatility of ${(volatility * 100).toFixed(1)}% (${kind}). This is not a real trade.`,
  ].join(' ')
}
