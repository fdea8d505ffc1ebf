import { hash } from 'node:crypto'
import type { Query, Success } from '@callwright/contracts'
import { unavailable } from '@callwright/service'
import { isInSession, standsStill } from '../market-session.ts'
import { readFilters } from './filters.ts'
import { createPageBuffers, type Page, type Standing, writePage } from './page.ts'
import type { Stamp } from './row-table.ts'
import type { Snapshot } from './snapshot.ts'
import type { Weighting } from './weighted-rating.ts'

export type View = ReturnType<typeof createView>
type StatusAnswer = Success<'screener.status'>

/** A question as it was asked. */
export interface ViewRequest {
  readonly query: Query<'screener.view'>
  /** Path and query: two addresses are two pages. */
  readonly url: string
  readonly userId: string
  /** A remark that takes the message's place. */
  readonly note: string | null
}

/** An answer that need not be written for somebody who holds it already. */
export interface ViewAnswer {
  /** The same for the same page of the same rows under the same weights, on every replica. */
  readonly tag: string
  write(): Page
}

export interface ViewDeps {
  readonly snapshot: Snapshot
  readonly weights: {
    readonly isKnown: boolean
    nudge(): Promise<void>
    findWeighting(userId: string): Weighting | null
  }
  readonly maxAgeMs: number
  readonly now: () => number
}

const DEFAULTS = { limit: 50, offset: 0, sort_by: 'cc_score', sort_order: 'desc' } as const
const AWAY = 'The database is not available right now. These are the last figures known.'
const NO_WEIGHTS = 'Your own weights cannot be read right now: ratings stand under the rating’s own.'
const NONE = 'none'
/** To find the session of an instant takes as long as a whole page. */
const SESSION_FOR_MS = 1_000

/** The screen's answers, from memory alone (D16). */
export function createView({ snapshot, weights, maxAgeMs, now }: ViewDeps) {
  const buffers = createPageBuffers()
  const trades = rememberFor(SESSION_FOR_MS, isInSession)

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

  function readStanding(weighting: Weighting | null, note: string | null): Standing {
    return {
      weights: weighting === null ? 'default' : 'custom',
      ...readStamp(),
      message: note ?? describe(),
      last_updated: snapshot.summary.newestEnrichedAt,
      cache_status: readCacheStatus(),
    }
  }

  /** A process that has just started reads what it has not read yet, and has no answer while there is nothing to be read. */
  async function requireMemory(): Promise<void> {
    if (snapshot.origin === 'nowhere') await snapshot.nudge()
    if (snapshot.reachable && !weights.isKnown) await weights.nudge()
    if (snapshot.origin === 'nowhere') {
      throw unavailable('database_unavailable', 'Our database is not available right now. Please try again.')
    }
  }

  return {
    /** Throws a 503 while there is nothing to answer from. */
    requireMemory,

    /**
     * The answer of this moment, to be written at once or not at all. Throws a 400 for a range that holds no value, and
     * when it is written for unknown fields.
     */
    find({ query, url, userId, note }: ViewRequest): ViewAnswer {
      const { screen, version, origin } = snapshot
      const filters = readFilters(query)
      const { limit = DEFAULTS.limit, offset = DEFAULTS.offset, fields } = query
      const { sort_by: column = DEFAULTS.sort_by, sort_order: order = DEFAULTS.sort_order } = query
      const weighting = weights.findWeighting(userId)
      const standing = JSON.stringify(readStanding(weighting, note))
      const content = `${origin} ${version} ${weighting?.key ?? ''} ${url} ${standing}`
      return {
        tag: `"${hash('sha1', content, 'base64url')}"`,
        write() {
          const answer = screen.ask({ filters, column, order, limit, offset, fields, weighting })
          return writePage(buffers, answer, { limit, offset, universeTotal: screen.table.size }, standing)
        },
      }
    },

    async status(): Promise<StatusAnswer> {
      await requireMemory()
      const { run, summary, screen } = snapshot
      const { source, data_class } = readStamp()
      return {
        status: 'success',
        total_stocks: run?.symbols ?? summary.count,
        enriched: summary.count - summary.incomplete,
        failed: run?.failed ?? 0,
        stale: screen.table.countEnriched(isAged),
        last_updated: summary.newestEnrichedAt,
        snapshot_age_seconds:
          summary.newestEnrichedMs === null ? null : Math.max(0, (now() - summary.newestEnrichedMs) / 1_000),
        source,
        data_class,
        cache_status: readCacheStatus(),
      }
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
