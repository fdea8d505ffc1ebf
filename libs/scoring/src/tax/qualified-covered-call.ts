import { daysBetween } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { atLeast } from '../thresholds.ts'
import { explainQualification } from './explain-qualification.ts'
import { findApplicablePrice, findBenchmark, findPriceFactor } from './lowest-benchmark.ts'
import type {
  CallToQualify,
  QualificationGrounds,
  QualificationVerdict,
  QualifiedCoveredCall,
} from './qualification.ts'
import { QUALIFIED_CALL_LIMITS } from './qualified-call-limits.ts'

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
  return { ...verdict, ...grounds, explanation: explainQualification(call, verdict, grounds) }
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
