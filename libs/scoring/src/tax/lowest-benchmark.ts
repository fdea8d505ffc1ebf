import type { IsoDate } from '../calendar/iso-date.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'
import type { ApplicablePrice, Benchmark, CallToQualify } from './qualification.ts'
import { QUALIFIED_CALL_LIMITS } from './qualified-call-limits.ts'

/** The factor of the applicable price for the term; null where the term is too long for any. */
export function findPriceFactor({ grantDate, expiration }: CallToQualify): number | null {
  const { priceFactors } = QUALIFIED_CALL_LIMITS
  return priceFactors.find(({ maxMonths }) => expiration <= monthsAfter(grantDate, maxMonths))?.factor ?? null
}

/** The prior close, or the open where it is over 110 % of it, times the factor of the term. Null while no close is known. */
export function findApplicablePrice({ priorClose, open }: CallToQualify, factor: number): ApplicablePrice | null {
  if (priorClose === null) return null
  const openKnown = open !== null
  const opensHigher = openKnown && above(open, QUALIFIED_CALL_LIMITS.openOverClose * priorClose)
  const [usd, from] = opensHigher ? ([open, 'open'] as const) : ([priorClose, 'prior_close'] as const)
  return { usd, from, openKnown, factor, adjustedUsd: usd * factor }
}

/**
 * The lowest qualified benchmark under a price: the higher of the floor that the price alone sets and the highest, or second
 * highest, listed strike below it. Where the list is too short to find that strike, a bound of it that decides all the
 * same: the floor for a strike below that, the highest strike for one that reaches it; else null.
 */
export function findBenchmark(
  { strike, listedStrikes }: CallToQualify,
  termDays: number,
  price: number,
): Benchmark | null {
  const { secondStrike } = QUALIFIED_CALL_LIMITS
  const floor = findFloor(price)
  const [first, second] = [...new Set(listedStrikes)].filter((listed) => below(listed, price)).sort((a, b) => b - a)
  const takesSecond = termDays > secondStrike.termDays && above(strike, secondStrike.strike)
  const listed = takesSecond ? second : first
  if (listed !== undefined) {
    const rule = takesSecond ? 'second_highest_strike_below' : 'highest_strike_below'
    return higherOf({ usd: listed, rule }, floor)
  }
  if (floor !== null && below(strike, floor.usd)) return floor
  if (first !== undefined && atLeast(strike, first))
    return higherOf({ usd: first, rule: 'highest_strike_below' }, floor)
  return null
}

/** How low the benchmark can be by the price alone; null for a price over both limits. */
function findFloor(price: number): Benchmark | null {
  const { shareOfPrice, dollarsBelow } = QUALIFIED_CALL_LIMITS
  const byDollars: Benchmark | null = atMost(price, dollarsBelow.upToPrice)
    ? { usd: price - dollarsBelow.usd, rule: 'dollars_below_price' }
    : null
  if (!atMost(price, shareOfPrice.upToPrice)) return byDollars
  return higherOf({ usd: shareOfPrice.frac * price, rule: 'share_of_price' }, byDollars)
}

function higherOf(one: Benchmark, other: Benchmark | null): Benchmark {
  return other !== null && other.usd > one.usd ? other : one
}

/** The same day of the month so many months on; where that month is shorter, a text that sorts after its last day. */
function monthsAfter(date: IsoDate, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}${date.slice(7)}`
}
