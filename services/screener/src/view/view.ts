import type { Query, SortColumn, Success } from '@callwright/contracts'
import { unavailable } from '@callwright/service'
import { isInSession, standsStill } from '../market-session.ts'
import type { Snapshot, Stamp } from './snapshot.ts'
import type { SortOrder } from './sort.ts'

export type ViewAnswer = Success<'screener.view'>
export type View = ReturnType<typeof createView>
export type StatusAnswer = Success<'screener.status'>

const DEFAULTS = { limit: 50, offset: 0, column: 'cc_score', order: 'desc' } as const
const AWAY = 'The database is not available right now. These are the last figures known.'
const NONE = 'none'

export interface ViewDeps {
  readonly snapshot: Snapshot
  readonly maxAgeMs: number
  readonly now: () => number
}

/** The screen's answers, from memory alone (D16). */
export function createView({ snapshot, maxAgeMs, now }: ViewDeps) {
  function readCacheStatus(): ViewAnswer['cache_status'] {
    if (!snapshot.reachable) return 'stale'
    if (snapshot.run?.active) return 'refreshing'
    if (snapshot.count === 0) return 'miss'
    return isAged(snapshot.newestEnrichedAt) ? 'stale' : 'fresh'
  }

  /** Only a market whose clock moves grows old, and only while it trades. */
  function isAged(enrichedAt: string | null): boolean {
    const { as_of, data_class } = readStamp()
    if (enrichedAt === null || as_of === null || data_class === 'recorded') return false
    const readMs = Date.parse(enrichedAt)
    return isInSession(now()) && now() - readMs > maxAgeMs && !standsStill(Date.parse(as_of), readMs)
  }

  const readStamp = (): Stamp =>
    snapshot.stamp ?? { source: snapshot.run?.source ?? NONE, data_class: 'none', as_of: null }

  function describe(): string | null {
    if (!snapshot.reachable) return AWAY
    const { run } = snapshot
    if (run?.active) return `Enrichment is running: ${run.done} of ${run.total} stocks ready`
    if (snapshot.count > 0) return null
    return run === null ? 'No stocks yet: the first enrichment has not begun.' : 'No stocks are ready.'
  }

  /** Nothing was ever read: there is no memory to answer from. */
  async function requireMemory(): Promise<void> {
    if (snapshot.version < 0) await snapshot.nudge()
    if (snapshot.version < 0) {
      throw unavailable('database_unavailable', 'Our database is not available right now. Please try again.')
    }
  }

  return {
    async page(query: Query<'screener.view'>, note: string | null): Promise<ViewAnswer> {
      await requireMemory()
      const limit = query.limit ?? DEFAULTS.limit
      const offset = query.offset ?? DEFAULTS.offset
      const column: SortColumn = query.sort_by ?? DEFAULTS.column
      const order: SortOrder = query.sort_order ?? DEFAULTS.order
      const rows = snapshot.list(column, order)
      const { source, data_class, as_of } = readStamp()
      return {
        status: 'success',
        stocks: rows.slice(offset, offset + limit),
        pagination: { total: rows.length, limit, offset },
        total: rows.length,
        source,
        message: note ?? describe(),
        last_updated: snapshot.newestEnrichedAt,
        cache_status: readCacheStatus(),
        data_class,
        as_of,
      }
    },

    async status(): Promise<StatusAnswer> {
      await requireMemory()
      const { run, newestEnrichedAt } = snapshot
      const { source, data_class } = readStamp()
      const rows = [...snapshot.rows()]
      return {
        status: 'success',
        total_stocks: run?.total ?? rows.length,
        enriched: rows.filter((row) => row.missing_reason === null).length,
        failed: run?.failed ?? 0,
        stale: rows.filter((row) => isAged(row.enriched_at)).length,
        last_updated: newestEnrichedAt,
        snapshot_age_seconds:
          newestEnrichedAt === null ? null : Math.max(0, (now() - Date.parse(newestEnrichedAt)) / 1_000),
        source,
        data_class,
        cache_status: readCacheStatus(),
      }
    },
  }
}
