import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useOnChange } from '../../shared/hooks.ts'
import { useSearchKey } from '../../shared/page-keys.ts'
import { SymbolSearch } from '../../shared/symbol-search/symbol-search.tsx'
import { MAX_TEXT, searchScreen } from './state/screen-state.ts'
import type { ScreenNavigation } from './state/use-screen-state.ts'

const DEBOUNCE_MS = 300

/** Filters the screen as the user types; choosing a suggestion shows that stock. */
export function ScreenSearch({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(state.text)
  /** Searches already written to the URL but not yet in `state.text`, oldest first. */
  const pendingSearches = useRef<readonly string[]>([])
  const searchSoon = useDebouncedCallback((text: string) => search(text, { replace: true }), DEBOUNCE_MS)
  useSearchKey(input)
  useOnChange(state.text, (text) => {
    const index = pendingSearches.current.indexOf(text)
    pendingSearches.current = index < 0 ? [] : pendingSearches.current.slice(index + 1)
    if (index >= 0) return
    // Something else changed the search: Back, Clear all or a saved screen.
    searchSoon.cancel()
    setTyped(text)
  })

  function search(text: string, options?: { readonly replace: boolean }): void {
    searchSoon.cancel()
    const wanted = text.trim()
    const latest = pendingSearches.current.at(-1) ?? state.text
    if (wanted === latest) return
    pendingSearches.current = [...pendingSearches.current, wanted]
    go((before) => searchScreen(before, wanted), options)
  }
  const searchNow = (text: string) => {
    setTyped(text)
    search(text)
  }
  return (
    <SymbolSearch
      label="Search by symbol or company"
      placeholder="Symbol or company"
      maxLength={MAX_TEXT}
      inputRef={input}
      text={typed}
      onText={(text) => {
        setTyped(text)
        searchSoon(text)
      }}
      onChoose={({ symbol }) => searchNow(symbol)}
      onEnter={() => search(typed)}
      onClear={() => searchNow('')}
    />
  )
}
