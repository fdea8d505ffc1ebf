import { Worker } from 'node:worker_threads'
import { requireCount } from '../src/guards.ts'
import { namedColumns, type QuoteColumns, requireRows, type SweepColumns } from '../src/option-math/batch-columns.ts'
import type { SharedSweep } from './sweep-worker.ts'

export interface SweepPool {
  /**
   * Fills `out` as `sweepColumns` does. Columns must be views on SharedArrayBuffers; they are in use until it settles.
   */
  readonly sweep: (quotes: QuoteColumns, out: SweepColumns) => Promise<void>
  /**
   * Ends the workers; a sweep that has not got all its answers is rejected once they have ended. May be called again.
   */
  readonly close: () => Promise<void>
}

const SWEEP_WORKER = new URL('./sweep-worker.ts', import.meta.url)

/**
 * `sweepColumns` split over worker threads: every worker takes the next rows of the same shared memory, so nothing is
 * copied and the figures are the same, bit for bit, with any number of workers. Sweeps may overlap. A worker that dies
 * rejects the sweeps it has not answered yet, as soon as the other workers are done with them, and all later ones; the
 * pool is then to be closed and opened anew.
 * Throws RangeError on a `workerCount` that is not a whole number from 1; `sweep` rejects with one on columns of
 * different length or outside shared memory. Whoever opens a pool closes it: it keeps the process alive.
 * Verified in `sweep-pool.int.test.ts`.
 */
export function openSweepPool(workerCount: number, workerFile: URL = SWEEP_WORKER): SweepPool {
  requireCount('workerCount', workerCount)
  const threads = Array.from({ length: workerCount }, () => openThread(workerFile))
  return {
    sweep: async (quotes, out) => {
      const rows = quotes.isCall.length
      requireRows(quotes, out, 0, rows)
      for (const [name, column] of [...namedColumns(quotes), ...namedColumns(out)]) requireShared(name, column)
      const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const parts = threads.map((thread) => thread.run({ quotes, out, next }))
      // A sweep that fails waits for its other workers too, so that nobody writes to the columns any more.
      for (const part of await Promise.allSettled(parts)) if (part.status === 'rejected') throw part.reason
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

function requireShared(name: string, { buffer }: Float64Array | Uint8Array): void {
  if (!(buffer instanceof SharedArrayBuffer)) throw new RangeError(`${name} must be on a SharedArrayBuffer`)
}

interface Thread {
  readonly run: (sweep: SharedSweep) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * One worker. It answers its sweeps in the order they were sent. What it owes is rejected when it can write no more.
 */
function openThread(file: URL): Thread {
  const worker = new Worker(file)
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  // The first of the reasons for which it ends, and says so to all who ask later.
  let ended: Error | null = null
  worker.on('message', () => waiting.shift()?.resolve())
  worker.on('error', (error) => {
    ended ??= error instanceof Error ? error : new Error(String(error))
  })
  worker.on('exit', (code) => {
    ended ??= new Error(`the sweep worker ended with code ${code}`)
    for (const { reject } of waiting.splice(0)) reject(ended)
  })
  return {
    run: (sweep) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        worker.postMessage(sweep)
        waiting.push({ resolve, reject })
      }),
    close: async () => {
      ended ??= new Error('the sweep pool is closed')
      await worker.terminate()
    },
  }
}
