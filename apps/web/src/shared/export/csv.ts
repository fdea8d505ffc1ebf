import { unparse } from 'papaparse'
import type { ExportFact } from './data-facts.tsx'

export type CsvValue = string | number | null

interface CsvFile {
  readonly title: string
  /** Facts for the lines above the header; null for a file that starts with the header, as scripts expect it. */
  readonly facts: readonly ExportFact[] | null
  /** Column names, including units. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly CsvValue[])[]
}

/** More decimals would look more precise than the figures are. */
const DECIMALS = 4
const SCALE = 10 ** DECIMALS

export const roundValue = (value: CsvValue) => (typeof value === 'number' ? Math.round(value * SCALE) / SCALE : value)

// Without this mark, spreadsheets assume a local encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Formats a CSV file: first the facts about the data, then a header row with units, then the rows. Numbers have a
 * hyphen as minus sign and no thousands separators. Unknown values are empty. Text that a spreadsheet would run as a
 * formula gets a leading apostrophe.
 */
export function writeCsv({ title, facts, columns, rows }: CsvFile): string {
  const preamble = facts === null ? [] : [[title], ...facts.map(({ name, value }) => [name, value]), []]
  const lines: readonly (readonly CsvValue[])[] = [...preamble, columns, ...rows.map((row) => row.map(roundValue))]
  return encodeCsv(lines)
}

// Matches text that a spreadsheet runs as a formula, even with full-width characters or after any number of
// apostrophes.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Formats lines as CSV. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export const encodeCsv = (lines: readonly (readonly CsvValue[])[]): string =>
  `${BYTE_ORDER_MARK}${unparse(
    lines.map((line) => [...line]),
    { escapeFormulae: RUNS_AS_FORMULA },
  )}\r\n`
