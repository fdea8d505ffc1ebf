import type { Curve } from './curve.ts'

/** Changes whenever a curve, a maximum or a rule of the rating changes. */
export const RATING_VERSION = '2'

export type RatingPartKey = 'liquidity_volume' | 'liquidity_spread' | 'iv_rank' | 'technical' | 'quality' | 'income'

/** Parts in the order they are shown. `core` parts make `cc_score_core` (0-50), all of them `cc_score` (0-60) (D8). */
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

/** The published curves of the rating (D9): every number of it stands here and nowhere else. */
export const RATING_CURVES = {
  shareVolume: {
    of: 'average shares traded a day over 20 sessions',
    scale: 'log',
    knots: [
      [100_000, 0],
      [20_000_000, 6],
    ],
    why: 'A liquid stock can be left at a fair price; each tenfold counts alike.',
  },
  callActivity: {
    of: 'calls traded on the day with at most 60 days to expiration; multiplies the share volume points',
    scale: 'linear',
    knots: [
      [0, 0.5],
      [100, 1],
    ],
    why: 'Without trade in its calls even a liquid stock is hard to write on.',
  },
  optionSpread: {
    of: '(ask − bid) / mid of the best call, percent',
    scale: 'log',
    knots: [
      [3, 4],
      [35, 0],
    ],
    why: 'The spread is the cost of getting out; its ratio to the premium matters.',
  },
  ivRank: {
    of: 'IV rank, 0-100',
    scale: 'linear',
    knots: [
      [10, 0],
      [100, 15],
    ],
    why: 'Premium is worth selling when volatility is high for this stock.',
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
    why: 'A calm, slightly rising stock; overbought risks the shares, oversold the capital.',
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
    why: 'At or a little above the average; far off on either side the move may run on or snap back.',
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
    why: 'In the middle of its recent range.',
  },
  marketCap: {
    of: 'market capitalisation, dollars',
    scale: 'log',
    knots: [
      [300e6, 0],
      [1e12, 5],
    ],
    why: 'Larger companies fall less often to nothing; each tenfold counts alike.',
  },
  netMargin: {
    of: 'net margin, percent',
    scale: 'linear',
    knots: [
      [0, 0],
      [30, 4],
    ],
    why: 'A company that earns can wait out a bad market.',
  },
  debtToEquity: {
    of: 'debt to equity, ratio',
    scale: 'linear',
    knots: [
      [0.3, 3],
      [2, 0],
    ],
    why: 'Debt turns a fall into a collapse. Known negative equity scores 0.',
  },
  income: {
    of: 'annualised yield of the best call at the bid, percent',
    scale: 'linear',
    knots: [
      [5, 0],
      [35, 10],
    ],
    why: 'What the call pays; above 35 % a year the market names a risk, not a gift.',
  },
} as const satisfies Record<string, Curve>

/** Points of a credit rating by its letter grade; agencies' modifiers (+, −, 1-3) are dropped. */
export const CREDIT_POINTS = { investmentHigh: 3, investment: 2, speculative: 1, low: 0 } as const

/** Where no credit rating is known the dividend record stands in: yield in percent. */
export const DIVIDEND_POINTS = { fullFromYieldPct: 0.5, full: 3, any: 1, none: 0 } as const

/** Income is multiplied by this when earnings are known to fall before the best call's expiration. */
export const EARNINGS_INCOME_FACTOR = 0.5

/** Income is multiplied by this when no call of the stock is liquid and the best one is thin (D53). */
export const THIN_INCOME_FACTOR = 0.5

/** Largest points of the sub-scores, as the curves reach them. */
export const SUB_SCORE_MAX = {
  rsi: 4,
  priceAgainstAverage: 3,
  stochastic: 3,
  marketCap: 5,
  netMargin: 4,
  debtToEquity: 3,
  credit: 3,
} as const
