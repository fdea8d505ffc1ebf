import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { ScreenStock } from '../../../api/screen.ts'
import { type CsvValue, writeCsv } from '../../../shared/export/csv.ts'
import type { ExportFact } from '../../../shared/export/export-facts.ts'
import { columnFacts } from '../columns/column-facts.ts'
import { exportWords as words } from '../screener-words.ts'
import { readEarningsBefore, readExDividendBefore, readSpreadPct } from '../table/stock-view.ts'

type ReadValue = (stock: ScreenStock) => CsvValue

/** Reads each column's unrounded figure, in the unit given in the header; null if unknown. */
const values: Readonly<Record<Exclude<ScreenColumn, 'best_strike'>, ReadValue>> = {
  symbol: ({ symbol }) => symbol,
  company_name: ({ companyName }) => companyName,
  cc_score: ({ rating }) => rating.score,
  current_price: ({ priceUsd }) => priceUsd,
  best_ann_yield: ({ bestAnnYieldPct }) => bestAnnYieldPct,
  iv_percentile: ({ ivPercentile }) => ivPercentile,
  rsi: ({ rsi }) => rsi,
  sector: ({ sector }) => sector,
  market_cap: ({ marketCapUsd }) => marketCapUsd,
  stochastic_k: ({ stochasticK }) => stochasticK,
  ma_20: ({ ma20Usd }) => ma20Usd,
  price_vs_ma: ({ priceVsMaPct }) => priceVsMaPct,
  volume: ({ volume }) => volume,
  best_dte: ({ bestDteDays }) => bestDteDays,
  avg_call_volume: ({ avgCallVolume }) => avgCallVolume,
  best_call_oi: ({ bestCallOi }) => bestCallOi,
  bid_ask_spread: ({ bidAskSpreadUsd }) => bidAskSpreadUsd,
  dividend_yield: ({ dividendYieldPct }) => dividendYieldPct,
  net_margin: ({ netMarginPct }) => netMarginPct,
  debt_to_equity: ({ debtToEquity }) => debtToEquity,
  options_available: ({ optionsAvailable }) => (optionsAvailable === null ? null : optionsAvailable ? 'yes' : 'no'),
  iv_rank: ({ ivRank }) => ivRank,
  best_bid: ({ bestBidUsd }) => bestBidUsd,
  best_delta: ({ bestDelta }) => bestDelta,
  best_if_called_return_pct: ({ bestIfCalledReturnPct }) => bestIfCalledReturnPct,
  best_spread_pct: readSpreadPct,
  best_is_liquid: ({ bestLiquidity }) => (bestLiquidity === null ? null : bestLiquidity === 'liquid' ? 'yes' : 'no'),
  days_to_earnings: ({ daysToEarnings }) => daysToEarnings,
  earnings_before_expiration: (stock) => writeYesNo(readEarningsBefore(stock)),
  ex_dividend_before_expiration: (stock) => writeYesNo(readExDividendBefore(stock)),
}

const writeYesNo = (value: 0 | 1 | null) => (value === null ? null : value === 1 ? 'yes' : 'no')

/** Columns that describe the best call. They follow its yield and replace the Best call column. */
const callColumns: readonly (readonly [string, ReadValue])[] = [
  [words.bestCall, ({ bestContract }) => bestContract],
  [words.bestStrike, ({ bestStrikeUsd }) => bestStrikeUsd],
  [words.bestExpiration, ({ bestExpiration }) => bestExpiration],
  [words.bestDelta, ({ bestDelta }) => bestDelta],
  [words.bestBid, ({ bestBidUsd }) => bestBidUsd],
  [words.bestIfCalled, ({ bestIfCalledReturnPct }) => bestIfCalledReturnPct],
  [words.bestLiquidity, ({ bestLiquidity }) => bestLiquidity],
  [words.bestWindow, ({ bestWindow }) => (bestWindow === null ? null : words.windows[bestWindow])],
]

/** Units that the table shows in its cells or leaves out, but that the file needs in its header. */
const unitsInFile: Readonly<Partial<Record<ScreenColumn, string>>> = {
  market_cap: '$',
  iv_percentile: '0-100',
  iv_rank: '0-100',
  rsi: '0-100',
  stochastic_k: '0-100',
}

/** File columns for one column of the screen. */
function listFileColumns(column: ScreenColumn, max: number | undefined): readonly (readonly [string, ReadValue])[] {
  if (column === 'best_strike') return []
  const own = [nameColumn(column, max), values[column]] as const
  return column === 'best_ann_yield' ? [own, ...callColumns] : [own]
}

function nameColumn(column: ScreenColumn, max: number | undefined): string {
  const { name, unit = unitsInFile[column] } = columnFacts[column]
  if (column === 'cc_score' && max !== undefined) return `${name} (of ${max})`
  return unit === undefined ? name : `${name} (${unit})`
}

/** CSV file with one row per stock. */
export function writeScreenCsv(
  stocks: readonly ScreenStock[],
  columns: readonly ScreenColumn[],
  facts: readonly ExportFact[],
): string {
  const fileColumns = columns.flatMap((column) => listFileColumns(column, stocks[0]?.rating.max))
  return writeCsv({
    title: 'Callwright stock screener',
    facts,
    columns: fileColumns.map(([name]) => name),
    rows: stocks.map((stock) => fileColumns.map(([, read]) => read(stock))),
  })
}
