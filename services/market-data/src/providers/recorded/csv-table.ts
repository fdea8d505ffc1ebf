import Papa from 'papaparse'
import { PackError } from './pack-error.ts'

/** A parsed CSV file; `indexOf` finds a column by its name, so that the order of columns does not matter. */
export interface CsvTable {
  readonly rows: readonly (readonly string[])[]
  indexOf(column: string): number
}

/** Parses a CSV text with a header row. Throws `PackError` when one of the `required` columns is not there. */
export function parseCsvTable(name: string, text: string, required: readonly string[]): CsvTable {
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true })
  const header = (data.shift() ?? []).map((column) => column.trim())
  const absent = required.filter((column) => !header.includes(column))
  if (absent.length > 0) throw new PackError(`${name} has no column ${absent.join(', ')}`)
  return { rows: data, indexOf: (column) => header.indexOf(column) }
}

/** The cells of one row, one for each of the named columns; of a column that is not there they are undefined. */
export type Cells<C extends readonly string[]> = { readonly [K in keyof C]: string | undefined }


export function selectCells<const C extends readonly string[]>(table: CsvTable, columns: C) {
  const indexes = columns.map((column) => table.indexOf(column))
  return table.rows.map((row) => indexes.map((index) => row[index]) as unknown as Cells<C>)
}
