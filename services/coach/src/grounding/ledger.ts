import { type FigureUnit, figureUnits } from '@callwright/contracts'
import type { TSchema } from 'typebox'
import type { Call } from '../turn/types.ts'
import { displayNumber, displayText, type LedgerUnit } from './display.ts'

/** One value of a tool's result: where it stands, what it is, and the words a sentence shows it in. */
export interface LedgerEntry {
  readonly path: string
  readonly value: string | number | boolean | null
  readonly unit: LedgerUnit | 'text'
  readonly display: string
  /** Text that a provider or a user wrote: its digits prove nothing. */
  readonly isForeign: boolean
}

export type Ledger = ReadonlyMap<string, LedgerEntry>

/** A call, and the schema that says what each of its figures is counted in. */
export interface LedgerSource {
  readonly call: Pick<Call, 'id' | 'result'>
  readonly schema: TSchema | null
}

const foreignKeys = new Set(['name', 'company_name', 'query', 'notes', 'sector'])
const MAX_ENTRIES = 20_000
const UNKNOWN = 'not known'

/** Every value of the results of a turn, by its path: `r1.rows.0.premium`; of a list also how long it is, `r1.rows.length`. */
export function buildLedger(sources: readonly LedgerSource[]): Ledger {
  const ledger = new Map<string, LedgerEntry>()
  for (const { call, schema } of sources) enter(ledger, call.id, '', call.result, schema)
  return ledger
}

function enter(ledger: Map<string, LedgerEntry>, path: string, key: string, value: unknown, schema: unknown): void {
  if (ledger.size >= MAX_ENTRIES) return
  if (Array.isArray(value)) {
    const display = displayNumber(value.length, 'count')
    ledger.set(`${path}.length`, {
      path: `${path}.length`,
      value: value.length,
      unit: 'count',
      display,
      isForeign: false,
    })
    for (const [index, item] of value.entries()) enter(ledger, `${path}.${index}`, key, item, itemOf(schema))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      enter(ledger, `${path}.${name}`, name, part, propertyOf(schema, name))
    }
  } else {
    ledger.set(path, { path, ...readValue(value, key, schema) })
  }
}

function readValue(value: unknown, key: string, schema: unknown): Omit<LedgerEntry, 'path'> {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const unit = unitOf(schema)
    return { value, unit, display: displayNumber(value, unit), isForeign: false }
  }
  if (typeof value === 'boolean') return { value, unit: 'text', display: value ? 'yes' : 'no', isForeign: false }
  if (typeof value === 'string') {
    return { value, unit: 'text', display: displayText(value), isForeign: foreignKeys.has(key) }
  }
  return { value: null, unit: 'text', display: UNKNOWN, isForeign: false }
}

interface SchemaNode {
  readonly anyOf?: unknown
  readonly allOf?: unknown
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly patternProperties?: Readonly<Record<string, unknown>>
  readonly unit?: unknown
}

/** The schema itself and what it is joined from: `nullable(…)`, unions, intersections. */
export function* nodesOf(schema: unknown): Generator<SchemaNode> {
  if (typeof schema !== 'object' || schema === null) return
  const node: SchemaNode = schema
  yield node
  for (const joined of [node.anyOf, node.allOf]) {
    if (Array.isArray(joined)) for (const part of joined) yield* nodesOf(part)
  }
}

function unitOf(schema: unknown): LedgerUnit {
  for (const { unit } of nodesOf(schema)) {
    const known = figureUnits.find((candidate: FigureUnit) => candidate === unit)
    if (known !== undefined) return known
  }
  return 'plain'
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
