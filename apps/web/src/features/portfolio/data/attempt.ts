import type { PositionTerms } from '../../../api/position.ts'
import { newId } from './new-id.ts'

/** One try at saving what a form holds. */
export interface Attempt {
  /** Of the position to add: the same however often it is tried. */
  readonly id: string
  /** The same for the same terms. */
  readonly key: string
  /** An earlier try had other terms, and the server may have taken those. */
  readonly edited: boolean
}

export interface Attempts {
  readonly id: string
  readonly next: (terms: PositionTerms) => Attempt
}

/** The tries of one form: a second try at what seems to have failed adds no second position. */
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
