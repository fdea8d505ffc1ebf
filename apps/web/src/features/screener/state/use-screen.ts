import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { hasColumn, type Screen } from '../../../api/screen.ts'
import { storeCurrentList } from '../../../shared/current-list.ts'
import { buildScreenQuery, type ScreenState } from './screen-state.ts'
import { useScreenAnswer } from './use-screen-answer.ts'

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
