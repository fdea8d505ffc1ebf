import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { commonFigures, describeFigure, type FigureFacts } from '../../../shared/figure-facts.ts'
import { essentialColumns } from '../state/screen-state.ts'

/**
 * Cell style. Names, text and marks are left-aligned, figures right-aligned; `decision` highlights the key figure.
 */
export type ColumnKind = 'name' | 'text' | 'mark' | 'figure' | 'decision'

export interface ColumnFacts extends FigureFacts {
  readonly name: string
  /** Shown in the header, not in the cells. */
  readonly unit?: string
  readonly kind: ColumnKind
  /** Minimum width in px. */
  readonly width: number
}

export const columnFacts: Readonly<Record<ScreenColumn, ColumnFacts>> = {
  symbol: {
    name: 'Symbol',
    kind: 'name',
    width: 78,
    term: 'symbol',
    meaning: 'Click a symbol to open its analysis.',
    source: 'list of stocks with options',
  },
  company_name: {
    name: 'Company',
    kind: 'text',
    width: 176,
    term: 'company_name',
    source: 'list of stocks with options',
  },
  cc_score: {
    name: 'Callwright Rating',
    kind: 'mark',
    width: 204,
    term: 'callwright_rating',
    meaning: 'Hover over a rating to see its parts and how it changed.',
    source: 'all columns of this table',
  },
  current_price: {
    name: 'Price',
    unit: '$',
    kind: 'figure',
    width: 76,
    term: 'current_price',
    source: 'stock quote',
  },
  best_ann_yield: {
    name: 'Best ann. yield',
    unit: '%',
    kind: 'decision',
    width: 128,
    term: 'annualized_yield',
    meaning: 'For the best call, whose strike and expiration are below the yield.',
    source: 'option chain',
  },
  iv_percentile: {
    name: 'IV percentile',
    kind: 'figure',
    width: 98,
    term: 'iv_percentile',
    source: 'option chain, one IV per session',
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
    term: 'sector',
    source: 'company facts',
  },
  market_cap: {
    name: 'Market cap',
    kind: 'figure',
    width: 90,
    term: 'market_cap',
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
    term: 'price_vs_ma',
    source: 'stock quote, daily closes',
  },
  volume: {
    name: 'Volume',
    unit: 'shares',
    kind: 'figure',
    width: 112,
    term: 'volume',
    source: 'daily bars',
  },
  best_dte: {
    name: 'Best DTE',
    unit: 'days',
    kind: 'figure',
    width: 100,
    term: 'best_dte',
    source: 'option chain',
  },
  avg_call_volume: {
    name: 'Avg call volume',
    unit: 'contracts',
    kind: 'figure',
    width: 150,
    term: 'avg_call_volume',
    source: 'option chain',
  },
  best_call_oi: {
    name: 'Best call OI',
    unit: 'contracts',
    kind: 'figure',
    width: 130,
    term: 'open_interest',
    meaning: 'For the best call.',
    source: 'option chain',
  },
  bid_ask_spread: {
    name: 'Spread',
    unit: '$',
    kind: 'figure',
    width: 84,
    term: 'bid_ask_spread',
    meaning: 'For the best call.',
    source: 'option chain',
  },
  dividend_yield: {
    name: 'Dividend yield',
    unit: '%',
    kind: 'figure',
    width: 112,
    term: 'dividend_yield',
    source: 'company facts',
  },
  net_margin: {
    name: 'Net margin',
    unit: '%',
    kind: 'figure',
    width: 98,
    term: 'net_margin',
    source: 'company facts',
  },
  debt_to_equity: {
    name: 'Debt / equity',
    kind: 'figure',
    width: 96,
    term: 'debt_to_equity',
    source: 'company facts',
  },
  options_available: {
    name: 'Options',
    kind: 'mark',
    width: 84,
    term: 'options_available',
    source: 'option chain',
  },
  iv_rank: {
    name: 'IV rank',
    kind: 'figure',
    width: 80,
    ...commonFigures.ivRank,
  },
  best_strike: {
    name: 'Best call',
    unit: '$',
    kind: 'figure',
    width: 150,
    term: 'best_call',
    meaning: 'Sorts by strike.',
    source: 'option chain',
  },
  best_bid: {
    name: 'Premium',
    unit: '$',
    kind: 'figure',
    width: 92,
    term: 'bid',
    meaning: 'Bid of the best call, per share.',
    source: 'option chain',
  },
  best_delta: {
    name: 'Delta',
    kind: 'figure',
    width: 76,
    term: 'delta',
    meaning: 'For the best call.',
    source: 'calculated from the option chain',
  },
  best_if_called_return_pct: {
    name: 'If called',
    unit: '% term',
    kind: 'figure',
    width: 104,
    term: 'if_called_return',
    meaning: 'For the best call, on shares bought at today’s price.',
    source: 'option chain, stock quote, known dividends',
  },
  best_spread_pct: {
    name: 'Spread',
    unit: '% of mid',
    kind: 'figure',
    width: 120,
    term: 'bid_ask_spread',
    meaning: 'For the best call.',
    source: 'option chain',
  },
  best_is_liquid: {
    name: 'Liquidity',
    kind: 'mark',
    width: 92,
    meaning: 'Thin means that the best call has a wide spread or low open interest.',
    source: 'option chain',
  },
  days_to_earnings: {
    name: 'Earnings',
    unit: 'days',
    kind: 'figure',
    width: 112,
    meaning: 'Calendar days until the next earnings report.',
    source: 'company facts',
  },
  earnings_before_expiration: {
    name: 'Earnings before exp.',
    kind: 'mark',
    width: 148,
    meaning: 'Whether the next earnings report is due on or before the best call’s expiration.',
    source: 'company facts, option chain',
  },
  ex_dividend_before_expiration: {
    name: 'Ex-div. before exp.',
    kind: 'mark',
    width: 140,
    meaning: 'Whether the stock goes ex-dividend on or before the best call’s expiration.',
    source: 'company facts, option chain',
  },
}

export interface ColumnGroup {
  readonly name: string
  readonly columns: readonly ScreenColumn[]
}

/** Column groups from SPEC; IV rank is one of the indicators. */
export const columnGroups: readonly ColumnGroup[] = [
  {
    name: 'Core',
    columns: essentialColumns,
  },
  { name: 'Technical', columns: ['stochastic_k', 'ma_20', 'price_vs_ma', 'volume'] },
  {
    name: 'Best call',
    columns: [
      'best_strike',
      'best_dte',
      'best_bid',
      'best_delta',
      'best_if_called_return_pct',
      'best_call_oi',
      'bid_ask_spread',
      'best_spread_pct',
      'best_is_liquid',
      'days_to_earnings',
      'earnings_before_expiration',
      'ex_dividend_before_expiration',
    ],
  },
  { name: 'Options', columns: ['avg_call_volume'] },
  { name: 'Fundamentals', columns: ['dividend_yield', 'net_margin', 'debt_to_equity'] },
  { name: 'Indicators', columns: ['options_available', 'iv_rank'] },
]

export const findColumnName = (column: ScreenColumn) => columnFacts[column].name

export const describeColumn = (column: ScreenColumn) => describeFigure(columnFacts[column])
