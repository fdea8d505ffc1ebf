import type { ScreenStock } from '../../../api/screener.ts'
import { describeRsi } from '../../../shared/figures/indicators.tsx'
import { formatInteger, formatPoints, formatRating, formatVolPct } from '../../../shared/format/numbers.ts'
import { commonFigures, type FigureFacts } from '../../../shared/glossary.ts'
import {
  describeNoRating,
  findBand,
  listBands,
  listParts,
  type RatingBand,
} from '../../../shared/rating/rating-view.ts'

export const summaryFacts = {
  sma20: commonFigures.sma20,
  sma50: {
    meaning: 'The average close of the last 50 sessions.',
    formula: 'sum of 50 closes / 50',
    source: 'daily closes',
  },
  rsi: commonFigures.rsi,
  stochastic: commonFigures.stochasticK,
  vol: {
    term: 'atm_iv',
    meaning: 'Above 30% is high, below 15% low.',
    source: 'option chain',
  },
  ivRank: commonFigures.ivRank,
  signal: {
    term: 'callwright_rating',
    meaning: 'Summarizes in one word how the stock rates for covered calls.',
    source: 'Callwright Rating',
  },
} as const satisfies Record<string, FigureFacts>

export type Level = 'High' | 'Low' | null

/** Classifies a value as high above `high` and low below `low`; a value equal to either bound has no level. */
const judge =
  (low: number, high: number) =>
  (value: number): Level => {
    if (value > high) return 'High'
    return value < low ? 'Low' : null
  }

export const judgeStochastic = judge(20, 80)
export const judgeIvRank = judge(30, 70)
/** Classifies an annualized volatility given as a decimal. */
export const judgeVol = judge(0.15, 0.3)

/** One-word label for an RSI value (D45). */
export const nameRsi = (rsi: number) => describeRsi(rsi).label ?? 'Neutral'

export const MISSING_VOL = '--.--%'
export const formatVol = (vol: number | null) => (vol === null ? MISSING_VOL : `${formatVolPct(vol)}%`)

/** CC Signal (D45) with its explanation. */
export interface Signal {
  /** Null if the stock has no rating. */
  readonly band: RatingBand | null
  readonly word: string
  readonly why: string
}

export function readSignal(stock: ScreenStock, ownWeights: boolean): Signal {
  const { score, max } = stock.rating
  if (score === null) return { band: null, word: 'No call', why: describeNoRating(stock) }
  const band = findBand(score)
  const parts = listParts(stock.rating, undefined, ownWeights).map(({ label, points, max: most }) => {
    const of = most === null ? '' : ` of ${formatInteger(most)}`
    return `${label}: ${points === null ? 'unknown' : `${formatPoints(points)}${of}`}`
  })
  const why = [
    `${band.word}: the rating is ${formatRating(score)} of ${formatInteger(max)}.`,
    `${listBands()}.`,
    ...parts,
  ]
  return { band, word: band.word, why: why.join('\n') }
}
