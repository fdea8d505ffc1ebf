import type { ScreenQuery } from '../../../api/screen.ts'
import { readScreenState } from './screen-preferences.ts'
import { buildScreenQuery, listCardColumns } from './screen-state.ts'

/** First query of the screener for a URL, sent before the code of the page has loaded. */
export function findFirstQuestion(search: URLSearchParams, isPhone: boolean): ScreenQuery {
  const { state } = readScreenState(search)
  return buildScreenQuery(state, isPhone ? listCardColumns(state) : state.columns)
}
