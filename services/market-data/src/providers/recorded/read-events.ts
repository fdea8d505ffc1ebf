import type { CashDividend, Earnings, IsoDate, IvHistoryPoint, StockSplit } from '../provider.ts'
import { parseCsvTable, selectCells } from './csv-table.ts'
import { readKnownNumber } from './read-number.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Reads rows of many symbols into lists by symbol, each ascending by date; rows that `read` refuses are left out. */
function collectBySymbol<T>(
  rows: readonly (readonly (string | undefined)[])[],
  read: (date: IsoDate, rest: readonly (string | undefined)[]) => T | null,
): Map<string, T[]> {
  const bySymbol = new Map<string, { date: IsoDate; value: T }[]>()
  for (const [symbol = '', date = '', ...rest] of rows) {
    const value = DATE.test(date) ? read(date, rest) : null
    if (value === null) continue
    const list = bySymbol.get(symbol)
    if (list === undefined) bySymbol.set(symbol, [{ date, value }])
    else list.push({ date, value })
  }
  const byDate = (a: { date: IsoDate }, b: { date: IsoDate }) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)
  return new Map([...bySymbol].map(([symbol, list]) => [symbol, list.sort(byDate).map(({ value }) => value)]))
}

export function readDividends(text: string): Map<string, CashDividend[]> {
  const columns = ['symbol', 'ex_date', 'cash_amount'] as const
  const rows = selectCells(parseCsvTable('dividends.csv', text, columns), columns)
  return collectBySymbol(rows, (exDate, [amount]) => {
    const cashUsd = readKnownNumber(amount)
    return cashUsd !== null && cashUsd > 0 ? { exDate, cashUsd } : null
  })
}

export function readSplits(text: string): Map<string, StockSplit[]> {
  const required = ['symbol', 'execution_date', 'ratio'] as const
  const rows = selectCells(parseCsvTable('splits.csv', text, required), [...required, 'kind'] as const)
  return collectBySymbol(rows, (executionDate, [ratioCell, kind]) => {
    const ratio = readKnownNumber(ratioCell)
    if (ratio === null || !(ratio > 0)) return null
    return { executionDate, ratio, kind: kind === 'spin_off_adjustment' ? 'spin_off' : 'split' }
  })
}

export function readEarnings(text: string): Map<string, Earnings[]> {
  const required = ['symbol', 'earnings_date'] as const
  const rows = selectCells(parseCsvTable('earnings.csv', text, required), [...required, 'session'] as const)
  return collectBySymbol(rows, (date, [session]) => ({
    date,
    session: session === 'before_open' || session === 'after_close' ? session : 'unspecified',
  }))
}

export function readIvHistory(text: string): Map<string, IvHistoryPoint[]> {
  const columns = ['symbol', 'date', 'iv30'] as const
  const rows = selectCells(parseCsvTable('iv_history.csv', text, columns), columns)
  return collectBySymbol(rows, (date, [iv]) => {
    const impliedVolatility = readKnownNumber(iv)
    return impliedVolatility !== null && impliedVolatility > 0 ? { date, impliedVolatility } : null
  })
}
