import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from '../../shared/routing.ts'
import { useOnChange } from '../../shared/use-on-change.ts'
import { keepPreferences, readScreenState } from './screen-preferences.ts'
import { type ParsedScreen, type ScreenState, writeScreenState } from './screen-state.ts'

export interface ScreenNavigation extends ParsedScreen {
  /** Goes on from the newest state, which a click just before may have set without it being drawn yet. */
  readonly go: (change: (latest: ScreenState) => ScreenState, options?: { readonly replace: boolean }) => void
}

/** On the history entry of every address written here. */
const WRITTEN = { screen: 'written' } as const

/** The state of the screen, read from the address and written back to it. */
export function useScreenState(): ScreenNavigation {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const isBare = search.size === 0 && location.state?.screen !== WRITTEN.screen
  const parsed = useMemo(() => readScreenState(search, isBare), [search, isBare])
  const latest = useRef(parsed.state)
  useEffect(() => {
    latest.current = parsed.state
  }, [parsed])

  const go: ScreenNavigation['go'] = (change, options) => {
    const before = writeScreenState(latest.current)
    latest.current = change(latest.current)
    const after = writeScreenState(latest.current)
    // An address that does not change is no step to come back from.
    const { replace } = options ?? { replace: String(after) === String(before) }
    setSearch(after, { replace, state: WRITTEN })
  }
  useSettledAddress(isBare, go)
  useOnChange(parsed.state.columns.join(), () => keepPreferences({ columns: parsed.state.columns }))
  return { ...parsed, go }
}

/** Writes down what a bare address shows, so that Back finds the same however the preferences change. */
function useSettledAddress(isBare: boolean, go: ScreenNavigation['go']): void {
  const settle = useEffectEvent(() => go((latest) => latest, { replace: true }))
  useEffect(() => {
    if (isBare) settle()
  }, [isBare])
}
