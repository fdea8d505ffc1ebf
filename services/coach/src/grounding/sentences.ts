/**
 * A sentence and the spaces after it, or the bullet or number at the start of a line. The joined pieces equal the
 * original text.
 */
export interface Sentence {
  readonly text: string
  readonly isMark: boolean
}

const MARK = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u
/**
 * End of a sentence: a period or similar mark, spaces, and the start of the next sentence. Never inside braces or after
 * an initial.
 */
const END = /(?<![.!?…])[.!?…]+["')\]]*\s+(?=[\p{Lu}\d"'({[$-])/gu
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|vs|approx|Inc|Corp|Co|Ltd|No|St|Mr|Ms|U\.S|a\.m|p\.m)|\b\p{Lu})\.\s+$/u

/** Splits a line into sentences. A bullet or number at its start is a separate piece. */
export function splitSentences(line: string): Sentence[] {
  const mark = MARK.exec(line)?.[0] ?? ''
  const rest = line.slice(mark.length)
  const masked = rest.replaceAll(/\{\{[^{}]*\}\}/gu, (inside) => 'X'.repeat(inside.length))
  const sentences: Sentence[] = mark === '' ? [] : [{ text: mark, isMark: true }]
  let from = 0
  for (const match of masked.matchAll(END)) {
    const to = match.index + match[0].length
    if (ABBREVIATION.test(masked.slice(from, to))) continue
    sentences.push({ text: rest.slice(from, to), isMark: false })
    from = to
  }
  if (from < rest.length) sentences.push({ text: rest.slice(from), isMark: false })
  return sentences
}
