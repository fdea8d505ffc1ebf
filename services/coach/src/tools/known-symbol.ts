import { AppError } from '@callwright/service'
import { cleanText } from './clean-text.ts'
import { Unanswerable } from './failure.ts'
import type { Ask } from './tool.ts'

const MAX_SUGGESTIONS = 3

/** Runs work that needs a valid symbol. If the symbol is unknown, the failure suggests similar ones. */
export async function withKnownSymbol<T>(symbol: string, ask: Ask, work: (symbol: string) => Promise<T>): Promise<T> {
  const listed = symbol.toUpperCase()
  try {
    return await work(listed)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unknown_symbol')) throw error
    throw new Unanswerable('NOT_FOUND', `Unknown symbol: ${listed}.`, await suggest(listed, ask))
  }
}

/** If the search fails too, there are no suggestions. */
async function suggest(symbol: string, ask: Ask): Promise<string[]> {
  try {
    const { results } = await ask('stocks.search', { query: { q: symbol } })
    return results.slice(0, MAX_SUGGESTIONS).map(({ symbol: found }) => cleanText(found))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
