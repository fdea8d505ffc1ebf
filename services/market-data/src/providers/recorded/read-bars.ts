import { isCalendarDay } from '@callwright/scoring'
import { type Cells, readCsv } from '../parsing/csv-table.ts'
import { readNumber } from '../parsing/read-number.ts'
import type { DailyBar } from '../provider.ts'

const COLUMNS = ['date', 'open', 'high', 'low', 'close', 'volume'] as const

type BarCells = Cells<typeof COLUMNS>

/** Reads one symbol's daily rows, oldest first. Does not check them; the bar guard does that. */
export function readBars(name: string, text: string): DailyBar[] {
  return readCsv(text, { name, columns: COLUMNS }, readBar).sort(byDate)
}

/** Reads a file with every symbol's rows and a column for the symbol. */
export function readBarsOfAll(name: string, text: string): Map<string, DailyBar[]> {
  const bySymbol = new Map<string, DailyBar[]>()
  readCsv(text, { name, columns: ['symbol', ...COLUMNS] }, ([symbol = '', ...cells]) => {
    const bars = bySymbol.get(symbol)
    if (bars === undefined) bySymbol.set(symbol, [readBar(cells)])
    else bars.push(readBar(cells))
    return null
  })
  for (const bars of bySymbol.values()) bars.sort(byDate)
  return bySymbol
}

/** Finds the date in the last row without parsing the whole file. */
export function readLastBarDate(text: string): string | null {
  const end = text.trimEnd()
  const date = end.slice(end.lastIndexOf('\n') + 1).split(',', 1)[0] ?? ''
  return isCalendarDay(date) ? date : null
}

const byDate = (a: DailyBar, b: DailyBar) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** A cell that is empty or not a number becomes NaN, which the guards reject. */
function readBar(cells: BarCells): DailyBar {
  const [date = '', open, high, low, close, volume] = cells
  return {
    date: isCalendarDay(date) ? date : '',
    open: readNumber(open) ?? Number.NaN,
    high: readNumber(high) ?? Number.NaN,
    low: readNumber(low) ?? Number.NaN,
    close: readNumber(close) ?? Number.NaN,
    volume: readNumber(volume) ?? Number.NaN,
  }
}
