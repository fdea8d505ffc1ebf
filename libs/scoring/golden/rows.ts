import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { DAYS_PER_YEAR, type DividendModel, type OptionType, type TimedDividend } from '../src/index.ts'

const SHARED = new URL('../../../../shared/', import.meta.url)

/** Path of a file in the folder of reference data that may be next to the checkout. */
export const sharedPath = (file: string): string => fileURLToPath(new URL(file, SHARED))

export type CsvRow = Readonly<Record<string, string>>

interface Cells {
  readonly columns: readonly string[]
  readonly lines: readonly (readonly string[])[]
}

/** Reads a text file, plain or gzip. */
export function readText(path: string): string {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '')
}

function readCells(text: string): Cells {
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
  const { columns, lines } = readCells(readText(path))
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

interface Table {
  readonly rows: readonly CsvRow[]
  /** Unknown columns: notes, sources, or misspelled names. */
  readonly ignored: readonly string[]
}

/** Reads a golden table. Throws on missing or duplicate columns, ragged lines and empty files. */
export function readTable(text: string, { required, oneOf = [], optional, results }: ColumnSet): Table {
  const { columns, lines } = readCells(text)
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

/** Converts a golden row to the names used in `libs/scoring`. Years are `t`, or `days` / 365 if there is no `t`. */
export function contractOf(row: CsvRow) {
  return {
    type: typeOf(row),
    spot: inputOf(row, 'spot'),
    strike: inputOf(row, 'strike'),
    years: cellOf(row, 't') ?? inputOf(row, 'days') / DAYS_PER_YEAR,
    rate: inputOf(row, 'rate'),
    dividendYield: cellOf(row, 'div_yield') ?? 0,
  }
}

function typeOf({ type }: CsvRow): OptionType {
  if (type === 'call' || type === 'put') return type
  throw new Error(`type must be call or put, got ${type}`)
}

/** Converts a row with cash dividends: `model` is spot (the default) or escrowed, `dividends` is day:cash;day:cash. */
export function dividendContractOf(row: CsvRow) {
  return { ...contractOf(row), dividendModel: modelOf(row), dividends: dividendsOf(row.dividends ?? '') }
}

function modelOf({ model = '' }: CsvRow): DividendModel {
  if (model === '' || model === 'spot') return 'spot'
  if (model === 'escrowed') return model
  throw new Error(`model must be spot or escrowed, got ${model}`)
}

function dividendsOf(text: string): TimedDividend[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, day, cash] = /^(\d+):([\d.eE+-]+)$/.exec(part) ?? []
      if (day === undefined || !Number.isFinite(Number(cash))) throw new Error(`dividends are day:cash;…, got ${part}`)
      return { years: Number(day) / DAYS_PER_YEAR, cash: Number(cash) }
    })
}

/** How messages name a row: by its `id`, or else by its line number in the file. */
export const idOf = (row: CsvRow, index: number): string => row.id || `at line ${index + 2}`

export interface GoldenCase {
  readonly id: number
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expect: Readonly<Record<string, unknown>>
}

export function caseOf(written: unknown): GoldenCase {
  const { id, kind, input, expect } = requireRecord('the case', written)
  if (typeof kind !== 'string') throw new Error('kind must be a string')
  return { id: Number(id), kind, input: requireRecord('input', input), expect: requireRecord('expect', expect) }
}

export function requireRecord(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw new Error(`${name} must be an object, got ${value === undefined ? 'nothing' : JSON.stringify(value)}`)
}

/** Like `requireRecord`, but returns an empty object for other values. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowOf = ({ input }: Pick<GoldenCase, 'input'>): CsvRow =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === null ? '' : String(value)]))
