import type { ServiceName } from './catalogue/expressions.ts'
import { type CounterReader, createCounterReader } from './counters.ts'
import { createMetricsParser, type MetricsParser, type Sample, type Samples } from './parse-metrics.ts'

/** Where a process's metrics are read. */
export interface Target {
  /** Names the process: a service, or one worker of many. */
  readonly id: string
  readonly service: ServiceName
  /** The text of /metrics. */
  readonly scrape: () => Promise<string>
}

/** One process, as far as the last look at it tells. */
export interface ProcessSight {
  readonly id: string
  readonly service: ServiceName
  readonly isUp: boolean
  /** Since when it has or has not answered. */
  readonly sinceMs: number
}

interface Known {
  readonly id: string
  readonly service: ServiceName
  readonly counters: CounterReader
  readonly parse: MetricsParser
  isUp: boolean
  sinceMs: number
  samples: Samples
}

/** How long a worker that is gone without a word is told of. */
const MOURN_MS = 5 * 60_000

export type Processes = ReturnType<typeof createProcesses>

interface ProcessesOptions {
  readonly wanted: ReadonlySet<string>
  readonly counters: ReadonlySet<string>
  readonly watchedSinceMs: number
  readonly onChange: (process: ProcessSight) => void
}

/** The processes that are known, what their metrics are now, and since when they answer or do not. */
export function createProcesses({ wanted, counters, watchedSinceMs, onChange }: ProcessesOptions) {
  const known = new Map<string, Known>()

  function meet({ id, service }: Target, nowMs: number): Known {
    const found = known.get(id)
    if (found) return found
    const met: Known = {
      id,
      service,
      counters: createCounterReader(counters, watchedSinceMs),
      parse: createMetricsParser(),
      isUp: true,
      sinceMs: nowMs,
      samples: new Map(),
    }
    known.set(id, met)
    return met
  }

  function note(process: Known, isUp: boolean, nowMs: number): void {
    if (process.isUp === isUp) return
    process.isUp = isUp
    process.sinceMs = nowMs
    onChange({ id: process.id, service: process.service, isUp, sinceMs: nowMs })
  }

  /** Gives what the process's counters gained. */
  function take(process: Known, text: string, nowMs: number): Map<string, Sample[]> {
    const samples = process.parse(text, wanted)
    // Some other page may answer at the address.
    if (!samples.has('app_build_info')) throw new Error('The answer holds no metrics of ours')
    process.samples = samples
    note(process, true, nowMs)
    return process.counters.read(samples)
  }

  return {
    /** Reads every target once; returns what counters gained, by service and metric. */
    async readAll(targets: readonly Target[], nowMs: number): Promise<Map<ServiceName, Map<string, Sample[]>>> {
      const gained = new Map<ServiceName, Map<string, Sample[]>>()
      await Promise.all(
        targets.map(async (target) => {
          const process = meet(target, nowMs)
          try {
            addGains(gained, target.service, take(process, await target.scrape(), nowMs))
          } catch {
            process.samples = new Map()
            note(process, false, nowMs)
          }
        }),
      )
      forget(new Set(targets.map(({ id }) => id)), nowMs)
      return gained
    },
    list: (service: ServiceName): ProcessSight[] =>
      [...known.values()]
        .filter((process) => process.service === service)
        .map(({ id, isUp, sinceMs }) => ({ id, service, isUp, sinceMs })),
    /** The series of a metric over all processes of a service that answer. */
    values: (service: ServiceName, metric: string): Sample[] =>
      [...known.values()].flatMap((process) =>
        process.service === service ? (process.samples.get(metric) ?? []) : [],
      ),
  }

  /** A process that said goodbye is forgotten at once, one that just stopped answering after a while. */
  function forget(named: ReadonlySet<string>, nowMs: number): void {
    for (const [id, { isUp, sinceMs }] of known) {
      if (!named.has(id) && (isUp || nowMs - sinceMs > MOURN_MS)) known.delete(id)
    }
  }
}

function addGains(
  gained: Map<ServiceName, Map<string, Sample[]>>,
  service: ServiceName,
  added: ReadonlyMap<string, readonly Sample[]>,
): void {
  const metrics = gained.get(service) ?? new Map<string, Sample[]>()
  gained.set(service, metrics)
  for (const [metric, samples] of added) metrics.set(metric, [...(metrics.get(metric) ?? []), ...samples])
}
