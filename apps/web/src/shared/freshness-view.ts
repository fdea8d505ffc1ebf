import type { CacheStatus, DataClass, Freshness } from '../api/market.ts'
import { formatEtDay, formatEtTime } from './format/times.ts'

export interface FreshnessView {
  /**
   * `unreal`: not current or not from a real market, so it is hatched. `plain`: current, shown with its age. `stale`:
   * outdated.
   */
  readonly tone: 'unreal' | 'plain' | 'stale'
  readonly text: string
}

const DELAY_MINUTES = 15

export function describeFreshness({ dataClass, asOf, cacheStatus }: Freshness): FreshnessView {
  const time = asOf === null ? null : formatEtTime(asOf)
  const real = cacheStatus === 'stale' ? 'stale' : 'plain'
  const withTime = (words: string) => (time === null ? words : `${words} · ${time}`)
  switch (dataClass) {
    case 'recorded':
      return { tone: 'unreal', text: withTime('Recorded') }
    case 'simulated':
      return { tone: 'unreal', text: withTime('Simulated') }
    case 'delayed':
      return { tone: real, text: withTime(`Delayed ${DELAY_MINUTES} min`) }
    case 'indicative':
      return { tone: real, text: withTime(`Indicative quotes, delayed ${DELAY_MINUTES} min`) }
    case 'live':
      return { tone: real, text: withTime('Live') }
    case 'closed':
      return { tone: real, text: withTime('Market closed') }
    case 'stale':
      return { tone: 'stale', text: time === null ? 'Stale' : `Stale since ${time}` }
    case 'none':
      return { tone: 'stale', text: 'No data yet' }
  }
}

const classWords: Readonly<Record<DataClass, string>> = {
  live: 'Live quotes',
  delayed: `Quotes delayed by ${DELAY_MINUTES} minutes`,
  indicative: `Indicative option quotes, delayed by ${DELAY_MINUTES} minutes: estimates by the source, not exchange quotes`,
  recorded: 'Recorded market: real prices from a past day',
  simulated: 'Simulated market: not real prices',
  closed: 'Last prices before the market closed',
  stale: 'Data source not responding: last known figures',
  none: 'No data yet',
}

const cacheWords: Readonly<Record<CacheStatus, string>> = {
  fresh: 'Up to date',
  stale: 'Older than scheduled',
  miss: 'Just loaded',
  refreshing: 'Refreshing',
}

export const describeDataClass = (dataClass: DataClass) => classWords[dataClass]
export const describeCacheStatus = (status: CacheStatus) => cacheWords[status]

/** Notice that the figures are simulated or from an earlier day; null if they are from today's market. */
export function describeMarket({ dataClass, source, asOf }: Freshness): string | null {
  if (dataClass === 'simulated' || /invented|simulated/i.test(source)) return 'Simulated market: not real prices'
  if (dataClass !== 'recorded') return null
  return asOf === null ? 'Recorded market from a past day' : `Recorded market of ${formatEtDay(asOf)}`
}
