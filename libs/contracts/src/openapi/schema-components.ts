import { IsSchema, type TSchema } from 'typebox'
import * as contracts from '../index.ts'
import type { JsonSchema } from './document.ts'

/** Exported schemas that are inlined, because a reference would be harder to read. */
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
  PositionId: 'Chosen by the client, unique among one user’s positions.',
  DataClass: 'Freshness and kind of the data. recorded and simulated data do not describe today’s market.',
  CacheStatus:
    'fresh: served from the cache. miss: just fetched from the source. refreshing: cached, while a refetch is running. ' +
    'stale: cached, because the last refetch failed.',
  Problem: 'The body of every error (RFC 9457). Programs switch on code; show detail to users.',
}

function listNamedSchemas(): readonly (readonly [string, TSchema])[] {
  return Object.entries(contracts).flatMap(([name, value]) =>
    /^[A-Z][a-z]/.test(name) && !inlined.has(name) && IsSchema(value) ? [[name, value] as const] : [],
  )
}

/**
 * Writes schemas as plain JSON Schema (2020-12) with references to exported schemas. `list` returns the referenced
 * schemas by name.
 */
export function createSchemaComponents() {
  const named = listNamedSchemas()
  const byIdentity = new Map<unknown, string>(named.map(([name, schema]) => [schema, name]))
  // Type.Optional() copies a schema, so a lookup by identity alone would miss the copy.
  const byText = new Map<string, string>()
  for (const [name, schema] of named) {
    const text = JSON.stringify(schema)
    if (!byText.has(text)) byText.set(text, name)
  }
  const components = new Map<string, JsonSchema>()

  function refer(name: string, schema: object): JsonSchema {
    if (!components.has(name)) {
      // Register the name first, so that a recursive schema can refer to itself.
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
