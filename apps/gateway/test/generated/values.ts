import type { OpenApiDocument } from '@callwright/contracts/openapi'
import fc from '@callwright/properties'

type Schema = Readonly<Record<string, unknown>>
type Values = fc.Arbitrary<unknown>

/** Values that services should reject or store as plain text. */
const hostile: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\u202ecod',
    '😀',
    'é',
    '１',
    '\ud800',
    '../../etc/passwd',
    '%',
    '_',
    '\r\nset-cookie: a=b',
  ],
  ...["' or '1'='1", "'; select pg_sleep(5); --", '$(id)', '{{7*7}}', '#{7*7}', '<img src=x onerror=alert(1)>'],
  ...['NaN', '1e309', '0x10', '2026-02-30', '9'.repeat(400), 'x'.repeat(70_000)],
  ...[null, true, -0, -1, 1.5, 1e21, 1e-300, Number.MAX_SAFE_INTEGER, [], [[]], {}, { toString: 1 }],
]

/** Deeper than recursive code can follow, but smaller than the size limit of bodies. */
const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const badValues: Values = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.anything({ maxDepth: 2, maxKeys: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(deep(60), deep(1_500)) },
)

const SYMBOLS = ['BRMZ', 'BRMZ', 'BRMZ', 'brmz', 'NONE', 'BRMZ260814C00445000']
const DAYS = ['2026-06-12', '2026-06-26', '2026-07-02', '2026-07-09', '2026-07-10', '2026-07-24', '2026-08-21']
const EMAILS = ['someone@example.invalid', 'Someone <x@example.invalid>', 'x@y']
const LINKS = [
  'https://hooks.example.invalid/a',
  'https://127.0.0.1/a',
  'http://[::1]:6379/',
  'https://169.254.169.254/',
]

/** Plausible values for a property, by its name. Random values alone would rarely pass the rules of a service. */
function guess(name: string, ids: readonly string[]): readonly string[] | null {
  if (/(^|_)(ticker|symbol)s?$/.test(name)) return SYMBOLS
  if (/(_date|_on|^from|^to|^date)$/.test(name)) return DAYS
  if (name === 'event_id') return null
  if (/(^|_)id$|^list$/.test(name)) return ids
  if (/email|address/.test(name)) return EMAILS
  return /(^|_)url$/.test(name) ? LINKS : null
}

/** The document's examples are of another market and another day. */
const ofThisMarket: Readonly<Record<string, string>> = {
  ticker: 'BRMZ',
  symbol: 'BRMZ',
  entry_date: '2026-06-26',
  expiry_date: '2026-07-24',
  occurred_on: '2026-07-09',
}

export const localize = (example: object): object =>
  Object.fromEntries(Object.entries(example).map(([name, value]) => [name, ofThisMarket[name] ?? value]))

/** Creates arbitraries for the schemas of a document. `ids` are identifiers of rows that exist. */
export function createValues(document: OpenApiDocument, ids: readonly string[]) {
  const resolve = (schema: Schema): Schema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1]
    const found = name === undefined ? schema : document.components.schemas[name]
    if (found === undefined) throw new Error(`Unknown schema ${name}`)
    return found === schema ? schema : resolve(found)
  }

  function valuesOf(given: Schema, name = ''): Values {
    const schema = resolve(given)
    const guesses = guess(name, ids)
    const drawn = draw(schema)
    return guesses === null || schema.type !== 'string'
      ? drawn
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...guesses) }, { weight: 1, arbitrary: drawn })
  }

  function draw(schema: Schema): Values {
    if ('const' in schema) return fc.constant(schema.const)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
    const options = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
    if (options !== undefined) return fc.oneof(...options.map((option) => valuesOf(option)))
    const ofType = byType[String(schema.type)]
    return ofType === undefined ? fc.jsonValue({ maxDepth: 2 }) : ofType(schema)
  }

  const byType: Readonly<Record<string, (schema: Schema) => Values>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    string: stringOf,
    integer: (schema) => fc.integer(rangeOf(schema)),
    number: numberOf,
    array: ({ items, minItems, maxItems }) =>
      fc.array(valuesOf((items ?? {}) as Schema), {
        minLength: Number(minItems ?? 0),
        maxLength: Math.min(Number(maxItems ?? 4), Number(minItems ?? 0) + 4),
      }),
    object: objectOf,
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Schema): Values {
    const entries = Object.entries(properties as Record<string, Schema>)
    const needed = required as readonly string[]
    const record = fc.record(Object.fromEntries(entries.map(([name, inner]) => [name, valuesOf(inner, name)])), {
      requiredKeys: needed.filter((name) => entries.some(([known]) => known === name)),
    })
    if (typeof additionalProperties !== 'object' || additionalProperties === null) return record
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), valuesOf(additionalProperties as Schema), {
      maxKeys: 4,
    })
  }

  return { valuesOf }
}

const WIDTH = 1_000

function rangeOf({ minimum, maximum, exclusiveMinimum, type }: Schema): { readonly min: number; readonly max: number } {
  const step = type === 'integer' ? 1 : 0.01
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + step))
  const max = Number(maximum ?? Math.max(0, least) + WIDTH)
  return { min: Math.min(least, max), max }
}

/** Prices in cents most of the time, because most numbers of requests are prices. */
function numberOf(schema: Schema): Values {
  const { min, max } = rangeOf(schema)
  const cents = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, min + WIDTH) * 100) })
  return fc.oneof(
    { weight: 4, arbitrary: cents.map((value) => value / 100) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) },
  )
}

function stringOf({ pattern, minLength = 0, maxLength = 60 }: Schema): Values {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(String(pattern)), { size: 'small' })
  const least = Number(minLength)
  const text = (unit: 'grapheme' | 'grapheme-ascii') =>
    fc.string({ unit, minLength: least, maxLength: Math.max(least, Math.min(Number(maxLength), 60)) })
  return fc.oneof({ weight: 3, arbitrary: text('grapheme-ascii') }, { weight: 1, arbitrary: text('grapheme') })
}
