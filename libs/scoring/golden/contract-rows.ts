import { DAYS_PER_YEAR, type DividendModel, type OptionType, type TimedDividend } from '../src/index.ts'
import { type CsvRow, cellOf, inputOf } from './table.ts'

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
