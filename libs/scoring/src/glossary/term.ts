/** One word of the product, explained once for every place that shows it. */
export interface GlossaryTerm {
  /** Never changes: pages and the coach name a term by it. */
  readonly id: string
  readonly term: string
  /** Other words for the same, as people type them. */
  readonly synonyms: readonly string[]
  /** What it is, in one plain sentence. */
  readonly sentence: string
  readonly formula: string | null
  /** Why a writer of covered calls looks at it. */
  readonly why: string
  /** The limits the product itself compares it with. */
  readonly thresholds: string | null
  readonly example: string | null
}

type WithoutFacts = 'synonyms' | 'formula' | 'thresholds' | 'example'

/** A term; what is left out it does not have. */
export function defineTerm(
  fields: Omit<GlossaryTerm, WithoutFacts> & Partial<Pick<GlossaryTerm, WithoutFacts>>,
): GlossaryTerm {
  return { synonyms: [], formula: null, thresholds: null, example: null, ...fields }
}
