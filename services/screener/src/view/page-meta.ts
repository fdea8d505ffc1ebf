import { hash } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { isClockFrozen, isInSession } from '../market-session.ts'
import type { Stamp } from './row-table.ts'
import type { Snapshot } from './snapshot.ts'
import type { Weighting } from './weighted-rating.ts'

/** Fields of a page that do not depend on the query. */
type PageMeta = Pick<
  Success<'screener.view'>,
  'weights' | 'source' | 'message' | 'last_updated' | 'cache_status' | 'data_class' | 'as_of'
>

export interface PageMetaText {
  readonly json: string
  /** Tag that changes with the metadata, the rows and the weights, and is the same on every replica. */
  readonly tag: string
}

export interface PageMetaDeps {
  readonly snapshot: Pick<Snapshot, 'reachable' | 'run' | 'summary' | 'origin' | 'version' | 'reloads'>
  readonly weights: { readonly isKnown: boolean }
  readonly maxAgeMs: number
  readonly now: () => number
}

const DATABASE_DOWN = 'The database is not available right now. Showing the last known figures.'
const NO_WEIGHTS = 'Your weights are not available right now. Ratings use the default weights.'
const NONE = 'none'
/** Time for which values that depend only on the clock are cached. */
const CACHE_MS = 1_000

/** Builds a page's metadata: source and age of the figures, and the active run. */
export function createPageMeta({ snapshot, weights, maxAgeMs, now }: PageMetaDeps) {
  const isTrading = cacheFor(CACHE_MS, isInSession)
  const cached = new Map<string, PageMetaText>()
  let cachedState = ''

  function readCacheStatus(): PageMeta['cache_status'] {
    if (!snapshot.reachable) return 'stale'
    if (snapshot.run?.active) return 'refreshing'
    const { count, newestEnrichedMs } = snapshot.summary
    if (count === 0 || newestEnrichedMs === null) return 'miss'
    return isStale(newestEnrichedMs) ? 'stale' : 'fresh'
  }

  /** Only rows from a market whose clock moves can be stale, and only during a session. */
  function isStale(enrichedMs: number): boolean {
    const { as_of, data_class } = readStamp()
    if (as_of === null || data_class === 'recorded' || !(now() - enrichedMs > maxAgeMs)) return false
    return isTrading(now()) && !isClockFrozen(Date.parse(as_of), enrichedMs)
  }

  const readStamp = (): Stamp =>
    snapshot.summary.stamp ?? { source: snapshot.run?.source ?? NONE, data_class: 'none', as_of: null }

  function describe(): string | null {
    if (!snapshot.reachable) return weights.isKnown ? DATABASE_DOWN : `${DATABASE_DOWN} ${NO_WEIGHTS}`
    if (!weights.isKnown) return NO_WEIGHTS
    const { run, summary } = snapshot
    if (run?.active) {
      return `Refreshing: ${run.done} of ${run.total} stocks ${run.stage === 'survey' ? 'surveyed' : 'ready'}`
    }
    if (summary.count > 0) return null
    return run === null ? 'No stocks yet. The first refresh has not started.' : 'No stocks are ready.'
  }

  function write(weighting: Weighting | null, note: string | null): PageMetaText {
    const meta: PageMeta = {
      weights: weighting === null ? 'default' : 'custom',
      ...readStamp(),
      message: note ?? describe(),
      last_updated: snapshot.summary.newestEnrichedAt,
      cache_status: readCacheStatus(),
    }
    const json = JSON.stringify(meta)
    const content = `${snapshot.origin} ${snapshot.version} ${weighting?.key ?? ''} ${json}`
    return { json, tag: hash('sha1', content, 'base64url') }
  }

  return {
    readStamp,
    readCacheStatus,
    isStale,
    /** Returns the current metadata for these weights; `note` replaces the message. */
    read(weighting: Weighting | null, note: string | null): PageMetaText {
      if (note !== null) return write(weighting, note)
      const state = `${snapshot.reloads} ${weights.isKnown} ${Math.floor(now() / CACHE_MS)}`
      if (state !== cachedState) cached.clear()
      cachedState = state
      const key = weighting?.key ?? ''
      const text = cached.get(key) ?? write(weighting, null)
      cached.set(key, text)
      return text
    },
  }
}

function cacheFor<T>(milliseconds: number, read: (nowMs: number) => T): (nowMs: number) => T {
  let found: { readonly atMs: number; readonly value: T } | null = null
  return (nowMs) => {
    if (found === null || !(nowMs >= found.atMs && nowMs - found.atMs < milliseconds)) {
      found = { atMs: nowMs, value: read(nowMs) }
    }
    return found.value
  }
}
