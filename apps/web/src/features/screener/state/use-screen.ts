import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { hasColumn, type Screen, type ScreenQuery } from '../../../api/screen.ts'
import { abortScreen, useScreenQuery } from '../../../api/screener-endpoints.ts'
import { keepCurrentList } from '../../../shared/current-list.ts'
import { buildScreenQuery, type ScreenState } from './screen-state.ts'

const POLL_WHILE_ENRICHING_MS = 2_000
const POLL_WHILE_FAILED_MS = 15_000

export interface ShownScreen {
  /** What there is to show: the answer, or the one before it while the next is on its way; null: nothing. */
  readonly screen: Screen | null
  /** Whether `screen` answers an earlier question. */
  readonly outdated: boolean
  /** The columns asked for whose figures `screen` has. */
  readonly columns: readonly ScreenColumn[]
  /** Why the question has no new answer; it stands until there is one. */
  readonly failure: ApiError | null
  /** Asks again, giving up what is on its way. */
  readonly retry: () => Promise<void>
  readonly retrying: boolean
  /** Gives up the question and returns the state `screen` answers; null where there is none to go back to. */
  readonly cancel: () => ScreenState | null
}

/**
 * The page of stocks a state asks for, with the figures of `columns`. A failed question empties the list; a failed
 * repetition leaves it.
 */
export function useScreen(state: ScreenState, columns: readonly ScreenColumn[], enriching: boolean): ShownScreen {
  const dispatch = useDispatch()
  const query = buildScreenQuery(state, columns)
  const [pollMs, setPollMs] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const answered = useRef<ScreenState>(null)
  const { data, currentData, error, refetch } = useScreenQuery(query, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  })
  const failure = readFailure(error)
  const wanted = failure === null ? (enriching ? POLL_WHILE_ENRICHING_MS : 0) : findPauseMs(failure)
  if (wanted !== pollMs) setPollMs(wanted)
  useEffect(() => {
    if (currentData === undefined) return
    answered.current = state
    keepCurrentList(buildScreenQuery(state))
  }, [currentData, state])

  const before = failure === null ? data : undefined
  const screen = currentData ?? before ?? null
  const abort = (asked: ScreenQuery) => abortScreen(dispatch, asked)
  return {
    screen,
    outdated: currentData === undefined,
    columns: screen === null ? columns : columns.filter((column) => hasColumn(screen, column)),
    failure,
    retry: async () => {
      setRetrying(true)
      await abort(query)
      await refetch()
      setRetrying(false)
    },
    retrying,
    cancel: () => {
      void abort(query)
      return answered.current
    },
  }
}

/** What the reader gave up is no failure. */
function readFailure(error: unknown): ApiError | null {
  const failure = asApiError(error)
  return failure?.kind === 'cancelled' ? null : failure
}

const findPauseMs = ({ retryAfterSeconds }: ApiError) =>
  Math.max(POLL_WHILE_FAILED_MS, (retryAfterSeconds ?? 0) * 1_000)
