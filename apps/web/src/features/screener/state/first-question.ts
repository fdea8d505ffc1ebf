import type { ScreenQuery } from '../../../api/screen.ts'
import { readScreenState } from './screen-preferences.ts'
import { buildScreenQuery, listCardColumns } from './screen-state.ts'

/** The screener's first query for a URL, sent before the page's code has loaded. */
export function findFirstQuestion(search: URLSearchParams, isPhone: boolean): ScreenQuery {
  const { state } = readScreenState(search)
  return buildScreenQuery(state, isPhone ? listCardColumns(state) : state.columns)
}
