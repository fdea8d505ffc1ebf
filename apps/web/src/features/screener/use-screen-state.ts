import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from '../../shared/routing.ts'
import { type ParsedScreen, parseScreenState, type ScreenState, writeScreenState } from './screen-state.ts'

export interface ScreenNavigation extends ParsedScreen {
  /** Goes on from the newest state, which a click just before may have set without it being drawn yet. */
  readonly go: (change: (latest: ScreenState) => ScreenState, options?: { readonly replace: boolean }) => void
}

/** The state of the screen, read from the address and written back to it. */
export function useScreenState(): ScreenNavigation {
  const [search, setSearch] = useSearchParams()
  const parsed = useMemo(() => parseScreenState(search), [search])
  const latest = useRef(parsed.state)
  useEffect(() => {
    latest.current = parsed.state
  }, [parsed])
  return {
    ...parsed,
    go: (change, options) => {
      const before = writeScreenState(latest.current)
      latest.current = change(latest.current)
      const after = writeScreenState(latest.current)
      // An address that does not change is no step to come back from.
      setSearch(after, options ?? { replace: String(after) === String(before) })
    },
  }
}
