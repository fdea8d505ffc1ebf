/**
 * Piecewise-linear curve: knots in ascending order of x, with straight lines between them on the named scale, flat
 * outside.
 */
export interface Curve {
  /** Name and unit of x. */
  readonly of: string
  readonly scale: 'linear' | 'log'
  readonly knots: readonly (readonly [x: number, points: number])[]
  readonly why: string
}

/** Value of a curve at x. Source: D9. Verified at every knot and on both sides of it in `weights.test.ts`. */
export function evaluateCurve({ scale, knots }: Curve, x: number): number {
  let [leftX, leftPoints] = knots[0] ?? [0, 0]
  if (x <= leftX) return leftPoints
  for (const [rightX, rightPoints] of knots) {
    if (x < rightX) {
      const weight = scale === 'log' ? Math.log(x / leftX) / Math.log(rightX / leftX) : (x - leftX) / (rightX - leftX)
      return leftPoints + weight * (rightPoints - leftPoints)
    }
    leftX = rightX
    leftPoints = rightPoints
  }
  return leftPoints
}

/** Rounds to hundredths, half up, even where floating point puts a half slightly too low. */
export function roundPoints(points: number): number {
  return Math.round(points * 100 + 1e-9) / 100
}

/** Change this with every change to a curve, a maximum or a rule of the rating. */
export const RATING_VERSION = '2'

export type RatingPartKey = 'liquidity_volume' | 'liquidity_spread' | 'iv_rank' | 'technical' | 'quality' | 'income'

/**
 * Parts in display order. The `core` parts add up to `cc_score_core` (0-50), and all parts together to `cc_score`
 * (0-60) (D8).
 */
export const RATING_PARTS: readonly {
  readonly key: RatingPartKey
  readonly label: string
  readonly max: number
  readonly core: boolean
}[] = [
  { key: 'liquidity_volume', label: 'Trading volume', max: 6, core: true },
  { key: 'liquidity_spread', label: 'Option spread', max: 4, core: true },
  { key: 'iv_rank', label: 'IV rank', max: 15, core: true },
  { key: 'technical', label: 'Technical setup', max: 10, core: true },
  { key: 'quality', label: 'Stock quality', max: 15, core: true },
  { key: 'income', label: 'Income', max: 10, core: false },
]

export const RATING_MAX = 60

/** Published curves of the rating (D9), which hold all of its numbers. */
export const RATING_CURVES = {
  shareVolume: {
    of: 'average shares traded per day over 20 sessions',
    scale: 'log',
    knots: [
      [100_000, 0],
      [20_000_000, 6],
    ],
    why: 'A liquid stock is easy to sell at a fair price; each tenfold increase counts the same.',
  },
  callActivity: {
    of: 'calls traded that day with at most 60 days to expiration; multiplies the share volume points',
    scale: 'linear',
    knots: [
      [0, 0.5],
      [100, 1],
    ],
    why: 'If its calls do not trade, even a liquid stock is hard to sell calls on.',
  },
  optionSpread: {
    of: '(ask − bid) / mid of the best call, percent',
    scale: 'log',
    knots: [
      [3, 4],
      [35, 0],
    ],
    why: 'The spread is the cost of closing; its size relative to the premium matters.',
  },
  ivRank: {
    of: 'IV rank, 0-100',
    scale: 'linear',
    knots: [
      [10, 0],
      [100, 15],
    ],
    why: 'Selling premium pays more when volatility is high for this stock.',
  },
  rsi: {
    of: 'RSI 14',
    scale: 'linear',
    knots: [
      [30, 0],
      [45, 4],
      [60, 4],
      [70, 0],
    ],
    why: 'A calm, slightly rising stock is best. Overbought: more risk of assignment. Oversold: more risk of a falling stock.',
  },
  priceAgainstAverage: {
    of: 'price against its 20-session average, percent',
    scale: 'linear',
    knots: [
      [-6, 0],
      [0, 3],
      [3, 3],
      [10, 0],
    ],
    why: 'Best at or slightly above the average; far from it, the move may continue or snap back.',
  },
  stochastic: {
    of: 'Stochastic %K 14',
    scale: 'linear',
    knots: [
      [5, 0],
      [30, 3],
      [70, 3],
      [95, 0],
    ],
    why: 'Best in the middle of its recent range.',
  },
  marketCap: {
    of: 'market capitalization, dollars',
    scale: 'log',
    knots: [
      [300e6, 0],
      [1e12, 5],
    ],
    why: 'Large companies rarely go to zero; each tenfold increase counts the same.',
  },
  netMargin: {
    of: 'net margin, percent',
    scale: 'linear',
    knots: [
      [0, 0],
      [30, 4],
    ],
    why: 'A profitable company can wait out a bad market.',
  },
  debtToEquity: {
    of: 'debt to equity, ratio',
    scale: 'linear',
    knots: [
      [0.3, 3],
      [2, 0],
    ],
    why: 'Debt turns a decline into a collapse. Known negative equity scores 0.',
  },
  income: {
    of: 'annualized yield of the best call at the bid, percent',
    scale: 'linear',
    knots: [
      [5, 0],
      [35, 10],
    ],
    why: 'What the call pays; a yield above 35% a year signals risk, not a bargain.',
  },
} as const satisfies Record<string, Curve>

/** Points for each letter grade of a credit rating; modifiers (+, −, 1-3) are ignored. */
export const CREDIT_POINTS = { investmentHigh: 3, investment: 2, speculative: 1, low: 0 } as const

/** Points for the dividend record, which is scored if there is no credit rating; the yield is in percent. */
export const DIVIDEND_POINTS = { fullFromYieldPct: 0.5, full: 3, any: 1, none: 0 } as const

/** Factor for the income part if earnings are known to come before the best call expires. */
export const EARNINGS_INCOME_FACTOR = 0.5

/** Factor for the income part if none of the stock's calls is liquid and the best one is thin (D53). */
export const THIN_INCOME_FACTOR = 0.5

/** Maximum points of the sub-scores, equal to the maxima of their curves. */
export const SUB_SCORE_MAX = {
  rsi: 4,
  priceAgainstAverage: 3,
  stochastic: 3,
  marketCap: 5,
  netMargin: 4,
  debtToEquity: 3,
  credit: 3,
} as const
