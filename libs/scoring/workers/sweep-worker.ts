import { parentPort } from 'node:worker_threads'
import { sweepColumns } from '../src/option-math/batch.ts'
import type { QuoteColumns, SweepColumns } from '../src/option-math/batch-columns.ts'

/** A sweep shared by all workers: the columns and, in shared memory, the index of the first unassigned row. */
export interface SharedSweep {
  readonly quotes: QuoteColumns
  readonly out: SweepColumns
  readonly next: Int32Array
}

/**
 * Rows that a worker takes at a time, one or two milliseconds of work, so that all workers finish together even if
 * one is slowed down.
 */
const ROWS_AT_A_TIME = 8192

// The reply is empty because the figures are in the shared columns. An error ends the worker, and the pool reports it.
parentPort?.on('message', ({ quotes, out, next }: SharedSweep) => {
  const rows = quotes.isCall.length
  const take = (): number => Atomics.add(next, 0, ROWS_AT_A_TIME)
  for (let from = take(); from < rows; from = take()) {
    sweepColumns(quotes, out, from, Math.min(rows, from + ROWS_AT_A_TIME))
  }
  parentPort?.postMessage(null)
})
