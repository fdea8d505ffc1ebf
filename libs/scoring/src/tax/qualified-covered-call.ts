import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { above, atLeast, atMost, below } from '../thresholds.ts'

/** The limits of the law, in one place. Sources at `judgeQualifiedCoveredCall`. */
export const QUALIFIED_CALL_LIMITS = {
  /** The call must have more days than this to run. */
  minTermDays: 30,
  maxTermMonths: 12,
  /** Up to here only with an adjusted stock price, which is not worked out here. */
  maxAdjustedTermMonths: 33,
  /** Over both of these the second strike below the price counts instead of the first. */
  secondStrike: { termDays: 90, strike: 50 },
  /** The open counts instead of the close before where it is above this multiple of it. */
  openOverClose: 1.1,
  /** Up to this price the benchmark is at least this share of it. */
  shareOfPrice: { upToPrice: 25, frac: 0.85 },
  /** Up to this price the benchmark is at most so many dollars below it. */
  dollarsBelow: { upToPrice: 150, usd: 10 },
} as const

/** A call about to be written, or written on `grantDate`. Dollars per share; New York days. */
export interface CallToQualify {
  readonly strike: number
  readonly grantDate: IsoDate
  readonly expiration: IsoDate
  /** Close of the last session before the grant date; null when unknown. */
  readonly priorClose: number | null
  /** Open of the grant date; null before it or when unknown: then the prior close counts. */
  readonly open: number | null
  /** Every strike listed for that expiration on the grant date, in any order. */
  readonly listedStrikes: readonly number[]
}

export type BenchmarkRule =
  | 'highest_strike_below'
  | 'second_highest_strike_below'
  | 'share_of_price'
  | 'dollars_below_price'

export interface ApplicablePrice {
  readonly usd: number
  readonly from: 'prior_close' | 'open'
  /** False where the open is unknown and might still replace the prior close. */
  readonly openKnown: boolean
}

/** The lowest qualified benchmark (LQB) and the rule that set it. */
export interface Benchmark {
  readonly usd: number
  readonly rule: BenchmarkRule
}

interface Grounds {
  readonly termDays: number
  readonly applicablePrice: ApplicablePrice | null
  readonly benchmark: Benchmark | null
}

export type QualificationVerdict =
  | { readonly qualified: true; readonly rule: 'strike_not_below_price' | 'strike_reaches_benchmark' }
  | { readonly qualified: false; readonly rule: 'term_too_short' | 'term_too_long' | 'strike_below_benchmark' }
  | { readonly qualified: null; readonly rule: 'term_needs_adjusted_price' | 'price_unknown' | 'strikes_unknown' }

/** The verdict, what it rests on, and one plain sentence. */
export type QualifiedCoveredCall = QualificationVerdict & Grounds & { readonly explanation: string }

/**
 * Qualified covered call test of United States tax law; not tax advice. A call qualifies when it has more than 30 days and
 * at most 12 months to run and its strike is not below the lowest qualified benchmark: the highest listed strike below the
 * applicable stock price, or the second highest where the term is over 90 days and the strike over $50; not less than
 * 85 % of a price up to $25, nor than $10 below a price up to $150. The applicable price is the close before the grant
 * date, or the open of that day where it is above 110 % of that close.
 *
 * Null where something that decides is unknown, and for terms over 12 and up to 33 months, which can qualify by an
 * adjusted price (26 CFR 1.1092(c)-1(b)(2)) that is not worked out here. Taken as given: an exchange-listed standard
 * call, a writer who is no dealer, capital gain. Not covered: FLEX and over-the-counter options, what an unqualified or an
 * in-the-money call does to the holding period of the shares, the loss rules at the turn of the year.
 * Throws RangeError on a strike or known price that is not positive, or an expiration before the grant date.
 * Sources: 26 USC 1092(c)(4), IRS Publication 550, MATHS 10. Verified with published case 29, with the table of
 * McMillan's appendix E, and with rows on each side of every limit.
 */
export function judgeQualifiedCoveredCall(call: CallToQualify): QualifiedCoveredCall {
  const { strike, grantDate, expiration, priorClose, open } = call
  requirePositive('strike', strike)
  if (priorClose !== null) requirePositive('priorClose', priorClose)
  if (open !== null) requirePositive('open', open)
  const termDays = daysBetween(grantDate, expiration)
  if (termDays < 0) throw new RangeError(`expiration must not be before the grant date ${grantDate}, got ${expiration}`)
  const applicablePrice = findApplicablePrice(call)
  const benchmark = applicablePrice === null ? null : findBenchmark(call, termDays, applicablePrice.usd)
  const grounds: Grounds = { termDays, applicablePrice, benchmark }
  const verdict = decide(call, grounds)
  return { ...verdict, ...grounds, explanation: `${explain(call, verdict, grounds)} Not tax advice.` }
}

function decide({ strike, grantDate, expiration }: CallToQualify, grounds: Grounds): QualificationVerdict {
  const { termDays, applicablePrice, benchmark } = grounds
  const { minTermDays, maxTermMonths, maxAdjustedTermMonths } = QUALIFIED_CALL_LIMITS
  if (termDays <= minTermDays) return { qualified: false, rule: 'term_too_short' }
  if (expiration > monthsAfter(grantDate, maxAdjustedTermMonths)) return { qualified: false, rule: 'term_too_long' }
  if (expiration > monthsAfter(grantDate, maxTermMonths)) return { qualified: null, rule: 'term_needs_adjusted_price' }
  if (applicablePrice === null) return { qualified: null, rule: 'price_unknown' }
  // Every benchmark lies below the price: out of the money no list of strikes is needed.
  if (atLeast(strike, applicablePrice.usd)) return { qualified: true, rule: 'strike_not_below_price' }
  if (benchmark === null) return { qualified: null, rule: 'strikes_unknown' }
  return atLeast(strike, benchmark.usd)
    ? { qualified: true, rule: 'strike_reaches_benchmark' }
    : { qualified: false, rule: 'strike_below_benchmark' }
}

function findApplicablePrice({ priorClose, open }: CallToQualify): ApplicablePrice | null {
  if (priorClose === null) return null
  const openKnown = open !== null
  if (openKnown && above(open, QUALIFIED_CALL_LIMITS.openOverClose * priorClose)) {
    return { usd: open, from: 'open', openKnown }
  }
  return { usd: priorClose, from: 'prior_close', openKnown }
}

/** Null where too few strikes below the price are listed for the rule to find its own. */
function findBenchmark({ strike, listedStrikes }: CallToQualify, termDays: number, price: number): Benchmark | null {
  const { secondStrike, shareOfPrice, dollarsBelow } = QUALIFIED_CALL_LIMITS
  const strikesBelow = [...new Set(listedStrikes)].filter((listed) => below(listed, price)).sort((a, b) => b - a)
  const takesSecond = termDays > secondStrike.termDays && above(strike, secondStrike.strike)
  const listed = strikesBelow[takesSecond ? 1 : 0]
  if (listed === undefined) return null
  const rule = takesSecond ? 'second_highest_strike_below' : 'highest_strike_below'
  const benchmarks: Benchmark[] = [{ usd: listed, rule }]
  if (atMost(price, shareOfPrice.upToPrice)) {
    benchmarks.push({ usd: shareOfPrice.frac * price, rule: 'share_of_price' })
  }
  if (atMost(price, dollarsBelow.upToPrice)) {
    benchmarks.push({ usd: price - dollarsBelow.usd, rule: 'dollars_below_price' })
  }
  return benchmarks.reduce((highest, one) => (one.usd > highest.usd ? one : highest))
}

/** The same day of the month so many months on; where that month is shorter, a text that sorts after its last day. */
function monthsAfter(date: IsoDate, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}${date.slice(7)}`
}

const BENCHMARK_WORDS: Record<BenchmarkRule, string> = {
  highest_strike_below: 'the highest listed strike below',
  second_highest_strike_below: 'the second highest listed strike below',
  share_of_price: '85 % of',
  dollars_below_price: '$10 below',
}

function explain({ strike }: CallToQualify, { rule }: QualificationVerdict, grounds: Grounds): string {
  const { termDays, applicablePrice, benchmark } = grounds
  const { minTermDays, maxTermMonths, maxAdjustedTermMonths } = QUALIFIED_CALL_LIMITS
  const price = applicablePrice === null ? '' : describePrice(applicablePrice)
  const bound = benchmark === null ? '' : `${dollars(benchmark.usd)}, ${BENCHMARK_WORDS[benchmark.rule]} ${price}`
  switch (rule) {
    case 'term_too_short':
      return `Not qualified: ${termDays} days to run, and it takes more than ${minTermDays}.`
    case 'term_too_long':
      return `Not qualified: the call runs longer than ${maxAdjustedTermMonths} months.`
    case 'term_needs_adjusted_price':
      return `Unknown: over ${maxTermMonths} months the law asks for an adjusted stock price, which is not worked out here.`
    case 'price_unknown':
      return 'Unknown: the close before the grant date is missing.'
    case 'strikes_unknown':
      return 'Unknown: the listed strikes below the stock price are missing.'
    case 'strike_not_below_price':
      return `Qualified: the strike of ${dollars(strike)} is not below ${price}.`
    case 'strike_reaches_benchmark':
      return `Qualified: the strike of ${dollars(strike)} is not below the benchmark of ${bound}.`
    case 'strike_below_benchmark':
      return `Not qualified: the strike of ${dollars(strike)} is below the benchmark of ${bound}.`
  }
}

function describePrice({ usd, from, openKnown }: ApplicablePrice): string {
  if (from === 'open') return `the open of ${dollars(usd)}`
  return `the prior close of ${dollars(usd)}${openKnown ? '' : ' (the open is not known)'}`
}

const dollars = (amount: number): string => `$${amount.toFixed(2)}`
