import { hash } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { isInSession, standsStill } from '../market-session.ts'
import type { Stamp } from './row-table.ts'
import type { Snapshot } from './snapshot.ts'
import type { Weighting } from './weighted-rating.ts'

/** What an answer says besides its rows and their counts, which does not depend on the question. */
type Standing = Pick<
  Success<'screener.view'>,
  'weights' | 'source' | 'message' | 'last_updated' | 'cache_status' | 'data_class' | 'as_of'
>

export interface StandingText {
  /** As JSON. */
  readonly json: string
  /** Moves with it, with the rows and with their weights; the same on every replica. */
  readonly tag: string
}

export interface StandingDeps {
  readonly snapshot: Pick<Snapshot, 'reachable' | 'run' | 'summary' | 'origin' | 'version' | 'readings'>
  readonly weights: { readonly isKnown: boolean }
  readonly maxAgeMs: number
  readonly now: () => number
}

const AWAY = 'The database is not available right now. These are the last figures known.'
const NO_WEIGHTS = 'Your own weights cannot be read right now: ratings stand under the rating’s own.'
const NONE = 'none'
/** What depends on the clock alone is found anew after so long. */
const MOMENT_MS = 1_000

/** How the screen stands: where its figures come from, how old they are, what is under way. */
export function createStandings({ snapshot, weights, maxAgeMs, now }: StandingDeps) {
  const trades = rememberFor(MOMENT_MS, isInSession)
  const written = new Map<string, StandingText>()
  let writtenAt = ''

  function readCacheStatus(): Standing['cache_status'] {
    if (!snapshot.reachable) return 'stale'
    if (snapshot.run?.active) return 'refreshing'
    const { count, newestEnrichedMs } = snapshot.summary
    if (count === 0 || newestEnrichedMs === null) return 'miss'
    return isAged(newestEnrichedMs) ? 'stale' : 'fresh'
  }

  /** Only a market whose clock moves grows old, and only while it trades. */
  function isAged(enrichedMs: number): boolean {
    const { as_of, data_class } = readStamp()
    if (as_of === null || data_class === 'recorded' || !(now() - enrichedMs > maxAgeMs)) return false
    return trades(now()) && !standsStill(Date.parse(as_of), enrichedMs)
  }

  const readStamp = (): Stamp =>
    snapshot.summary.stamp ?? { source: snapshot.run?.source ?? NONE, data_class: 'none', as_of: null }

  function describe(): string | null {
    if (!snapshot.reachable) return weights.isKnown ? AWAY : `${AWAY} ${NO_WEIGHTS}`
    if (!weights.isKnown) return NO_WEIGHTS
    const { run, summary } = snapshot
    if (run?.active) {
      return `Enrichment is running: ${run.done} of ${run.total} stocks ${run.stage === 'survey' ? 'surveyed' : 'ready'}`
    }
    if (summary.count > 0) return null
    return run === null ? 'No stocks yet: the first enrichment has not begun.' : 'No stocks are ready.'
  }

  function write(weighting: Weighting | null, note: string | null): StandingText {
    const standing: Standing = {
      weights: weighting === null ? 'default' : 'custom',
      ...readStamp(),
      message: note ?? describe(),
      last_updated: snapshot.summary.newestEnrichedAt,
      cache_status: readCacheStatus(),
    }
    const json = JSON.stringify(standing)
    const content = `${snapshot.origin} ${snapshot.version} ${weighting?.key ?? ''} ${json}`
    return { json, tag: hash('sha1', content, 'base64url') }
  }

  return {
    readStamp,
    readCacheStatus,
    isAged,
    /** The standing of this moment under some weights; `note` takes the message's place. */
    read(weighting: Weighting | null, note: string | null): StandingText {
      if (note !== null) return write(weighting, note)
      const moment = `${snapshot.readings} ${weights.isKnown} ${Math.floor(now() / MOMENT_MS)}`
      if (moment !== writtenAt) written.clear()
      writtenAt = moment
      const key = weighting?.key ?? ''
      const ready = written.get(key) ?? write(weighting, null)
      written.set(key, ready)
      return ready
    },
  }
}

/** Repeats what was found at an instant for some time after it. */
function rememberFor<T>(milliseconds: number, read: (nowMs: number) => T): (nowMs: number) => T {
  let found: { readonly atMs: number; readonly value: T } | null = null
  return (nowMs) => {
    if (found === null || !(nowMs >= found.atMs && nowMs - found.atMs < milliseconds)) {
      found = { atMs: nowMs, value: read(nowMs) }
    }
    return found.value
  }
}
