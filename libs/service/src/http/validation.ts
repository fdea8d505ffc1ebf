import type { FieldError } from '@callwright/contracts'
import type { FastifyError, FastifySchemaCompiler, FastifySchemaValidationError, FastifyServerOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

const DIGITS = 12
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const LARGEST_POWER = POWERS.length - 1

/**
 * Rounds a number to twelve significant digits, which turns 0.3999999999999999 into 0.4; no price or model result needs
 * more. Integers and numbers of 10^12 or more are unchanged. `Number(figure.toPrecision(12))` returns the same but
 * takes ten times as long.
 */
export function roundFigure(figure: number): number {
  if (Number.isInteger(figure) || !Number.isFinite(figure)) return figure
  const size = Math.abs(figure)
  if (size >= 10 ** DIGITS) return figure
  let decimals = DIGITS
  if (size >= 1) for (let limit = 1; size >= limit; limit *= 10) decimals -= 1
  else for (let limit = 0.1; size < limit && decimals <= LARGEST_POWER; limit /= 10) decimals += 1
  const power = POWERS[decimals]
  return power === undefined ? Number(figure.toPrecision(DIGITS)) : Math.round(figure * power) / power
}

/** Rounds every number in a value, at any depth. Parts that need no rounding are not copied. */
export function roundFigures<T>(value: T): T
export function roundFigures(value: unknown): unknown {
  if (typeof value === 'number') return roundFigure(value)
  if (Array.isArray(value)) return roundList(value)
  return isRecord(value) ? roundRecord(value) : value
}

function roundList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null
  for (const [index, before] of list.entries()) {
    if (typeof before === 'string') continue
    const after = roundFigures(before)
    if (after === before) continue
    copy ??= [...list]
    copy[index] = after
  }
  return copy ?? list
}

function roundRecord(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (rounded.has(record)) return record
  let copy: Record<string, unknown> | null = null
  for (const key in record) {
    const before = record[key]
    if (typeof before === 'string') continue
    const after = roundFigures(before)
    if (after === before) continue
    copy ??= { ...record }
    copy[key] = after
  }
  return copy ?? record
}

const rounded = new WeakSet<object>()

/** Rounds every number in a record that many responses contain, and remembers that, so that it is not rounded again. */
export function roundOnce<T extends object>(record: T): T {
  const result = roundFigures(record)
  rounded.add(result)
  return result
}

/** False for objects with `toJSON`, such as dates, which serialize themselves. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !('toJSON' in value)

/** Converts validation errors to one message per field. */
export function collectFieldErrors(validation: NonNullable<FastifyError['validation']>): FieldError[] {
  const byField = new Map<string, string>()
  for (const problem of validation) {
    // The validator reports an unknown key twice, the second time just as "schema is false".
    if (problem.keyword === 'boolean') continue
    const path = problem.instancePath.split('/').slice(1).join('.')
    for (const field of nameFields(problem.keyword, problem.params, path)) {
      if (!byField.has(field)) byField.set(field, describe(problem.keyword, problem.params, problem.message))
    }
  }
  return [...byField].map(([field, detail]) => ({ field, detail }))
}

function nameFields(keyword: string, params: Record<string, unknown>, path: string): string[] {
  const inner =
    keyword === 'required'
      ? params.requiredProperties
      : keyword === 'additionalProperties'
        ? params.additionalProperties
        : null
  return Array.isArray(inner) ? inner.map((name) => (path ? `${path}.${String(name)}` : String(name))) : [path]
}

function describe(keyword: string, params: Record<string, unknown>, message: string | undefined): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a known field'
  if (keyword === 'enum' && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'pattern') return 'has an invalid format'
  return message ?? 'is not valid'
}

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

/**
 * Returns a function that validates a value, for example one from a queue, and throws an error that describes the first
 * problem.
 */
export function createReader<S extends TSchema>(schema: S, what: string): (value: unknown) => Static<S> {
  const validator = Compile(schema)
  return (value) => {
    if (validator.Check(value)) return value
    const [first] = validator.Errors(value)
    throw new Error(
      `${what} is not valid: ${first ? `${first.instancePath || '/'} ${first.message}` : 'unknown mismatch'}`,
    )
  }
}

export type ReadFields<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly FieldError[] }

/**
 * Returns a function that validates one of many items in a request and describes problems as a rejected request would.
 */
export function createFieldReader<S extends TSchema>(schema: S): (value: unknown) => ReadFields<Static<S>> {
  const validator = Compile(schema)
  return (value) =>
    validator.Check(value)
      ? { ok: true, value }
      : { ok: false, faults: collectFieldErrors(validator.Errors(value) as FastifySchemaValidationError[]) }
}
