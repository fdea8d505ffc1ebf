import { reportsByExpiration } from '../calendar/earnings.ts'
import type { NoBestCallReason } from '../candidates/best-call.ts'
import { BEST_CALL_RULES } from '../candidates/criteria.ts'
import { keepAboveOversold } from '../indicators/limits.ts'
import { atLeast } from '../thresholds.ts'
import { cutToTenth, onePlace, shortCount, usDate } from '../wording.ts'
import {
  CREDIT_POINTS,
  DIVIDEND_POINTS,
  EARNINGS_INCOME_FACTOR,
  evaluateCurve,
  RATING_CURVES,
  RATING_PARTS,
  type RatingPartKey,
  SUB_SCORE_MAX,
  THIN_INCOME_FACTOR,
} from './rating-table.ts'
import { type Judgement, type RatingInputs, type SubScore, sentence, subScore, sumSubScores } from './sub-score.ts'

const GRADES: ReadonlyMap<string, number> = new Map([
  ...['AAA', 'AA', 'A'].map((grade) => [grade, CREDIT_POINTS.investmentHigh] as const),
  ...['BBB', 'BAA'].map((grade) => [grade, CREDIT_POINTS.investment] as const),
  ...['BB', 'BA'].map((grade) => [grade, CREDIT_POINTS.speculative] as const),
  ...['B', 'CCC', 'CC', 'C', 'D', 'SD', 'RD', 'CAA', 'CA'].map((grade) => [grade, CREDIT_POINTS.low] as const),
])

/**
 * Points for an issuer's credit rating on the scales of S&P and Fitch (AA−, BBB+) or Moody's (Aa3, Baa1): AAA to A 3,
 * BBB 2, BB 1, lower 0 (D9). Null for any other value, such as NR.
 */
export function creditPoints(creditRating: string): number | null {
  const grade = creditRating
    .trim()
    .toUpperCase()
    .replace(/(?<![+\-−123])[+\-−123]+$/, '')
  return GRADES.get(grade) ?? null
}

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

const rankedWithin = {
  implied: "today's IV within its one-year range",
  vendor: "the data source's volatility within its own one-year range",
  realized: "today's IV within the one-year range of realized volatility",
} as const

/** IV rank, 15 points. */
export function scoreIvRank({ ivRank, ivRankSource, noVolatility }: RatingInputs): Judgement {
  const inputs = { ivRank, ivRankSource }
  if (ivRank === null) {
    const why = noVolatility ?? 'There is not enough history yet.'
    return { points: 0, judged: 0, inputs, explanation: `The IV rank is unknown. ${why}` }
  }
  return {
    points: evaluateCurve(RATING_CURVES.ivRank, ivRank),
    judged: maxOf('iv_rank'),
    inputs,
    explanation: `IV rank ${cutToTenth(ivRank)}: ${rankedWithin[ivRankSource ?? 'implied']}.`,
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

const writeRsi = (rsi: number) => cutToTenth(keepAboveOversold(rsi))

/** Technical setup, 10 points: RSI 4, price against the 20-session average 3, Stochastic %K 3. */
export function scoreTechnical({ price, sma20, rsi14, stochasticK }: RatingInputs): Judgement {
  const priceVsSma20Pct = price === null || sma20 === null ? null : (price / sma20 - 1) * 100
  const rsi = subScore(RATING_CURVES.rsi, rsi14, SUB_SCORE_MAX.rsi)
  const average = subScore(RATING_CURVES.priceAgainstAverage, priceVsSma20Pct, SUB_SCORE_MAX.priceAgainstAverage)
  const stochastic = subScore(RATING_CURVES.stochastic, stochasticK, SUB_SCORE_MAX.stochastic)
  const known: string[] = []
  const missing: string[] = []
  if (rsi14 === null) missing.push('RSI')
  else known.push(`RSI ${writeRsi(rsi14)}`)
  if (priceVsSma20Pct === null) missing.push('20-day average')
  else {
    const side = priceVsSma20Pct < 0 ? 'below' : 'above'
    known.push(`price ${onePlace(Math.abs(priceVsSma20Pct))}% ${side} its 20-day average`)
  }
  if (stochasticK === null) missing.push('Stochastic')
  else known.push(`Stochastic %K ${cutToTenth(stochasticK)}`)
  return {
    ...sumSubScores([rsi, average, stochastic]),
    inputs: {
      rsi14,
      rsiPoints: rsi.points,
      priceVsSma20Pct,
      priceVsSma20Points: average.points,
      stochasticK,
      stochasticPoints: stochastic.points,
    },
    explanation: sentence(known, missing),
  }
}

/**
 * Stock quality, 15 points: market capitalization 5, net margin 4, debt to equity 3, credit rating or dividend record
 * 3.
 */
export function scoreQuality(inputs: RatingInputs): Judgement {
  const { marketCapUsd, netMarginPct, debtToEquity, creditRating, dividendYieldPct } = inputs
  const cap = subScore(RATING_CURVES.marketCap, marketCapUsd, SUB_SCORE_MAX.marketCap)
  const margin = subScore(RATING_CURVES.netMargin, netMarginPct, SUB_SCORE_MAX.netMargin)
  const negativeEquity = inputs.negativeEquity || (debtToEquity !== null && debtToEquity < 0)
  const debt: SubScore = negativeEquity
    ? { points: 0, max: SUB_SCORE_MAX.debtToEquity }
    : subScore(RATING_CURVES.debtToEquity, debtToEquity, SUB_SCORE_MAX.debtToEquity)
  const grade = creditRating === null ? null : creditPoints(creditRating)
  const credit: SubScore = { points: grade ?? dividendPoints(dividendYieldPct), max: SUB_SCORE_MAX.credit }
  return {
    ...sumSubScores([cap, margin, debt, credit]),
    inputs: {
      marketCapUsd,
      marketCapPoints: cap.points,
      netMarginPct,
      netMarginPoints: margin.points,
      debtToEquity,
      negativeEquity,
      debtToEquityPoints: debt.points,
      creditRating,
      dividendYieldPct,
      creditPoints: credit.points,
      creditFrom: credit.points === null ? null : grade === null ? 'dividend_record' : 'credit_rating',
    },
    explanation: explain(inputs, negativeEquity, grade !== null),
  }
}

function dividendPoints(yieldPct: number | null): number | null {
  if (yieldPct === null) return null
  if (atLeast(yieldPct, DIVIDEND_POINTS.fullFromYieldPct)) return DIVIDEND_POINTS.full
  return yieldPct > 0 ? DIVIDEND_POINTS.any : DIVIDEND_POINTS.none
}

function explain(inputs: RatingInputs, negativeEquity: boolean, hasGrade: boolean): string {
  const { marketCapUsd, netMarginPct, debtToEquity, creditRating, dividendYieldPct } = inputs
  const known: string[] = []
  const missing: string[] = []
  if (marketCapUsd === null) missing.push('market cap')
  else known.push(`market cap $${shortCount(marketCapUsd)}`)
  if (netMarginPct === null) missing.push('net margin')
  else known.push(`net margin ${onePlace(netMarginPct)}%`)
  if (negativeEquity) known.push('negative equity')
  else if (debtToEquity === null) missing.push('debt to equity')
  else known.push(`debt to equity ${debtToEquity.toFixed(2)}`)
  if (hasGrade) known.push(`credit rating ${creditRating}`)
  else if (dividendYieldPct !== null)
    known.push(`dividend yield ${dividendYieldPct.toFixed(2)}% instead of a credit rating`)
  else missing.push('credit rating and dividend record')
  return sentence(known, missing)
}
