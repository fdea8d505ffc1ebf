import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'
import { dollars } from '../wording.ts'
import { QUALIFIED_CALL_LIMITS } from './qualified-call-limits.ts'

/** A call sold, or to be sold, on `grantDate`. Dollars per share; New York days. */
export interface CallToQualify {
  readonly strike: number
  readonly grantDate: IsoDate
  readonly expiration: IsoDate
  /** Close of the last session before the grant date; null if unknown. */
  readonly priorClose: number | null
  /** Opening price on the grant date; null before that day or if unknown. */
  readonly open: number | null
  /** All strikes listed for that expiration on the grant date, in any order; empty if unknown. */
  readonly listedStrikes: readonly number[]
}

export interface ApplicablePrice {
  /** Unadjusted stock price: the prior close, or the open if that applies. */
  readonly usd: number
  readonly from: 'prior_close' | 'open'
  /** False if the open is unknown, so that it might still replace the prior close. */
  readonly openKnown: boolean
  /** Multiplier for the length of the term; 1 up to 12 months. */
  readonly factor: number
  /** Price times factor, the figure that the rules use. */
  readonly adjustedUsd: number
}

export type BenchmarkRule =
  | 'highest_strike_below'
  | 'second_highest_strike_below'
  | 'share_of_price'
  | 'dollars_below_price'

/** Lowest qualified benchmark (LQB) and the rule that set it. */
export interface Benchmark {
  readonly usd: number
  readonly rule: BenchmarkRule
}

export interface QualificationGrounds {
  readonly termDays: number
  readonly applicablePrice: ApplicablePrice | null
  /** The benchmark or, if the list of strikes is too short, a bound that is still enough for a verdict, or null. */
  readonly benchmark: Benchmark | null
}

/** `open_unknown`: qualified, unless the stock opens so high on the grant date that the open applies. */
export type QualificationVerdict =
  | { readonly qualified: true; readonly rule: 'strike_not_below_price' | 'strike_reaches_benchmark' }
  | { readonly qualified: false; readonly rule: 'term_too_short' | 'term_too_long' | 'strike_below_benchmark' }
  | {
      readonly qualified: null
      readonly rule: 'price_unknown' | 'strikes_unknown' | 'too_few_strikes' | 'open_unknown'
    }

/** Verdict with its figures and a reason in one sentence; the explanation adds that it is not advice. */
export type QualifiedCoveredCall = QualificationVerdict &
  QualificationGrounds & { readonly reason: string; readonly explanation: string }

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

const { minTermDays, priceFactors, openOverClose, shareOfPrice, dollarsBelow } = QUALIFIED_CALL_LIMITS

const percent = (frac: number): string => `${Number((frac * 100).toFixed(2))}%`

const BENCHMARK_WORDS: Record<BenchmarkRule, string> = {
  highest_strike_below: 'the highest listed strike below',
  second_highest_strike_below: 'the second highest listed strike below',
  share_of_price: `${percent(shareOfPrice.frac)} of`,
  dollars_below_price: `${dollars(dollarsBelow.usd)} below`,
}

/** Explains a verdict with its figures in one sentence. */
function sentenceFor(
  { strike }: CallToQualify,
  rule: QualificationVerdict['rule'],
  { termDays, applicablePrice, benchmark }: QualificationGrounds,
): string {
  const price = applicablePrice === null ? '' : describePrice(applicablePrice)
  const bound = benchmark === null ? '' : `${dollars(benchmark.usd)}, ${BENCHMARK_WORDS[benchmark.rule]} ${price}`
  const openLimit = dollars(openOverClose * (applicablePrice?.usd ?? 0))
  switch (rule) {
    case 'term_too_short':
      return `Not qualified: ${termDays} days to expiration, and the minimum is ${minTermDays + 1}.`
    case 'term_too_long':
      return `Not qualified: the call runs longer than ${priceFactors.at(-1)?.maxMonths} months.`
    case 'price_unknown':
      return 'Unknown: the close before the grant date is missing.'
    case 'strikes_unknown':
      return 'Unknown: the listed strikes are missing.'
    case 'too_few_strikes':
      return `Unknown: too few strikes are listed below ${price} to find the benchmark.`
    case 'open_unknown':
      return `Unknown: the open is missing. The call is qualified unless the stock opens above ${openLimit}, ${percent(openOverClose)} of the prior close.`
    case 'strike_not_below_price':
      return `Qualified: the strike of ${dollars(strike)} is not below ${price}.`
    case 'strike_reaches_benchmark':
      return `Qualified: the strike of ${dollars(strike)} is not below the benchmark of ${bound}.`
    case 'strike_below_benchmark':
      return `Not qualified: the strike of ${dollars(strike)} is below the benchmark of ${bound}.`
  }
}

function describePrice({ usd, from, openKnown, factor, adjustedUsd }: ApplicablePrice): string {
  const stock = `${from === 'open' ? 'the open' : 'the prior close'} of ${dollars(usd)}`
  const unknown = openKnown ? '' : ' (the open is unknown)'
  return factor === 1
    ? `${stock}${unknown}`
    : `${dollars(adjustedUsd)}, ${stock}${unknown} times ${factor} for the term`
}

/**
 * Tests for a qualified covered call under US tax law; not tax advice. A call qualifies if its term is more than 30
 * days and at most 33 months and its strike is not below the lowest qualified benchmark. The benchmark is the highest
 * listed strike below the applicable stock price, or the second highest for a term over 90 days and a strike over $50;
 * it is at least 85% of a price up to $25, and at most $10 below a price up to $150. The applicable price is the close
 * before the grant date, or that day's open if it is above 110% of that close. For a term over 12 months it is
 * multiplied by 1.08, over 15 months by 1.10, and so on per quarter, up to 1.20 over 30 months.
 *
 * Null if the result depends on an unknown input. Without the open no call is qualified, since a high open may raise
 * the benchmark to any strike. A call that fails by the prior close fails for good: a higher open raises the benchmark
 * too, unless it jumps over $25 or $150 with no listed strike in between. Assumes an exchange-listed standard call, a
 * writer who is not a dealer, and a capital gain. Does not cover FLEX and over-the-counter options, the effect of an
 * unqualified or in-the-money call on the holding period of the shares, or the year-end loss rules.
 * Throws RangeError on a strike or known price that is not positive, an invalid day, or an expiration before the grant.
 * Sources: 26 USC 1092(c)(4), 26 CFR 1.1092(c)-1(b) and 1.1092(c)-4(e), IRS Publication 550, MATHS 10. Verified with
 * published case 29, the table of McMillan's appendix E, published long-term cases, and cases on both sides of every
 * limit.
 */
export function judgeQualifiedCoveredCall(call: CallToQualify): QualifiedCoveredCall {
  const { strike, grantDate, expiration, priorClose, open, listedStrikes } = call
  requirePositive('strike', strike)
  if (priorClose !== null) requirePositive('priorClose', priorClose)
  if (open !== null) requirePositive('open', open)
  for (const listed of listedStrikes) requirePositive('listed strike', listed)
  const termDays = daysBetween(grantDate, expiration)
  if (termDays < 0) throw new RangeError(`expiration must not be before the grant date ${grantDate}, got ${expiration}`)
  const factor = findPriceFactor(call)
  const applicablePrice = factor === null ? null : findApplicablePrice(call, factor)
  const benchmark = applicablePrice === null ? null : findBenchmark(call, termDays, applicablePrice.adjustedUsd)
  const grounds: QualificationGrounds = { termDays, applicablePrice, benchmark }
  const verdict = factor === null ? TOO_LONG : decide(call, grounds)
  const reason = sentenceFor(call, verdict.rule, grounds)
  return { ...verdict, ...grounds, reason, explanation: `${reason} Not tax advice.` }
}

const TOO_LONG: QualificationVerdict = { qualified: false, rule: 'term_too_long' }

function decide({ strike, listedStrikes }: CallToQualify, grounds: QualificationGrounds): QualificationVerdict {
  const { termDays, applicablePrice, benchmark } = grounds
  if (termDays <= QUALIFIED_CALL_LIMITS.minTermDays) return { qualified: false, rule: 'term_too_short' }
  if (applicablePrice === null) return { qualified: null, rule: 'price_unknown' }
  const { adjustedUsd, openKnown } = applicablePrice
  // Every benchmark is below the price, so an out-of-the-money call needs no list of strikes.
  const reachesPrice = atLeast(strike, adjustedUsd)
  if (!reachesPrice && benchmark === null) {
    return { qualified: null, rule: listedStrikes.length === 0 ? 'strikes_unknown' : 'too_few_strikes' }
  }
  if (benchmark !== null && !atLeast(strike, benchmark.usd)) return { qualified: false, rule: 'strike_below_benchmark' }
  if (!openKnown) return { qualified: null, rule: 'open_unknown' }
  return { qualified: true, rule: reachesPrice ? 'strike_not_below_price' : 'strike_reaches_benchmark' }
}
