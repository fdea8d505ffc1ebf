import {
  goesExBeforeExpiration,
  isBeforeExpiration,
  type NumericColumn,
  numericColumns,
  type ScreenerRow,
  toBreakeven,
  toSpreadPct,
} from '@callwright/contracts'
import { RATING_PARTS } from '@callwright/scoring'
import { type RowText, writeRow } from './row-text.ts'

type NumberReader = (row: ScreenerRow) => number | null

const columnReaders: Readonly<Record<NumericColumn, NumberReader>> = {
  cc_score: (row) => row.cc_score,
  current_price: (row) => row.current_price,
  best_ann_yield: (row) => row.best_ann_yield,
  iv_percentile: (row) => row.iv_percentile,
  rsi: (row) => row.rsi,
  market_cap: (row) => row.market_cap_value,
  stochastic_k: (row) => row.stochastic_k,
  ma_20: (row) => row.ma_20,
  price_vs_ma: (row) => row.price_vs_ma,
  volume: (row) => row.volume,
  best_dte: (row) => row.best_dte,
  avg_call_volume: (row) => row.avg_call_volume,
  best_call_oi: (row) => row.open_interest,
  bid_ask_spread: (row) => row.bid_ask_spread,
  dividend_yield: (row) => row.dividend_yield,
  net_margin: (row) => row.net_margin,
  debt_to_equity: (row) => row.debt_to_equity,
  options_available: (row) => row.display_in_app,
  iv_rank: (row) => row.iv_rank,
  best_strike: (row) => row.best_strike,
  best_bid: (row) => row.best_bid,
  best_breakeven: (row) => toBreakeven(row.current_price, row.best_bid),
  best_delta: (row) => row.best_delta,
  best_if_called_return_pct: (row) => row.best_if_called_return_pct,
  best_spread_pct: (row) => toSpreadPct(row.best_bid, row.bid_ask_spread),
  best_is_liquid: (row) => (row.best_liquidity === null ? null : Number(row.best_liquidity === 'liquid')),
  days_to_earnings: (row) => row.days_to_earnings,
  earnings_before_expiration: (row) => isBeforeExpiration(row.earnings_date, row.best_expiration),
  ex_dividend_before_expiration: (row) =>
    goesExBeforeExpiration(row.ex_dividend_date, row.dividend_yield, row.best_expiration),
}

/** Name of the figure for a rating part's points; the number is the part's index in `RATING_PARTS`. */
export type PartFigure = `part_${number}`
/** Name of a figure in the table: a column, a rating part, or one of two times in UTC milliseconds. */
export type Figure = NumericColumn | PartFigure | 'enriched_at' | 'as_of'

const readers: readonly (readonly [Figure, NumberReader])[] = [
  ...numericColumns.map((column) => [column, columnReaders[column]] as const),
  ...RATING_PARTS.map(
    (_part, index) => [`part_${index}`, (row: ScreenerRow) => row.score_points[index] ?? null] as const,
  ),
  ['enriched_at', (row) => Date.parse(row.enriched_at)],
  ['as_of', (row) => (row.as_of === null ? null : Date.parse(row.as_of))],
]

export const figureNames: readonly Figure[] = readers.map(([name]) => name)

export interface PreparedRow {
  readonly text: RowText
  readonly symbol: string
  readonly companyName: string
  readonly sector: string | null
  readonly isIncomplete: boolean
  /** Figures in the order of `figureNames`; NaN if unknown. */
  readonly figures: readonly number[]
}

export function prepareRow(row: ScreenerRow): PreparedRow {
  return {
    text: writeRow(row),
    symbol: row.symbol,
    companyName: row.company_name,
    sector: row.sector,
    isIncomplete: row.missing_reason !== null,
    figures: readers.map(([, read]) => read(row) ?? Number.NaN),
  }
}
