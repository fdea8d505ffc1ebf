import type { Success } from '@callwright/contracts'
import type { Freshness } from './screen.ts'

/** Freshness fields of every market-data response. */
export function readFreshness(
  wire: Pick<Success<'stocks.quote'>, 'data_class' | 'source' | 'as_of' | 'cache_status'>,
): Freshness {
  return {
    dataClass: wire.data_class,
    source: wire.source,
    asOf: wire.as_of,
    lastUpdated: null,
    cacheStatus: wire.cache_status,
  }
}
