import type { Success } from '@callwright/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { request } from './http.ts'
import { storeListNames } from './list-names.ts'

export interface Watchlist {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

export interface Watchlists {
  /** Sorted by name. */
  readonly lists: readonly Watchlist[]
  /** Symbols that the screener does not cover. */
  readonly unlisted: ReadonlySet<string>
}

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Watchlists }>
}

function readLists({ lists, unlisted }: Success<'screener.listWatchlists'>): Watchlists {
  storeListNames(new Map(lists.map(({ id, name }) => [id, name])))
  return { lists: lists.map(({ id, name, symbols }) => ({ id, name, symbols })), unlisted: new Set(unlisted) }
}

/** Caches all lists, which a change returns, and refetches screens, which may show one of them. */
async function cacheLists(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data: value } = await queryFulfilled
    dispatch(listsApi.util.upsertQueryEntries([{ endpointName: 'lists', arg: undefined, value }]))
  } catch {
    // The caller shows the error.
  }
}

export interface ListChange {
  readonly id: string
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
}

const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    lists: build.query<Watchlists, void>({
      query: () => request('screener.listWatchlists'),
      transformResponse: readLists,
    }),
    putList: build.mutation<
      Watchlists,
      { readonly id: string; readonly name: string; readonly symbols?: readonly string[] }
    >({
      query: ({ id, name, symbols }) =>
        request('screener.putWatchlist', {
          params: { id },
          body: { name, ...(symbols !== undefined && { symbols: [...symbols] }) },
        }),
      transformResponse: readLists,
      onQueryStarted: cacheLists,
      invalidatesTags: ['Screen'],
    }),
    changeList: build.mutation<Watchlists, ListChange>({
      query: ({ id, add = [], remove = [] }) =>
        request('screener.changeWatchlist', { params: { id }, body: { add: [...add], remove: [...remove] } }),
      transformResponse: readLists,
      onQueryStarted: cacheLists,
      invalidatesTags: ['Screen'],
    }),
    removeList: build.mutation<Watchlists, Pick<Watchlist, 'id'>>({
      query: ({ id }) => request('screener.removeWatchlist', { params: { id } }),
      transformResponse: readLists,
      onQueryStarted: cacheLists,
    }),
    /** Which of these symbols the screener covers. */
    coveredSymbols: build.query<readonly string[], readonly string[]>({
      query: (symbols) =>
        request('screener.view', { query: { symbols: symbols.join(','), fields: 'symbol', limit: 500 } }),
      transformResponse: ({ stocks }: Success<'screener.view'>) => stocks.map(({ symbol }) => symbol),
    }),
  }),
})

export const {
  useListsQuery,
  usePutListMutation,
  useChangeListMutation,
  useRemoveListMutation,
  useLazyCoveredSymbolsQuery,
} = listsApi
