import {
  type CallBasis,
  type CallPremium,
  type CallSortColumn,
  callBases,
  callPremiums,
  callSortColumns,
} from '@callwright/contracts/call-columns'
import { type SectorChoice, sectorChoices } from '@callwright/contracts/screener-columns'
import type { CallsNarrowing, CallsQuery } from '../../../api/calls.ts'
import type { SortOrder } from '../../../api/market.ts'
import { openBrowserStorage } from '../../../api/services.ts'
import type { ParsedAddress } from '../../../shared/routing.ts'
import { readListId } from '../state/screen-filters.ts'
import { MAX_TEXT, type PageSize, pageSizes } from '../state/screen-state.ts'
import { type GateParameter, gateFields } from './gate-fields.ts'

export type Gates = Readonly<Record<GateParameter, number | null>>

/** Everything that the Calls tab shows, as its URL stores it. */
export interface CallsState {
  readonly sort: CallSortColumn
  readonly order: SortOrder
  readonly page: number
  readonly size: PageSize
  /** Search for a symbol or a company. */
  readonly text: string
  readonly sector: SectorChoice
  /** Id of a list, or of the holdings; null for none. */
  readonly list: string | null
  /** Amount that the returns are a percentage of. */
  readonly basis: CallBasis
  /** Whether the strike must be at or above the user's cost per share. */
  readonly neverBelowCost: boolean
  /** Shown columns besides the call; null for all. */
  readonly columns: readonly CallSortColumn[] | null
  /** Price that the returns assume for a call. */
  readonly premium: CallPremium
  /** Bound of each gate; null for none. */
  readonly gates: Gates
}

export const initialGates = Object.fromEntries(
  gateFields.map(({ parameter, initial }) => [parameter, initial]),
) as unknown as Gates

export const defaultCallsState: CallsState = {
  sort: 'static_return_annualized_pct',
  order: 'desc',
  page: 1,
  size: 25,
  text: '',
  sector: 'all',
  list: null,
  basis: 'stock_price',
  neverBelowCost: false,
  columns: null,
  premium: 'bid',
  gates: initialGates,
}

/** Value of a gate without a bound, where the page starts with one. */
const ANY = 'any'
const MAX_BOUND = 1e6

const readNumber = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= MAX_BOUND ? value : null
}
const readPage = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null)

const storage = openBrowserStorage(() => globalThis.localStorage)
const COLUMNS_KEY = 'callColumns'

/** Remembers the columns for the next visit. */
export const storeCallColumns = (columns: CallsState['columns']) => storage.set(COLUMNS_KEY, columns?.join('.') ?? '')

function readColumns(text: string): CallsState['columns'] | undefined {
  const names = text.split('.')
  const known = callSortColumns.filter((column) => column !== 'symbol' && names.includes(column))
  return known.length === names.length ? known : undefined
}

/** Reads a URL; unknown parts keep their defaults and are listed in `ignored`. A bare URL gets the stored columns. */
export function readCallsState(search: URLSearchParams, isBare = search.size === 0): ParsedAddress<CallsState> {
  const ignored: string[] = []
  const known = new Set<string>()
  function read<T>(name: string, fallback: T, parse: (text: string) => T | undefined): T {
    known.add(name)
    const text = search.get(name)
    if (text === null) return fallback
    const value = parse(text)
    if (value === undefined) ignored.push(`${name}=${text}`)
    return value ?? fallback
  }
  const pick =
    <T extends string>(choices: readonly T[]) =>
    (text: string) =>
      choices.find((choice) => choice === text)
  const gates = Object.fromEntries(
    gateFields.map(({ parameter, initial }) => {
      known.add(parameter)
      const text = search.get(parameter)
      if (text === null) return [parameter, initial]
      const value = readNumber(text)
      if (text !== ANY && value === null) ignored.push(`${parameter}=${text}`)
      return [parameter, text === ANY ? null : (value ?? initial)]
    }),
  ) as unknown as Gates
  const { sort, order, page, size, text, sector, premium, basis } = defaultCallsState
  const state: CallsState = {
    sort: read('sort', sort, pick(callSortColumns)),
    order: read('order', order, pick(['asc', 'desc'])),
    page: read('page', page, (typed) => readPage(typed) ?? undefined),
    size: read('size', size, (typed) => pageSizes.find((each) => String(each) === typed)),
    text: read('q', text, (typed) => (typed.trim() !== '' && typed.length <= MAX_TEXT ? typed : undefined)),
    sector: read('sector', sector, pick(sectorChoices)),
    premium: read('premium', premium, pick(callPremiums)),
    list: read<CallsState['list']>('list', null, (typed) => readListId(typed) ?? undefined),
    basis: read('basis', basis, pick(callBases)),
    neverBelowCost: read('never_below_cost', false, (typed) => (typed === 'true' ? true : undefined)),
    columns: read<CallsState['columns']>('columns', readStoredColumns(isBare), readColumns),
    gates,
  }
  for (const [name, value] of search) if (!known.has(name)) ignored.push(`${name}=${value}`)
  return { state, ignored }
}

const readStoredColumns = (isBare: boolean) => (isBare ? (readColumns(storage.get(COLUMNS_KEY) ?? '') ?? null) : null)

/** URL parameters for a state; defaults are omitted. */
export function writeCallsState(state: CallsState): URLSearchParams {
  const search = new URLSearchParams()
  if (state.text.trim() !== '') search.set('q', state.text)
  for (const key of ['sector', 'list', 'premium', 'basis', 'sort', 'order', 'page', 'size'] as const) {
    if (state[key] !== defaultCallsState[key]) search.set(key, String(state[key]))
  }
  if (state.neverBelowCost) search.set('never_below_cost', 'true')
  if (state.columns !== null) search.set('columns', state.columns.join('.'))
  for (const { parameter, initial } of gateFields) {
    const value = state.gates[parameter]
    if (value !== initial) search.set(parameter, value === null ? ANY : String(value))
  }
  return search
}

export function buildCallsQuery(state: CallsState): CallsQuery {
  const { sort, order, page, size, text, sector, list, premium, basis, neverBelowCost, gates } = state
  const bounds = Object.entries(gates).filter(([, value]) => value !== null)
  const q = text.trim()
  return {
    narrowing: {
      ...(q !== '' && { q }),
      ...(sector !== 'all' && { sector }),
      ...(list !== null && { list }),
      ...(neverBelowCost && { never_below_cost: true }),
      ...(Object.fromEntries(bounds) as CallsNarrowing),
    },
    premium,
    basis,
    sortBy: sort,
    sortOrder: order,
    limit: size,
    offset: (page - 1) * size,
  }
}

/** Columns that start with the lowest value when they are sorted by. */
const ascendingFirst: readonly CallSortColumn[] = ['symbol', 'days_to_expiration', 'spread', 'spread_pct']

/** Sorts by a column, or reverses the order if already sorted by it. Returns to the first page. */
export function sortCalls(state: CallsState, column: CallSortColumn): CallsState {
  const first: SortOrder = ascendingFirst.includes(column) ? 'asc' : 'desc'
  const reversed: SortOrder = state.order === 'desc' ? 'asc' : 'desc'
  return { ...state, sort: column, order: state.sort === column ? reversed : first, page: 1 }
}

/** Sets a gate's bound; null removes it. Returns to the first page. */
export const setGate = (state: CallsState, parameter: GateParameter, value: number | null): CallsState => ({
  ...state,
  gates: { ...state.gates, [parameter]: value },
  page: 1,
})

/** Removes every gate, the search, the sector and the list. */
export const openGates = (state: CallsState): CallsState => ({
  ...state,
  text: '',
  sector: 'all',
  list: null,
  neverBelowCost: false,
  page: 1,
  gates: Object.fromEntries(gateFields.map(({ parameter }) => [parameter, null])) as unknown as Gates,
})

/** Clears the filter or gate that sends a parameter, given by the name of that parameter. */
export function relaxCalls(state: CallsState, parameter: string): CallsState {
  if (parameter === 'q') return { ...state, text: '', page: 1 }
  if (parameter === 'sector') return { ...state, sector: 'all', page: 1 }
  if (parameter === 'list') return { ...state, list: null, page: 1 }
  if (parameter === 'never_below_cost') return { ...state, neverBelowCost: false, page: 1 }
  const field = gateFields.find((each) => each.parameter === parameter)
  return field === undefined ? state : setGate(state, field.parameter, null)
}
