import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { hasColumn, type Screen } from '../../../api/screen.ts'
import { storeCurrentList } from '../../../shared/current-list.ts'
import { buildScreenQuery, type ScreenState } from './screen-state.ts'
import { useScreenAnswer } from './use-screen-answer.ts'

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
 * Loads the page of stocks for a state, with figures for `columns`. If a new query fails, the list is emptied; if a
 * refetch fails, the list stays.
 */
export function useScreen(state: ScreenState, columns: readonly ScreenColumn[], enriching: boolean): ShownScreen {
  const query = buildScreenQuery(state, columns)
  const answered = useRef<ScreenState>(null)
  const { data, currentData, failure, retry, retrying, abort } = useScreenAnswer(query, { changing: enriching })
  useEffect(() => {
    if (currentData === undefined) return
    answered.current = state
    storeCurrentList(buildScreenQuery(state))
  }, [currentData, state])

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
