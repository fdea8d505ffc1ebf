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
import { markTwin, readTwinKey } from './history-mark.ts'
import { useBlocker, useRouter } from './routing.ts'
import { useOnChange } from './use-on-change.ts'

type Close = () => void

/** Tells of a dialog that is open. @returns what tells that it no longer is. */
type Enter = (close: Close) => () => void

const DialogHistoryContext = createContext<Enter>(() => () => {})

/**
 * While a dialog within is open, a step back or forward is not taken: it closes the topmost dialog. No dialog has an entry
 * in the browser's history or changes the address. One around all pages that have dialogs.
 */
export function DialogHistory({ children }: { readonly children: ReactNode }) {
  const open = useRef<readonly Close[]>([])
  const [opened, tellOpened] = useReducer((count: number) => count + 1, 0)
  const enter = useCallback<Enter>((close) => {
    open.current = [...open.current, close]
    tellOpened()
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
  return <DialogHistoryContext value={enter}>{children}</DialogHistoryContext>
}

/**
 * A step out of the document cannot be stopped. So that there is one to stop, the first entry of the document gets a twin
 * over it; from the twin, Back goes past both.
 * @returns what puts the twin there, unless the reader is past the first entry.
 */
function useTwin(): () => void {
  const router = useRouter()
  const first = useRef(router.state.location.key)
  // Before the effects of the page, which may put away what its address says: what is drawn is a step behind.
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

/** The browser's Back closes a dialog, drawer or sheet as `onClose` does, which may ask first, and stays on the page. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const enter = use(DialogHistoryContext)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    return enter(() => close())
  }, [opened, enter])
}
