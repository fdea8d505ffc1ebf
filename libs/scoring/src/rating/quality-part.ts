import { atLeast } from '../thresholds.ts'
import { onePlace, shortCount } from '../wording.ts'
import { creditPoints } from './credit-rating.ts'
import type { RatingInputs } from './rating-inputs.ts'
import { DIVIDEND_POINTS, RATING_CURVES, SUB_SCORE_MAX } from './rating-table.ts'
import { type Judgement, type SubScore, subScore, sumSubScores } from './sub-score.ts'
import { sentence } from './wording.ts'

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
