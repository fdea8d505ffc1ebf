import type { Query, Success } from '@callwright/contracts'

type ViewWire = Success<'screener.view'>
export type DataClass = ViewWire['data_class']
export type CacheStatus = ViewWire['cache_status']

/** Where figures come from, and how old they are. */
export interface Freshness {
  readonly dataClass: DataClass
  readonly source: string
  readonly asOf: string | null
  readonly lastUpdated: string | null
  readonly cacheStatus: CacheStatus
}

/** Reads the freshness fields that every market-data response has. */
export function readFreshness(wire: Pick<ViewWire, 'data_class' | 'source' | 'as_of' | 'cache_status'>): Freshness {
  return {
    dataClass: wire.data_class,
    source: wire.source,
    asOf: wire.as_of,
    lastUpdated: null,
    cacheStatus: wire.cache_status,
  }
}

export type SortOrder = NonNullable<Query<'screener.view'>['sort_order']>
