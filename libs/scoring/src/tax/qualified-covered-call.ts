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
 * Qualified covered call test of United States tax law; not tax advice. A call qualifies when it has more than 30 days and
 * at most 33 months to run and its strike is not below the lowest qualified benchmark: the highest listed strike below the
 * applicable stock price, or the second highest where the term is over 90 days and the strike over $50; not less than
 * 85 % of a price up to $25, nor than $10 below a price up to $150. The applicable price is the close before the grant
 * date, or the open of that day where it is above 110 % of that close; with over 12 months to run it is multiplied by 1.08,
 * over 15 by 1.10, and so on by quarters up to 1.20 over 30.
 *
 * Null where something that decides is unknown. While the open is unknown no call is qualified, since a high open may raise
 * the benchmark to any strike. A call that fails by the prior close has failed: a higher open raises the benchmark too,
 * unless it leaps over $25 or $150 with no strike listed on the way. Taken as given: an exchange-listed standard call, a
 * writer who is no dealer, capital gain. Not covered: FLEX and over-the-counter options, what an unqualified or an
 * in-the-money call does to the holding period of the shares, the loss rules at the turn of the year.
 * Throws RangeError on a strike or known price that is not positive, a day that is none, or an expiration before the grant.
 * Sources: 26 USC 1092(c)(4), 26 CFR 1.1092(c)-1(b) and 1.1092(c)-4(e), IRS Publication 550, MATHS 10. Verified with
 * published case 29, the table of McMillan's appendix E, published cases of a long term, and rows on each side of every
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
  // Every benchmark lies below the price: out of the money no list of strikes is needed.
  const reachesPrice = atLeast(strike, adjustedUsd)
  if (!reachesPrice && benchmark === null) {
    return { qualified: null, rule: listedStrikes.length === 0 ? 'strikes_unknown' : 'too_few_strikes' }
  }
  if (benchmark !== null && !atLeast(strike, benchmark.usd)) return { qualified: false, rule: 'strike_below_benchmark' }
  if (!openKnown) return { qualified: null, rule: 'open_unknown' }
  return { qualified: true, rule: reachesPrice ? 'strike_not_below_price' : 'strike_reaches_benchmark' }
}
