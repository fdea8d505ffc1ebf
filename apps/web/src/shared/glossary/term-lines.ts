type FindTerm = typeof import('@callwright/scoring/glossary')['findTerm']

const MARK = 'term:'

/** A line in a hint that stands for a term until the glossary's text replaces it. */
export const buildTermLine = (id: string) => MARK + id

/** Builds a hint from a term's glossary text and, optionally, more text. */
export const buildTermHint = (id: string, besides: string | null = null) =>
  besides === null ? buildTermLine(id) : `${buildTermLine(id)}\n${besides}`

export const hasTermLine = (hint: string) => hint.split('\n').some((line) => line.startsWith(MARK))

/** Replaces placeholder lines with the glossary's text. Without a glossary, only the other lines remain. */
export function fillTermLines(hint: string, findTerm: FindTerm | null): string {
  const lines = hint.split('\n').flatMap((line) => {
    if (!line.startsWith(MARK)) return [line]
    const term = findTerm?.(line.slice(MARK.length)) ?? null
    if (term === null) return []
    return [term.sentence, term.why, term.formula === null ? null : `Formula: ${term.formula}`, term.thresholds]
  })
  return lines.filter((line) => line !== null).join('\n')
}
