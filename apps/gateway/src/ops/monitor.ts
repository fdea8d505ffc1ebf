import { catalogue } from './catalogue/catalogue.ts'
import type { DailyMaxFractionExpression, Expression, ServiceName } from './catalogue/expressions.ts'
import { listExpressions, metricsOf } from './catalogue/metrics-of.ts'
import { summaryExpressions } from './catalogue/summary-expressions.ts'
import { evaluate, type Gains, type Snapshot, type Value, WINDOW_SECONDS } from './evaluate.ts'
import type { Sample } from './parse-metrics.ts'
import { createProcesses, type Processes, type ProcessView, type Target } from './processes.ts'
import { createSeries, type Series } from './series.ts'
import { createServiceState, type ServiceState } from './service-state.ts'

export const SCRAPE_INTERVAL_MS = 10_000

interface Scrape {
  readonly atMs: number
  readonly seconds: number
  readonly gained: ReadonlyMap<ServiceName, ReadonlyMap<string, readonly Sample[]>>
}

export interface MonitorOptions {
  readonly now: () => number
  /** Lists the processes to scrape. For a source that is unreachable, returns its last known processes. */
  readonly listTargets: () => Promise<readonly Target[]>
  readonly onChange?: (process: ProcessView) => void
}

export type Monitor = ReturnType<typeof createMonitor>

/**
 * Scrapes every process of the stack and keeps a day of the catalog's metrics in a few megabytes of memory. No request
 * waits for it, and it uses no disk.
 */
export function createMonitor({ now, listTargets, onChange = () => undefined }: MonitorOptions) {
  const { wanted, counters, dailyMaxima } = collectUses()
  const startedMs = now()
  const processes = createProcesses({ wanted, counters, watchedSinceMs: startedMs, onChange })
  const services: readonly ServiceState[] = catalogue.map((service) => createServiceState(service, processes))
  const dailyMax = createDailyMaxima()
  let scrapes: readonly Scrape[] = []
  let latest = createSnapshot({ nowMs: startedMs, scrapes, processes, dailyMax: dailyMax.read(startedMs) })

  return {
    startedMs,
    services,
    /** Scrapes all processes once, without throwing if one of them fails. */
    async scrape(): Promise<void> {
      const targets = await listTargets()
      const nowMs = now()
      const gained = await processes.readAll(targets, nowMs)
      const before = scrapes.at(-1)
      const seconds = before === undefined ? 0 : (nowMs - before.atMs) / 1_000
      scrapes = [
        ...scrapes.filter(({ atMs }) => nowMs - atMs < WINDOW_SECONDS * 1_000),
        { atMs: nowMs, seconds, gained },
      ]
      const snapshot = createSnapshot({ nowMs, scrapes, processes, dailyMax: dailyMax.read(nowMs) })
      latest = snapshot
      for (const { service, expression } of dailyMaxima) dailyMax.push(service, expression, snapshot)
      for (const service of services) service.push(snapshot)
    },
    /** Null if unknown. */
    readValue(expression: Expression, service: ServiceName): number | null {
      return evaluate(expression, service, latest, WINDOW_SECONDS)[0]?.value ?? null
    },
    readValues: (expression: Expression, service: ServiceName): Value[] =>
      evaluate(expression, service, latest, WINDOW_SECONDS),
    hasData: () => scrapes.length > 0,
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
    dailyMaxima: all.flatMap(({ service, expression }) =>
      expression.kind === 'fractionOfDailyMax' ? [{ service: service.name, expression }] : [],
    ),
  }
}

interface SnapshotInput {
  readonly nowMs: number
  readonly scrapes: readonly Scrape[]
  readonly processes: Processes
  readonly dailyMax: Snapshot['dailyMax']
}

/** The snapshot caches values and increases, because many expressions read the same ones. */
function createSnapshot({ nowMs, scrapes, processes, dailyMax }: SnapshotInput): Snapshot {
  const values = new Map<string, readonly Sample[]>()
  const gains = new Map<string, Gains>()
  const snapshot: Snapshot = {
    nowMs,
    values(service, metric) {
      const key = `${service} ${metric}`
      const found = values.get(key) ?? readValues(processes, service, metric)
      values.set(key, found)
      return found
    },
    gains(service, metric, windowSeconds) {
      const key = `${service} ${metric} ${windowSeconds}`
      const found = gains.get(key) ?? sumGains(scrapes, snapshot, { service, metric, windowSeconds })
      gains.set(key, found)
      return found
    },
    dailyMax,
  }
  return snapshot
}

function readValues(processes: Processes, service: ServiceName, metric: string): readonly Sample[] {
  if (metric !== 'up') return processes.values(service, metric)
  return processes.list(service).map(({ id, isUp }) => ({ key: id, labels: {}, value: isUp ? 1 : 0 }))
}

interface GainQuery {
  readonly service: ServiceName
  readonly metric: string
  readonly windowSeconds: number
}

function sumGains(
  scrapes: readonly Scrape[],
  snapshot: Snapshot,
  { service, metric, windowSeconds }: GainQuery,
): Gains {
  if (windowSeconds === 0) {
    const { gained, seconds = 0 } = scrapes.at(-1) ?? {}
    return { samples: gained?.get(service)?.get(metric) ?? [], seconds }
  }
  const inWindow = scrapes.filter(({ atMs }) => snapshot.nowMs - atMs < windowSeconds * 1_000)
  const sums = new Map<string, { key: string; labels: Sample['labels']; value: number }>()
  for (const { key, labels } of snapshot.values(service, metric)) sums.set(key, { key, labels, value: 0 })
  for (const { gained } of inWindow) {
    for (const { key, labels, value } of gained.get(service)?.get(metric) ?? []) {
      const sum = sums.get(key)
      if (sum) sum.value += value
      else sums.set(key, { key, labels, value })
    }
  }
  return { samples: [...sums.values()], seconds: inWindow.reduce((total, { seconds }) => total + seconds, 0) }
}

/** Tracks the maximum of each gauge over the last day, by label set. */
function createDailyMaxima() {
  const kept = new Map<string, Series>()
  const keyOf = (service: ServiceName, { of }: DailyMaxFractionExpression, labels: Value['labels']) =>
    JSON.stringify([service, of, labels])
  return {
    push(service: ServiceName, expression: DailyMaxFractionExpression, snapshot: Snapshot): void {
      const { of, by } = expression
      for (const { labels, value } of evaluate(
        { kind: 'gauge', of, by, fold: 'max' },
        service,
        snapshot,
        WINDOW_SECONDS,
      )) {
        const key = keyOf(service, expression, labels)
        const series = kept.get(key) ?? createSeries('max')
        kept.set(key, series)
        series.push(snapshot.nowMs, value)
      }
    },
    read:
      (nowMs: number): Snapshot['dailyMax'] =>
      (service, expression, labels) =>
        kept.get(keyOf(service, expression, labels))?.max(nowMs) ?? null,
  }
}
