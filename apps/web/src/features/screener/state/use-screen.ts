import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiError, asApiError } from '../../../api/http.ts'
import { hasColumn, type ScreenQuery } from '../../../api/market.ts'
import { abortScreen, type Screen, useScreenQuery } from '../../../api/screener.ts'
import { storeCurrentList } from '../../../shared/last-visited.ts'
import { buildScreenQuery, buildShownQuery, listShownColumns, type ScreenState } from './screen-state.ts'

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
  return failure?.kind === 'cancelled' ? null : failure
}

const findRetryDelayMs = ({ retryAfterSeconds }: ApiError) =>
  Math.max(POLL_WHILE_FAILED_MS, (retryAfterSeconds ?? 0) * 1_000)
