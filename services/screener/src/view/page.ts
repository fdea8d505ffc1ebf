import { hash } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { isClockFrozen, isInSession } from '../market-session.ts'
import type { Weighting } from '../row-index/projections.ts'
import type { Stamp } from '../row-index/rows.ts'
import type { Snapshot } from '../row-index/snapshot.ts'

/** JSON of a response; must not be modified. */
export interface Page {
  readonly body: Buffer
  /** Returns the buffer for reuse; call it once the whole body is sent. Null for a cached page. */
  readonly release: (() => void) | null
}

const COMMA = ','.charCodeAt(0)

/** Beginning of a response whose list of rows has this name. */
export const openList = (name: string): Buffer => Buffer.from(`{"status":"success","${name}":[`)

/** Parts of a response: its beginning from `openList`, the serialized rows, and the fields that depend on the query. */
interface PageParts {
  readonly head: Buffer
  readonly rows: readonly Buffer[]
  readonly facts: object
}

/** Assembles serialized rows into a response (D16). */
export function writePage(buffers: PageBuffers, { head, rows, facts }: PageParts, { json: meta }: PageMetaText): Page {
  // Join two JSON objects: a comma replaces the first one's closing brace and the second one's opening brace.
  const tail = `],${JSON.stringify(facts).slice(1, -1)},${meta.slice(1)}`
  let length = head.length + Math.max(0, rows.length - 1) + Buffer.byteLength(tail)
  for (const row of rows) length += row.length
  const memory = buffers.take(length)
  memory.set(head)
  let at = head.length
  for (const row of rows) {
    if (at > head.length) {
      memory[at] = COMMA
      at += 1
    }
    memory.set(row, at)
    at += row.length
  }
  memory.write(tail, at)
  return { body: memory.subarray(0, length), release: () => buffers.release(memory) }
}

const SMALLEST_BYTES = 32_768
/** Number of buffer sizes, up to 4 MB: a page of 500 whole rows takes 2 MB. */
const SIZES = 8
const KEPT_BYTES = 4 * 1_024 * 1_024

/**
 * Pool of response buffers. Allocating a buffer per response would cost more than the rest of a page, mostly in garbage
 * collection, and would leave tens of megabytes uncollected.
 */
export function createPageBuffers() {
  const free: Buffer[][] = Array.from({ length: SIZES }, () => [])
  let keptBytes = 0

  return {
    /** Returns a buffer of at least this length, with arbitrary content. */
    take(length: number): Buffer {
      const size = findSize(length)
      const ready = free[size]?.pop()
      keptBytes -= ready?.length ?? 0
      return ready ?? Buffer.allocUnsafeSlow(size < SIZES ? SMALLEST_BYTES << size : length)
    },
    /** Returns the buffer of a sent response to the pool, unless it is too large or the pool is full. */
    release(buffer: Buffer): void {
      const kept = free[findSize(buffer.length)]
      if (kept === undefined || keptBytes + buffer.length > KEPT_BYTES) return
      kept.push(buffer)
      keptBytes += buffer.length
    },
  }
}
export type PageBuffers = ReturnType<typeof createPageBuffers>

const findSize = (length: number): number => Math.max(0, Math.ceil(Math.log2(length / SMALLEST_BYTES)))

/** Fields of a page that do not depend on the query. */
type PageMeta = Pick<
  Success<'screener.view'>,
  'source' | 'message' | 'last_updated' | 'cache_status' | 'data_class' | 'as_of'
>

export interface PageMetaText {
  readonly json: string
  /** Tag that changes with the metadata, the rows and the weights, and is the same on every replica. */
  readonly tag: string
}

interface PageMetaDeps {
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
