import { useMemo } from 'react'
import { useSearchParams } from '../../shared/routing.ts'
import { type ParsedScreen, parseScreenState, type ScreenState, writeScreenState } from './screen-state.ts'

export interface ScreenNavigation extends ParsedScreen {
  readonly go: (state: ScreenState, options?: { readonly replace: boolean }) => void
}

/** The state of the screen, read from the address and written back to it. */
export function useScreenState(): ScreenNavigation {
  const [search, setSearch] = useSearchParams()
  const parsed = useMemo(() => parseScreenState(search), [search])
  return {
    ...parsed,
    go: (state, options = { replace: false }) => setSearch(writeScreenState(state), options),
  }
}
