import type { IsoDate } from '../calendar/iso-date.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'
import type { ApplicablePrice, Benchmark, CallToQualify } from './qualification.ts'
import { QUALIFIED_CALL_LIMITS } from './qualified-call-limits.ts'

/** Factor for the applicable price, by term; null if the term is too long. */
export function findPriceFactor({ grantDate, expiration }: CallToQualify): number | null {
  const { priceFactors } = QUALIFIED_CALL_LIMITS
  return priceFactors.find(({ maxMonths }) => expiration <= monthsAfter(grantDate, maxMonths))?.factor ?? null
}

/**
 * The prior close times the factor for the term, or the open times that factor if the open is over 110% of the prior
 * close. Null if the prior close is unknown.
 */
export function findApplicablePrice({ priorClose, open }: CallToQualify, factor: number): ApplicablePrice | null {
  if (priorClose === null) return null
  const openKnown = open !== null
  const opensHigher = openKnown && above(open, QUALIFIED_CALL_LIMITS.openOverClose * priorClose)
  const [usd, from] = opensHigher ? ([open, 'open'] as const) : ([priorClose, 'prior_close'] as const)
  return { usd, from, openKnown, factor, adjustedUsd: usd * factor }
}

/**
 * Lowest qualified benchmark for a price: the higher of the price floor and the highest, or second-highest, listed
 * strike below the price. If the list is too short to contain that strike, returns a bound that is still enough for a
 * verdict: the floor for a strike below the floor, or the highest listed strike for a strike at or above it.
 * Otherwise null.
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

/** Lowest benchmark that the price allows, whatever strikes are listed; null for a price over both limits. */
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

/**
 * Same day of the month, `months` later. If that month is shorter, the result is not a real day but still sorts after
 * the month's last day.
 */
function monthsAfter(date: IsoDate, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}${date.slice(7)}`
}
