import { isCalendarDay } from '@callwright/scoring/iso-date'
import type { SortOrder } from '../../api/market.ts'
import type { PositionTerms } from '../../api/portfolio.ts'
import { compareValues, sortRows } from '../../shared/data-table/columns.tsx'
import { readSymbol } from '../../shared/paths.ts'
import type { AddressForm, AddressNavigation, ParsedAddress } from '../../shared/routing.ts'
import type { PositionRow } from './data/position.ts'
import { type SortColumn, sortableColumns } from './table/position-columns.tsx'

/** State of the portfolio page, stored in the URL. */
interface PortfolioPageState extends PositionSort {
  readonly tab: PortfolioTab
  /** Text that the table is filtered by; empty for none. */
  readonly filter: string
  readonly isGrouped: boolean
  /** Id of the position shown below the table; null for none. */
  readonly selected: string | null
  /** Id of the position whose rolls are shown in place of the positions (`ROLLS_ADDRESS`); null for none. */
  readonly rolls: string | null
  /** Position prefilled by another page; removed from the URL when the form opens. */
  readonly add: Partial<PositionTerms> | null
  /** Dialog requested by another page; removed from the URL when it opens. */
  readonly open: 'add' | 'import' | null
}

export const portfolioTabs = ['open', 'ended', 'income', 'holdings', 'tax'] as const
export type PortfolioTab = (typeof portfolioTabs)[number]

const MAX_FILTER_LENGTH = 60

export type PortfolioNavigation = AddressNavigation<PortfolioPageState>

const ID = /^[A-Za-z0-9_-]{1,64}$/
const NUMBER = /^\d{1,7}(\.\d{1,4})?$/

const readNumber = (text: string): number | null => (NUMBER.test(text) ? Number(text) : null)
const readContracts = (text: string): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null)
const readDay = (text: string): string | null => (isCalendarDay(text) ? text : null)

function readPageState(search: URLSearchParams): ParsedAddress<PortfolioPageState> {
  const ignored: string[] = []
  function read<T>(name: string, parse: (text: string) => T | null): T | null {
    const text = search.get(name)
    const value = text === null ? null : parse(text)
    if (text !== null && value === null) ignored.push(`${name}=${text}`)
    return value
  }
  const symbol = read('add', readSymbol)
  const prefill = {
    expiration: read('exp', readDay),
    strike: read('strike', readNumber),
    entryPrice: read('price', readNumber),
    premium: read('premium', readNumber),
    contracts: read('contracts', readContracts),
  }
  const state: PortfolioPageState = {
    tab: read('tab', (text) => portfolioTabs.find((tab) => tab === text) ?? null) ?? 'open',
    filter: read('q', (text) => (text.length <= MAX_FILTER_LENGTH ? text : null)) ?? '',
    isGrouped: read('group', (text) => (text === 'symbol' ? text : null)) !== null,
    sort: read('sort', (text) => (isSortColumn(text) ? text : null)) ?? defaultSort.sort,
    order: read('order', (text) => (text === 'asc' || text === 'desc' ? text : null)) ?? defaultSort.order,
    selected: read('selected', (text) => (ID.test(text) ? text : null)),
    rolls: read('rolls', (text) => (ID.test(text) ? text : null)),
    add: symbol === null ? null : { symbol, ...dropNulls(prefill) },
    open: read('open', (text) => (text === 'add' || text === 'import' ? text : null)),
  }
  return { state, ignored }
}

type Known<T> = { readonly [K in keyof T]?: NonNullable<T[K]> }

function dropNulls<T extends object>(values: T): Known<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known<T>
}

function writePageState({ tab, filter, isGrouped, sort, order, selected, rolls }: PortfolioPageState): URLSearchParams {
  const search = new URLSearchParams()
  if (tab !== 'open') search.set('tab', tab)
  if (filter !== '') search.set('q', filter)
  if (isGrouped) search.set('group', 'symbol')
  if (sort !== defaultSort.sort) search.set('sort', sort)
  if (order !== defaultSort.order) search.set('order', order)
  if (selected !== null) search.set('selected', selected)
  if (rolls !== null) search.set('rolls', rolls)
  return search
}

export const portfolioAddress: AddressForm<PortfolioPageState> = { read: readPageState, write: writePageState }

export interface PositionSort {
  readonly sort: SortColumn
  readonly order: SortOrder
}

/** Default order: soonest expiration first. */
const defaultSort: PositionSort = { sort: 'dte', order: 'asc' }

const isSortColumn = (text: string): text is SortColumn => sortableColumns.some(({ id }) => id === text)

/** Columns that sort ascending first; all others start with the largest figure. */
const ascendingFirst: readonly SortColumn[] = ['ticker', 'dte', 'recommendation']

/** Sorts by a column; clicking the same header again reverses the order. */
export function sortBy(column: SortColumn, { sort, order }: PositionSort): PositionSort {
  if (column === sort) return { sort, order: order === 'asc' ? 'desc' : 'asc' }
  return { sort: column, order: ascendingFirst.includes(column) ? 'asc' : 'desc' }
}

export function sortPositions(rows: readonly PositionRow[], { sort, order }: PositionSort): readonly PositionRow[] {
  const read = sortableColumns.find(({ id }) => id === sort)?.value
  return read === undefined ? rows : sortRows(rows, read, order, breakTie)
}

/** Breaks ties, to keep the order stable between renders. */
const breakTie = (a: PositionRow, b: PositionRow) =>
  compareValues(a.position.symbol, b.position.symbol) ||
  compareValues(a.position.expiration, b.position.expiration) ||
  compareValues(a.position.id, b.position.id)
