import { tableWords } from '../screener-words.ts'
import { selectionWords as words } from './selection-words.ts'

/** As many as the coach answers about in one go. */
export const MOST_ASKED = 4

/** What the coach is asked about stocks. The sign before a symbol tells IT and ALL from words. */
export function askAbout(symbols: readonly string[]): string {
  const [first = '', ...others] = symbols
  if (others.length === 0) return tableWords.question(first)
  const marked = symbols.map((symbol) => `$${symbol}`)
  return words.questionOfSeveral(marked.slice(0, -1).join(', '), marked.slice(-1).join())
}
