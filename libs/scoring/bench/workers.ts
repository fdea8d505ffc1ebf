import { availableParallelism, cpus } from 'node:os'
import { allocateSweepColumns, type SweepColumns } from '../src/index.ts'
import { openSweepPool } from '../workers/sweep-pool.ts'
import type { Excuse } from './goals.ts'
import { clockAsync, sumOf, type Timing, timingOf } from './measure.ts'
import type { Measurement } from './report.ts'
import type { MarketColumns } from './universe.ts'

const WORKERS = 2
/** If other processes use more than this fraction of a core, two workers cannot reach the goal. */
const BUSY_CORES = 0.25
/** Fixed number of rounds; repeating until the goal is reached would bias the result. */
const ROUNDS = 12
/**
 * Number of slices in a sweep: both cores are often free for one short slice, but never long enough for all rows at
 * once.
 */
const SLICES = 15

/**
 * K5: a sweep of IV and Greeks with two workers versus one, alternating; every result must match bit for bit. The
 * single-threaded sweep also runs in a worker, because on the main thread it takes 10% longer after the other
 * measurements.
 */
export async function measureWorkers(columns: MarketColumns): Promise<Measurement> {
  const rows = columns.price.length
  const alone = allocateSweepColumns(rows, true)
  const together = allocateSweepColumns(rows, true)
  const one = slicesOf(alone, rows).map(openTimes)
  const two = slicesOf(together, rows).map(openTimes)
  const quotes = slicesOf(columns, rows)
  const pools = { one: openSweepPool(1), two: openSweepPool(WORKERS) }
  let busy = 0
  try {
    await pools.one.sweep(columns, alone)
    await pools.two.sweep(columns, together)
    const otherWork = watchOtherWork()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, slice] of quotes.entries()) {
        const [single, double] = [one[index], two[index]]
        if (single === undefined || double === undefined) continue
        single.times.push(await clockAsync(() => pools.one.sweep(slice, single.out)))
        double.times.push(await clockAsync(() => pools.two.sweep(slice, double.out)))
      }
    }
    busy = otherWork()
  } finally {
    await Promise.all([pools.one.close(), pools.two.close()])
  }
  const [single, double] = [sumOfTimes(one), sumOfTimes(two)]
  const different = firstDifference(alone, together)
  const cores = availableParallelism()
  const excuse: Excuse | null = cores < WORKERS ? 'one core' : busy > BUSY_CORES ? 'cores busy with other work' : null
  return {
    name: 'K5 IV + greeks, two workers',
    timing: double,
    ratio: single.minimum / double.minimum,
    note:
      `${rows} contracts in ${SLICES} slices, each ${ROUNDS} times; one worker ${Math.round(single.minimum / 1e6)} ms; ` +
      `other processes used ${busy.toFixed(2)} of ${cores} cores`,
    wrong: different === null ? null : `${different} differs from that of one worker`,
    ...(excuse === null ? {} : { excuse }),
  }
}

/** Returns a function that computes how many cores other processes have used since `watchOtherWork` was called. */
function watchOtherWork(): () => number {
  const busyMs = () => cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const start = { all: busyMs(), own: process.cpuUsage(), wall: performance.now() }
  return () => {
    const own = process.cpuUsage(start.own)
    const others = busyMs() - start.all - (own.user + own.system) / 1e3
    return Math.max(0, others) / (performance.now() - start.wall)
  }
}

interface SliceTimes {
  readonly out: SweepColumns
  readonly times: number[]
}

const openTimes = (out: SweepColumns): SliceTimes => ({ out, times: [] })

const sumOfTimes = (slices: readonly SliceTimes[]): Timing => sumOf(slices.map(({ times }) => timingOf(times)))

function slicesOf<C extends object>(columns: C, rows: number): C[] {
  const edge = (index: number) => Math.floor((rows * index) / SLICES)
  return Array.from({ length: SLICES }, (_, index) => {
    const parts = Object.entries(columns).map(([name, column]) => [name, column.subarray(edge(index), edge(index + 1))])
    return Object.fromEntries(parts) as C
  })
}

/** Name of the first result column in which any byte differs; null if there is none. */
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
