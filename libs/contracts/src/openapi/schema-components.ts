import { IsSchema, type TSchema } from 'typebox'
import * as contracts from '../index.ts'
import type { JsonSchema } from './document.ts'

/** Exported schemas that say less by their name than by themselves. */
const inlined = new Set([
  'NullableDate',
  'NullableInteger',
  'NullableNumber',
  'NullableString',
  'StatusSuccess',
  'SymbolParams',
  'UserParams',
])

const descriptions: Readonly<Record<string, string>> = {
  IsoDate: 'A calendar day in New York, YYYY-MM-DD.',
  Instant: 'An instant in UTC, ISO 8601.',
  StockSymbol: 'A listed symbol in exchange form: AAPL, BRK.B.',
  SymbolText: 'A symbol in any spelling: AAPL, brk-b, BRK/B, BRKB, $AAPL, or an option by its OCC symbol.',
  PositionId: 'Made by the client, unique among one user’s positions.',
  DataClass:
    'How fresh figures are, and whether they are facts at all: recorded and simulated ones are of no market of today.',
  CacheStatus:
    'fresh repeats a kept answer, miss has just asked the source, refreshing repeats one that is being renewed, stale one ' +
    'that could not be.',
  Problem: 'Every error body (RFC 9457). Programs go by code, people by detail.',
}

/** The schemas of `libs/contracts` by the names they are exported under. */
function listNamedSchemas(): readonly (readonly [string, TSchema])[] {
  return Object.entries(contracts).flatMap(([name, value]) =>
    /^[A-Z][a-z]/.test(name) && !inlined.has(name) && IsSchema(value) ? [[name, value] as const] : [],
  )
}

/**
 * Writes schemas as plain JSON Schema (2020-12) in which every exported one stands as a reference; `list` gives those that
 * were referred to, by name.
 */
export function createSchemaComponents() {
  const named = listNamedSchemas()
  const byIdentity = new Map<unknown, string>(named.map(([name, schema]) => [schema, name]))
  // What is optional somewhere is a copy there.
  const byText = new Map<string, string>()
  for (const [name, schema] of named) {
    const text = JSON.stringify(schema)
    if (!byText.has(text)) byText.set(text, name)
  }
  const components = new Map<string, JsonSchema>()

  function refer(name: string, schema: object): JsonSchema {
    if (!components.has(name)) {
      // Its place is taken before its parts are written: they may refer to it.
      components.set(name, {})
      const description = descriptions[name]
      components.set(name, { ...(description === undefined ? {} : { description }), ...writeParts(schema) })
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function writeParts(schema: object): JsonSchema {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, writeValue(value)]))
  }

  function writeValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(writeValue)
    return typeof value === 'object' && value !== null ? write(value) : value
  }

  function write(schema: object): JsonSchema {
    const name = byIdentity.get(schema) ?? byText.get(JSON.stringify(schema))
    return name === undefined ? writeParts(schema) : refer(name, schema)
  }

  return {
    write: (schema: TSchema): JsonSchema => write(schema),
    list: (): Record<string, JsonSchema> => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

export type SchemaComponents = ReturnType<typeof createSchemaComponents>
