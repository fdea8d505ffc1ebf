import { availableParallelism, cpus } from 'node:os'
import {
  allocateSweepColumns,
  BEST_CALL_RULES,
  computeBollingerBands,
  computeRealizedVolatility,
  computeRsi,
  computeSma,
  computeStochastic,
  type SweepColumns,
  sweepColumns,
} from '../src/index.ts'
import { openSweepPool } from '../workers/sweep-pool.ts'
import { type Excuse, type Measurement, perItem, sumOf, type Timing, timeTasks } from './report.ts'
import {
  BARS_PER_SYMBOL,
  type BarColumns,
  CONTRACTS_PER_SYMBOL,
  type MarketColumns,
  MIN_TIME_VALUE_USD,
  type Universe,
} from './universe.ts'

/** The eight columns of PERFORMANCE 2.3: SMA 20 and 50, RSI, %K, %D, both bands, 30-day realized volatility. */
function computeEightColumns(bars: BarColumns): Float64Array[] {
  const { middle, upper, lower } = computeBollingerBands(bars.close)
  const { fastK, slowK } = computeStochastic(bars)
  return [
    middle,
    computeSma(bars.close, 50),
    computeRsi(bars.close),
    fastK,
    slowK,
    upper,
    lower,
    computeRealizedVolatility(bars.close, 30),
  ]
}

function sweepIndicators(series: readonly BarColumns[]): number {
  let sum = 0
  for (const bars of series) {
    for (const column of computeEightColumns(bars)) sum += column[column.length - 1] ?? 0
  }
  return sum
}

/** K3: nanoseconds per bar for all eight columns, on the symbols that fit in the cache. */
export async function measureIndicators(series: readonly BarColumns[]): Promise<Measurement> {
  const { timing } = await timeTasks({ timing: () => sweepIndicators(series) })
  const error = Math.max(...series.map(largestError))
  return {
    name: 'K3 8 indicator columns, per bar',
    timing: perItem(timing, series.length * BARS_PER_SYMBOL),
    note: `${series.length} symbols × ${BARS_PER_SYMBOL} bars; largest relative error against plain loops ${error.toExponential(1)}`,
    wrong: error <= 1e-9 ? null : `off by ${error} from plain loops`,
  }
}

/**
 * The eight values at the last bar by textbook formulas, with one loop per figure (including RSI and realized
 * volatility).
 */
function plainLastValues({ high, low, close }: BarColumns): number[] {
  const end = close.length
  const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length
  const squares = (values: ArrayLike<number>) => {
    const middle = mean(values)
    return Array.from(values).reduce((sum, value) => sum + (value - middle) ** 2, 0)
  }
  const last20 = close.slice(end - 20)
  const deviation = Math.sqrt(squares(last20) / 20)
  const changes = Array.from(close.slice(1), (price, index) => price - (close[index] ?? 0))
  const wilder = (moves: readonly number[]) =>
    moves.slice(14).reduce((average, move) => (13 * average + move) / 14, mean(moves.slice(0, 14)))
  const gain = wilder(changes.map((change) => Math.max(0, change)))
  const loss = wilder(changes.map((change) => Math.max(0, -change)))
  const positionAt = (last: number) => {
    const bottom = Math.min(...low.slice(last - 13, last + 1))
    return (100 * ((close[last] ?? 0) - bottom)) / (Math.max(...high.slice(last - 13, last + 1)) - bottom)
  }
  const returns = Array.from(close.slice(end - 30), (price, index) => Math.log(price / (close[end - 31 + index] ?? 0)))
  return [
    mean(last20),
    mean(close.slice(end - 50)),
    (100 * gain) / (gain + loss),
    positionAt(end - 1),
    mean([end - 3, end - 2, end - 1].map(positionAt)),
    mean(last20) + 2 * deviation,
    mean(last20) - 2 * deviation,
    Math.sqrt((squares(returns) / 29) * 252),
  ]
}

function largestError(bars: BarColumns): number {
  const plain = plainLastValues(bars)
  const errors = computeEightColumns(bars).map((column, index) => {
    const expected = plain[index] ?? Number.NaN
    return Math.abs((column.at(-1) ?? Number.NaN) - expected) / Math.max(1, Math.abs(expected))
  })
  return errors.every((error) => !Number.isNaN(error)) ? Math.max(...errors) : Number.POSITIVE_INFINITY
}

/** Maximum relative error of recovered volatilities, if the price has enough digits. */
const VOL_TOLERANCE = 1e-9

/** K4: the whole universe on one thread, with volatilities and Greeks, indicators, and the best call of every symbol. */
export async function measureWholeUniverse(
  { symbols, columns }: Universe,
  series: readonly BarColumns[],
): Promise<Measurement> {
  const out = allocateSweepColumns(columns.price.length)
  const best = new Int32Array(symbols.length)
  const { sweep, indicators, selection } = await timeTasks(
    {
      sweep: () => sweepColumns(columns, out),
      indicators: () => sweepIndicators(series),
      selection: () => selectBestRows(columns, out, best),
    },
    ROUNDS,
  )
  const error = largestVolError(columns, out.vol)
  const parts = [sweep, indicators, selection].map(({ minimum }) => `${Math.round(minimum / 1e6)} ms`)
  return {
    name: 'K4 whole universe, one thread',
    timing: sumOf([sweep, indicators, selection]),
    note:
      `${columns.price.length} contracts ${parts[0]}, ${series.length * BARS_PER_SYMBOL} bars ${parts[1]}, ` +
      `selection ${parts[2]}; ${best.filter((row) => row >= 0).length} symbols have a best call; ` +
      `largest relative error of a volatility ${error.toExponential(1)}`,
    wrong: error <= VOL_TOLERANCE ? null : `a volatility is off by ${error}`,
  }
}

/**
 * Finds the row of each symbol's out-of-the-money call with the highest annualized yield in D15's window; −1 if there
 * is none.
 */
export function selectBestRows(columns: MarketColumns, { delta }: SweepColumns, best: Int32Array): void {
  const { isCall, spot, strike, days, price } = columns
  const { standardDays, delta: range } = BEST_CALL_RULES
  for (let symbol = 0; symbol < best.length; symbol += 1) {
    const first = symbol * CONTRACTS_PER_SYMBOL
    let highest = 0
    best[symbol] = -1
    for (let row = first; row < first + CONTRACTS_PER_SYMBOL; row += 1) {
      const term = days[row] ?? 0
      const weight = delta[row] ?? 0
      if (isCall[row] !== 1 || term < standardDays.min || term > standardDays.max) continue
      if (weight < range.min || weight > range.max || (strike[row] ?? 0) <= (spot[row] ?? 0)) continue
      const yieldPct = ((price[row] ?? 0) / (spot[row] ?? 0)) * (36_500 / term)
      if (yieldPct <= highest) continue
      highest = yieldPct
      best[symbol] = row
    }
  }
}

/** Largest error over the prices with time value; infinite if one of them has no volatility. */
function largestVolError({ isCall, price, spot, strike, rate, years, vol }: MarketColumns, got: Float64Array): number {
  let worst = 0
  for (let row = 0; row < got.length; row += 1) {
    const gap = (spot[row] ?? 0) - (strike[row] ?? 0) * Math.exp(-(rate[row] ?? 0) * (years[row] ?? 0))
    const timeValue = (price[row] ?? 0) - Math.max(0, isCall[row] === 1 ? gap : -gap)
    if (timeValue < MIN_TIME_VALUE_USD) continue
    const error = Math.abs((got[row] ?? Number.NaN) / (vol[row] ?? Number.NaN) - 1)
    if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
  }
  return worst
}

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
  const pools = { one: openSweepPool(1), two: openSweepPool(WORKERS) }
  const outputs = { one: slicesOf(alone, rows), two: slicesOf(together, rows) }
  const sweeps = slicesOf(columns, rows).flatMap((slice, index) =>
    (['one', 'two'] as const).map((pool) => {
      const out = outputs[pool][index] ?? alone
      return [`${pool} ${index}`, () => pools[pool].sweep(slice, out)] as const
    }),
  )
  const otherWork = watchOtherWork()
  let timings: Readonly<Record<string, Timing>> = {}
  let busy = 0
  try {
    timings = await timeTasks(Object.fromEntries(sweeps), ROUNDS)
    busy = otherWork()
  } finally {
    await Promise.all([pools.one.close(), pools.two.close()])
  }
  const totalOf = (pool: string) =>
    sumOf(Object.entries(timings).flatMap(([name, timing]) => (name.startsWith(pool) ? [timing] : [])))
  const [single, double] = [totalOf('one'), totalOf('two')]
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
