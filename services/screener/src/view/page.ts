import type { PageMetaText } from './page-meta.ts'
import type { ScreenResult } from './screen.ts'

/** JSON of a response; must not be modified. */
export interface Page {
  readonly body: Buffer
  /** Returns the buffer for reuse; call it once the whole body is sent. Null for a cached page. */
  readonly release: (() => void) | null
}

const HEAD = Buffer.from('{"status":"success","stocks":[')
const COMMA = ','.charCodeAt(0)

/** Assembles serialized rows into a response (D16). */
export function writePage(
  buffers: PageBuffers,
  { rows, total, relaxations }: ScreenResult,
  paging: { readonly limit: number; readonly offset: number; readonly universeTotal: number },
  { json: meta }: PageMetaText,
): Page {
  const { limit, offset, universeTotal } = paging
  const counts = { pagination: { total, limit, offset }, total, universe_total: universeTotal, relaxations }
  // Join two JSON objects: a comma replaces the first one's closing brace and the second one's opening brace.
  const tail = `],${JSON.stringify(counts).slice(1, -1)},${meta.slice(1)}`
  let length = HEAD.length + Math.max(0, rows.length - 1) + Buffer.byteLength(tail)
  for (const row of rows) length += row.length
  const memory = buffers.take(length)
  memory.set(HEAD)
  let at = HEAD.length
  for (const row of rows) {
    if (at > HEAD.length) {
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
