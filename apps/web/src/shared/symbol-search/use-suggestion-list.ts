import { useEffect, useRef, useState } from 'react'
import type { SymbolSuggestion } from '../../api/symbol-endpoints.ts'
import { type SuggestionChoice, useSuggestions } from './use-suggestions.ts'

const CLOSE_AFTER_BLUR_MS = 150

export interface SuggestionList {
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
export function useSuggestionList(text: string, choice: SuggestionChoice): SuggestionList {
  const [wanted, setWanted] = useState(false)
  const [activeSymbol, setActiveSymbol] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const suggestions = useSuggestions(text, wanted, choice)
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
