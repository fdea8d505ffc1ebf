import type { Sample, Samples } from './parse-metrics.ts'

/** Reads how much one process's counters have increased since the previous read. */
export interface CounterReader {
  read(samples: Samples): Map<string, Sample[]>
}

/**
 * Turns counters into increases. If a counter fell, is new, or belongs to a restarted process, its increase is its
 * whole value. The first read of a process yields no increases, because their time span is unknown, unless the process
 * started after `watchedSinceMs`.
 */
export function createCounterReader(counters: ReadonlySet<string>, watchedSinceMs: number): CounterReader {
  let before: ReadonlyMap<string, ReadonlyMap<string, number>> | null = null
  let startedAt: number | null = null

  return {
    read(samples) {
      const start = samples.get('process_start_time_seconds')?.[0]?.value ?? null
      const isNewStart = start !== startedAt
      const countsFromZero = before === null ? start !== null && start * 1_000 > watchedSinceMs : isNewStart
      const gained = new Map<string, Sample[]>()
      const now = new Map<string, Map<string, number>>()
      for (const [metric, series] of samples) {
        if (!counters.has(metric)) continue
        now.set(metric, new Map(series.map(({ key, value }) => [key, value])))
        if (before === null && !countsFromZero) continue
        const gains = series.flatMap((sample) => {
          const earlier = countsFromZero ? 0 : (before?.get(metric)?.get(sample.key) ?? 0)
          const gain = sample.value < earlier ? sample.value : sample.value - earlier
          return gain > 0 ? [{ ...sample, value: gain }] : []
        })
        if (gains.length > 0) gained.set(metric, gains)
      }
      before = now
      startedAt = start
      return gained
    },
  }
}
