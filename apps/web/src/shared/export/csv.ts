import { unparse } from 'papaparse'
import type { ExportFact } from './export-facts.ts'

export type CsvValue = string | number | null

interface CsvFile {
  readonly title: string
  readonly facts: readonly ExportFact[]
  /** A name for each column, with its unit. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly CsvValue[])[]
}

/** Beyond this a figure says more than it knows. */
const DECIMALS = 4
const SCALE = 10 ** DECIMALS

export const roundValue = (value: CsvValue) => (typeof value === 'number' ? Math.round(value * SCALE) / SCALE : value)

// Without it, spreadsheets take the text for one of their own country's encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A CSV file: what the figures are first, then a row of names with units, then the rows. Figures carry a hyphen for a
 * minus and no thousands; what is not known is empty. Text that a spreadsheet would run as a formula is quoted with an
 * apostrophe.
 */
export function writeCsv({ title, facts, columns, rows }: CsvFile): string {
  const lines: readonly (readonly CsvValue[])[] = [
    [title],
    ...facts.map(({ name, value }) => [name, value]),
    [],
    columns,
    ...rows.map((row) => row.map(roundValue)),
  ]
  return encodeCsv(lines)
}

// What a spreadsheet takes for a formula, in full width too, with whatever apostrophes stand before it.
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Lines as they are, as a CSV file; text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export const encodeCsv = (lines: readonly (readonly CsvValue[])[]): string =>
  `${BYTE_ORDER_MARK}${unparse(
    lines.map((line) => [...line]),
    { escapeFormulae: RUNS_AS_FORMULA },
  )}\r\n`
