import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** A function that returns a value of the schema's type, or throws with what is wrong: for what comes out of a queue. */
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
