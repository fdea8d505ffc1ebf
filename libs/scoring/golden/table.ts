import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type CsvRow = Readonly<Record<string, string>>

interface Cells {
  readonly columns: readonly string[]
  readonly lines: readonly (readonly string[])[]
}

function readCells(path: string): Cells {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new Error('empty file')
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/)
  return { columns: splitLine(header), lines: lines.map(splitLine) }
}

function splitLine(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  // With a comma before every cell, an empty first cell needs no special case.
  const cells = `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g)
  return Array.from(cells, ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}

const toRow = (columns: readonly string[], cells: readonly string[]): CsvRow =>
  Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))

/** Reads the rows of a CSV file (plain or gzip) with a header; quoted cells may contain commas. */
export function readCsv(path: string): CsvRow[] {
  const { columns, lines } = readCells(path)
  return lines.map((cells) => toRow(columns, cells))
}

/** A cell as a number; empty is NaN. */
export const numberOf = (row: CsvRow, column: string): number => (row[column] ? Number(row[column]) : Number.NaN)

/** A cell as a number; empty, blank or absent is null. Throws on other text, so that a typo never passes. */
export function cellOf(row: CsvRow, column: string): number | null {
  const text = row[column]?.trim() ?? ''
  if (text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw new Error(`${column} is not a number: ${text}`)
  return value
}

/** A required cell as a number. */
export function inputOf(row: CsvRow, column: string): number {
  const value = cellOf(row, column)
  if (value === null) throw new Error(`${column} is empty`)
  return value
}

/**
 * Columns that a golden file needs: all of `required`, one from each group in `oneOf`, and at least one of `results`.
 */
export interface ColumnSet {
  readonly required: readonly string[]
  readonly oneOf?: readonly (readonly string[])[]
  readonly optional: readonly string[]
  readonly results: readonly string[]
}

export interface Table {
  readonly rows: readonly CsvRow[]
  /** Unknown columns: notes, sources, or misspelled names. */
  readonly ignored: readonly string[]
}

/** Reads a golden file. Throws on missing or duplicate columns, ragged lines and empty files. */
export function readTable(path: string, { required, oneOf = [], optional, results }: ColumnSet): Table {
  const { columns, lines } = readCells(path)
  const known = new Set([...required, ...oneOf.flat(), ...optional, ...results])
  const twice = columns.filter((name, index) => columns.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`duplicate columns: ${twice}`)
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0) throw new Error(`missing columns: ${missing}`)
  for (const names of [...oneOf, results]) {
    if (!names.some((name) => columns.includes(name))) throw new Error(`none of the columns ${names}`)
  }
  if (lines.length === 0) throw new Error('no rows')
  const ragged = lines.findIndex((cells) => cells.length !== columns.length)
  if (ragged >= 0) {
    throw new Error(`line ${ragged + 2} has ${lines[ragged]?.length} cells, the header ${columns.length}`)
  }
  return {
    rows: lines.map((cells) => toRow(columns, cells)),
    ignored: columns.filter((name) => !known.has(name)),
  }
}
