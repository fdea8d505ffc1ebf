import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type SymbolSuggestion, useSuggestSymbolsQuery } from '../../api/stocks.ts'

const DEBOUNCE_MS = 300
const CLOSE_AFTER_BLUR_MS = 150
const MAX_FALLBACKS = 8
const NONE: readonly SymbolSuggestion[] = []

interface SuggestionOptions {
  readonly limit: number
  /** Suggestions to show if the server fails, at most `MAX_FALLBACKS` of them. */
  readonly otherwise?: readonly SymbolSuggestion[] | undefined
  /** Suggestions to show before anything is typed. */
  readonly untyped?: readonly SymbolSuggestion[] | undefined
}

interface Suggestions {
  /** An exact symbol comes first. */
  readonly suggestions: readonly SymbolSuggestion[]
  /** False while the suggestions for the text are still to come. */
  readonly isSettled: boolean
}

/** The server's suggestions for a text, debounced. There are none while `wanted` is false. */
export function useSuggestions(
  text: string,
  wanted: boolean,
  { limit, otherwise = NONE, untyped = NONE }: SuggestionOptions,
): Suggestions {
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS)
  const search = debounced.trim().toUpperCase()
  const skip = !wanted || text.trim() === '' || search === ''
  const { data = NONE, isError, isFetching } = useSuggestSymbolsQuery({ search, limit }, { skip })
  const isSettled = text.trim() === '' || (debounced === text && !isFetching)
  if (wanted && text.trim() === '') return { suggestions: untyped, isSettled }
  if (skip) return { suggestions: NONE, isSettled }
  const found = isError ? otherwise.filter((each) => isMatch(each, search)).slice(0, MAX_FALLBACKS) : data
  const exact = findExact(found, text)
  return { suggestions: exact === null ? found : [exact, ...found.filter((each) => each !== exact)], isSettled }
}

function isMatch({ symbol, name }: SymbolSuggestion, search: string): boolean {
  return symbol.startsWith(search) || name.toUpperCase().includes(search)
}

export function findExact(suggestions: readonly SymbolSuggestion[], text: string): SymbolSuggestion | null {
  const typed = text.trim().toUpperCase()
  return suggestions.find(({ symbol }) => symbol === typed) ?? null
}

interface SuggestionList {
  readonly suggestions: readonly SymbolSuggestion[]
  readonly isOpen: boolean
  /** The suggestion that an arrow key selected; null if the typed text applies. */
  readonly active: SymbolSuggestion | null
  /** Opens the list once it has entries. */
  readonly open: () => void
  readonly close: () => void
  /** Closes the list after a delay, so that a suggestion can still be clicked. */
  readonly closeSoon: () => void
  /** Selects the next or the previous suggestion, wrapping around at the ends. */
  readonly move: (step: 1 | -1) => void
}

/** The suggestions for a text, and which of them is active. Typing opens the list and deactivates the suggestion. */
export function useSuggestionList(text: string, options: SuggestionOptions): SuggestionList {
  const [wanted, setWanted] = useState(false)
  const [activeSymbol, setActiveSymbol] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { suggestions } = useSuggestions(text, wanted, options)
  const index = suggestions.findIndex(({ symbol }) => symbol === activeSymbol)

  const want = (now: boolean) => {
    clearTimeout(timer.current)
    setWanted(now)
    setActiveSymbol(null)
  }
  return {
    suggestions,
    isOpen: suggestions.length > 0,
    active: suggestions[index] ?? null,
    open: () => want(true),
    close: () => want(false),
    closeSoon: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => want(false), CLOSE_AFTER_BLUR_MS)
    },
    move: (step) => {
      const { length } = suggestions
      const next = index < 0 && step < 0 ? length - 1 : (index + step + length) % length
      setActiveSymbol(suggestions[next]?.symbol ?? null)
    },
  }
}
