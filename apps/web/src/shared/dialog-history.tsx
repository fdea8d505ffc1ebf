import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { useOnChange } from './hooks.ts'
import { type Location, useBlocker, useRouter } from './routing.ts'

type Close = () => void

/** Registers an open dialog. Returns the function that unregisters it. */
type Register = (close: Close) => () => void

const DialogHistoryContext = createContext<Register>(() => () => {})

/**
 * Makes Back and Forward close the topmost open dialog instead of navigating. Dialogs add no history entry and do not
 * change the URL. Render this once, around all pages that have dialogs.
 */
export function DialogHistory({ children }: { readonly children: ReactNode }) {
  const open = useRef<readonly Close[]>([])
  const [opened, notifyOpened] = useReducer((count: number) => count + 1, 0)
  const register = useCallback<Register>((close) => {
    open.current = [...open.current, close]
    notifyOpened()
    return () => {
      open.current = open.current.filter((each) => each !== close)
    }
  }, [])
  const putTwin = useTwin()
  useOnChange(opened, () => {
    if (open.current.length > 0) putTwin()
  })

  useBlocker(({ historyAction }) => {
    const close = historyAction === 'POP' ? open.current.at(-1) : undefined
    close?.()
    return close !== undefined
  })
  return <DialogHistoryContext value={register}>{children}</DialogHistoryContext>
}

/**
 * The app cannot stop Back from leaving the document, so it puts a duplicate of the first history entry on top of it.
 * From the duplicate, Back skips both.
 * @returns a function that adds the duplicate, unless the user has gone past the first entry.
 */
function useTwin(): () => void {
  const router = useRouter()
  const first = useRef(router.state.location.key)
  // Runs before the page's effects, because they may replace the URL. Uses the router's location, because the rendered
  // one lags behind.
  useLayoutEffect(() => {
    let left = router.state.location
    return router.subscribe(({ location, historyAction }) => {
      const from = left
      left = location
      if (location === from) return
      if (historyAction === 'REPLACE' && from.key === first.current) first.current = location.key
      if (historyAction === 'POP' && readTwinKey(from) === location.key) void router.navigate(-1)
    })
  }, [router])
  return () => {
    const { location } = router.state
    const { pathname, search, hash } = location
    if (location.key === first.current) {
      void router.navigate({ pathname, search, hash }, { state: markTwin(location) })
    }
  }
}

/**
 * While a dialog, drawer or sheet is open, Back calls its `onClose` and stays on the page. `onClose` may ask the user
 * first.
 */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const register = use(DialogHistoryContext)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    return register(() => close())
  }, [opened, register])
}

/** If this history entry is a duplicate, the key of the entry that it duplicates; otherwise null. */
export function readTwinKey({ state }: Location): string | null {
  return typeof state?.twin === 'string' ? state.twin : null
}

/** State that marks an entry as a duplicate of this one. It survives a reload. */
export const markTwin = ({ state, key }: Location) => ({ ...state, twin: key })

/** Key that an entry and its duplicate share. */
export const readPageKey = (location: Location) => readTwinKey(location) ?? location.key
