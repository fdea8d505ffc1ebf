import type { CsvSeparator } from '@callwright/contracts'
import { newYorkDate } from '@callwright/scoring'
import { parse } from 'papaparse'
import type { Freshness } from '../../../api/market.ts'
import { type CsvValue, encodeCsv, roundValue } from '../../../shared/export/csv.ts'
import type { PositionRow, SyncState } from '../data/position.ts'

/** Source and time of the figures in a CSV file. */
export interface FileMarket {
  readonly freshness: Freshness | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
}

interface CsvColumn {
  readonly name: string
  readonly read: (row: PositionRow, market: FileMarket) => CsvValue
}

const syncWords: Readonly<Record<SyncState, string>> = {
  synced: 'server',
  saving: 'being saved',
  unsynced: 'this device, not yet synced',
  rejected: 'this device, rejected by the server',
}

/** Columns in the file. The first nine are the terms, in dollars per share, under names that imports read. */
const columns: readonly CsvColumn[] = [
  { name: 'id', read: ({ position }) => position.id },
  { name: 'ticker', read: ({ position }) => position.symbol },
  { name: 'entry_date', read: ({ position }) => position.entryDate },
  { name: 'expiry_date', read: ({ position }) => position.expiration },
  { name: 'strike_price', read: ({ position }) => position.strike },
  { name: 'entry_premium', read: ({ position }) => position.premium },
  { name: 'entry_price', read: ({ position }) => position.entryPrice },
  { name: 'contracts', read: ({ position }) => position.contracts },
  { name: 'notes', read: ({ position }) => position.notes },
  { name: 'shares', read: ({ metrics }) => metrics.shares },
  { name: 'state', read: ({ metrics }) => metrics.state },
  { name: 'outcome', read: ({ metrics }) => metrics.outcome?.state ?? null },
  { name: 'days_to_expiration', read: ({ metrics }) => metrics.daysToExpiration },
  { name: 'current_price', read: ({ metrics }) => metrics.price },
  { name: 'current_premium', read: ({ metrics }) => metrics.currentPremium },
  { name: 'premium_source', read: ({ metrics }) => metrics.premiumSource },
  { name: 'cost_to_close_usd', read: ({ metrics }) => metrics.costToCloseUsd },
  { name: 'delta', read: ({ metrics }) => metrics.delta },
  { name: 'implied_volatility', read: ({ metrics }) => metrics.impliedVolatility },
  { name: 'stock_pnl_usd', read: ({ metrics }) => metrics.stockPnlUsd },
  { name: 'option_pnl_usd', read: ({ metrics }) => metrics.optionPnlUsd },
  { name: 'cc_pnl_usd', read: ({ metrics }) => metrics.coveredCallPnlUsd },
  { name: 'cc_pnl_percent', read: ({ metrics }) => metrics.coveredCallPnlPct },
  { name: 'pnl_gap', read: ({ metrics }) => metrics.pnlGap },
  { name: 'static_yield_pct', read: ({ metrics }) => metrics.staticYieldPct },
  { name: 'headroom_pct', read: ({ metrics }) => metrics.headroomPct },
  { name: 'headroom_em', read: ({ metrics }) => metrics.headroomEm },
  { name: 'profit_captured_pct', read: ({ metrics }) => metrics.profitCapturedPct },
  { name: 'time_elapsed_pct', read: ({ metrics }) => metrics.timeElapsedPct },
  { name: 'recommendation', read: ({ recommendation }) => recommendation.label },
  { name: 'kept_on', read: ({ sync }) => syncWords[sync] },
  { name: 'market_time', read: (_row, { marketTimeMs: ms }) => (ms === null ? null : new Date(ms).toISOString()) },
  { name: 'as_of', read: (_row, { freshness }) => freshness?.asOf ?? null },
  { name: 'data_class', read: (_row, { freshness }) => freshness?.dataClass ?? null },
  { name: 'source', read: (_row, { freshness }) => freshness?.source ?? null },
]

/**
 * Writes the displayed positions as CSV, including unsynced ones. The file starts with the header, and each row has
 * its own timestamps, so an import can read it unchanged.
 */
export function writePositionCsv(rows: readonly PositionRow[], market: FileMarket): string {
  return encodeCsv([
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map(({ read }) => roundValue(read(row, market)))),
  ])
}

export function nameFile({ marketTimeMs }: FileMarket): string {
  return `callwright-positions-${marketTimeMs === null ? 'undated' : newYorkDate(marketTimeMs)}.csv`
}

interface RefusedRow {
  /** Line number in the text, starting at 1. */
  readonly line: number
  readonly reason: string
}

/** CSV file with the rejected rows exactly as written and the reasons, so the user can correct and reimport them. */
export function writeRefusedCsv(text: string, refused: readonly RefusedRow[], separator: CsvSeparator): string {
  const records = readRecords(text, marks[separator])
  const header = [...records.values()].find((cells) => cells.some((cell) => /^ticker$/i.test(cell.trim()))) ?? []
  return encodeCsv([
    ['Line', 'Reason', ...header],
    ...refused.map(({ line, reason }) => [line, reason, ...(records.get(line) ?? [])]),
  ])
}

const marks: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

/** Records keyed by their first line number; a record can span several lines. */
function readRecords(text: string, delimiter: string): ReadonlyMap<number, readonly string[]> {
  const records = new Map<number, readonly string[]>()
  const plain = text.replace(/^\uFEFF/, '')
  let line = 1
  let begin = 0
  parse<string[]>(plain, {
    delimiter,
    step: ({ data, meta }) => {
      records.set(line, data)
      line += plain.slice(begin, meta.cursor).split('\n').length - 1
      begin = meta.cursor
    },
  })
  return records
}
