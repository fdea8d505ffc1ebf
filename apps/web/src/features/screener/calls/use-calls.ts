import { useState } from 'react'
import { type CallScreen, useCallsQuery } from '../../../api/calls.ts'
import { type ApiError, asApiError } from '../../../api/http.ts'
import { buildCallsQuery, type CallsState } from './calls-state.ts'

export interface ShownCalls {
  /** Current response, or the previous one while the next loads; null if there is none. */
  readonly screen: CallScreen | null
  /** Whether `screen` belongs to an earlier query. */
  readonly outdated: boolean
  readonly failure: ApiError | null
  readonly retry: () => Promise<void>
  readonly retrying: boolean
}

const POLL_WHILE_CHANGING_MS = 5_000
const POLL_WHILE_FAILED_MS = 15_000

/** Loads the page of calls for a state. Polls while a run changes the figures, and after a failure. */
export function useCalls(state: CallsState): ShownCalls {
  const [pollMs, setPollMs] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const { data, currentData, error, refetch } = useCallsQuery(buildCallsQuery(state), {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  })
  const found = asApiError(error)
  const failure = found?.kind === 'canceled' ? null : found
  const before = failure === null ? data : undefined
  const screen = currentData ?? before ?? null
  const isChanging = screen?.freshness.cacheStatus === 'refreshing'
  const wanted = failure !== null ? POLL_WHILE_FAILED_MS : isChanging ? POLL_WHILE_CHANGING_MS : 0
  if (wanted !== pollMs) setPollMs(wanted)
  return {
    screen,
    outdated: currentData === undefined,
    failure,
    retry: async () => {
      setRetrying(true)
      await refetch()
      setRetrying(false)
    },
    retrying,
  }
}
