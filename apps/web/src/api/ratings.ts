import type { RatingWeights, ScorePart, ScreenerRow, Success } from '@callwright/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { request } from './http.ts'

/** Relative weight of each part of the rating. Only the proportions matter. */
export type Weights = RatingWeights

export interface WeightChoice {
  readonly weights: Weights
  /** True for the user's own weights, false for the defaults. */
  readonly own: boolean
}

export interface RatingPart {
  readonly key: string
  readonly label: string
  readonly points: number
  readonly max: number
  readonly unknown: boolean
  readonly explanation: string
}

/** A stock's rating, with its parts and their explanations. */
export interface StockRating {
  readonly parts: readonly RatingPart[]
  /** Ratings on past sessions and today, oldest first; empty if the user has own weights. */
  readonly history: readonly { readonly date: string; readonly score: number }[]
}

const ratingFields = ['score_parts', 'score_history'] as const satisfies readonly (keyof ScreenerRow)[]

function readStockRating({ stocks }: Success<'screener.view'>): StockRating {
  const [row] = stocks
  return { parts: row?.score_parts?.map(readPart) ?? [], history: row?.score_history ?? [] }
}

function readPart({ key, label, points, max, unknown, explanation }: ScorePart): RatingPart {
  return { key, label, points, max, unknown, explanation }
}

function readWeights({ weights, custom }: Success<'screener.getWeights'>): WeightChoice {
  return { weights, own: custom }
}

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: WeightChoice }>
}

/** Caches the weights that the response contains, so that no refetch is needed. */
async function cacheChoice(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    dispatch(buildChoiceEntry(data))
  } catch {
    // The dialog shows the error.
  }
}

function buildChoiceEntry(value: WeightChoice): UnknownAction {
  return ratingApi.util.upsertQueryEntries([{ endpointName: 'weights', arg: undefined, value }])
}

export const ratingApi = api.injectEndpoints({
  endpoints: (build) => ({
    stockRating: build.query<StockRating, string>({
      query: (symbol) =>
        request('screener.view', { query: { symbols: symbol, limit: 1, fields: ratingFields.join(',') } }),
      transformResponse: (wire: Success<'screener.view'>) => readStockRating(wire),
      providesTags: ['Screen'],
    }),
    weights: build.query<WeightChoice, void>({
      query: () => request('screener.getWeights'),
      transformResponse: (wire: Success<'screener.getWeights'>) => readWeights(wire),
    }),
    saveWeights: build.mutation<WeightChoice, Weights>({
      query: (body) => request('screener.putWeights', { body }),
      transformResponse: (wire: Success<'screener.putWeights'>) => readWeights(wire),
      onQueryStarted: cacheChoice,
      invalidatesTags: ['Screen'],
    }),
  }),
})

export const { useStockRatingQuery, useWeightsQuery, useSaveWeightsMutation } = ratingApi
