/** Minimum and median over all repetitions, in nanoseconds per run. */
export interface Timing {
  readonly minimum: number
  readonly median: number
}

export const timingOf = (nanoseconds: readonly number[]): Timing => {
  const sorted = nanoseconds.toSorted((left, right) => left - right)
  return { minimum: sorted[0] ?? Number.NaN, median: sorted[sorted.length >> 1] ?? Number.NaN }
}

const now = (): number => Number(process.hrtime.bigint())

/** Nanoseconds that one call of `work` takes. */
export function clock(work: () => void): number {
  const start = now()
  work()
  return now() - start
}

/** Nanoseconds until a promise settles. */
export async function clockAsync(work: () => Promise<unknown>): Promise<number> {
  const start = now()
  await work()
  return now() - start
}

/** Times `repetitions` runs of `work`, after one warm-up run. */
export function timeRepeated(work: () => void, repetitions: number): Timing {
  work()
  return timingOf(Array.from({ length: repetitions }, () => clock(work)))
}

/** Like `timeRepeated`, but starts no new repetition after `milliseconds`. Also returns the number of repetitions. */
export function timeWithin(work: () => void, most: number, milliseconds: number) {
  work()
  const times = [clock(work)]
  let spent = times[0] ?? 0
  while (times.length < most && spent < milliseconds * 1e6) {
    const taken = clock(work)
    times.push(taken)
    spent += taken
  }
  return { timing: timingOf(times), repetitions: times.length }
}

export const perItem = ({ minimum, median }: Timing, items: number): Timing => ({
  minimum: minimum / items,
  median: median / items,
})

/** Adds up the minimum of each part, because something always disturbs a long run. */
export const sumOf = (timings: readonly Timing[]): Timing => ({
  minimum: timings.reduce((sum, { minimum }) => sum + minimum, 0),
  median: timings.reduce((sum, { median }) => sum + median, 0),
})

const UNIT_CALLS = 20_000
const UNIT_REPETITIONS = 100
const unitArguments = Float64Array.from({ length: UNIT_CALLS }, (_, index) => (2 * index) / UNIT_CALLS - 1)
/** Sink for loop results, so that the compiler cannot remove the loops. */
export const resultSink = new Float64Array(1)

/**
 * `u`: nanoseconds of one Math.exp in a tight loop, with arguments from −1 to 1. Every figure is expressed in this
 * portable unit; arguments from a wider range take 50% longer.
 */
export function timeUnit(): Timing {
  const loop = () => {
    let sum = 0
    for (let index = 0; index < UNIT_CALLS; index += 1) sum += Math.exp(unitArguments[index] ?? 0)
    resultSink[0] = sum
  }
  return perItem(timeRepeated(loop, UNIT_REPETITIONS), UNIT_CALLS)
}
