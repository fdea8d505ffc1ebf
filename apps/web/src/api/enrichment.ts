import type { EnrichmentStatus, Success } from '@callwright/contracts'
import { type Domain, toDomain } from '@callwright/contracts/domain-names'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api, sendInSession } from './api.ts'
import { followEvents, openEvents } from './event-stream.ts'
import { request } from './http.ts'
import type { ApiServices } from './services.ts'

/** A stock with missing figures, and the reason. */
export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

const statusNames = { rate_per_second: 'perSecond', eta_seconds: 'secondsLeft' } as const

/** Progress of the current enrichment run, or the result of the last one. */
export type Enrichment = Domain<EnrichmentStatus, typeof statusNames>

export const readEnrichment = (wire: EnrichmentStatus): Enrichment => toDomain(wire, statusNames)

export const isUnderway = ({ state }: Enrichment) => state !== 'idle'

const POLL_RUNNING_MS = 1_000
const POLL_IDLE_MS = 15_000

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Enrichment }>
}

/** Caches the status that a command returns, so that the page does not have to wait for the next event. */
async function cacheRunStatus(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    dispatch(buildStatusEntry(data))
  } catch {
    // The button shows the error.
  }
}

function buildStatusEntry(value: Enrichment): UnknownAction {
  return enrichmentApi.util.upsertQueryEntries([{ endpointName: 'enrichmentStatus', arg: undefined, value }])
}

interface Watched {
  readonly dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  readonly extra: unknown
  readonly getCacheEntry: () => { readonly data?: Enrichment | undefined }
  readonly cacheEntryRemoved: Promise<void>
}

/** Follows the status for as long as any component subscribes to it. */
async function watchStatus(_arg: unknown, { dispatch, extra, getCacheEntry, cacheEntryRemoved }: Watched) {
  const services = extra as ApiServices
  const stream = request('screener.enrichmentEvents')
  const unsubscribed = new AbortController()
  void cacheEntryRemoved.then(() => unsubscribed.abort())
  const poll = () => dispatch(fetchStatus())
  const isRunning = () => {
    const { data } = getCacheEntry()
    return data !== undefined && isUnderway(data)
  }
  await followEvents(
    {
      open: (signal) =>
        sendInSession({ extra, dispatch }, stream, (token) => openEvents(services.fetch, stream, { token, signal })),
      onEvent: (name, data) => {
        const status = name === 'status' && !unsubscribed.signal.aborted ? parseStatus(data) : null
        if (status !== null) dispatch(buildStatusEntry(status))
      },
      // If only heartbeats arrive, the event that ended the run may have been missed.
      onHeartbeat: () => isRunning() && void poll(),
      poll,
      pollEveryMs: () => (isRunning() ? POLL_RUNNING_MS : POLL_IDLE_MS),
    },
    services,
    unsubscribed.signal,
  )
}

const fetchStatus = () =>
  enrichmentApi.endpoints.enrichmentStatus.initiate(undefined, { forceRefetch: true, subscribe: false })

function parseStatus(data: string): Enrichment | null {
  try {
    return readEnrichment(JSON.parse(data) as Success<'screener.enrichmentStatus'>)
  } catch {
    return null
  }
}

export const enrichmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    enrichmentStatus: build.query<Enrichment, void>({
      query: () => request('screener.enrichmentStatus'),
      transformResponse: (wire: Success<'screener.enrichmentStatus'>) => readEnrichment(wire),
      onCacheEntryAdded: watchStatus,
    }),
    refreshScreen: build.mutation<Enrichment, void>({
      query: () => request('screener.refresh'),
      transformResponse: (wire: Success<'screener.refresh'>) => readEnrichment(wire),
      onQueryStarted: cacheRunStatus,
      invalidatesTags: ['Screen'],
    }),
    startEnrichment: build.mutation<Enrichment, void>({
      query: () => request('screener.startEnrichment'),
      transformResponse: (wire: Success<'screener.startEnrichment'>) => readEnrichment(wire),
      onQueryStarted: cacheRunStatus,
    }),
    stopEnrichment: build.mutation<Enrichment, void>({
      query: () => request('screener.stopEnrichment'),
      transformResponse: (wire: Success<'screener.stopEnrichment'>) => readEnrichment(wire),
      onQueryStarted: cacheRunStatus,
    }),
  }),
})

export const {
  useEnrichmentStatusQuery,
  useRefreshScreenMutation,
  useStartEnrichmentMutation,
  useStopEnrichmentMutation,
} = enrichmentApi
