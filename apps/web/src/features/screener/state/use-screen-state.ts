import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useOnChange } from '../../../shared/hooks.ts'
import { readListUrl } from '../../../shared/last-visited.ts'
import {
  type AddressForm,
  type AddressNavigation,
  useAddressState,
  useLocation,
  useNavigationType,
} from '../../../shared/routing.ts'
import { readScreenState, type ScreenState, storeColumns, writeScreenState } from './screen-state.ts'

export type ScreenNavigation = AddressNavigation<ScreenState>

const address: AddressForm<ScreenState> = { read: readScreenState, write: writeScreenState }

/** Reads a bare URL as the list that the tab showed last. */
const reopened: AddressForm<ScreenState> = {
  ...address,
  read: (search, isBare) => {
    if (!isBare) return readScreenState(search, false)
    return readScreenState(new URL(readListUrl(), window.location.origin).searchParams)
  },
}

/**
 * Screen state, read from the URL and written back to it. A link from another page opens the list as it was left; the
 * same link on the list itself resets it.
 */
export function useScreenState(): ScreenNavigation {
  const { key } = useLocation()
  const action = useNavigationType()
  const [first] = useState(key)
  const navigation = useAddressState(key === first && action === 'PUSH' ? reopened : address)
  useExplicitUrl(navigation)
  const { columns } = navigation.state
  useOnChange(columns.join(), () => storeColumns(columns))
  return navigation
}

/** Adds the state to a bare URL, so that Back restores it even after the stored columns change. */
function useExplicitUrl({ isBare, go }: ScreenNavigation): void {
  const writeState = useEffectEvent(() => go((latest) => latest, { replace: true }))
  useEffect(() => {
    if (isBare) writeState()
  }, [isBare])
}

/** Scroll positions of the lists that this document has shown, by query string. */
const positions = new Map<string, number>()

/** How long to wait for enough rows to scroll to. */
const SCROLL_MS = 2_000

/**
 * Restores the list's scroll position when the page opens and on Back.
 * @param isShown whether the list shows the rows for the current URL
 */
export function useListScroll(list: RefObject<HTMLElement | null>, isShown: boolean): void {
  const { search } = useLocation()
  const action = useNavigationType()
  const isOpening = useRef(true)
  const wanted = useRef<number>(null)
  useLayoutEffect(() => {
    wanted.current = isOpening.current || action === 'POP' ? (positions.get(search) ?? null) : null
    return () => {
      if (!isOpening.current) positions.set(search, findScroller(list.current).scrollTop)
    }
  }, [search, action, list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each URL has a position of its own.
  useEffect(() => {
    if (!isShown) return
    isOpening.current = false
    const top = wanted.current
    wanted.current = null
    return top === null ? undefined : scrollTo(list, top)
  }, [isShown, search, list])
}

/** Scrolls as soon as there are enough rows. Returns a function that stops waiting for them. */
function scrollTo(list: RefObject<HTMLElement | null>, top: number): () => void {
  const startedAt = performance.now()
  let frame = 0
  const scroll = () => {
    const scroller = findScroller(list.current)
    scroller.scrollTop = top
    if (Math.abs(scroller.scrollTop - top) <= 1 || performance.now() - startedAt > SCROLL_MS) return
    frame = requestAnimationFrame(scroll)
  }
  scroll()
  return () => cancelAnimationFrame(frame)
}

/** The element that scrolls the list: the table's region, or the page if the list has no table. */
const findScroller = (list: HTMLElement | null): Element =>
  list?.querySelector('[role=grid]')?.parentElement ?? document.scrollingElement ?? document.documentElement
