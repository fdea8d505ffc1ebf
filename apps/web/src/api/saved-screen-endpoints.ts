import type { Success } from '@callwright/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { request } from './request.ts'

/** A saved screen: its name and the screener page's query string. */
export interface SavedScreen {
  readonly id: string
  readonly name: string
  readonly query: string
}

type Screens = readonly SavedScreen[]

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Screens }>
}

const readScreens = ({ screens }: Success<'screener.listScreens'>): Screens =>
  screens.map(({ id, name, query }) => ({ id, name, query }))

/** Caches the complete list that a change returns. */
async function cacheList(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data: value } = await queryFulfilled
    dispatch(savedScreenApi.util.upsertQueryEntries([{ endpointName: 'listScreens', arg: undefined, value }]))
  } catch {
    // The caller shows the error.
  }
}

const savedScreenApi = api.injectEndpoints({
  endpoints: (build) => ({
    listScreens: build.query<Screens, void>({
      query: () => request('screener.listScreens'),
      transformResponse: readScreens,
    }),
    putScreen: build.mutation<Screens, SavedScreen>({
      query: ({ id, name, query }) => request('screener.putScreen', { params: { id }, body: { name, query } }),
      transformResponse: readScreens,
      onQueryStarted: cacheList,
    }),
    removeScreen: build.mutation<Screens, Pick<SavedScreen, 'id'>>({
      query: ({ id }) => request('screener.removeScreen', { params: { id } }),
      transformResponse: readScreens,
      onQueryStarted: cacheList,
    }),
  }),
})

export const { useListScreensQuery, usePutScreenMutation, useRemoveScreenMutation } = savedScreenApi
