import Papa from 'papaparse'
import { PackError } from './pack-error.ts'

/** The cells of one row, one for each of the named columns; of a column that is not there they are undefined. */
export type Cells<C extends readonly string[]> = { readonly [K in keyof C]: string | undefined }

interface CsvShape<C extends readonly string[]> {
  /** For messages. */
  readonly name: string
  /** Found by name: their order in the file does not matter. */
  readonly columns: C
  /** How many of `columns`, from the first on, the file must have; all of them unless told. */
  readonly required?: number
}

/**
 * Reads a CSV text with a header row, row by row, into whatever `read` makes of each; rows it answers null for are left
 * out. Throws `PackError` when a required column is not there.
 */
export function readCsv<const C extends readonly string[], T>(
  text: string,
  { name, columns, required = columns.length }: CsvShape<C>,
  read: (cells: Cells<C>) => T | null,
): T[] {
  const records: T[] = []
  let indexes: readonly number[] | null = null
  let inPlace = false
  // Row by row: a table of all cells would live as long as the records made of it.
  Papa.parse<readonly string[]>(text, {
    delimiter: ',',
    skipEmptyLines: true,
    step: ({ data: row }) => {
      if (indexes === null) {
        indexes = findColumns(row, name, columns, required)
        inPlace = indexes.every((index, position) => index === position)
        return
      }
      const cells = inPlace ? row : indexes.map((index) => row[index])
      const record = read(cells as unknown as Cells<C>)
      if (record !== null) records.push(record)
    },
  })
  if (indexes === null) throw new PackError(`${name} is empty`)
  return records
}

function findColumns(header: readonly string[], name: string, columns: readonly string[], required: number): number[] {
  const names = header.map((column) => column.trim())
  const absent = columns.slice(0, required).filter((column) => !names.includes(column))
  if (absent.length > 0) throw new PackError(`${name} has no column ${absent.join(', ')}`)
  return columns.map((column) => names.indexOf(column))
}
