import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { selectResult } from '../../../api/api.ts'
import { hasColumn, type ScreenQuery } from '../../../api/early-requests.ts'
import { type ApiError, asApiError } from '../../../api/http.ts'
import { abortScreen, type Screen, useScreenQuery } from '../../../api/screener.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { readListUrl, storeCurrentList } from '../../../shared/last-visited.ts'
import {
  type AddressForm,
  type AddressNavigation,
  useAddressState,
  useLocation,
  useNavigationType,
} from '../../../shared/routing.ts'
import {
  buildScreenQuery,
  buildShownQuery,
  listShownColumns,
  readScreenState,
  type ScreenState,
  storeColumns,
  writeScreenState,
} from './screen-state.ts'

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
  const current = useRef(0)
  useLayoutEffect(() => {
    const isRevisited = isOpening.current || action === 'POP'
    wanted.current = isRevisited ? (positions.get(search) ?? null) : null
    if (!isRevisited) positions.set(search, current.current)
    // Reads the position only after it changed: reading it for each new query forces a layout of the whole table.
    const keepPosition = ({ target }: Event) => {
      const scroller = findScroller(list.current)
      if (isOpening.current || (target !== scroller && target !== document)) return
      current.current = scroller.scrollTop
      positions.set(search, current.current)
    }
    document.addEventListener('scroll', keepPosition, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', keepPosition, { capture: true })
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

export interface ShownScreen {
  /** Current response, or the previous one while the next loads; null if there is none. */
  readonly screen: Screen | null
  /** Whether `screen` belongs to an earlier query. */
  readonly outdated: boolean
  /** Requested columns for which `screen` has figures. */
  readonly columns: readonly ScreenColumn[]
  /** Error from the latest request, kept until a request succeeds. */
  readonly failure: ApiError | null
  /** Aborts the pending request and sends a new one. */
  readonly retry: () => Promise<void>
  readonly retrying: boolean
  /** Aborts the request and returns the state that `screen` belongs to; null if there is none. */
  readonly cancel: () => ScreenState | null
}

/**
 * Loads the page of stocks for a state, with figures for the columns that the page shows. If a new query fails, the list
 * is emptied; if a refetch fails, the list stays.
 */
export function useScreen(state: ScreenState, isPhone: boolean, enriching: boolean): ShownScreen {
  const query = buildShownQuery(state, isPhone)
  const answered = useRef<ScreenState>(null)
  const { data, currentData, failure, retry, retrying, abort } = useScreenAnswer(query, { changing: enriching })
  useEffect(() => {
    if (currentData === undefined) return
    answered.current = state
    storeCurrentList(buildScreenQuery(state))
  }, [currentData, state])

  const columns = listShownColumns(state, isPhone)
  const before = failure === null ? data : undefined
  const screen = currentData ?? before ?? null
  return {
    screen,
    outdated: currentData === undefined,
    columns: screen === null ? columns : columns.filter((column) => hasColumn(screen, column)),
    failure,
    retry,
    retrying,
    cancel: () => {
      void abort()
      return answered.current
    },
  }
}

const POLL_WHILE_CHANGING_MS = 2_000
const POLL_WHILE_FAILED_MS = 15_000

interface QueryOptions {
  /** Whether the figures are being recomputed and therefore need polling. */
  readonly changing?: boolean
  /** Whether to ignore a cached response. */
  readonly forceRefetch?: boolean
}

/** Loads stocks. Polls while the figures change, and retries automatically after a failure. */
export function useScreenAnswer(query: ScreenQuery, { changing = false, forceRefetch = false }: QueryOptions) {
  const dispatch = useDispatch()
  const [pollMs, setPollMs] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const { data, currentData, error, refetch } = useScreenQuery(query, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: forceRefetch,
    selectFromResult: selectResult,
  })
  const failure = readFailure(error)
  const nextPollMs = failure === null ? (changing ? POLL_WHILE_CHANGING_MS : 0) : findRetryDelayMs(failure)
  if (nextPollMs !== pollMs) setPollMs(nextPollMs)
  const abort = () => abortScreen(dispatch, query)
  return {
    data,
    currentData,
    failure,
    /** Aborts the pending request and sends a new one. */
    retry: async () => {
      setRetrying(true)
      await abort()
      await refetch()
      setRetrying(false)
    },
    retrying,
    abort,
  }
}

/** Reads the error, if any. A request that the user canceled is not a failure. */
function readFailure(error: unknown): ApiError | null {
  const failure = asApiError(error)
  return failure?.kind === 'canceled' ? null : failure
}

const findRetryDelayMs = ({ retryAfterSeconds }: ApiError) =>
  Math.max(POLL_WHILE_FAILED_MS, (retryAfterSeconds ?? 0) * 1_000)
