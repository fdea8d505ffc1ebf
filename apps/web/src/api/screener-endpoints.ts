import type { Success } from '@callwright/contracts'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import {
  readScreen,
  requestCount,
  requestRatings,
  requestScreen,
  type Screen,
  type ScreenNarrowing,
  type ScreenQuery,
} from './screen.ts'

/** Stock ratings, best first. An unrated stock has null. */
export interface RatingList {
  readonly scores: readonly (number | null)[]
  /** Total number of stocks. */
  readonly total: number
}

/** One page of a stock list, as symbols only. */
export interface Listing {
  readonly symbols: readonly string[]
  readonly offset: number
  /** Length of the whole list. */
  readonly total: number
}

export const screenerApi = api.injectEndpoints({
  endpoints: (build) => ({
    screen: build.query<Screen, ScreenQuery>({
      query: requestScreen,
      transformResponse: (wire: Success<'screener.view'>, _meta, query) => readScreen(wire, query),
      providesTags: ['Screen'],
    }),
    listing: build.query<Listing, Omit<ScreenQuery, 'fields'>>({
      query: (query) => requestScreen({ ...query, fields: ['symbol'] }),
      transformResponse: ({ stocks, pagination: { offset, total } }: Success<'screener.view'>) => ({
        symbols: stocks.map(({ symbol }) => symbol),
        offset,
        total,
      }),
      providesTags: ['Screen'],
    }),
    countStocks: build.query<number, ScreenNarrowing>({
      query: requestCount,
      transformResponse: ({ pagination }: Success<'screener.view'>) => pagination.total,
      providesTags: ['Screen'],
    }),
    /** The key is the offset. */
    ratings: build.query<RatingList, number>({
      query: requestRatings,
      transformResponse: ({ stocks, pagination: { total } }: Success<'screener.view'>) => ({
        scores: stocks.map(({ cc_score: score }) => score ?? null),
        total,
      }),
      providesTags: ['Screen'],
    }),
  }),
})

/** Aborts this query's request if it is running. */
export async function abortScreen(dispatch: Dispatch, query: ScreenQuery): Promise<void> {
  const running = (dispatch as ThunkDispatch<unknown, unknown, UnknownAction>)(
    screenerApi.util.getRunningQueryThunk('screen', query),
  )
  running?.abort()
  await running
}

export const { useScreenQuery, useListingQuery, useCountStocksQuery, useRatingsQuery } = screenerApi
