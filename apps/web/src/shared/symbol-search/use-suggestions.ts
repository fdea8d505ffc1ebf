import { useDebouncedValue } from '@mantine/hooks'
import { type SymbolSuggestion, useSuggestSymbolsQuery } from '../../api/symbol-endpoints.ts'

const DEBOUNCE_MS = 300
const MAX_FALLBACKS = 8
const NONE: readonly SymbolSuggestion[] = []

export interface SuggestionChoice {
  readonly limit: number
  /** Suggestions to show if the server fails, at most `MAX_FALLBACKS` of them. */
  readonly otherwise?: readonly SymbolSuggestion[] | undefined
}

/** The server's suggestions for a text, debounced. There are none for an empty text or while `wanted` is false. */
export function useSuggestions(
  text: string,
  wanted: boolean,
  { limit, otherwise = NONE }: SuggestionChoice,
): readonly SymbolSuggestion[] {
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  const search = settled.trim().toUpperCase()
  const skip = !wanted || text.trim() === '' || search === ''
  const { data = NONE, isError } = useSuggestSymbolsQuery({ search, limit }, { skip })
  if (skip) return NONE
  return isError ? otherwise.filter((each) => isMatch(each, search)).slice(0, MAX_FALLBACKS) : data
}

function isMatch({ symbol, name }: SymbolSuggestion, search: string): boolean {
  return symbol.startsWith(search) || name.toUpperCase().includes(search)
}
