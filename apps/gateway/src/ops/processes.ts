import type { ServiceName } from './catalogue/expressions.ts'
import { type CounterReader, createCounterReader } from './counters.ts'
import { createMetricsParser, type MetricsParser, type Sample, type Samples } from './parse-metrics.ts'

export interface Target {
  /** Name of the service, or id of the worker. */
  readonly id: string
  readonly service: ServiceName
  readonly scrape: () => Promise<string>
}

export interface ProcessView {
  readonly id: string
  readonly service: ServiceName
  readonly isUp: boolean
  /** Time at which the process last went up or down. */
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

/** Time for which a worker that vanished without deregistering stays listed. */
const VANISHED_WORKER_MS = 5 * 60_000

export type Processes = ReturnType<typeof createProcesses>

interface ProcessesOptions {
  readonly wanted: ReadonlySet<string>
  readonly counters: ReadonlySet<string>
  readonly watchedSinceMs: number
  readonly onChange: (process: ProcessView) => void
}

export function createProcesses({ wanted, counters, watchedSinceMs, onChange }: ProcessesOptions) {
  const known = new Map<string, Known>()

  function findOrAdd({ id, service }: Target, nowMs: number): Known {
    const found = known.get(id)
    if (found) return found
    const added: Known = {
      id,
      service,
      counters: createCounterReader(counters, watchedSinceMs),
      parse: createMetricsParser(),
      isUp: true,
      sinceMs: nowMs,
      samples: new Map(),
    }
    known.set(id, added)
    return added
  }

  function setIsUp(process: Known, isUp: boolean, nowMs: number): void {
    if (process.isUp === isUp) return
    process.isUp = isUp
    process.sinceMs = nowMs
    onChange({ id: process.id, service: process.service, isUp, sinceMs: nowMs })
  }

  /** Stores a scrape and returns the increases of the process's counters. */
  function store(process: Known, text: string, nowMs: number): Map<string, Sample[]> {
    const samples = process.parse(text, wanted)
    // An unrelated server may listen at this address.
    if (!samples.has('app_build_info')) throw new Error('The response contains no Callwright metrics')
    process.samples = samples
    setIsUp(process, true, nowMs)
    return process.counters.read(samples)
  }

  return {
    /** Scrapes every target once and returns counter increases by service and metric. */
    async readAll(targets: readonly Target[], nowMs: number): Promise<Map<ServiceName, Map<string, Sample[]>>> {
      const gained = new Map<ServiceName, Map<string, Sample[]>>()
      await Promise.all(
        targets.map(async (target) => {
          const process = findOrAdd(target, nowMs)
          try {
            addGains(gained, target.service, store(process, await target.scrape(), nowMs))
          } catch {
            process.samples = new Map()
            setIsUp(process, false, nowMs)
          }
        }),
      )
      forget(new Set(targets.map(({ id }) => id)), nowMs)
      return gained
    },
    list: (service: ServiceName): ProcessView[] =>
      [...known.values()]
        .filter((process) => process.service === service)
        .map(({ id, isUp, sinceMs }) => ({ id, service, isUp, sinceMs })),
    /** Excludes processes that are down. */
    values: (service: ServiceName, metric: string): Sample[] =>
      [...known.values()].flatMap((process) =>
        process.service === service ? (process.samples.get(metric) ?? []) : [],
      ),
  }

  /** Removes processes that have deregistered, and those that vanished more than `VANISHED_WORKER_MS` ago. */
  function forget(listed: ReadonlySet<string>, nowMs: number): void {
    for (const [id, { isUp, sinceMs }] of known) {
      if (!listed.has(id) && (isUp || nowMs - sinceMs > VANISHED_WORKER_MS)) known.delete(id)
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
