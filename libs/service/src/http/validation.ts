import type { FastifySchemaCompiler, FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { roundFigures } from './round-figures.ts'

const INTEGER = /^-?\d{1,15}$/
const DECIMAL = /^-?\d{1,15}(\.\d{1,12})?$/

/**
 * Checks a request against its schema. Bodies are taken as they are (T4), none as one without a key. What stands in an
 * address is text: only a text that is exactly a number or a truth value becomes one, so that `limit=1.5` and `limit=true`
 * are refused.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema)
  const validate = (read: unknown) =>
    check.Check(read) ? { value: read } : { error: check.Errors(read) as FastifySchemaValidationError[] }
  if (httpPart === 'body') return (value: unknown) => validate(value ?? {})
  const checkTexts = (value: unknown) => validate(readTexts(schema, value))
  return httpPart === 'querystring' ? rememberFrozen(checkTexts) : checkTexts
}

type Verdict = { readonly value: unknown } | { readonly error: FastifySchemaValidationError[] }

/** What can never change and was found right is not checked again: an address that was read before comes as it was then. */
function rememberFrozen(validate: (value: unknown) => Verdict): (value: unknown) => Verdict {
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

/** Given when an instance is made, it spares every process the compilers of Fastify's own, most of what Fastify loads. */
export const schemaController: SchemaController = {
  compilersFactory: {
    // The type is that of Ajv alone, though any compiler will do.
    buildValidator: (() => compileValidator) as unknown as BuildValidator,
    buildSerializer: () => () => (payload) => JSON.stringify(roundFigures(payload)),
  },
}

function readTexts(schema: TSchema, value: unknown): unknown {
  const { properties } = schema as { properties?: Readonly<Record<string, { readonly type?: string }>> }
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  // Defined, not assigned: a field may be called `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, readText(properties[name]?.type, text)]))
}

function readText(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text
  if (type === 'number') return DECIMAL.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
