import { nanoid } from '@reduxjs/toolkit'
import type { SavedScreen } from '../../../api/screener.ts'
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
    isUsualOrder ? null : `by ${findColumnName(sort)}${order === 'asc' ? ', lowest first' : ''}`,
    describeColumns(columns),
    size === defaultScreenState.size ? null : `${size} rows`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'All stocks, best rated first' : parts.join(' · ')
}

function describeColumns(columns: ScreenState['columns']): string | null {
  if (areSameColumns(columns, essentialColumns)) return null
  return areSameColumns(columns, professionalColumns) ? columnWords.presets.professional : `${columns.length} columns`
}

/** Validation message for a name; null if it is valid. */
export function checkName(name: string, others: readonly SavedScreen[]): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Enter a name for the screen'
  const isTaken = others.some((other) => other.name.trim().toLowerCase() === wanted)
  return isTaken ? 'You already have a screen with this name' : null
}
