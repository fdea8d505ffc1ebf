type FindTerm = typeof import('@callwright/scoring/glossary')['findTerm']

const MARK = 'term:'

/** A line of a hint that stands for all that the glossary says of a term. */
export const buildTermLine = (id: string) => MARK + id

/** What the glossary says of a term, and what there is to say here besides. */
export const buildTermHint = (id: string, besides: string | null = null) =>
  besides === null ? buildTermLine(id) : `${buildTermLine(id)}\n${besides}`

export const hasTermLine = (hint: string) => hint.split('\n').some((line) => line.startsWith(MARK))

/** The hint in words; without a glossary, what it says besides. */
export function fillTermLines(hint: string, findTerm: FindTerm | null): string {
  const lines = hint.split('\n').flatMap((line) => {
    if (!line.startsWith(MARK)) return [line]
    const term = findTerm?.(line.slice(MARK.length)) ?? null
    if (term === null) return []
    return [term.sentence, term.why, term.formula === null ? null : `Formula: ${term.formula}`, term.thresholds]
  })
  return lines.filter((line) => line !== null).join('\n')
}
