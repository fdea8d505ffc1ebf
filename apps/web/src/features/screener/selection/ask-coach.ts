import { selectionWords as words } from './selection-words.ts'

/** Maximum number of stocks in one question to the coach. */
export const MAX_ASKED = 4

const buildQuestionOfOne = (symbol: string) => `What is the best covered call on $${symbol}?`

/** Builds a question about stocks for the coach. The `$` distinguishes symbols such as IT and ALL from words. */
export function buildCoachQuestion(symbols: readonly string[]): string {
  const [first = '', ...others] = symbols
  if (others.length === 0) return buildQuestionOfOne(first)
  const marked = symbols.map((symbol) => `$${symbol}`)
  return words.questionOfSeveral(marked.slice(0, -1).join(', '), marked.slice(-1).join())
}
