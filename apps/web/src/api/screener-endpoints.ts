import type { Success } from '@callwright/contracts'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { request } from './request.ts'
import { type Enrichment, readEnrichment, readScreen, type Screen, type ScreenQuery } from './screen.ts'

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Enrichment }>
}

/** The answer to a command is the newest status there is; the next poll need not be waited for. */
async function keepStatus(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    dispatch(buildStatusEntry(data))
  } catch {
    // The button that sent it shows why.
  }
}

function buildStatusEntry(value: Enrichment): UnknownAction {
  return screenerApi.util.upsertQueryEntries([{ endpointName: 'enrichmentStatus', arg: undefined, value }])
}

export const screenerApi = api.injectEndpoints({
  endpoints: (build) => ({
    screen: build.query<Screen, ScreenQuery>({
      query: ({ sortBy, sortOrder, limit, offset }) =>
        request('screener.view', { query: { limit, offset, sort_by: sortBy, sort_order: sortOrder } }),
      transformResponse: (wire: Success<'screener.view'>) => readScreen(wire),
      providesTags: ['Screen'],
    }),
    enrichmentStatus: build.query<Enrichment, void>({
      query: () => request('screener.enrichmentStatus'),
      transformResponse: (wire: Success<'screener.enrichmentStatus'>) => readEnrichment(wire),
    }),
    refreshScreen: build.mutation<Enrichment, void>({
      query: () => request('screener.refresh'),
      transformResponse: (wire: Success<'screener.refresh'>) => readEnrichment(wire),
      onQueryStarted: keepStatus,
      invalidatesTags: ['Screen'],
    }),
    startEnrichment: build.mutation<Enrichment, void>({
      query: () => request('screener.startEnrichment'),
      transformResponse: (wire: Success<'screener.startEnrichment'>) => readEnrichment(wire),
      onQueryStarted: keepStatus,
    }),
    stopEnrichment: build.mutation<Enrichment, void>({
      query: () => request('screener.stopEnrichment'),
      transformResponse: (wire: Success<'screener.stopEnrichment'>) => readEnrichment(wire),
      onQueryStarted: keepStatus,
    }),
  }),
})

/** Gives up a question that is on its way. */
export async function abortScreen(dispatch: Dispatch, query: ScreenQuery): Promise<void> {
  const running = (dispatch as ThunkDispatch<unknown, unknown, UnknownAction>)(
    screenerApi.util.getRunningQueryThunk('screen', query),
  )
  running?.abort()
  await running
}

export const {
  useScreenQuery,
  useEnrichmentStatusQuery,
  useRefreshScreenMutation,
  useStartEnrichmentMutation,
  useStopEnrichmentMutation,
} = screenerApi
