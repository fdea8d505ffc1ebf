import { catalogue } from './catalogue/catalogue.ts'
import type { Expression, OfMostExpression, ServiceName } from './catalogue/expressions.ts'
import { listExpressions, metricsOf } from './catalogue/metrics-of.ts'
import { summaryExpressions } from './catalogue/summary-expressions.ts'
import { evaluate, type Gains, type Sight, type Value, WINDOW_SECONDS } from './evaluate.ts'
import type { Sample } from './parse-metrics.ts'
import { createProcesses, type Processes, type ProcessSight, type Target } from './processes.ts'
import { createSeries, type Series } from './series.ts'
import { createServiceState, type ServiceState } from './service-state.ts'

export const LOOK_EVERY_MS = 10_000

interface Look {
  readonly atMs: number
  readonly seconds: number
  readonly gained: ReadonlyMap<ServiceName, ReadonlyMap<string, readonly Sample[]>>
}

export interface ObservatoryOptions {
  readonly now: () => number
  /** The processes there are; what it cannot find out it leaves as it was. */
  readonly listTargets: () => Promise<readonly Target[]>
  readonly onChange?: (process: ProcessSight) => void
}

export type Observatory = ReturnType<typeof createObservatory>

/**
 * Looks at every process of the stack and keeps a day of what the catalogue asks for: a few megabytes of memory, nothing
 * on disk, nothing on the way of a request.
 */
export function createObservatory({ now, listTargets, onChange = () => undefined }: ObservatoryOptions) {
  const { wanted, counters, mosts } = collectUses()
  const startedMs = now()
  const processes = createProcesses({ wanted, counters, watchedSinceMs: startedMs, onChange })
  const services: readonly ServiceState[] = catalogue.map((service) => createServiceState(service, processes))
  const most = createMostKept()
  let looks: readonly Look[] = []
  let latest = createSight({ nowMs: startedMs, looks, processes, most: most.read(startedMs) })

  return {
    startedMs,
    services,
    /** One look at everything. It throws for nothing that a process may do. */
    async look(): Promise<void> {
      const targets = await listTargets()
      const nowMs = now()
      const gained = await processes.readAll(targets, nowMs)
      const before = looks.at(-1)
      const seconds = before === undefined ? 0 : (nowMs - before.atMs) / 1_000
      looks = [...looks.filter(({ atMs }) => nowMs - atMs < WINDOW_SECONDS * 1_000), { atMs: nowMs, seconds, gained }]
      const seen = createSight({ nowMs, looks, processes, most: most.read(nowMs) })
      latest = seen
      for (const { service, expression } of mosts) most.push(service, expression, seen)
      for (const service of services) service.push(seen)
    },
    /** The value of an expression now; null where nothing is known. */
    readValue(expression: Expression, service: ServiceName): number | null {
      return evaluate(expression, service, latest, WINDOW_SECONDS)[0]?.value ?? null
    },
    readValues: (expression: Expression, service: ServiceName): Value[] =>
      evaluate(expression, service, latest, WINDOW_SECONDS),
    hasLooked: () => looks.length > 0,
    now,
  }
}

function collectUses() {
  const all = catalogue.flatMap((service) =>
    [...listExpressions(service), ...summaryExpressions(service)].map((expression) => ({ service, expression })),
  )
  const uses = all.flatMap(({ expression }) => metricsOf(expression))
  const names = (kind: 'gauge' | 'counter') => uses.filter((use) => use.kind === kind).map(({ of }) => of.metric)
  return {
    wanted: new Set([...names('gauge'), ...names('counter'), 'app_build_info', 'process_start_time_seconds']),
    counters: new Set(names('counter')),
    mosts: all.flatMap(({ service, expression }) =>
      expression.kind === 'ofMost' ? [{ service: service.name, expression }] : [],
    ),
  }
}

interface Seen {
  readonly nowMs: number
  readonly looks: readonly Look[]
  readonly processes: Processes
  readonly most: Sight['most']
}

/** Many expressions ask the same of one look: each answer is worked out once. */
function createSight({ nowMs, looks, processes, most }: Seen): Sight {
  const values = new Map<string, readonly Sample[]>()
  const gains = new Map<string, Gains>()
  const sight: Sight = {
    nowMs,
    values(service, metric) {
      const key = `${service} ${metric}`
      const found = values.get(key) ?? readValues(processes, service, metric)
      values.set(key, found)
      return found
    },
    gains(service, metric, windowSeconds) {
      const key = `${service} ${metric} ${windowSeconds}`
      const found = gains.get(key) ?? sumGains(looks, sight, { service, metric, windowSeconds })
      gains.set(key, found)
      return found
    },
    most,
  }
  return sight
}

function readValues(processes: Processes, service: ServiceName, metric: string): readonly Sample[] {
  if (metric !== 'up') return processes.values(service, metric)
  return processes.list(service).map(({ id, isUp }) => ({ key: id, labels: {}, value: isUp ? 1 : 0 }))
}

interface GainQuestion {
  readonly service: ServiceName
  readonly metric: string
  readonly windowSeconds: number
}

function sumGains(looks: readonly Look[], sight: Sight, { service, metric, windowSeconds }: GainQuestion): Gains {
  if (windowSeconds === 0) {
    const { gained, seconds = 0 } = looks.at(-1) ?? {}
    return { samples: gained?.get(service)?.get(metric) ?? [], seconds }
  }
  const meant = looks.filter(({ atMs }) => sight.nowMs - atMs < windowSeconds * 1_000)
  const sums = new Map<string, { key: string; labels: Sample['labels']; value: number }>()
  for (const { key, labels } of sight.values(service, metric)) sums.set(key, { key, labels, value: 0 })
  for (const { gained } of meant) {
    for (const { key, labels, value } of gained.get(service)?.get(metric) ?? []) {
      const sum = sums.get(key)
      if (sum) sum.value += value
      else sums.set(key, { key, labels, value })
    }
  }
  return { samples: [...sums.values()], seconds: meant.reduce((total, { seconds }) => total + seconds, 0) }
}

/** The most that a gauge was in a day, for each set of labels that is kept. */
function createMostKept() {
  const kept = new Map<string, Series>()
  const keyOf = (service: ServiceName, { of }: OfMostExpression, labels: Value['labels']) =>
    JSON.stringify([service, of, labels])
  return {
    push(service: ServiceName, expression: OfMostExpression, seen: Sight): void {
      const { of, by } = expression
      for (const { labels, value } of evaluate({ kind: 'gauge', of, by, fold: 'max' }, service, seen, WINDOW_SECONDS)) {
        const key = keyOf(service, expression, labels)
        const series = kept.get(key) ?? createSeries('max')
        kept.set(key, series)
        series.push(seen.nowMs, value)
      }
    },
    read:
      (nowMs: number): Sight['most'] =>
      (service, expression, labels) =>
        kept.get(keyOf(service, expression, labels))?.max(nowMs) ?? null,
  }
}
