import type { Success } from '@callwright/contracts'
import type { Freshness } from './screen.ts'

/** Reads the freshness fields that every market-data response has. */
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
