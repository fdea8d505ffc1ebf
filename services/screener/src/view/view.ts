import { crc32 } from 'node:zlib'
import type { Query, Success } from '@callwright/contracts'
import { AppError, getUser, type Handlers, unavailable } from '@callwright/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readGates } from '../calls/call-gates.ts'
import type { CallQuery } from '../calls/call-index.ts'
import type { Runs } from '../enrichment/runs.ts'
import { buildFilters } from '../row-index/filters.ts'
import type { Weighting } from '../row-index/projections.ts'
import type { RowQuery } from '../row-index/row-index.ts'
import type { Snapshot } from '../row-index/snapshot.ts'
import type { OwnFacts, ReadOwnFacts } from './own-facts.ts'
import { createPageBuffers, createPageMeta, openList, type Page, type PageMetaText, writePage } from './page.ts'

type View = ReturnType<typeof createView>
type StatusResponse = Success<'screener.status'>

interface ViewRequest<Id extends 'screener.view' | 'screener.calls'> {
  readonly query: Query<Id>
  /** Cache key: path and query string. */
  readonly url: string
  readonly userId: string
  readonly own: OwnFacts
  /** Message that replaces the page's own. */
  readonly note: string | null
}

/** A page that is serialized only if the client has no current copy. */
interface ViewResponse {
  /** Entity tag, which depends on page, rows and weights and is the same on every replica. */
  readonly tag: string
  /** Whether the page contains the user's costs, so that not even the browser may keep it. */
  readonly isOwn: boolean
  write(): Page
}

interface ViewDeps {
  readonly snapshot: Snapshot
  readonly weights: {
    readonly isKnown: boolean
    nudge(): Promise<void>
    findWeighting(userId: string): Weighting | null
  }
  readonly maxAgeMs: number
  readonly now: () => number
}

const STOCKS = openList('stocks')
const CALLS = openList('calls')
const NO_CALLS = 'The database is not available right now, so calls cannot be loaded. Please try again.'

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

  /** Answers with the cached page of a URL, or makes one. A page with the user's costs is not kept. */
  function answer(
    request: Pick<ViewRequest<'screener.view'>, 'url' | 'own'>,
    meta: PageMetaText,
    makeParts: () => Parameters<typeof writePage>[1],
  ): ViewResponse {
    const { list, costs } = request.own
    const url = `${request.url} ${list?.key ?? ''} ${costs?.key ?? ''}`
    const key = `${meta.tag} ${url}`
    const cached = costs === null ? pageCache.get(key) : null
    return {
      tag: `"${meta.tag}-${crc32(url).toString(36)}"`,
      isOwn: costs !== null,
      write() {
        if (cached !== null) return { body: cached, release: null }
        const page = writePage(buffers, makeParts(), meta)
        if (costs === null) pageCache.offer(key, page.body)
        return page
      },
    }
  }

  return {
    requireRows,

    /**
     * Finds the current page; call `write` immediately or not at all. Throws a 400 for an empty range, and `write`
     * throws one for unknown fields.
     */
    find({ query, userId, note, ...request }: ViewRequest<'screener.view'>): ViewResponse {
      const weighting = weights.findWeighting(userId)
      const rowQuery = toRowQuery(query, weighting, request.own)
      return answer(request, pageMeta.read(weighting, note), () => {
        const { rowIndex } = snapshot
        const { rows, total, relaxations } = rowIndex.query(rowQuery)
        const { limit, offset } = rowQuery
        const facts = {
          ...{ pagination: { total, limit, offset }, total, universe_total: rowIndex.table.size, relaxations },
          weights: weighting === null ? 'default' : 'custom',
        }
        return { head: STOCKS, rows, facts }
      })
    },

    /** Finds the current page of calls, as `find`. */
    findCalls({ query, note, ...request }: Omit<ViewRequest<'screener.calls'>, 'userId'>): ViewResponse {
      const callQuery = toCallQuery(query, request.own)
      const isUnread = snapshot.origin === 'cache'
      return answer(request, pageMeta.read(null, note ?? (isUnread ? NO_CALLS : null)), () => {
        const { callIndex } = snapshot
        const { rows, total, gates, relaxations } = callIndex.query(callQuery)
        const { limit, offset, terms } = callQuery
        const facts = {
          ...{ pagination: { total, limit, offset }, total, universe_total: callIndex.table.size },
          ...{
            listed_total: callIndex.table.listed,
            gates,
            relaxations,
            premium: terms.premium,
            return_basis: terms.basis,
          },
        }
        return { head: CALLS, rows, facts }
      })
    },

    async status(): Promise<StatusResponse> {
      await requireRows()
      const { run, summary, rowIndex } = snapshot
      const { source, data_class } = pageMeta.readStamp()
      return {
        status: 'success',
        total_stocks: run?.symbols ?? summary.count,
        enriched: summary.count - summary.incomplete,
        failed: run?.failed ?? 0,
        stale: rowIndex.table.countEnriched(pageMeta.isStale),
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

const toRowQuery = (query: Query<'screener.view'>, weighting: Weighting | null, { list }: OwnFacts): RowQuery => ({
  filters: buildFilters(query, list),
  column: query.sort_by ?? 'cc_score',
  order: query.sort_order ?? 'desc',
  limit: query.limit ?? 50,
  offset: query.offset ?? 0,
  fields: query.fields?.split(','),
  weighting,
})

const toCallQuery = (query: Query<'screener.calls'>, { list, costs }: OwnFacts): CallQuery => {
  const terms = { premium: query.premium ?? 'bid', basis: query.basis ?? 'stock_price', costs } as const
  return {
    gates: readGates(query, terms, list),
    terms,
    column: query.sort_by ?? 'static_return_annualized_pct',
    order: query.sort_order ?? 'desc',
    limit: query.limit ?? 50,
    offset: query.offset ?? 0,
  }
}

type ViewHandlers = Pick<Handlers<'screener'>, 'screener.view' | 'screener.calls' | 'screener.status'>

export function viewRoutes(deps: {
  readonly view: View
  readonly runs: Pick<Runs, 'refresh'>
  readonly snapshot: Pick<Snapshot, 'nudge'>
  readonly readOwnFacts: ReadOwnFacts
}): ViewHandlers {
  const { view, runs, snapshot, readOwnFacts } = deps

  /** Starts a refresh. If that fails, returns a message for the page, which is served anyway. */
  async function forceRefresh(userId: string): Promise<string | null> {
    try {
      await runs.refresh({ startedBy: 'user', userId })
      await snapshot.nudge()
      return null
    } catch (error) {
      if (error instanceof AppError && (error.status >= 500 || error.status === 409)) return error.detail
      throw error
    }
  }

  return {
    async 'screener.view'({ query, identity, request, reply }) {
      const { userId, isDemo } = getUser(identity)
      const note = query.force_refresh && !isDemo ? await forceRefresh(userId) : null
      await view.requireRows()
      const own = await readOwnFacts(query, identity, request.id)
      return sendPage(request, reply, view.find({ query, url: request.url, userId, own, note }))
    },
    async 'screener.calls'({ query, identity, request, reply }) {
      await view.requireRows()
      const own = await readOwnFacts(query, identity, request.id)
      return sendPage(request, reply, view.findCalls({ query, url: request.url, own, note: null }))
    },
    'screener.status': () => view.status(),
  }
}

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { tag, isOwn, write }: ViewResponse) {
  const page = matchesTag(headers['if-none-match'], tag) ? null : write()
  // The user's browser may cache the page but must revalidate it.
  reply.headers({ etag: tag, 'cache-control': isOwn ? 'private, no-store' : 'private, no-cache' })
  if (page === null) return reply.code(304).send()
  // `finish` means that the operating system has all the bytes. If the client disconnects first, the buffer is not
  // reused.
  if (page.release !== null) reply.raw.once('finish', page.release)
  return reply.type('application/json; charset=utf-8').send(page.body)
}

/** Whether an `If-None-Match` header matches this tag: a list that may contain weak tags, or `*` (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag)
}

const KEPT_BYTES = 8 * 1_024 * 1_024
const ASKED_KEYS = 4_096

/**
 * Cache of pages that were requested more than once, since many users open the same few screens. A key contains
 * everything that its page depends on, so cached pages are never stale. A full cache is cleared.
 */
export function createPageCache() {
  const pages = new Map<string, Buffer>()
  /** Checksums of keys requested once. At worst, a collision caches a page one request early. */
  const asked = new Set<number>()
  let bytes = 0

  function keep(key: string, page: Buffer): void {
    if (page.length > KEPT_BYTES) return
    bytes += page.length
    if (bytes > KEPT_BYTES) {
      pages.clear()
      bytes = page.length
    }
    pages.set(key, Buffer.from(page))
  }

  function note(checksum: number): void {
    if (asked.size >= ASKED_KEYS) asked.clear()
    asked.add(checksum)
  }

  return {
    /** The returned buffer must not be modified. */
    get: (key: string): Buffer | null => pages.get(key) ?? null,
    /** Caches a copy of a page if it was requested before. */
    offer(key: string, page: Buffer): void {
      const checksum = crc32(key)
      if (asked.delete(checksum)) keep(key, page)
      else note(checksum)
    },
  }
}
