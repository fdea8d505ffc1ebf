import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import type { ScreenQuery } from '../../../api/screen.ts'
import { abortScreen, useScreenQuery } from '../../../api/screener-endpoints.ts'

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
