import { crc32 } from 'node:zlib'
import type { Query, Success } from '@callwright/contracts'
import { unavailable } from '@callwright/service'
import { readFilters } from './filters.ts'
import { createPageBuffers, type Page, writePage } from './page.ts'
import { createPageCache } from './page-cache.ts'
import { createPageMeta } from './page-meta.ts'
import type { ScreenQuery } from './screen.ts'
import type { Snapshot } from './snapshot.ts'
import type { Weighting } from './weighted-rating.ts'

export type View = ReturnType<typeof createView>
type StatusResponse = Success<'screener.status'>

export interface ViewRequest {
  readonly query: Query<'screener.view'>
  /** Cache key: path and query string. */
  readonly url: string
  readonly userId: string
  /** Message that replaces the page's own. */
  readonly note: string | null
}

/** A page that is serialized only if the client has no current copy. */
export interface ViewResponse {
  /** Entity tag, which depends on page, rows and weights and is the same on every replica. */
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

/** Serves pages from memory (D16). */
export function createView({ snapshot, weights, maxAgeMs, now }: ViewDeps) {
  const buffers = createPageBuffers()
  const pageCache = createPageCache()
  const pageMeta = createPageMeta({ snapshot, weights, maxAgeMs, now })

  /** Reads the rows and weights at the first request. Throws a 503 if there are no rows to read. */
  async function requireRows(): Promise<void> {
    if (snapshot.origin === 'none') await snapshot.nudge()
    if (snapshot.reachable && !weights.isKnown) await weights.nudge()
    if (snapshot.origin === 'none') {
      throw unavailable('database_unavailable', 'Our database is not available right now. Please try again.')
    }
  }

  return {
    requireRows,

    /**
     * Finds the current page; call `write` immediately or not at all. Throws a 400 for an empty range, and `write`
     * throws one for unknown fields.
     */
    find({ query, url, userId, note }: ViewRequest): ViewResponse {
      const weighting = weights.findWeighting(userId)
      const meta = pageMeta.read(weighting, note)
      const tag = `"${meta.tag}-${crc32(url).toString(36)}"`
      const key = `${meta.tag} ${url}`
      const cached = pageCache.get(key)
      if (cached !== null) return { tag, write: () => ({ body: cached, release: null }) }
      const screenQuery = toScreenQuery(query, weighting)
      return {
        tag,
        write() {
          const { screen } = snapshot
          const sizes = { limit: screenQuery.limit, offset: screenQuery.offset, universeTotal: screen.table.size }
          const page = writePage(buffers, screen.query(screenQuery), sizes, meta)
          pageCache.offer(key, page.body)
          return page
        },
      }
    },

    async status(): Promise<StatusResponse> {
      await requireRows()
      const { run, summary, screen } = snapshot
      const { source, data_class } = pageMeta.readStamp()
      return {
        status: 'success',
        total_stocks: run?.symbols ?? summary.count,
        enriched: summary.count - summary.incomplete,
        failed: run?.failed ?? 0,
        stale: screen.table.countEnriched(pageMeta.isStale),
        last_updated: summary.newestEnrichedAt,
        snapshot_age_seconds:
          summary.newestEnrichedMs === null ? null : Math.max(0, (now() - summary.newestEnrichedMs) / 1_000),
        source,
        data_class,
        cache_status: pageMeta.readCacheStatus(),
      }
    },
  }
}

const toScreenQuery = (query: Query<'screener.view'>, weighting: Weighting | null): ScreenQuery => ({
  filters: readFilters(query),
  column: query.sort_by ?? 'cc_score',
  order: query.sort_order ?? 'desc',
  limit: query.limit ?? 50,
  offset: query.offset ?? 0,
  fields: query.fields,
  weighting,
})
