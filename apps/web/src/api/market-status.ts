import type { Success } from '@callwright/contracts'
import { type Domain, toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'

type Wire = Success<'marketData.status'>

/** One source of market data, and how it has responded lately. */
export type SourceStatus = Domain<Wire['sources'][number], Record<never, never>>

/** Sources of market data, the data that none of them has, and the progress of the first fill. */
export interface MarketStatus extends Pick<Wire, 'kind' | 'data' | 'progress' | 'notes' | 'commands' | 'message'> {
  readonly sources: readonly SourceStatus[]
  readonly nextUpdateAt: string | null
  readonly freshness: Freshness
}

function readMarketStatus(wire: Wire): MarketStatus {
  const { kind, data, progress, notes, commands, message } = wire
  return {
    kind,
    data,
    progress,
    notes,
    commands,
    message,
    sources: wire.sources.map((source) => toDomain(source, {})),
    nextUpdateAt: wire.next_update_at,
    freshness: readFreshness(wire),
  }
}

const marketStatusApi = api.injectEndpoints({
  endpoints: (build) => ({
    marketStatus: build.query<MarketStatus, void>({
      query: () => request('marketData.status'),
      transformResponse: readMarketStatus,
    }),
  }),
})

export const { useMarketStatusQuery } = marketStatusApi
