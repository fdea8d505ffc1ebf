import { useDebouncedValue } from '@mantine/hooks'
import { type SymbolSuggestion, useSuggestSymbolsQuery } from '../../api/symbol-endpoints.ts'

const DEBOUNCE_MS = 300
const MOST_OWN = 8
const NONE: readonly SymbolSuggestion[] = []

export interface SuggestionChoice {
  readonly limit: number
  /** What to suggest from where the server fails; up to `MOST_OWN` of them. */
  readonly otherwise?: readonly SymbolSuggestion[] | undefined
}

/** What the server suggests for a text once it has rested; nothing while `wanted` is false and for an empty text. */
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
  return isError ? otherwise.filter((each) => isMatch(each, search)).slice(0, MOST_OWN) : data
}

function isMatch({ symbol, name }: SymbolSuggestion, search: string): boolean {
  return symbol.startsWith(search) || name.toUpperCase().includes(search)
}
