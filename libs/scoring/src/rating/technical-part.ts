import { cutToTenth, onePlace } from '../wording.ts'
import type { RatingInputs } from './rating-inputs.ts'
import { RATING_CURVES, SUB_SCORE_MAX } from './rating-table.ts'
import { type Judgement, subScore, sumSubScores } from './sub-score.ts'
import { sentence } from './wording.ts'

const OVERSOLD = 30
/** Formats an RSI so that a value slightly above the oversold limit is not truncated to the limit. */
const writeRsi = (rsi: number) => cutToTenth(rsi > OVERSOLD ? Math.max(rsi, OVERSOLD + 0.1) : rsi)

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
