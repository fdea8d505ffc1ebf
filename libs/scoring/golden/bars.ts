import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sharedPath } from './shared-folder.ts'
import { type CsvRow, cellOf, readCsv } from './table.ts'

/**
 * Folder with the recorded market's bars by symbol: next to the golden folder, or else in the reference data next to
 * the checkout.
 */
const BARS = 'market-data/us-2026-07-10/bars'

export function findBars(goldenFolder: string, symbol: string): string | null {
  const candidates = [join(goldenFolder, '..', BARS), sharedPath(BARS)]
  return candidates.map((folder) => join(folder, `${symbol}.csv.gz`)).find((path) => existsSync(path)) ?? null
}

export interface Bars {
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

export function barsOf(rows: readonly CsvRow[]): Bars {
  const column = (name: string) => Float64Array.from(rows, (row) => cellOf(row, name) ?? Number.NaN)
  return { high: column('high'), low: column('low'), close: column('close') }
}

/** Bars for the days in a file of expected values. Throws if any day is missing or extra. */
export function barsOfDays(path: string, days: readonly string[]): CsvRow[] {
  const rows = readCsv(path)
  const start = rows.findIndex(({ date }) => date === days[0])
  const same = start < 0 ? [] : rows.slice(start, start + days.length)
  const stray = days.find((day, index) => same[index]?.date !== day)
  if (stray !== undefined) throw new Error(`the bars lack ${stray}`)
  return same
}
