import type { Sample, Samples } from './parse-metrics.ts'

/** What counters of one process have gained since they were last read. */
export interface CounterReader {
  read(samples: Samples): Map<string, Sample[]>
}

/**
 * Turns counters into what they gained. One that fell has begun anew, as all have in a process that was started anew, and
 * has gained its whole value; so has one that was not there before. Of a process met for the first time nothing is gained,
 * since nobody knows over which time, unless it was started after `watchedSinceMs`.
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
