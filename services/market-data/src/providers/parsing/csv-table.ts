import Papa from 'papaparse'

/** Thrown if a text is not a table with the expected columns. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
}

/** The cells of one row, one per requested column; undefined for a column that the file lacks. */
export type Cells<C extends readonly string[]> = { readonly [K in keyof C]: string | undefined }

interface CsvShape<C extends readonly string[]> {
  /** Name of the file in error messages. */
  readonly name: string
  /** Columns to read. They are matched by name, so their order in the file does not matter. */
  readonly columns: C
  /** How many of `columns`, counted from the first, the file must have; all of them by default. */
  readonly required?: number
}

/** For each of the file's columns, its position among the requested ones, or -1 if it was not requested. */
type Places = readonly number[]
type MutableCells = (string | undefined)[]

const RETURN = 13

/**
 * Parses a CSV text with a header row and converts each row with `read`; a row for which it returns null is skipped.
 * The array of cells is reused for the next row. Throws `CsvError` if a required column is missing.
 */
export function readCsv<const C extends readonly string[], T>(
  text: string,
  shape: CsvShape<C>,
  read: (cells: Cells<C>) => T | null,
): T[] {
  const records: T[] = []
  const onRow = (cells: MutableCells) => {
    const record = read(cells as unknown as Cells<C>)
    if (record !== null) records.push(record)
  }
  // A text without quotes can simply be split. Most files in a pack have no quotes, and splitting takes a third of the
  // time.
  if (text.includes('"')) readQuoted(text, shape, onRow)
  else readPlain(text, shape, onRow)
  return records
}

function readPlain(text: string, shape: CsvShape<readonly string[]>, onRow: (cells: MutableCells) => void): void {
  const cells: MutableCells = shape.columns.map(() => undefined)
  let places: Places | null = null
  let start = 0
  while (start < text.length) {
    const next = text.indexOf('\n', start)
    const lineEnd = next === -1 ? text.length : next
    const end = text.charCodeAt(lineEnd - 1) === RETURN ? lineEnd - 1 : lineEnd
    if (end > start) {
      if (places === null) places = findPlaces(text.slice(start, end).split(','), shape)
      else {
        cells.fill(undefined)
        fillFromLine(cells, places, text, start, end)
        onRow(cells)
      }
    }
    start = lineEnd + 1
  }
  if (places === null) throw new CsvError(`${shape.name} is empty`)
}

/** Copies the requested cells from a line, stopping after the last of them. */
function fillFromLine(cells: MutableCells, places: Places, text: string, start: number, end: number): void {
  let from = start
  for (const place of places) {
    const comma = text.indexOf(',', from)
    const isLast = comma === -1 || comma >= end
    if (place >= 0) cells[place] = text.slice(from, isLast ? end : comma)
    if (isLast) return
    from = comma + 1
  }
}

function readQuoted(text: string, shape: CsvShape<readonly string[]>, onRow: (cells: MutableCells) => void): void {
  const cells: MutableCells = shape.columns.map(() => undefined)
  let places: Places | null = null
  Papa.parse<readonly string[]>(text, {
    delimiter: ',',
    skipEmptyLines: true,
    step: ({ data: row }) => {
      if (places === null) {
        places = findPlaces(row, shape)
        return
      }
      cells.fill(undefined)
      for (const [index, place] of places.entries()) if (place >= 0) cells[place] = row[index]
      onRow(cells)
    },
  })
  if (places === null) throw new CsvError(`${shape.name} is empty`)
}

function findPlaces(
  header: readonly string[],
  { name, columns, required = columns.length }: CsvShape<readonly string[]>,
): Places {
  const names = header.map((column) => column.trim())
  const absent = columns.slice(0, required).filter((column) => !names.includes(column))
  if (absent.length > 0) throw new CsvError(`${name} has no column ${absent.join(', ')}`)
  const places = names.map((column, index) => (names.indexOf(column) === index ? columns.indexOf(column) : -1))
  return places.slice(0, places.findLastIndex((place) => place >= 0) + 1)
}
