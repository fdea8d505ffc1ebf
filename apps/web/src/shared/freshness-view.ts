import type { CacheStatus, DataClass, Freshness } from '../api/screen.ts'
import { formatEtTime } from './format/times.ts'

export interface FreshnessView {
  /** `unreal`: hatched, not of this moment or of no real market. `plain`: a fact with its age. `stale`: too old. */
  readonly tone: 'unreal' | 'plain' | 'stale'
  readonly text: string
}

const DELAY_MINUTES = 15

export function describeFreshness({ dataClass, asOf }: Freshness): FreshnessView {
  const time = asOf === null ? null : formatEtTime(asOf)
  const withTime = (words: string) => (time === null ? words : `${words} · ${time}`)
  switch (dataClass) {
    case 'recorded':
      return { tone: 'unreal', text: withTime('Recorded') }
    case 'simulated':
      return { tone: 'unreal', text: withTime('Simulated') }
    case 'delayed':
      return { tone: 'plain', text: withTime(`Delayed ${DELAY_MINUTES} min`) }
    case 'live':
      return { tone: 'plain', text: withTime('Live') }
    case 'closed':
      return { tone: 'plain', text: withTime('Market closed') }
    case 'stale':
      return { tone: 'stale', text: time === null ? 'Stale' : `Stale since ${time}` }
    case 'none':
      return { tone: 'stale', text: 'No data yet' }
  }
}

const classWords: Readonly<Record<DataClass, string>> = {
  live: 'Live quotes',
  delayed: `Quotes delayed by ${DELAY_MINUTES} minutes`,
  recorded: 'A recorded market: real prices of a past day',
  simulated: 'A simulated market: not real prices',
  closed: 'Last prices before the market closed',
  stale: 'The source does not answer: the last figures it gave',
  none: 'No figures yet',
}

const cacheWords: Readonly<Record<CacheStatus, string>> = {
  fresh: 'Up to date',
  stale: 'Older than planned',
  miss: 'Read anew',
  refreshing: 'Being refreshed',
}

export const describeDataClass = (dataClass: DataClass) => classWords[dataClass]
export const describeCacheStatus = (status: CacheStatus) => cacheWords[status]

/** Whether what is shown is made up, so that the page must say it loudly. */
export function isInvented({ dataClass, source }: Freshness): boolean {
  return dataClass === 'simulated' || /invented|simulated/i.test(source)
}
