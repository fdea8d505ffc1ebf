type FindTerm = typeof import('@callwright/scoring/glossary')['findTerm']

const MARK = 'term:'

/** Placeholder line in a hint, later replaced with the glossary's text. */
export const buildTermLine = (id: string) => MARK + id

/** Hint with a term's glossary text and additional text. */
export const buildTermHint = (id: string, besides: string | null = null) =>
  besides === null ? buildTermLine(id) : `${buildTermLine(id)}\n${besides}`

export const hasTermLine = (hint: string) => hint.split('\n').some((line) => line.startsWith(MARK))

/** Fills in the glossary's text; without a glossary, keeps only the additional text. */
export function fillTermLines(hint: string, findTerm: FindTerm | null): string {
  const lines = hint.split('\n').flatMap((line) => {
    if (!line.startsWith(MARK)) return [line]
    const term = findTerm?.(line.slice(MARK.length)) ?? null
    if (term === null) return []
    return [term.sentence, term.why, term.formula === null ? null : `Formula: ${term.formula}`, term.thresholds]
  })
  return lines.filter((line) => line !== null).join('\n')
}
