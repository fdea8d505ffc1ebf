import type { ScreenAnswer } from './screen.ts'
import type { StandingText } from './standing.ts'

/** An answer's JSON, not to be written to. */
export interface Page {
  readonly body: Buffer
  /** Its memory is used again: to be called when nothing of it is left to send. Null where it is kept as it is. */
  readonly release: (() => void) | null
}

const HEAD = Buffer.from('{"status":"success","stocks":[')
const COMMA = ','.charCodeAt(0)

/** Puts ready-made rows together to one answer (D16). */
export function writePage(
  buffers: PageBuffers,
  { rows, total, relaxations }: ScreenAnswer,
  paging: { readonly limit: number; readonly offset: number; readonly universeTotal: number },
  { json: standing }: StandingText,
): Page {
  const { limit, offset, universeTotal } = paging
  const counts = { pagination: { total, limit, offset }, total, universe_total: universeTotal, relaxations }
  // Two objects in one: the end of the first and the beginning of the second make way for a comma.
  const tail = `],${JSON.stringify(counts).slice(1, -1)},${standing.slice(1)}`
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
  return { body: memory.subarray(0, length), release: () => buffers.give(memory) }
}

const SMALLEST_BYTES = 32_768
/** Up to 4 MB: 500 whole rows are 2 MB. */
const SIZES = 8
const KEPT_BYTES = 4 * 1_024 * 1_024

/**
 * Memory for answers, used again once an answer has left. A new buffer for each would cost more than all else of a page,
 * nearly all of it in clearing away, and tens of megabytes that wait for it.
 */
export function createPageBuffers() {
  const free: Buffer[][] = Array.from({ length: SIZES }, () => [])
  let keptBytes = 0

  return {
    /** At least so long; its content is whatever was in it. */
    take(length: number): Buffer {
      const size = findSize(length)
      const ready = free[size]?.pop()
      keptBytes -= ready?.length ?? 0
      return ready ?? Buffer.allocUnsafeSlow(size < SIZES ? SMALLEST_BYTES << size : length)
    },
    /** Back from an answer of which nothing is left to send. What is too large, or more than is kept, is let go. */
    give(buffer: Buffer): void {
      const kept = free[findSize(buffer.length)]
      if (kept === undefined || keptBytes + buffer.length > KEPT_BYTES) return
      kept.push(buffer)
      keptBytes += buffer.length
    },
  }
}
export type PageBuffers = ReturnType<typeof createPageBuffers>

/** Each size is twice the one before. */
const findSize = (length: number): number => Math.max(0, Math.ceil(Math.log2(length / SMALLEST_BYTES)))
