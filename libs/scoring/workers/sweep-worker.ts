import { parentPort } from 'node:worker_threads'
import { sweepColumns } from '../src/option-math/batch.ts'
import type { QuoteColumns, SweepColumns } from '../src/option-math/batch-columns.ts'

/** A sweep that all workers take part in: the columns and, in shared memory, the first row that nobody has taken. */
export interface SharedSweep {
  readonly quotes: QuoteColumns
  readonly out: SweepColumns
  readonly next: Int32Array
}

/** Rows a worker takes at a time: a millisecond or two, so that all workers end together though one is disturbed. */
const ROWS_AT_A_TIME = 8192

// The answer carries nothing: the figures are in the shared columns. An error ends the worker, which the pool reports.
parentPort?.on('message', ({ quotes, out, next }: SharedSweep) => {
  const rows = quotes.isCall.length
  const take = (): number => Atomics.add(next, 0, ROWS_AT_A_TIME)
  for (let from = take(); from < rows; from = take()) {
    sweepColumns(quotes, out, from, Math.min(rows, from + ROWS_AT_A_TIME))
  }
  parentPort?.postMessage(null)
})
