import { nanoid } from '@reduxjs/toolkit'
import type { SavedScreen } from '../../../api/saved-screen-endpoints.ts'
import { columnWords } from '../columns/column-words.ts'
import { findColumnName } from '../columns/columns.tsx'
import { listChips } from '../filters/filter-view.ts'
import {
  areSameColumns,
  defaultScreenState,
  essentialColumns,
  parseScreenState,
  professionalColumns,
  type ScreenState,
  writeScreenState,
} from '../state/screen-state.ts'
import { savedWords as words } from './saved-words.ts'

/** Query string that is stored for a saved screen: everything except the page number. */
export const writeQuery = (state: ScreenState) => writeScreenState({ ...state, page: 1 }).toString()

/** Parses a saved query string; the screen starts on the first page. */
export const readQuery = (query: string) => parseScreenState(new URLSearchParams(query)).state

export const createSavedScreen = (name: string, state: ScreenState): SavedScreen => ({
  id: nanoid(),
  name,
  query: writeQuery(state),
})

/** One-line summary of a saved screen. */
export function describeScreen(state: ScreenState): string {
  const { text, filters, sort, order, columns, size } = state
  const isUsualOrder = sort === defaultScreenState.sort && order === defaultScreenState.order
  const parts = [
    text === '' ? null : `“${text}”`,
    ...listChips(filters).map(({ name, value }) => `${name} ${value}`),
    isUsualOrder ? null : (order === 'asc' ? words.sortedLowest : words.sorted)(findColumnName(sort)),
    describeColumns(columns),
    size === defaultScreenState.size ? null : words.rows(size),
  ].filter((part) => part !== null)
  return parts.length === 0 ? words.plain : parts.join(' · ')
}

function describeColumns(columns: ScreenState['columns']): string | null {
  if (areSameColumns(columns, essentialColumns)) return null
  return areSameColumns(columns, professionalColumns) ? columnWords.presets.professional : words.columns(columns.length)
}

/** Validation message for a name; null if it is valid. */
export function checkName(name: string, others: readonly SavedScreen[]): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return words.nameMissing
  const isTaken = others.some((other) => other.name.trim().toLowerCase() === wanted)
  return isTaken ? words.nameTaken : null
}
