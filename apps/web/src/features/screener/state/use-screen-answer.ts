import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import type { ScreenQuery } from '../../../api/screen.ts'
import { abortScreen, useScreenQuery } from '../../../api/screener-endpoints.ts'

const POLL_WHILE_CHANGING_MS = 2_000
const POLL_WHILE_FAILED_MS = 15_000

interface AskingOptions {
  /** Whether the figures are being worked out, and so change from moment to moment. */
  readonly changing?: boolean
  /** Whether an answer from before is not good enough. */
  readonly anew?: boolean
}

/** Asks for stocks, and again by itself while the figures change or the question fails. */
export function useScreenAnswer(query: ScreenQuery, { changing = false, anew = false }: AskingOptions) {
  const dispatch = useDispatch()
  const [pollMs, setPollMs] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const { data, currentData, error, refetch } = useScreenQuery(query, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: anew,
  })
  const failure = readFailure(error)
  const wanted = failure === null ? (changing ? POLL_WHILE_CHANGING_MS : 0) : findPauseMs(failure)
  if (wanted !== pollMs) setPollMs(wanted)
  const abort = () => abortScreen(dispatch, query)
  return {
    data,
    currentData,
    failure,
    /** Asks again, giving up what is on its way. */
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

/** What the reader gave up is no failure. */
function readFailure(error: unknown): ApiError | null {
  const failure = asApiError(error)
  return failure?.kind === 'cancelled' ? null : failure
}

const findPauseMs = ({ retryAfterSeconds }: ApiError) =>
  Math.max(POLL_WHILE_FAILED_MS, (retryAfterSeconds ?? 0) * 1_000)
