import { Worker } from 'node:worker_threads'
import { requireCount } from '../src/guards.ts'
import { namedColumns, type QuoteColumns, requireRows, type SweepColumns } from '../src/option-math/batch-columns.ts'
import type { SharedSweep } from './sweep-worker.ts'

export interface SweepPool {
  /**
   * Fills `out` like `sweepColumns`. Columns must be views on SharedArrayBuffers and stay in use until the promise settles.
   */
  readonly sweep: (quotes: QuoteColumns, out: SweepColumns) => Promise<void>
  /**
   * Terminates the workers and then rejects pending sweeps. Idempotent.
   */
  readonly close: () => Promise<void>
}

const SWEEP_WORKER = new URL('./sweep-worker.ts', import.meta.url)

/**
 * Splits `sweepColumns` over worker threads: every worker takes the next rows of the same shared memory, so nothing is
 * copied and the figures are the same, bit for bit, with any number of workers. Sweeps may overlap. If a worker dies,
 * its pending sweeps are rejected as soon as the other workers finish their parts, and all later sweeps are rejected
 * too; the caller must then close the pool and open a new one.
 * Throws RangeError on a `workerCount` that is not a positive integer; `sweep` rejects with a RangeError on columns of
 * different lengths or outside shared memory. The caller must close the pool, because it keeps the process alive.
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
      // A failed sweep also waits for its other workers, so that none of them still writes to the columns afterward.
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
 * Opens a worker. The worker completes sweeps in the order in which they were sent. Pending sweeps are rejected once it
 * has ended.
 */
function openThread(file: URL): Thread {
  const worker = new Worker(file)
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  // The error that ended the worker. Later sweeps are rejected with it too.
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
