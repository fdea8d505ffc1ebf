/** A term that users see, explained once for every place that shows it. */
export interface GlossaryTerm {
  /** Must never change: pages and the coach refer to a term by its id. */
  readonly id: string
  readonly term: string
  readonly synonyms: readonly string[]
  readonly sentence: string
  readonly formula: string | null
  /** Why it matters to someone who sells covered calls. */
  readonly why: string
  /** Limits that the app compares the figure with. */
  readonly thresholds: string | null
  readonly example: string | null
}

type WithoutFacts = 'synonyms' | 'formula' | 'thresholds' | 'example'

/** Completes a term: omitted fields become null, and omitted synonyms an empty list. */
export function defineTerm(
  fields: Omit<GlossaryTerm, WithoutFacts> & Partial<Pick<GlossaryTerm, WithoutFacts>>,
): GlossaryTerm {
  return { synonyms: [], formula: null, thresholds: null, example: null, ...fields }
}
