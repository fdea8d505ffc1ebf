import { type ApiError, asApiError } from '../../api/api-error.ts'
import type { Screen } from '../../api/screen.ts'
import { useScreenQuery } from '../../api/screener-endpoints.ts'
import { buildScreenQuery, type ScreenState } from './screen-state.ts'

const POLL_WHILE_ENRICHING_MS = 2_000

export interface ShownScreen {
  /** What there is to show: the answer, or the one before it while the next is on its way; null: nothing. */
  readonly screen: Screen | null
  /** Whether `screen` answers an earlier question. */
  readonly outdated: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
}

/** The page of stocks a state asks for. A failed question empties the list; a failed repetition leaves it. */
export function useScreen(state: ScreenState, enriching: boolean): ShownScreen {
  const { data, currentData, error, isFetching, refetch } = useScreenQuery(buildScreenQuery(state), {
    pollingInterval: enriching ? POLL_WHILE_ENRICHING_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  })
  const failure = isFetching ? null : asApiError(error)
  const before = failure === null ? data : undefined
  return {
    screen: currentData ?? before ?? null,
    outdated: currentData === undefined,
    failure,
    retry: refetch,
  }
}
