import type { FieldError } from '@callwright/contracts'
import type { FastifySchemaValidationError } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { collectFieldErrors } from './http/field-errors.ts'

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
