import { resolveColumn, type ScreenColumn, screenColumns, sortColumns } from '@callwright/contracts/screener-columns'
import { listFields, type ScreenNarrowing, type ScreenQuery } from '../../../api/early-requests.ts'
import type { SortOrder } from '../../../api/market.ts'
import { openBrowserStorage } from '../../../api/services.ts'
import type { ParsedAddress } from '../../../shared/routing.ts'
import {
  narrowByFilters,
  noFilters,
  readFilters,
  relaxFilter,
  type ScreenFilters,
  writeFilters,
} from './screen-filters.ts'

export const pageSizes = [25, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]

/** The screen's state. All of it is kept in the URL. */
export interface ScreenState {
  readonly sort: ScreenColumn
  readonly order: SortOrder
  readonly page: number
  readonly size: PageSize
  /** Search text; empty for no search. */
  readonly text: string
  readonly filters: ScreenFilters
  /** Columns from left to right; always valid according to `isColumnChoice`. */
  readonly columns: readonly ScreenColumn[]
}

/** Columns that are always shown, in their default order. */
export const essentialColumns = [
  'symbol',
  'company_name',
  'cc_score',
  'current_price',
  'best_ann_yield',
  'iv_percentile',
  'rsi',
  'sector',
  'market_cap',
] as const satisfies readonly ScreenColumn[]

/** All columns, the essential ones first. */
export const professionalColumns: readonly ScreenColumn[] = [...new Set([...essentialColumns, ...screenColumns])]

/** Columns that a card needs, including the sort column. */
function listCardColumns({ columns, sort }: Pick<ScreenState, 'columns' | 'sort'>): readonly ScreenColumn[] {
  return [...new Set<ScreenColumn>([...essentialColumns, 'best_dte', 'iv_rank', ...columns, sort])]
}

/** Whether the columns are valid: no duplicates, symbol first, all essential ones present. */
function isColumnChoice(columns: readonly ScreenColumn[]): boolean {
  return (
    columns[0] === 'symbol' &&
    new Set(columns).size === columns.length &&
    essentialColumns.every((column) => columns.includes(column))
  )
}

export const areSameColumns = (some: readonly ScreenColumn[], others: readonly ScreenColumn[]) =>
  some.join() === others.join()

export const defaultScreenState: ScreenState = {
  sort: 'cc_score',
  order: 'desc',
  page: 1,
  size: 25,
  text: '',
  filters: noFilters,
  columns: essentialColumns,
}

export const MAX_TEXT = 64
const MAX_PAGE = 5_000
const PROFESSIONAL = 'professional'
const ESSENTIAL = 'essential'

const names = { sort: 'sort', order: 'order', page: 'page', size: 'size', text: 'q', columns: 'columns' } as const
type Key = keyof typeof names
type Readers = { readonly [K in Key]: (text: string) => ScreenState[K] | null }

const readers: Readers = {
  sort: (text) => findColumn(text),
  order: (text) => (text === 'asc' || text === 'desc' ? text : null),
  page: (text) => (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE ? Number(text) : null),
  size: (text) => pageSizes.find((size) => String(size) === text) ?? null,
  text: (text) => (text.trim() !== '' && text.length <= MAX_TEXT && !/\p{Cc}/u.test(text) ? text : null),
  columns: (text) => readColumns(text),
}

function findColumn(text: string): ScreenColumn | null {
  const name = sortColumns.find((column) => column === text)
  return name === undefined ? null : resolveColumn(name)
}

function readColumns(text: string): readonly ScreenColumn[] | null {
  if (text === PROFESSIONAL) return professionalColumns
  if (text === ESSENTIAL) return essentialColumns
  const columns = text.split(/[.,]/).map((name) => screenColumns.find((column) => column === name))
  const known = columns.filter((column) => column !== undefined)
  return known.length === columns.length && isColumnChoice(known) ? known : null
}

export function parseScreenState(search: URLSearchParams): ParsedAddress<ScreenState> {
  const ignored: string[] = []
  const ignore = (name: string) => ignored.push(`${name}=${search.get(name)}`)
  function read<K extends Key>(key: K): ScreenState[K] {
    const text = search.get(names[key])
    if (text === null) return defaultScreenState[key]
    const value = readers[key](text)
    if (value === null) ignore(names[key])
    return value ?? defaultScreenState[key]
  }
  const state = {
    sort: read('sort'),
    order: read('order'),
    page: read('page'),
    size: read('size'),
    text: read('text'),
    columns: read('columns'),
    filters: readFilters(search, ignore),
  }
  return { state, ignored }
}

/** URL parameters for a state; defaults are omitted. */
export function writeScreenState(state: ScreenState): URLSearchParams {
  const search = new URLSearchParams()
  if (state.text.trim() !== '') search.set(names.text, state.text)
  writeFilters(state.filters, search)
  for (const key of ['sort', 'order', 'page', 'size'] as const) {
    if (state[key] !== defaultScreenState[key]) search.set(names[key], String(state[key]))
  }
  if (areSameColumns(state.columns, professionalColumns)) search.set(names.columns, PROFESSIONAL)
  else if (!areSameColumns(state.columns, essentialColumns)) search.set(names.columns, state.columns.join('.'))
  return search
}

const KEY = 'stockScreener'
const VERSION = 1
const storage = openBrowserStorage(() => globalThis.localStorage)

/** Stores the columns, which the browser keeps between visits. */
export function storeColumns(columns: readonly ScreenColumn[]): void {
  storage.set(KEY, JSON.stringify({ columns, version: VERSION }))
}

/** Reads stored columns. The text is not trusted: anything invalid gives the essential columns. */
export function parseStoredColumns(text: string | null): readonly ScreenColumn[] {
  const { version, columns } = readRecord(text)
  if (version !== VERSION || !Array.isArray(columns)) return essentialColumns
  return readColumns(columns.join('.')) ?? essentialColumns
}

function readRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** Reads the screen state in a URL; a bare URL gets the columns from the last visit. */
export function readScreenState(search: URLSearchParams, isBare = search.size === 0): ParsedAddress<ScreenState> {
  const parsed = parseScreenState(search)
  return isBare ? { ...parsed, state: { ...parsed.state, columns: parseStoredColumns(storage.get(KEY)) } } : parsed
}

/** Columns that the page shows for a state: on a phone, those of the cards. */
export const listShownColumns = (state: ScreenState, isPhone: boolean) =>
  isPhone ? listCardColumns(state) : state.columns

/** Builds the page's query for a state. The start script sends it before the page's code has loaded. */
export const buildShownQuery = (state: ScreenState, isPhone: boolean) =>
  buildScreenQuery(state, listShownColumns(state, isPhone))

/** Builds the query for a state, with the fields that `columns` need. */
export function buildScreenQuery(state: ScreenState, columns: readonly ScreenColumn[] = state.columns): ScreenQuery {
  const { sort, order, page, size } = state
  return {
    sortBy: sort,
    sortOrder: order,
    limit: size,
    offset: (page - 1) * size,
    narrowing: narrowScreen(state),
    fields: listFields(columns),
  }
}

/** Request parameters for the search and the filters. */
export function narrowScreen({ text, filters }: Pick<ScreenState, 'text' | 'filters'>): ScreenNarrowing {
  const q = text.trim()
  return { ...(q !== '' && { q }), ...narrowByFilters(filters) }
}

/** Sorts by a column, highest first, or reverses the order if already sorted by it. Returns to the first page. */
export function sortScreen(state: ScreenState, column: ScreenColumn): ScreenState {
  const order = state.sort === column && state.order === 'desc' ? 'asc' : 'desc'
  return { ...state, sort: column, order, page: 1 }
}

/** Searches, and returns to the first page. */
export function searchScreen(state: ScreenState, text: string): ScreenState {
  return { ...state, text: text.slice(0, MAX_TEXT), page: 1 }
}

/** Changes filters, and returns to the first page. */
export function filterScreen(state: ScreenState, change: Partial<ScreenFilters>): ScreenState {
  return { ...state, filters: { ...state.filters, ...change }, page: 1 }
}

/** Clears the search and all filters. */
export function clearFilters(state: ScreenState): ScreenState {
  return { ...state, text: '', filters: noFilters, page: 1 }
}

/** Removes the search or the filter with this request parameter. */
export function relaxScreen(state: ScreenState, parameter: string): ScreenState {
  if (parameter === 'q') return searchScreen(state, '')
  return filterScreen(state, relaxFilter(state.filters, parameter))
}

export const isNarrowed = (state: ScreenState) => Object.keys(narrowScreen(state)).length > 0

export function chooseColumns(state: ScreenState, columns: readonly ScreenColumn[]): ScreenState {
  return isColumnChoice(columns) ? { ...state, columns } : state
}
