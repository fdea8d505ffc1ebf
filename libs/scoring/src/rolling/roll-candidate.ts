import { daysToExpiration } from '../calendar/expirations.ts'
import type { ValuedCall } from '../chain/valued-call.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative } from '../guards.ts'
import type { MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { Position } from '../position/position.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above, atLeast, below } from '../thresholds.ts'
import { allOf, type Truth, whenKnown } from '../truth.ts'
import { forwardRollPerDay, rollReturn } from './roll-return.ts'

/** Inputs of the three questions. Dollars per share; unknown values are null. */
export interface RollToAsk {
  readonly newStrike: number
  readonly costBasis: number | null
  readonly daysAdded: number
  /** Net credit after fees. */
  readonly netCreditUsd: number | null
}

/** Minimum calendar days that a roll must add. */
export const MIN_DAYS_ADDED = 14

/** Three questions to ask before a roll (MATHS 7). Unless all answers are yes, let the shares go or close the call. */
export const ROLL_QUESTIONS = [
  {
    id: 'strike_above_cost',
    label: 'Is the new strike above the cost of the shares?',
    answer: ({ newStrike, costBasis }: RollToAsk): Truth => whenKnown(costBasis, (cost) => above(newStrike, cost)),
  },
  {
    id: 'enough_days',
    label: `Does it add at least ${MIN_DAYS_ADDED} days?`,
    answer: ({ daysAdded }: RollToAsk): Truth => atLeast(daysAdded, MIN_DAYS_ADDED),
  },
  {
    id: 'net_credit',
    label: 'Does it bring a net credit?',
    answer: ({ netCreditUsd }: RollToAsk): Truth => whenKnown(netCreditUsd, (credit) => above(credit, 0)),
  },
] as const

export type RollQuestionId = (typeof ROLL_QUESTIONS)[number]['id']

export interface RollVerdict {
  readonly answers: Readonly<Record<RollQuestionId, Truth>>
  /** True: roll. False: let the shares go, or close. Null: at least one answer is missing, and the others are yes. */
  readonly roll: Truth
}

/**
 * Verdict on one roll: true if all three answers are yes, false if any is no, otherwise null (open). Source: MATHS 7
 * (asymmetricsignal.com, "When to roll a covered call"). Verified with cases on both sides of every limit in
 * `rolling.test.ts`.
 */
export function askThreeQuestions(roll: RollToAsk): RollVerdict {
  const answers = ROLL_QUESTIONS.map(({ id, answer }) => [id, answer(roll)] as const)
  return {
    answers: Object.fromEntries(answers) as Record<RollQuestionId, Truth>,
    roll: allOf(answers.map(([, answer]) => answer)),
  }
}

/**
 * Requirements for a roll. Bounds are inclusive, except that a net credit must exceed its minimum. Dollars per share
 * unless stated otherwise.
 */
export interface RollOptions {
  /**
   * The closer an expiration is to this number of days, the higher it ranks; `minDays` and `maxDays` are hard bounds.
   */
  readonly targetDays: number
  readonly minDays: number
  readonly maxDays: number
  readonly minDaysAdded: number
  /** Null means no bound. */
  readonly minStrike: number | null
  readonly maxDelta: number
  readonly minOpenInterest: number
  /** Minimum bid of the new call; with `creditOnly`, the net credit must also exceed it. */
  readonly minCreditUsd: number
  readonly creditOnly: boolean
  readonly neverBelowCost: boolean
  readonly neverBelowOldStrike: boolean
  /** Fee for one leg, dollars per contract. */
  readonly feePerContractUsd: number
  /**
   * Figure by which the rolls that fit are ranked. Credit and delta are compared only between rolls equally close to
   * the target days, each with the other as tie-breaker. With `creditOnly`, the credit ranks before the delta.
   */
  readonly rankBy: 'delta' | 'credit' | 'annualized_return'
  readonly limit: number
}

/** thetagang's defaults (MATHS 7): 45 days, delta up to 0.30, debits allowed, strike never below the cost of the shares. */
export const THETAGANG_ROLL_OPTIONS: RollOptions = {
  targetDays: 45,
  minDays: 0,
  maxDays: 180,
  minDaysAdded: 0,
  minStrike: null,
  maxDelta: 0.3,
  minOpenInterest: 10,
  minCreditUsd: 0.05,
  creditOnly: false,
  neverBelowCost: true,
  neverBelowOldStrike: false,
  feePerContractUsd: 0,
  rankBy: 'delta',
  limit: 10,
}

/**
 * Options for rolling a call near or in the money out and up: any delta, at least as many added days as the three
 * questions require, only for a credit, and never to a lower strike.
 */
export const OUT_AND_UP_ROLL_OPTIONS: RollOptions = {
  ...THETAGANG_ROLL_OPTIONS,
  minDaysAdded: MIN_DAYS_ADDED,
  maxDelta: 1,
  creditOnly: true,
  neverBelowOldStrike: true,
  rankBy: 'annualized_return',
}

/**
 * Applies the given options over thetagang's defaults. Throws RangeError on a number that is not finite, minimum days
 * above the maximum, a negative fee and a `limit` under 1. Verified in `select-rolls.test.ts`.
 */
export function resolveRollOptions(given: Partial<RollOptions>): RollOptions {
  const options: RollOptions = { ...THETAGANG_ROLL_OPTIONS, ...given }
  for (const [name, value] of Object.entries(options)) if (typeof value === 'number') requireFinite(name, value)
  const { minDays, maxDays, feePerContractUsd, limit } = options
  if (minDays > maxDays) throw new RangeError(`minDays must not be above maxDays ${maxDays}, got ${minDays}`)
  requireNotNegative('feePerContractUsd', feePerContractUsd)
  requireCount('limit', limit)
  return options
}

/** Fee for one leg, dollars per share. */
export const feePerShare = ({ feePerContractUsd }: RollOptions): number => feePerContractUsd / SHARES_PER_CONTRACT

export interface RollRequest {
  readonly position: Pick<Position, 'strike' | 'expiration' | 'premium' | 'contracts'>
  /** Ask of the open call, per share; null if unknown. */
  readonly costToClose: number | null
  /** Cost of the shares, per share; null if unknown. */
  readonly costBasis: number | null
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  /** Overrides of `THETAGANG_ROLL_OPTIONS`. */
  readonly options?: Partial<RollOptions>
}

/** A call that the position can be rolled to, relative to the open call. */
export interface RollTarget {
  readonly call: ValuedCall
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  /** Bid of the new call − ask of the old one − fees for two legs; a credit if positive, null if unknown. */
  readonly netCreditUsd: number | null
}

/** Results of a roll: dollars per share unless stated otherwise; all null if the cost to close is unknown. */
export interface RollMoney {
  /** Net credit for all contracts of the position. */
  readonly netCreditOfPositionUsd: number | null
  /**
   * Return on the roll from `rollReturn`, before fees, not annualized; the next field annualizes it over the days to
   * the new expiration.
   */
  readonly rollReturnPct: number | null
  readonly annualizedRollReturnPct: number | null
  readonly upsidePct: number | null
  /** McMillan's comparison of the time premium earned per day, per share and after fees. */
  readonly perDay: ReturnType<typeof forwardRollPerDay> | null
}

const UNKNOWN_MONEY: RollMoney = {
  netCreditOfPositionUsd: null,
  rollReturnPct: null,
  annualizedRollReturnPct: null,
  upsidePct: null,
  perDay: null,
}

export interface RollCandidate extends ValuedCall, RollMoney, Omit<RollTarget, 'call'> {
  /** Basis of the roll return: the old strike if the old call is in the money, else the stock's price. */
  readonly returnBasis: 'strike' | 'stock_price'
  readonly verdict: RollVerdict
}

/** Adds the results of the roll and the verdict to a roll target. Throws the same errors as `selectRolls`. */
export function describeRoll({ call, ...step }: RollTarget, request: RollRequest, options: RollOptions): RollCandidate {
  const { position, costBasis, market } = request
  const returnBasis = above(market.price, position.strike) ? 'strike' : 'stock_price'
  const basisUsd = returnBasis === 'strike' ? position.strike : market.price
  return {
    ...call,
    ...step,
    returnBasis,
    ...computeMoney(call, step.netCreditUsd, basisUsd, request, options),
    verdict: askThreeQuestions({ newStrike: call.strike, costBasis, ...step }),
  }
}

function computeMoney(
  { bid: newPremium, strike: newStrike, daysToExpiration: newDays }: ValuedCall,
  netCreditUsd: number | null,
  basis: number,
  { position: { strike: oldStrike, expiration, contracts }, costToClose, market: { price, asOfMs } }: RollRequest,
  options: RollOptions,
): RollMoney {
  if (costToClose === null || netCreditUsd === null) return UNKNOWN_MONEY
  const { rollReturnFrac, upsideFrac } = rollReturn({ newPremium, costToClose, price, oldStrike, newStrike, basis })
  return {
    netCreditOfPositionUsd: netCreditUsd * contracts * SHARES_PER_CONTRACT,
    rollReturnPct: rollReturnFrac * 100,
    annualizedRollReturnPct: annualizePct(rollReturnFrac * 100, newDays),
    upsidePct: upsideFrac * 100,
    perDay: forwardRollPerDay({
      remainingTimePremium: timeValue({ type: 'call', price, strike: oldStrike, premium: costToClose }),
      remainingDays: daysToExpiration(expiration, asOfMs),
      newTimePremium: timeValue({ type: 'call', price, strike: newStrike, premium: newPremium }),
      newDays,
      costs: 2 * feePerShare(options),
    }),
  }
}

/**
 * Sorts by verdict, then strikes below the old one last, because their credit is paid with a lower sale price, then by
 * `rankBy` (unknown figures last), then by tighter spread and earlier contract symbol. With `creditOnly`, the credit is
 * compared before the delta (MATHS 7). Verified in `rolling.test.ts`.
 */
export function compareRolls(a: RollCandidate, b: RollCandidate, options: RollOptions): number {
  const { creditOnly, targetDays } = options
  const rankBy = creditOnly && options.rankBy === 'delta' ? 'credit' : options.rankBy
  const verdict = ({ verdict: { roll } }: RollCandidate) => (roll === null ? 1 : roll ? 0 : 2)
  const lowers = ({ strikeChangeUsd }: RollCandidate) => (below(strikeChangeUsd, 0) ? 1 : 0)
  const distance = ({ daysToExpiration }: RollCandidate) =>
    rankBy === 'annualized_return' ? 0 : Math.abs(daysToExpiration - targetDays)
  return (
    verdict(a) - verdict(b) ||
    lowers(a) - lowers(b) ||
    distance(a) - distance(b) ||
    MERITS[rankBy].reduce((decided, merit) => decided || merit(b) - merit(a), 0) ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

type Merit = (roll: RollCandidate) => number

const UNKNOWN_MERIT = Number.MIN_SAFE_INTEGER
const byDelta: Merit = ({ delta }) => delta
const byCredit: Merit = ({ netCreditUsd }) => netCreditUsd ?? UNKNOWN_MERIT
const byReturn: Merit = ({ annualizedRollReturnPct }) => annualizedRollReturnPct ?? UNKNOWN_MERIT

const MERITS: Readonly<Record<RollOptions['rankBy'], readonly Merit[]>> = {
  delta: [byDelta, byCredit],
  credit: [byCredit, byDelta],
  annualized_return: [byReturn],
}
