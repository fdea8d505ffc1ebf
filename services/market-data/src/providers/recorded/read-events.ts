import { isCalendarDay } from '@callwright/scoring'
import { type Cells, readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import type { CashDividend, EarningsReport, IsoDate, IvHistoryPoint, StockSplit } from '../provider.ts'

type EventColumns = readonly ['symbol', string, ...string[]]

/**
 * Reads a file of dated rows into one list per symbol, oldest first. Rows for which `read` returns null are skipped.
 */
function readBySymbol<const C extends EventColumns, T>(
  text: string,
  shape: { readonly name: string; readonly columns: C; readonly required?: number },
  read: (date: IsoDate, cells: Cells<C>) => T | null,
): Map<string, T[]> {
  const bySymbol = new Map<string, { date: IsoDate; value: T }[]>()
  readCsv(text, shape, (cells) => {
    const [symbol = '', date = ''] = cells as readonly (string | undefined)[]
    const value = isCalendarDay(date) ? read(date, cells) : null
    if (value === null) return null
    const list = bySymbol.get(symbol)
    if (list === undefined) bySymbol.set(symbol, [{ date, value }])
    else list.push({ date, value })
    return null
  })
  const byDate = (a: { date: IsoDate }, b: { date: IsoDate }) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
  return new Map([...bySymbol].map(([symbol, list]) => [symbol, list.sort(byDate).map(({ value }) => value)]))
}

export function readDividends(text: string): Map<string, CashDividend[]> {
  const shape = { name: 'dividends.csv', columns: ['symbol', 'ex_date', 'cash_amount', 'kind'], required: 3 } as const
  return readBySymbol(text, shape, (exDate, [, , amount, kind]) => {
    const cashUsd = readKnownNumber(amount)
    return cashUsd !== null && cashUsd > 0
      ? { exDate, cashUsd, kind: kind === 'regular' || kind === 'special' ? kind : null }
      : null
  })
}

export function readSplits(text: string): Map<string, StockSplit[]> {
  const shape = { name: 'splits.csv', columns: ['symbol', 'execution_date', 'ratio', 'kind'], required: 3 } as const
  return readBySymbol(text, shape, (executionDate, [, , ratioCell, kind]) => {
    const ratio = readKnownNumber(ratioCell)
    if (ratio === null || !(ratio > 0)) return null
    return { executionDate, ratio, kind: kind === 'spin_off_adjustment' ? 'spin_off' : 'split' }
  })
}

/** Reads each row's report and, if the row names one, the previous report, whose time of day is unknown. */
export function readEarnings(text: string): Map<string, EarningsReport[]> {
  const columns = ['symbol', 'earnings_date', 'session', 'previous_earnings_date'] as const
  const read = (date: IsoDate, [, , session, previous]: Cells<typeof columns>): EarningsRow => ({
    report: { date, session: session === 'before_open' || session === 'after_close' ? session : null },
    previous: previous !== undefined && isCalendarDay(previous) ? { date: previous, session: null } : null,
  })
  const rows = readBySymbol(text, { name: 'earnings.csv', columns, required: 2 }, read)
  return new Map([...rows].map(([symbol, list]) => [symbol, listReports(list)]))
}

interface EarningsRow {
  readonly report: EarningsReport
  readonly previous: EarningsReport | null
}

/**
 * Lists reports, oldest first and at most one per day. A report's own row takes precedence, since it has more detail.
 */
function listReports(rows: readonly EarningsRow[]): EarningsReport[] {
  const reports = [...rows.flatMap(({ previous }) => previous ?? []), ...rows.map(({ report }) => report)]
  const byDay = new Map(reports.map((report) => [report.date, report]))
  return [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

export function readIvHistory(text: string): Map<string, IvHistoryPoint[]> {
  const shape = { name: 'iv_history.csv', columns: ['symbol', 'date', 'iv30'] } as const
  return readBySymbol(text, shape, (date, [, , iv]) => {
    const impliedVolatility = readKnownNumber(iv)
    return impliedVolatility !== null && impliedVolatility > 0 ? { date, impliedVolatility } : null
  })
}
