import { useDebouncedValue } from '@mantine/hooks'
import { type SymbolSuggestion, useSuggestSymbolsQuery } from '../../api/symbol-endpoints.ts'

const DEBOUNCE_MS = 300
const NONE: readonly SymbolSuggestion[] = []

/**
 * What the server suggests for a text once it has rested; nothing while `wanted` is false, for an empty text, and where
 * the server fails.
 */
export function useSuggestions(text: string, wanted: boolean, limit: number): readonly SymbolSuggestion[] {
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  const search = settled.trim().toUpperCase()
  const skip = !wanted || text.trim() === '' || search === ''
  const { data = NONE, isError } = useSuggestSymbolsQuery({ search, limit }, { skip })
  return skip || isError ? NONE : data
}
