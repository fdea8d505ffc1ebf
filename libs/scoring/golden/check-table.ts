import { idOf } from './contract-rows.ts'
import { type Check, type CheckedFile, outcomeOf } from './outcome.ts'
import { type ColumnSet, type CsvRow, readTable } from './table.ts'

export function checkTable(path: string, columns: ColumnSet, check: (row: CsvRow) => readonly Check[]): CheckedFile {
  const { rows, ignored } = readTable(path, columns)
  return { outcomes: rows.map((row, index) => outcomeOf(idOf(row, index), row, () => check(row))), ignored }
}
