import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { commonFigures, describeFigure, type FigureFacts } from '../../../shared/figure-facts.ts'

/** How a column stands in the table: names, words and marks on the left, figures on the right, one of them decides. */
export type ColumnKind = 'name' | 'text' | 'mark' | 'figure' | 'decision'

export interface ColumnFacts extends FigureFacts {
  readonly name: string
  /** Stands in the header, never in the cells. */
  readonly unit?: string
  readonly kind: ColumnKind
  /** The least width in px. */
  readonly width: number
}

export const columnFacts: Readonly<Record<ScreenColumn, ColumnFacts>> = {
  symbol: {
    name: 'Symbol',
    kind: 'name',
    width: 78,
    meaning: 'The listed symbol, and the way to its analysis.',
    source: 'list of stocks with options',
  },
  company_name: {
    name: 'Company',
    kind: 'text',
    width: 176,
    meaning: 'The company behind the symbol.',
    source: 'list of stocks with options',
  },
  cc_score: {
    name: 'Callwright Rating',
    kind: 'mark',
    width: 204,
    meaning: 'How well a stock suits covered calls. Point at a rating to see its parts and how it moved.',
    formula: 'points for liquidity, IV rank, technical setup, stock quality and income, added up',
    source: 'all of the columns here',
  },
  current_price: {
    name: 'Price',
    unit: '$',
    kind: 'figure',
    width: 76,
    meaning: 'The last price of one share.',
    source: 'stock quote',
  },
  best_ann_yield: {
    name: 'Best ann. yield',
    unit: '%',
    kind: 'decision',
    width: 112,
    meaning: 'What the best call would earn in a year, before costs and tax. Uses the bid.',
    formula: 'bid / price × 365 / days to expiration × 100',
    source: 'option chain',
  },
  iv_percentile: {
    name: 'IV percentile',
    kind: 'figure',
    width: 98,
    meaning: 'How often implied volatility was lower within the year: 100 is the year’s highest.',
    formula: 'sessions with a lower 30-day IV / the last 252 sessions × 100',
    source: 'option chain, one IV a session',
  },
  rsi: {
    name: 'RSI',
    kind: 'figure',
    width: 74,
    ...commonFigures.rsi,
  },
  sector: {
    name: 'Sector',
    kind: 'text',
    width: 136,
    meaning: 'The sector of the Global Industry Classification Standard.',
    source: 'company facts',
  },
  market_cap: {
    name: 'Market cap',
    kind: 'figure',
    width: 90,
    meaning: 'What all shares together cost.',
    formula: 'price × shares outstanding',
    source: 'company facts',
  },
  stochastic_k: {
    name: 'Stochastic %K',
    kind: 'figure',
    width: 98,
    ...commonFigures.stochasticK,
  },
  ma_20: {
    name: 'SMA 20',
    unit: '$',
    kind: 'figure',
    width: 84,
    ...commonFigures.sma20,
  },
  price_vs_ma: {
    name: 'Price vs SMA 20',
    unit: '%',
    kind: 'figure',
    width: 124,
    meaning: 'How far the price stands above (+) or below (−) its 20-session average.',
    formula: '(price / SMA 20 − 1) × 100',
    source: 'stock quote, daily closes',
  },
  volume: {
    name: 'Volume',
    unit: 'shares',
    kind: 'figure',
    width: 112,
    meaning: 'Shares traded in the last session.',
    source: 'daily bars',
  },
  best_dte: {
    name: 'Best DTE',
    unit: 'days',
    kind: 'figure',
    width: 100,
    meaning: 'Calendar days until the best call expires: 30 to 45, or 21 to 60 where none fits.',
    source: 'option chain',
  },
  avg_call_volume: {
    name: 'Avg call volume',
    unit: 'contracts',
    kind: 'figure',
    width: 150,
    meaning: 'Contracts traded per listed call of up to 60 days.',
    formula: 'call volume / listed calls, averaged over the sessions known',
    source: 'option chain',
  },
  best_call_oi: {
    name: 'Best call OI',
    unit: 'contracts',
    kind: 'figure',
    width: 130,
    meaning: 'Open contracts of the best call.',
    source: 'option chain',
  },
  bid_ask_spread: {
    name: 'Spread',
    unit: '$',
    kind: 'figure',
    width: 84,
    meaning: 'What lies between bid and ask of the best call; half of it is lost on a trade at once.',
    formula: 'ask − bid',
    source: 'option chain',
  },
  dividend_yield: {
    name: 'Dividend yield',
    unit: '%',
    kind: 'figure',
    width: 112,
    meaning: 'The dividends of a year as a share of the price.',
    formula: 'yearly dividends / price × 100',
    source: 'company facts',
  },
  net_margin: {
    name: 'Net margin',
    unit: '%',
    kind: 'figure',
    width: 98,
    meaning: 'What is left of each dollar of revenue.',
    formula: 'net income / revenue × 100',
    source: 'company facts',
  },
  debt_to_equity: {
    name: 'Debt / equity',
    kind: 'figure',
    width: 96,
    meaning: 'What the company owes for each dollar its owners hold.',
    formula: 'total debt / shareholders’ equity',
    source: 'company facts',
  },
  options_available: {
    name: 'Options',
    kind: 'mark',
    width: 84,
    meaning: 'Whether listed options with data exist.',
    source: 'option chain',
  },
  iv_rank: {
    name: 'IV rank',
    kind: 'figure',
    width: 80,
    ...commonFigures.ivRank,
  },
}

export interface ColumnGroup {
  readonly name: string
  readonly columns: readonly ScreenColumn[]
}

/** SPEC's groups; the IV rank stands with the indicators. */
export const columnGroups: readonly ColumnGroup[] = [
  {
    name: 'Core',
    columns: [
      'symbol',
      'company_name',
      'cc_score',
      'current_price',
      'best_ann_yield',
      'iv_percentile',
      'rsi',
      'sector',
      'market_cap',
    ],
  },
  { name: 'Technical', columns: ['stochastic_k', 'ma_20', 'price_vs_ma', 'volume'] },
  { name: 'Options', columns: ['best_dte', 'avg_call_volume', 'best_call_oi', 'bid_ask_spread'] },
  { name: 'Fundamentals', columns: ['dividend_yield', 'net_margin', 'debt_to_equity'] },
  { name: 'Indicators', columns: ['options_available', 'iv_rank'] },
]

export const findColumnName = (column: ScreenColumn) => columnFacts[column].name

export const describeColumn = (column: ScreenColumn) => describeFigure(columnFacts[column])
