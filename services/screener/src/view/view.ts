import { crc32 } from 'node:zlib'
import type { Query, Success } from '@callwright/contracts'
import { unavailable } from '@callwright/service'
import { readFilters } from './filters.ts'
import { createKeptPages } from './kept-pages.ts'
import { createPageBuffers, type Page, writePage } from './page.ts'
import type { Question } from './screen.ts'
import type { Snapshot } from './snapshot.ts'
import { createStandings } from './standing.ts'
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

/** The screen's answers, from memory alone (D16). */
export function createView({ snapshot, weights, maxAgeMs, now }: ViewDeps) {
  const buffers = createPageBuffers()
  const keptPages = createKeptPages()
  const standings = createStandings({ snapshot, weights, maxAgeMs, now })

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
      const weighting = weights.findWeighting(userId)
      const standing = standings.read(weighting, note)
      const tag = `"${standing.tag}-${crc32(url).toString(36)}"`
      const key = `${standing.tag} ${url}`
      const kept = keptPages.get(key)
      if (kept !== null) return { tag, write: () => ({ body: kept, release: null }) }
      const question = readQuestion(query, weighting)
      return {
        tag,
        write() {
          const { screen } = snapshot
          const sizes = { limit: question.limit, offset: question.offset, universeTotal: screen.table.size }
          const page = writePage(buffers, screen.ask(question), sizes, standing)
          keptPages.offer(key, page.body)
          return page
        },
      }
    },

    async status(): Promise<StatusAnswer> {
      await requireMemory()
      const { run, summary, screen } = snapshot
      const { source, data_class } = standings.readStamp()
      return {
        status: 'success',
        total_stocks: run?.symbols ?? summary.count,
        enriched: summary.count - summary.incomplete,
        failed: run?.failed ?? 0,
        stale: screen.table.countEnriched(standings.isAged),
        last_updated: summary.newestEnrichedAt,
        snapshot_age_seconds:
          summary.newestEnrichedMs === null ? null : Math.max(0, (now() - summary.newestEnrichedMs) / 1_000),
        source,
        data_class,
        cache_status: standings.readCacheStatus(),
      }
    },
  }
}

const readQuestion = (query: Query<'screener.view'>, weighting: Weighting | null): Question => ({
  filters: readFilters(query),
  column: query.sort_by ?? 'cc_score',
  order: query.sort_order ?? 'desc',
  limit: query.limit ?? 50,
  offset: query.offset ?? 0,
  fields: query.fields,
  weighting,
})
