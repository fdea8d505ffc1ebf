import type { FastifySchemaCompiler, FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { roundFigures } from './round-figures.ts'

const INTEGER = /^-?\d{1,15}$/
const DECIMAL = /^-?\d{1,15}(\.\d{1,12})?$/

/**
 * Validates a request against its schema. Bodies are not coerced (T4), and a missing body counts as an empty object.
 * Path and query values are text: only text that is exactly a number or boolean is converted, so `limit=1.5` and
 * `limit=true` are rejected.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema)
  const validate = (read: unknown) =>
    check.Check(read) ? { value: read } : { error: check.Errors(read) as FastifySchemaValidationError[] }
  if (httpPart === 'body') return (value: unknown) => validate(value ?? {})
  const checkTexts = (value: unknown) => validate(readTexts(schema, value))
  return httpPart === 'querystring' ? cacheFrozen(checkTexts) : checkTexts
}

type Verdict = { readonly value: unknown } | { readonly error: FastifySchemaValidationError[] }

/** Skips validation of a frozen value that has already passed, such as a cached query. */
function cacheFrozen(validate: (value: unknown) => Verdict): (value: unknown) => Verdict {
  const verdicts = new WeakMap<object, Verdict>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return validate(value)
    const known = verdicts.get(value)
    if (known !== undefined) return known
    const verdict = validate(value)
    if (Object.isFrozen(value) && 'value' in verdict) verdicts.set(value, { value: Object.freeze(verdict.value) })
    return verdict
  }
}

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildValidator = Required<NonNullable<SchemaController['compilersFactory']>>['buildValidator']

/** With these, Fastify does not load its own compilers, which make up most of its code. */
export const schemaController: SchemaController = {
  compilersFactory: {
    // Fastify's type accepts only Ajv's compiler, but any compiler works at run time.
    buildValidator: (() => compileValidator) as unknown as BuildValidator,
    buildSerializer: () => () => (payload) => JSON.stringify(roundFigures(payload)),
  },
}

function readTexts(schema: TSchema, value: unknown): unknown {
  const { properties } = schema as { properties?: Readonly<Record<string, { readonly type?: string }>> }
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  // `fromEntries` defines properties instead of assigning them, so a field named `__proto__` is an ordinary one.
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, readText(properties[name]?.type, text)]))
}

function readText(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text
  if (type === 'number') return DECIMAL.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
