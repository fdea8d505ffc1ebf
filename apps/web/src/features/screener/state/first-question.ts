import type { ScreenQuery } from '../../../api/screen.ts'
import { readScreenState } from './screen-preferences.ts'
import { buildScreenQuery, listCardColumns } from './screen-state.ts'

/** What the screener asks for first at an address, for those who cannot wait for the page itself. */
export function findFirstQuestion(search: URLSearchParams, isPhone: boolean): ScreenQuery {
  const { state } = readScreenState(search)
  return buildScreenQuery(state, isPhone ? listCardColumns(state) : state.columns)
}
