import type { SavedScreen, Screen } from '../../../api/screener.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/data-facts.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
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

/**
 * Facts printed and exported with the figures: the data's source and time, the filters and the sort order.
 * @param only symbols that the user exported individually; null if the filters selected the stocks
 */
export function listScreenFacts(
  state: ScreenState,
  screen: Screen,
  only: readonly string[] | null = null,
): readonly ExportFact[] {
  const { freshness, ownWeights, total, universeTotal } = screen
  const facts = [
    ...listDataFacts(freshness),
    only === null
      ? { name: 'Filters', value: listNarrowing(state).join(', ') || 'none' }
      : { name: 'Selected', value: only.join(', ') },
    { name: 'Sorted by', value: describeSort(state) },
    { name: 'Stocks', value: `${formatInteger(total)} of ${formatInteger(universeTotal)}` },
  ]
  return ownWeights ? [...facts, { name: 'Rating', value: 'with your own weights' }] : facts
}

/** The search and each filter, as text. */
function listNarrowing({ text, filters }: ScreenState): readonly string[] {
  const chips = listChips(filters).map(({ name, value }) => `${name} ${value}`)
  return text.trim() === '' ? chips : [`“${text.trim()}”`, ...chips]
}

const describeSort = ({ sort, order }: ScreenState) =>
  `${findColumnName(sort)}, ${order === 'desc' ? 'highest' : 'lowest'} first`

/** Query string that is stored for a saved screen: everything except the page number. */
export const writeQuery = (state: ScreenState) => writeScreenState({ ...state, page: 1 }).toString()

/** Parses a saved query string; the screen starts on the first page. */
export const readQuery = (query: string) => parseScreenState(new URLSearchParams(query)).state

/** One-line summary of a saved screen. */
export function describeScreen(state: ScreenState): string {
  const { sort, order, columns, size } = state
  const isUsualOrder = sort === defaultScreenState.sort && order === defaultScreenState.order
  const parts = [
    ...listNarrowing(state),
    isUsualOrder ? null : `by ${findColumnName(sort)}${order === 'asc' ? ', lowest first' : ''}`,
    describeColumns(columns),
    size === defaultScreenState.size ? null : `${size} rows`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'All stocks, best rated first' : parts.join(' · ')
}

function describeColumns(columns: ScreenState['columns']): string | null {
  if (areSameColumns(columns, essentialColumns)) return null
  return areSameColumns(columns, professionalColumns) ? 'Professional' : `${columns.length} columns`
}

/** Validation message for a name; null if it is valid. */
export function checkName(name: string, others: readonly SavedScreen[]): string | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return 'Enter a name for the screen'
  const isTaken = others.some((other) => other.name.trim().toLowerCase() === wanted)
  return isTaken ? 'You already have a screen with this name' : null
}
