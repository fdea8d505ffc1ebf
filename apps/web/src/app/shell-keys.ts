import { useMantineColorScheme } from '@mantine/core'
import { useRef } from 'react'
import { api } from '../api/api.ts'
import { usePageKeys } from '../shared/page-keys.ts'
import { buildPortfolioDialogPath } from '../shared/paths.ts'
import { usePreferences } from '../shared/preferences.ts'
import { useNavigate } from '../shared/routing.ts'
import { appLinks } from './navigation.tsx'
import { useAppDispatch } from './store.ts'

interface ShellKeys {
  readonly openPalette: () => void
  readonly openKeys: () => void
}

/** Shortcuts that work on every page. A page can override `/`, `n` and `r`. */
export function useShellKeys({ openPalette, openKeys }: ShellKeys): void {
  const navigate = useNavigate()
  const { addPosition, refresh } = useShellActions()
  const { toggleColorScheme } = useMantineColorScheme()
  const [{ hidesAmounts }, setPreferences] = usePreferences()
  usePageKeys(
    {
      'mod+k': openPalette,
      '/': openPalette,
      '?': openKeys,
      n: addPosition,
      r: refresh,
      t: toggleColorScheme,
      h: () => setPreferences({ hidesAmounts: !hidesAmounts }),
      ...Object.fromEntries(appLinks.map(({ path, keys }) => [keys, () => void navigate(path)])),
    },
    'app',
  )
}

/** Actions that every page offers, both as shortcuts and in the palette. */
export function useShellActions() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  return {
    addPosition: () => void navigate(buildPortfolioDialogPath('add')),
    refresh: () => void dispatch(api.util.invalidateTags(['Screen', 'Portfolio'])),
  }
}

/** Text typed before a field had focus, and whether Enter was pressed after it. */
export interface TypedAhead {
  readonly text: string
  readonly isEntered: boolean
}

const NOTHING: TypedAhead = { text: '', isEntered: false }
/** If the field has not appeared by then, keys go to the page again. */
const GIVE_UP_AFTER_MS = 8_000

/** Collects the keys that are pressed while the palette's code loads and until its field has focus. */
export function useTypedAhead() {
  const typed = useRef(NOTHING)
  const listening = useRef<AbortController | null>(null)
  const stop = () => {
    listening.current?.abort()
    listening.current = null
  }
  const collect = (event: KeyboardEvent) => {
    const { text, isEntered } = typed.current
    if (event.key === 'Escape') return stop()
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Enter') typed.current = { text, isEntered: text !== '' }
    else if (event.key === 'Backspace') typed.current = { text: text.slice(0, -1), isEntered }
    else if (event.key.length === 1) typed.current = { text: text + event.key, isEntered }
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    start: () => {
      stop()
      typed.current = NOTHING
      listening.current = new AbortController()
      const { signal } = listening.current
      window.addEventListener('keydown', collect, { capture: true, signal })
      window.addEventListener('pointerdown', stop, { capture: true, signal })
      setTimeout(() => {
        if (!signal.aborted) stop()
      }, GIVE_UP_AFTER_MS)
    },
    take: (): TypedAhead => {
      const taken = typed.current
      stop()
      typed.current = NOTHING
      return taken
    },
  } as const
}
