import { type FigureUnit, figureUnits } from '@callwright/contracts'
import { isCalendarDay } from '@callwright/scoring'
import type { TSchema } from 'typebox'
import type { Call } from '../turn/types.ts'
import { type MoneyPer, moneyPers } from './figures.ts'

/** `plain` if the schema specifies no unit. */
export type ValueUnit = FigureUnit | 'plain'

const format = (decimals: number, least = decimals) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: decimals,
    // A value that rounds to zero is shown without a sign.
    signDisplay: 'negative',
  })
const cents = format(2)
const oneDecimal = format(1)
const upToOneDecimal = format(1, 0)
const twoDecimals = format(2)
const threeDecimals = format(3)
const whole = format(0)
const asNeeded = format(2, 0)

const displays: Readonly<Record<ValueUnit, (value: number) => string>> = {
  usd: (value) => cents.format(value).replace(/^-?/u, '$&$$'),
  pct: (value) => `${oneDecimal.format(value)}%`,
  frac: (value) => `${oneDecimal.format(value * 100)}%`,
  delta: (value) => threeDecimals.format(value),
  ratio: (value) => twoDecimals.format(value),
  days: (value) => whole.format(value),
  count: (value) => whole.format(value),
  points: (value) => upToOneDecimal.format(value),
  plain: (value) => asNeeded.format(value),
}

export const displayNumber = (value: number, unit: ValueUnit): string => displays[unit](value)

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const instantFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const DAY_IN_TEXT = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/gu
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Formats each ISO date in a text as `Dec 18, 2026`, and each ISO instant as `Dec 18, 2026, 4:00 PM ET`. */
export function displayText(text: string): string {
  if (INSTANT.test(text)) return `${instantFormat.format(new Date(text)).replaceAll('\u202f', ' ')} ET`
  return text.replace(DAY_IN_TEXT, (day) => (isCalendarDay(day) ? dayFormat.format(new Date(`${day}T00:00:00Z`)) : day))
}

/** A value in a tool result, with its path, unit and display text. */
export interface ResultValue {
  readonly path: string
  readonly value: string | number | boolean | null
  readonly unit: ValueUnit | 'text'
  readonly display: string
  /** Whether the text comes from a provider or user. Digits in such text support no figure. */
  readonly isExternal: boolean
  /** Null if the result names no stock. */
  readonly symbol: string | null
  /** Whether an amount is per share, contract or position; null for other values. */
  readonly per: MoneyPer | null
}

export type ResultValues = ReadonlyMap<string, ResultValue>

/** A call and the schema with the units of its result. */
export interface ValueSource {
  readonly call: Pick<Call, 'id' | 'result'>
  readonly schema: TSchema | null
}

const externalKeys = new Set(['name', 'company_name', 'query', 'notes', 'sector'])
const MAX_ENTRIES = 20_000
const UNKNOWN = 'unknown'

/**
 * Maps paths such as `r1.rows.0.premium` to the values in a turn's results. `r1.rows.length` is the length of a list.
 */
export function readResultValues(sources: readonly ValueSource[]): ResultValues {
  const results = new Map<string, ResultValue>()
  for (const { call, schema } of sources) {
    addValues(results, { path: call.id, key: '', symbol: null }, call.result, schema)
  }
  return results
}

interface ValueLocation extends Pick<ResultValue, 'path' | 'symbol'> {
  readonly key: string
}

function addValues(results: Map<string, ResultValue>, location: ValueLocation, value: unknown, schema: unknown): void {
  const { path, key, symbol } = location
  if (results.size >= MAX_ENTRIES) return
  if (Array.isArray(value)) {
    addValues(results, { path: `${path}.length`, key: 'length', symbol }, value.length, LENGTH)
    for (const [index, item] of value.entries()) {
      addValues(results, { path: `${path}.${index}`, key, symbol }, item, itemOf(schema))
    }
  } else if (typeof value === 'object' && value !== null) {
    const owner = readSymbol(value) ?? symbol
    for (const [name, part] of Object.entries(value)) {
      addValues(results, { path: `${path}.${name}`, key: name, symbol: owner }, part, propertyOf(schema, name))
    }
  } else {
    results.set(path, { path, symbol, ...readValue(value, key, schema) })
  }
}

const LENGTH = { unit: 'count' } as const

function readSymbol(part: object): string | null {
  const { symbol, ticker, position }: { symbol?: unknown; ticker?: unknown; position?: unknown } = part
  const named = symbol ?? ticker
  if (typeof named === 'string') return named.toUpperCase()
  return typeof position === 'object' && position !== null ? readSymbol(position) : null
}

const asText = { unit: 'text', isExternal: false, per: null } as const

function readValue(value: unknown, key: string, schema: unknown): Omit<ResultValue, 'path' | 'symbol'> {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const unit = unitOf(schema)
    const per = unit === 'usd' ? readPer(schema) : null
    return { value, unit, display: displayNumber(value, unit), isExternal: false, per }
  }
  if (typeof value === 'boolean') return { ...asText, value, display: value ? 'yes' : 'no' }
  if (typeof value === 'string') {
    return { ...asText, value, display: displayText(value), isExternal: externalKeys.has(key) }
  }
  return { ...asText, value: null, display: UNKNOWN }
}

interface SchemaNode {
  readonly anyOf?: unknown
  readonly allOf?: unknown
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly patternProperties?: Readonly<Record<string, unknown>>
  readonly unit?: unknown
  readonly per?: unknown
}

/** Yields the schema and every member of its unions and intersections, such as those of `nullable(…)`. */
export function* nodesOf(schema: unknown): Generator<SchemaNode> {
  if (typeof schema !== 'object' || schema === null) return
  const node: SchemaNode = schema
  yield node
  for (const joined of [node.anyOf, node.allOf]) {
    if (Array.isArray(joined)) for (const part of joined) yield* nodesOf(part)
  }
}

function unitOf(schema: unknown): ValueUnit {
  for (const { unit } of nodesOf(schema)) {
    const known = figureUnits.find((candidate: FigureUnit) => candidate === unit)
    if (known !== undefined) return known
  }
  return 'plain'
}

function readPer(schema: unknown): MoneyPer {
  for (const { per } of nodesOf(schema)) {
    const known = moneyPers.find((candidate) => candidate === per)
    if (known !== undefined) return known
  }
  return 'share'
}

export function itemOf(schema: unknown): unknown {
  for (const { items } of nodesOf(schema)) if (items !== undefined) return items
  return null
}

export function propertyOf(schema: unknown, name: string): unknown {
  for (const { properties, patternProperties } of nodesOf(schema)) {
    const found = properties?.[name] ?? Object.values(patternProperties ?? {})[0]
    if (found !== undefined) return found
  }
  return null
}
