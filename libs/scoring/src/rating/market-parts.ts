import { reportsByExpiration } from '../calendar/earnings.ts'
import type { NoBestCallReason } from '../candidates/best-call.ts'
import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { cutToTenth, onePlace, shortCount } from '../wording.ts'
import { evaluateCurve } from './curve.ts'
import type { RatingInputs } from './rating-inputs.ts'
import {
  EARNINGS_INCOME_FACTOR,
  RATING_CURVES,
  RATING_PARTS,
  type RatingPartKey,
  THIN_INCOME_FACTOR,
} from './rating-table.ts'
import type { Judgement } from './sub-score.ts'
import { sentence } from './wording.ts'

const maxOf = (key: RatingPartKey): number => RATING_PARTS.find((part) => part.key === key)?.max ?? 0

const NO_CALL: Readonly<Record<NoBestCallReason, string>> = {
  no_calls: 'no calls are listed',
  no_expiration_in_window: `none expires in ${BEST_CALL_RULES.wideDays.min} to ${BEST_CALL_RULES.wideDays.max} days`,
  no_out_of_the_money_call: 'none is out of the money',
  no_quote: 'none of them has both a bid and an ask',
  spread_too_wide: 'their bid and ask are too far apart',
  open_interest_too_low: 'too few of them are held',
  no_implied_volatility: 'their quotes carry no implied volatility',
  delta_out_of_range: 'their deltas are out of range',
}

/** The call that came closest says why there is none. */
function explainNoCall({ noBestCall }: RatingInputs): string {
  const why = noBestCall === null ? '' : `: ${NO_CALL[noBestCall]}`
  return `No call of this stock fits the rules of the best call${why}. This cannot be judged.`
}

/** Volume 6: the share volume's points times the calls' activity; with unknown call volume the factor is its least. */
export function scoreShareVolume({ averageShareVolume, callVolume }: RatingInputs): Judgement {
  const max = maxOf('liquidity_volume')
  const inputs = { averageShareVolume, callVolume }
  if (averageShareVolume === null) {
    return { points: 0, judged: 0, inputs, explanation: 'The average share volume is unknown.' }
  }
  const factor = evaluateCurve(RATING_CURVES.callActivity, callVolume ?? 0)
  const shares = `${shortCount(averageShareVolume)} shares a day on average`
  const calls = callVolume === null ? [] : [`${shortCount(callVolume)} calls traded on the day`]
  return {
    points: evaluateCurve(RATING_CURVES.shareVolume, averageShareVolume) * factor,
    judged: callVolume === null ? max * evaluateCurve(RATING_CURVES.callActivity, 0) : max,
    inputs,
    explanation: sentence([shares, ...calls], callVolume === null ? ['call volume'] : []),
  }
}

/** Spread 4: (ask − bid)/mid of the best call. */
export function scoreOptionSpread(given: RatingInputs): Judgement {
  const { bestCall } = given
  if (bestCall === null) {
    return { points: 0, judged: 0, inputs: { spreadPctOfMid: null }, explanation: explainNoCall(given) }
  }
  const { spreadPctOfMid } = bestCall
  return {
    points: evaluateCurve(RATING_CURVES.optionSpread, spreadPctOfMid),
    judged: maxOf('liquidity_spread'),
    inputs: { spreadPctOfMid },
    explanation: `The best call's spread is ${onePlace(spreadPctOfMid)} % of its mid.`,
  }
}

/** IV rank 15. */
export function scoreIvRank({ ivRank, ivRankSource, noVolatility }: RatingInputs): Judgement {
  const inputs = { ivRank, ivRankSource }
  if (ivRank === null) {
    const why = noVolatility ?? 'There is too little history to rank in.'
    return { points: 0, judged: 0, inputs, explanation: `The IV rank is unknown. ${why}` }
  }
  const within =
    ivRankSource === 'realized' ? "the past year's realised volatility" : "the past year's implied volatility"
  return {
    points: evaluateCurve(RATING_CURVES.ivRank, ivRank),
    judged: maxOf('iv_rank'),
    inputs,
    explanation: `Today's implied volatility is at ${cutToTenth(ivRank)} of 100 within ${within}.`,
  }
}

const OF_THIN = 'halved, because it is thinly traded: no call of this stock is liquid'

/**
 * Income 10: the best call's annualised yield, halved when earnings are known to come by its expiration, and halved when it
 * is thin.
 */
export function scoreIncome(given: RatingInputs): Judgement {
  const { bestCall, earnings, asOfDate } = given
  const report = earnings !== null && earnings.date >= asOfDate ? earnings : null
  const known = report?.date ?? null
  if (bestCall === null) {
    const inputs = { annualizedYieldPct: null, liquidity: null, earningsDate: known, earningsBeforeExpiration: null }
    return { points: 0, judged: 0, inputs, explanation: explainNoCall(given) }
  }
  const { annualizedYieldPct, expiration, liquidity } = bestCall
  const earningsBeforeExpiration = report === null ? null : reportsByExpiration(report, expiration)
  const isThin = liquidity === 'thin'
  const factor = (earningsBeforeExpiration === true ? EARNINGS_INCOME_FACTOR : 1) * (isThin ? THIN_INCOME_FACTOR : 1)
  const pays = `The best call pays ${onePlace(annualizedYieldPct)} % a year at the bid`
  const ofEarnings =
    known === null
      ? 'the next earnings date is unknown, nothing is taken off for it'
      : earningsBeforeExpiration
        ? `halved, because earnings on ${known} come before the expiration`
        : `earnings on ${known} come after the expiration`
  return {
    points: evaluateCurve(RATING_CURVES.income, annualizedYieldPct) * factor,
    judged: maxOf('income'),
    inputs: { annualizedYieldPct, liquidity, earningsDate: known, earningsBeforeExpiration },
    explanation: [pays, ...(isThin ? [OF_THIN] : []), ofEarnings].join('; ').concat('.'),
  }
}
