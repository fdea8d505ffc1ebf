import { contractTerms } from './contract-terms.ts'
import { dataTerms } from './data-terms.ts'
import { greekTerms } from './greek-terms.ts'
import { positionTerms } from './position-terms.ts'
import { ratingTerms } from './rating-terms.ts'
import { returnTerms } from './return-terms.ts'
import { stockTerms } from './stock-terms.ts'
import type { GlossaryTerm } from './term.ts'

export type { GlossaryTerm } from './term.ts'

/** Every metric and word of the product, explained once: tooltips, palette, coach and documents read it here. */
export const glossary: readonly GlossaryTerm[] = [
  ...contractTerms,
  ...greekTerms,
  ...returnTerms,
  ...stockTerms,
  ...ratingTerms,
  ...positionTerms,
  ...dataTerms,
]

/** Letters and digits alone, so that `If-called return`, `if called return` and `IF_CALLED_RETURN` are one word. */
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
 * The term of this id, name or synonym, whatever its case, hyphens and underscores, also in the plural; null where there is
 * none. Verified in `glossary.test.ts`.
 */
export function findTerm(idOrWord: string): GlossaryTerm | null {
  const key = toKey(idOrWord)
  return byId.get(idOrWord) ?? byKey.get(key) ?? byKey.get(key.replace(/s$/, '')) ?? null
}
