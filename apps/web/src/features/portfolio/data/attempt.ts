import type { PositionTerms } from '../../../api/position.ts'
import { newId } from './new-id.ts'

/** One attempt to save a form. */
export interface Attempt {
  /** Id for the position to add; the same for every attempt. */
  readonly id: string
  /** Idempotency key; attempts with the same terms share it. */
  readonly key: string
  /** Whether an earlier attempt had other terms, which the server may have stored. */
  readonly edited: boolean
}

export interface Attempts {
  readonly id: string
  readonly next: (terms: PositionTerms) => Attempt
}

/** Attempts to save one form. Retrying an attempt that only seemed to fail doesn't add a second position. */
export function createAttempts(readNowMs: () => number): Attempts {
  const id = newId(readNowMs())
  let last: { readonly written: string; readonly key: string } | null = null
  let edited = false
  return {
    id,
    next: (terms) => {
      const written = JSON.stringify(terms)
      if (last === null || last.written !== written) {
        edited = last !== null
        last = { written, key: newId(readNowMs()) }
      }
      return { id, key: last.key, edited }
    },
  }
}
