import { contractTerms } from './contract-terms.ts'
import { dataTerms } from './data-terms.ts'
import { greekTerms } from './greek-terms.ts'
import { positionTerms } from './position-terms.ts'
import { ratingTerms } from './rating-terms.ts'
import { returnTerms } from './return-terms.ts'
import { stockTerms } from './stock-terms.ts'
import { taxTerms } from './tax-terms.ts'
import type { GlossaryTerm } from './term.ts'

export type { GlossaryTerm } from './term.ts'

/** Every metric and term that users see, explained once for tooltips, the palette, the coach and documents. */
export const glossary: readonly GlossaryTerm[] = [
  ...contractTerms,
  ...greekTerms,
  ...returnTerms,
  ...stockTerms,
  ...ratingTerms,
  ...positionTerms,
  ...taxTerms,
  ...dataTerms,
]

/** Normalizes case and separators: `If-called return`, `if called return` and `IF_CALLED_RETURN` have the same key. */
const toKey = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%&/]+/gu, ' ')
    .trim()

const byKey = new Map(
  [...glossary]
    .reverse()
    .flatMap((term) => [...[...term.synonyms, term.term].map((word) => [toKey(word), term] as const)]),
)
const byId = new Map(glossary.map((term) => [term.id, term]))

/**
 * Finds a term by id, name or synonym, ignoring case, hyphens and underscores, in singular or plural; null if there is
 * none. Verified in `glossary.test.ts`.
 */
export function findTerm(idOrWord: string): GlossaryTerm | null {
  const key = toKey(idOrWord)
  return byId.get(idOrWord) ?? byKey.get(key) ?? byKey.get(key.replace(/s$/, '')) ?? null
}
