import type { ScreenerRow, SortColumn } from '@callwright/contracts'

export type SortOrder = 'asc' | 'desc'
type SortKey = string | number | null

/** Text sorts by the code points of its lower case, which is the order of its UTF-8 bytes. */
const text = (value: string | null): SortKey => (value === null ? null : value.toLowerCase())

const readers: Readonly<Record<SortColumn, (row: ScreenerRow) => SortKey>> = {
  symbol: (row) => text(row.symbol),
  company_name: (row) => text(row.company_name),
  cc_score: (row) => row.cc_score,
  current_price: (row) => row.current_price,
  best_ann_yield: (row) => row.best_ann_yield,
  iv_percentile: (row) => row.iv_percentile,
  rsi: (row) => row.rsi,
  sector: (row) => text(row.sector),
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
  open_interest: (row) => row.open_interest,
  display_in_app: (row) => row.display_in_app,
}

/** Rows in the order of a column (D16): unknown last in both directions, equal values by symbol, ascending. */
export function sortRows(rows: readonly ScreenerRow[], column: SortColumn, order: SortOrder): ScreenerRow[] {
  const read = readers[column]
  const direction = order === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, key: read(row) }))
    .sort((a, b) => compareKeys(a.key, b.key, direction) || compareText(a.row.symbol, b.row.symbol))
    .map(({ row }) => row)
}

function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string') return direction * compareText(a, b)
  return direction * (Number(a) - Number(b))
}

/** By code point: unlike `<`, which compares UTF-16 units, it puts characters beyond U+FFFF last. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
