import { integer, url } from '@callwright/service'
import { type Env, isSet } from './env.ts'

/** `value` is null if the variable is unset or invalid. */
interface Setting<T> {
  readonly value: T | null
  readonly problems: string[]
}

export function readPositiveInteger(env: Env, name: string, fallback: number): Setting<number> {
  const read = integer(name, { default: fallback, min: 1, max: 1_000_000 })(env)
  return read.ok ? { value: read.value, problems: [] } : { value: null, problems: [read.problem] }
}

/** Base URL of a provider, for tests and mirrors; null means to use the provider's default. */
export function readUrl(env: Env, name: string): Setting<string> {
  if (!isSet(env, name)) return { value: null, problems: [] }
  const read = url(name, ['http', 'https'])(env)
  return read.ok ? { value: read.value, problems: [] } : { value: null, problems: [read.problem] }
}
