import { reportsByExpiration } from '../calendar/earnings.ts'
import type { NoBestCallReason } from '../candidates/best-call.ts'
import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { cutToTenth, onePlace, shortCount, usDate } from '../wording.ts'
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
  no_quote: 'none has both a bid and an ask',
  spread_too_wide: 'their spreads are too wide',
  open_interest_too_low: 'their open interest is too low',
  no_implied_volatility: 'their quotes imply no volatility',
  delta_out_of_range: 'their deltas are out of range',
}

/** Names the rule that stopped the call that came closest. */
function explainNoCall({ noBestCall }: RatingInputs): string {
  const why = noBestCall === null ? '' : `: ${NO_CALL[noBestCall]}`
  return `No call on this stock meets the best-call rules${why}. This part cannot be scored.`
}

/**
 * Volume, 6 points: the points for the share volume, times the call activity factor. An unknown call volume gets the
 * minimum factor.
 */
export function scoreShareVolume({ averageShareVolume, callVolume }: RatingInputs): Judgement {
  const max = maxOf('liquidity_volume')
  const inputs = { averageShareVolume, callVolume }
  if (averageShareVolume === null) {
    return { points: 0, judged: 0, inputs, explanation: 'The average share volume is unknown.' }
  }
  const factor = evaluateCurve(RATING_CURVES.callActivity, callVolume ?? 0)
  const shares = `${shortCount(averageShareVolume)} shares a day on average`
  const calls = callVolume === null ? [] : [`${shortCount(callVolume)} calls traded that day`]
  return {
    points: evaluateCurve(RATING_CURVES.shareVolume, averageShareVolume) * factor,
    judged: callVolume === null ? max * evaluateCurve(RATING_CURVES.callActivity, 0) : max,
    inputs,
    explanation: sentence([shares, ...calls], callVolume === null ? ['call volume'] : []),
  }
}

/** Spread, 4 points: (ask − bid)/mid of the best call. */
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
    explanation: `The best call's spread is ${onePlace(spreadPctOfMid)}% of its mid.`,
  }
}

/** IV rank, 15 points. */
export function scoreIvRank({ ivRank, ivRankSource, noVolatility }: RatingInputs): Judgement {
  const inputs = { ivRank, ivRankSource }
  if (ivRank === null) {
    const why = noVolatility ?? 'There is not enough history yet.'
    return { points: 0, judged: 0, inputs, explanation: `The IV rank is unknown. ${why}` }
  }
  const range = ivRankSource === 'realized' ? 'the one-year range of realized volatility' : 'its one-year range'
  return {
    points: evaluateCurve(RATING_CURVES.ivRank, ivRank),
    judged: maxOf('iv_rank'),
    inputs,
    explanation: `IV rank ${cutToTenth(ivRank)}: today's IV within ${range}.`,
  }
}

const HALVED_FOR_THIN = 'halved because it is thinly traded (no liquid call on this stock)'

/**
 * Income, 10 points: annualized yield of the best call. Halved if earnings are known to come by its expiration, and
 * halved again if the call is thin.
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
  const pays = `The best call pays ${onePlace(annualizedYieldPct)}% a year at the bid`
  const ofEarnings =
    known === null
      ? 'next earnings date unknown, so no deduction'
      : earningsBeforeExpiration
        ? `halved because earnings on ${usDate(known)} come before expiration`
        : `earnings on ${usDate(known)} come after expiration`
  return {
    points: evaluateCurve(RATING_CURVES.income, annualizedYieldPct) * factor,
    judged: maxOf('income'),
    inputs: { annualizedYieldPct, liquidity, earningsDate: known, earningsBeforeExpiration },
    explanation: [pays, ...(isThin ? [HALVED_FOR_THIN] : []), ofEarnings].join('; ').concat('.'),
  }
}
