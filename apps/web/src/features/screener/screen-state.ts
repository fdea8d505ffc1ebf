import type { ScreenQuery, SortColumn, SortOrder } from '../../api/screen.ts'

export const pageSizes = [25, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]

/** What the screen shows, all of it in the page's address. */
export interface ScreenState {
  readonly sort: SortColumn
  readonly order: SortOrder
  readonly page: number
  readonly size: PageSize
}

export const defaultScreenState: ScreenState = { sort: 'cc_score', order: 'desc', page: 1, size: 25 }

/** The columns of the table that the server can sort by. */
export const sortableColumns = [
  'symbol',
  'company_name',
  'cc_score',
  'current_price',
  'best_ann_yield',
  'best_dte',
  'iv_rank',
  'iv_percentile',
  'rsi',
  'sector',
  'market_cap',
] as const satisfies readonly SortColumn[]

const MAX_PAGE = 5_000

type Readers = { readonly [K in keyof ScreenState]: (text: string) => ScreenState[K] | null }

const readers: Readers = {
  sort: (text) => sortableColumns.find((column) => column === text) ?? null,
  order: (text) => (text === 'asc' || text === 'desc' ? text : null),
  page: (text) => (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE ? Number(text) : null),
  size: (text) => pageSizes.find((size) => String(size) === text) ?? null,
}

export interface ParsedScreen {
  readonly state: ScreenState
  /** Parts of the address that mean nothing here, as `name=value`. */
  readonly ignored: readonly string[]
}

export function parseScreenState(search: URLSearchParams): ParsedScreen {
  const ignored: string[] = []
  function read<K extends keyof ScreenState>(name: K): ScreenState[K] {
    const text = search.get(name)
    if (text === null) return defaultScreenState[name]
    const value = readers[name](text)
    if (value === null) ignored.push(`${name}=${text}`)
    return value ?? defaultScreenState[name]
  }
  return { state: { sort: read('sort'), order: read('order'), page: read('page'), size: read('size') }, ignored }
}

/** The address of a state; what is as usual is left out. */
export function writeScreenState(state: ScreenState): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of ['sort', 'order', 'page', 'size'] as const) {
    if (state[name] !== defaultScreenState[name]) search.set(name, String(state[name]))
  }
  return search
}

export function buildScreenQuery({ sort, order, page, size }: ScreenState): ScreenQuery {
  return { sortBy: sort, sortOrder: order, limit: size, offset: (page - 1) * size }
}

/** A new column starts at its highest; the same one turns round. Either way the first page is shown. */
export function sortScreen(state: ScreenState, column: SortColumn): ScreenState {
  const order = state.sort === column && state.order === 'desc' ? 'asc' : 'desc'
  return { ...state, sort: column, order, page: 1 }
}
