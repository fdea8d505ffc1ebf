import { POSITION_LIMITS } from '@callwright/scoring'
import type { PositionTerms } from '../positions/position-terms.ts'
import type { AttendedPosition } from '../valuation/attention.ts'

/** What each example is there to show (D49). */
export type ExampleRole = 'winner' | 'loser' | 'dividend' | 'near_expiry' | 'steady'

export interface Example {
  readonly role: ExampleRole
  readonly terms: PositionTerms
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** Where an example of a role is looked for, and when it is one. */
export interface RolePlan {
  readonly role: ExampleRole
  readonly contracts: number
  readonly daysToExpiration: Range
  /** Days since the entry, and the close of those days that is preferred for it. */
  readonly entryAgeDays: Range
  readonly entryClose: 'lowest' | 'highest' | 'first'
  /** How far the price must have moved since the entry, as a part of it: what cannot be an example is not asked about. */
  readonly moveFrac: Range
  /** How far the strike was above the price of the entry, as a part of it. */
  readonly soldAboveFrac: Range
  /** How far it must be above the price now; null where the call is in the money. */
  readonly leastAboveFrac: number | null
  readonly isShown: (position: AttendedPosition) => boolean
}

/** Clearly ahead or behind: in percent of what the shares cost, and in dollars. */
const CLEAR_PNL_PCT = 3
const CLEAR_PNL_USD = 300
/** No example wins or loses more: what is to be learned is the trade, not the size of it. */
const MOST_PNL_USD = 1_500
/** A little out of the money, as covered calls are sold. */
const SOLD_ABOVE: Range = { min: 0.01, max: 0.08 }

const pnlPct = ({ valued }: AttendedPosition): number => valued.metrics.coveredCallPnlPct ?? 0
const pnlUsd = ({ valued }: AttendedPosition): number => valued.metrics.coveredCallPnlUsd ?? Number.NaN

/** The rarest first: a stock shows one thing. */
export const ROLE_PLANS: readonly RolePlan[] = [
  {
    ...{ role: 'dividend', contracts: 2, entryClose: 'lowest' },
    ...{ daysToExpiration: { min: POSITION_LIMITS.lastDays + 1, max: 45 }, entryAgeDays: { min: 14, max: 50 } },
    moveFrac: { min: -0.05, max: 0.25 },
    ...{ soldAboveFrac: { min: -0.1, max: SOLD_ABOVE.max }, leastAboveFrac: null },
    isShown: ({ other, dividend }) => other.includes('dividend') && dividend.reason === 'dividend_exceeds_extrinsic',
  },
  {
    ...{ role: 'winner', contracts: 2, entryClose: 'lowest' },
    ...{ daysToExpiration: { min: 14, max: 45 }, entryAgeDays: { min: 10, max: 45 } },
    moveFrac: { min: 0.03, max: 0.08 },
    ...{ soldAboveFrac: SOLD_ABOVE, leastAboveFrac: 0.005 },
    isShown: (position) => pnlPct(position) >= CLEAR_PNL_PCT && pnlUsd(position) >= CLEAR_PNL_USD,
  },
  {
    ...{ role: 'loser', contracts: 1, entryClose: 'highest' },
    ...{ daysToExpiration: { min: 14, max: 45 }, entryAgeDays: { min: 10, max: 45 } },
    moveFrac: { min: -0.2, max: -0.04 },
    ...{ soldAboveFrac: SOLD_ABOVE, leastAboveFrac: 0.01 },
    isShown: (position) => pnlPct(position) <= -CLEAR_PNL_PCT && pnlUsd(position) <= -CLEAR_PNL_USD,
  },
  {
    ...{ role: 'near_expiry', contracts: 1, entryClose: 'first' },
    ...{ daysToExpiration: { min: 1, max: POSITION_LIMITS.lastDays }, entryAgeDays: { min: 23, max: 45 } },
    moveFrac: { min: -0.05, max: 0.05 },
    ...{ soldAboveFrac: SOLD_ABOVE, leastAboveFrac: 0.005 },
    isShown: ({ action, valued }) =>
      action.includes('days_left') && valued.metrics.state === 'open' && valued.metrics.outOfTheMoney === true,
  },
  {
    ...{ role: 'steady', contracts: 1, entryClose: 'first' },
    ...{ daysToExpiration: { min: 25, max: 50 }, entryAgeDays: { min: 3, max: 9 } },
    moveFrac: { min: -0.02, max: 0.02 },
    ...{ soldAboveFrac: { min: 0.03, max: SOLD_ABOVE.max }, leastAboveFrac: 0.03 },
    isShown: ({ action, valued }) => action.length === 0 && valued.recommendation.action === 'hold',
  },
]

/** By the figures and reasons that the portfolio itself shows. */
export const isExample = (plan: RolePlan, position: AttendedPosition): boolean =>
  Math.abs(pnlUsd(position)) <= MOST_PNL_USD && plan.isShown(position)

export const toExampleId = (role: ExampleRole): string => `demo-${role}`

export const exampleIds: readonly string[] = ROLE_PLANS.map(({ role }) => toExampleId(role))

/** The order in which they are listed. */
const SHOWN_ORDER: readonly ExampleRole[] = ['winner', 'loser', 'dividend', 'near_expiry', 'steady']

export function sortExamples(examples: readonly Example[]): Example[] {
  return examples.toSorted((a, b) => SHOWN_ORDER.indexOf(a.role) - SHOWN_ORDER.indexOf(b.role))
}
