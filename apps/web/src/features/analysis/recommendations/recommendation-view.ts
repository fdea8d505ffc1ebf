import {
  ALL_EXPIRATIONS_CRITERIA,
  BEST_CALL_RULES,
  isInStandardWindow,
  type RejectionReason,
  resolveCriteria,
} from '@callwright/scoring'
import type { CallWishes, Recommendations, RecommendedCall } from '../../../api/options.ts'
import { formatDecimal, formatInteger, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { compareForBest } from '../trade/selection.ts'

/** By default, calls only have to be in range: any other criterion could keep the best call off the list (D53). */
export const defaultWishes: CallWishes = {
  target_delta_min: BEST_CALL_RULES.delta.min,
  target_delta_max: BEST_CALL_RULES.delta.max,
  limit: 100,
}

/** Criteria that carry over to another stock: all except the expiration and the cost of the shares. */
export function carryOver(wishes: CallWishes): CallWishes {
  const { expiration_date, cost_basis, never_below_cost, return_basis, ...others } = wishes
  if (expiration_date === undefined && cost_basis === undefined) return wishes
  return { ...others, ...(return_basis === 'net_debit' && { return_basis }) }
}

/**
 * Picks the best call for each expiration, preferring liquid calls to thin ones. Sorts the stock's best call first,
 * then expirations 30 to 45 days out (liquid first, then highest yield), then the other expirations, soonest first.
 */
export function pickBest<Call extends PlacedCall>(calls: readonly Call[]): readonly Call[] {
  const best = new Map<string, Call>()
  for (const call of calls.toSorted(compareInExpiration))
    if (!best.has(call.expiration)) best.set(call.expiration, call)
  return [...best.values()].toSorted(
    (a, b) =>
      rankBestCall(a) - rankBestCall(b) ||
      rankWindow(a) - rankWindow(b) ||
      (rankWindow(a) === 0 ? compareForBest(a, b) : a.expiration.localeCompare(b.expiration)),
  )
}

/** The fields by which calls are picked and sorted. */
type PlacedCall = Pick<
  RecommendedCall,
  'expiration' | 'days' | 'isBestCall' | 'bestCallLiquidity' | 'annualizedYieldPct'
>

const rankBestCall = ({ isBestCall }: PlacedCall) => Number(!isBestCall)
const rankWindow = ({ days }: PlacedCall) => Number(!isInStandardWindow({ daysToExpiration: days }))
const compareInExpiration = (a: PlacedCall, b: PlacedCall) => rankBestCall(a) - rankBestCall(b) || compareForBest(a, b)

const PER_EXPIRATION = '30 to 45 days by yield, liquid before thin; other dates in order.'

/** Says how a list is sorted. */
export function describeOrder(
  calls: readonly Pick<RecommendedCall, 'isBestCall'>[],
  isDefault: boolean,
  rankedBy: Recommendations['rankedBy'],
): string {
  if (!isDefault)
    return rankedBy === 'best_call' ? 'The best call first, then by score.' : 'Recommended calls first, by score.'
  return calls.some(({ isBestCall }) => isBestCall)
    ? `The best call first, then one call per expiration: ${PER_EXPIRATION}`
    : `One call per expiration: ${PER_EXPIRATION}`
}

const bases: Readonly<Record<NonNullable<CallWishes['return_basis']>, string | null>> = {
  stock_price: null,
  net_debit: 'returns on the price minus the premium',
  cost_basis: 'returns on the cost of the shares',
}

/** Short descriptions of the criteria in effect: the user's own, plus the default rules for the rest. */
export function describeCriteria(wishes: CallWishes): readonly string[] {
  const { expiration_date: expiration } = wishes
  const criteria = resolveCriteria(ALL_EXPIRATIONS_CRITERIA, readCriteria(wishes))
  const { minAnnualYieldPct, minOpenInterest, maxSpreadPct, costBasis } = criteria
  const held = [
    expiration === undefined ? null : `expiration ${formatDay(expiration)}`,
    describeRange('delta', criteria.targetDeltaMin, criteria.targetDeltaMax),
    describeRange('days', criteria.minDays, criteria.maxDays),
    minAnnualYieldPct > 0 ? `at least ${formatDecimal(minAnnualYieldPct)}% a year` : null,
    `open interest at least ${formatInteger(minOpenInterest)}`,
    `spread at most ${formatDecimal(maxSpreadPct)}% of the mid`,
    criteria.avoidEarnings ? 'no earnings before expiration' : null,
    criteria.avoidExDividend ? 'no ex-dividend date before expiration' : null,
    costBasis === null ? null : `shares bought at ${formatPrice(costBasis)}`,
    criteria.neverBelowCost ? 'no strike below that' : null,
    bases[wishes.return_basis ?? 'stock_price'],
  ]
  return held.filter((each) => each !== null)
}

function readCriteria(wishes: CallWishes): Parameters<typeof resolveCriteria>[1] {
  const criteria = {
    targetDeltaMin: wishes.target_delta_min,
    targetDeltaMax: wishes.target_delta_max,
    minDays: wishes.min_dte,
    maxDays: wishes.max_dte,
    minAnnualYieldPct: wishes.min_annual_yield_pct,
    minOpenInterest: wishes.min_open_interest,
    maxSpreadPct: wishes.max_spread_pct,
    avoidEarnings: wishes.avoid_earnings,
    avoidExDividend: wishes.avoid_ex_dividend,
    costBasis: wishes.cost_basis,
    neverBelowCost: wishes.never_below_cost,
    returnBasis: wishes.return_basis,
  }
  return Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== undefined))
}

function describeRange(name: string, min: number | null, max: number | null): string | null {
  if (min !== null && max !== null) return `${name} ${formatDecimal(min)} to ${formatDecimal(max)}`
  if (min !== null) return `${name} at least ${formatDecimal(min)}`
  return max === null ? null : `${name} at most ${formatDecimal(max)}`
}

const rejections: Readonly<Record<RejectionReason, string>> = {
  expired: 'expired',
  days_out_of_range: 'outside the range of days',
  earnings_before_expiration: 'with earnings before expiration',
  earnings_unknown: 'with an unknown next earnings date',
  ex_dividend_before_expiration: 'with an ex-dividend date before expiration',
  ex_dividend_unknown: 'with an unknown next ex-dividend date',
  strike_out_of_range: 'outside the range of strikes',
  in_the_money: 'in the money',
  below_cost: 'below the cost of the shares',
  no_quote: 'without a bid and an ask',
  spread_too_wide: 'with a spread that is too wide',
  open_interest_too_low: 'with too little open interest',
  premium_too_small: 'with a premium that is too small',
  no_time_value: 'without time value',
  yield_too_low: 'with a yield that is too low',
  no_implied_volatility: 'without implied volatility',
  delta_out_of_range: 'outside the delta range',
}

/** Describes how many calls each rule rejected, highest count first; null if none were rejected. */
export function describeRejected(rejected: Readonly<Record<string, number>>): string | null {
  const counts = Object.entries(rejected)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
  if (counts.length === 0) return null
  const reasons = counts.map(([reason, count]) => `${formatInteger(count)} ${nameRejection(reason)}`)
  return toSentence(`Not on the list: ${reasons.join(', ')}`)
}

const nameRejection = (reason: string) =>
  (rejections as Readonly<Record<string, string>>)[reason] ?? reason.replaceAll('_', ' ')
