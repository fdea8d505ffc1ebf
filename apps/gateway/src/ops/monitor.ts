import { createChecks, type Problem, type Status } from './checks.ts'
import {
  combine,
  computeQuantile,
  noWork,
  type OpsMetric,
  parseMetrics,
  readTotals,
  type Sample,
  type Samples,
  type Totals,
  type Work,
} from './metrics.ts'
import { type Figures, has, type Reader, type Service, type ServiceName, services } from './services.ts'
import type { Target } from './targets.ts'

export const SCRAPE_INTERVAL_MS = 10_000
/** Period of the current figures. */
const WINDOW_MS = 5 * 60_000
const POINT_MS = 60_000
const DAY_MS = 86_400_000
/** Time for which a worker that vanished without deregistering stays listed. */
const VANISHED_WORKER_MS = 5 * 60_000

interface Process {
  readonly id: string
  readonly service: ServiceName
  isUp: boolean
  /** Time at which the process last went up or down. */
  sinceMs: number
  samples: Samples
  startedSeconds: number
  totals: Totals | null
}

interface Period {
  readonly atMs: number
  readonly seconds: number
  readonly totals: Totals
}

interface Dependency {
  readonly name: string
  readonly isUp: boolean
  readonly latencySeconds: number | null
  readonly sinceMs: number
}

interface State {
  readonly service: Service
  readonly check: ReturnType<typeof createChecks>
  periods: readonly Period[]
  dependencies: readonly Dependency[]
  problems: readonly Problem[]
  word: string
  sinceMs: number
  readonly points: { readonly atMs: number; readonly values: readonly (number | null)[] }[]
}

export interface MonitorOptions {
  readonly now: () => number
  /** Lists the processes to scrape. For a source that is unreachable, returns its last known processes. */
  readonly listTargets: () => Promise<readonly Target[]>
  readonly onChange?: (process: Pick<Process, 'id' | 'service' | 'isUp'>) => void
}

export type Monitor = ReturnType<typeof createMonitor>
export type Summary = ReturnType<Monitor['summarize']>
export type ServiceSummary = Summary['services'][number]

const toInstant = (atMs: number) => new Date(atMs).toISOString()
const workOf = Object.fromEntries(services.map(({ name, work }) => [name, work])) as Record<ServiceName, Work>
/** Four significant digits; the page shows fewer. */
const round = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)))
const roundAll = <Key extends string>(figures: Readonly<Record<Key, number | null>>) =>
  Object.fromEntries(
    Object.entries<number | null>(figures).map(([key, value]) => [key, round(value)]),
  ) as typeof figures

/**
 * Scrapes every process of the stack and keeps a day of golden signals in memory, a point per minute. No request waits
 * for it, and it uses no disk.
 */
export function createMonitor({ now, listTargets, onChange = () => undefined }: MonitorOptions) {
  const startedMs = now()
  const processes = new Map<string, Process>()
  const states = services.map((service): State => {
    const nothing = { periods: [], dependencies: [], problems: [], points: [] }
    return { service, check: createChecks(service), word: 'Unknown', sinceMs: startedMs, ...nothing }
  })
  let scrapedMs: number | null = null

  const listProcesses = (name: ServiceName) => [...processes.values()].filter(({ service }) => service === name)
  const fold = (join: (...values: number[]) => number, start: number): Reader['sum'] => {
    return (service, metric, matches = () => true) => {
      const samples = listSamples(service, metric)
      if (samples.length === 0) return null
      const values = samples.filter(({ labels }) => matches(labels)).map(({ value }) => value)
      return values.length === 0 && start !== 0 ? null : values.reduce((total, value) => join(total, value), start)
    }
  }
  const read: Reader = {
    sum: fold((total, value) => total + value, 0),
    max: fold(Math.max, Number.NEGATIVE_INFINITY),
    min: fold(Math.min, Number.POSITIVE_INFINITY),
  }

  function listSamples(service: ServiceName, metric: OpsMetric): readonly Sample[] {
    return listProcesses(service).flatMap(({ samples }) => samples.get(metric) ?? [])
  }

  /** Scrapes a process and returns its work since the scrape before. */
  async function scrapeProcess({ id, service, scrape }: Target, nowMs: number): Promise<Totals> {
    const process = processes.get(id) ?? {
      id,
      service,
      isUp: true,
      sinceMs: nowMs,
      samples: new Map(),
      startedSeconds: 0,
      totals: null,
    }
    processes.set(id, process)
    const samples = await scrape().then(parseMetrics, (): Samples => new Map())
    // An unrelated server may listen at this address.
    const isUp = samples.has('app_build_info')
    if (process.isUp !== isUp) {
      Object.assign(process, { isUp, sinceMs: nowMs })
      onChange({ id, service, isUp })
    }
    process.samples = isUp ? samples : new Map()
    if (!isUp) return noWork
    const startedSeconds = samples.get('process_start_time_seconds')?.[0]?.value ?? 0
    const isNew = startedSeconds !== process.startedSeconds && startedSeconds * 1_000 > startedMs
    const totals = readTotals(samples, workOf[service])
    const before = isNew ? noWork : (process.totals ?? totals)
    Object.assign(process, { startedSeconds, totals })
    return combine(totals, before, -1)
  }

  /** Removes deregistered processes, and processes that vanished more than `VANISHED_WORKER_MS` ago. */
  function forget(targets: readonly Target[], nowMs: number): void {
    const listed = new Set(targets.map(({ id }) => id))
    for (const [id, { isUp, sinceMs }] of processes) {
      if (!listed.has(id) && (isUp || nowMs - sinceMs > VANISHED_WORKER_MS)) processes.delete(id)
    }
  }

  function measure({ service: { name }, periods }: State, windowMs: number, nowMs: number): Figures {
    const recent = periods.filter(({ atMs }) => nowMs - atMs < windowMs)
    const seconds = recent.reduce((total, period) => total + period.seconds, 0)
    const totals = recent.reduce((total, period) => combine(total, period.totals, 1), noWork)
    const up = listProcesses(name).filter(({ isUp }) => isUp).length
    const isMeasured = seconds > 0 && up > 0
    return {
      red: {
        rps: isMeasured ? totals.events / seconds : null,
        errorRatio: totals.events > 0 ? totals.failed / totals.events : null,
        p50: computeQuantile(totals, 0.5),
        p95: computeQuantile(totals, 0.95),
        p99: computeQuantile(totals, 0.99),
      },
      saturation: {
        cpuRatio: isMeasured ? totals.cpuSeconds / seconds / up : null,
        eventLoopP99Seconds: read.max(name, 'nodejs_eventloop_lag_p99_seconds'),
        rssBytes: read.sum(name, 'process_resident_memory_bytes'),
        poolInUse: read.sum(name, 'db_client_connections', has('state', 'used')),
        poolMax: read.sum(name, 'db_client_connections_max'),
      },
    }
  }

  function listDependencies({ service: { name: service }, dependencies }: State, nowMs: number): Dependency[] {
    const names = new Set(listSamples(service, 'dependency_up').map(({ labels }) => labels.dependency ?? ''))
    return [...names].map((name) => {
      const isUp = read.min(service, 'dependency_up', has('dependency', name)) !== 0
      const before = dependencies.find((known) => known.name === name)
      const latencySeconds = read.max(service, 'dependency_check_duration_seconds', has('dependency', name))
      return { name, isUp, latencySeconds, sinceMs: before?.isUp === isUp ? before.sinceMs : nowMs }
    })
  }

  function update(state: State, period: Period): void {
    const { atMs: nowMs } = period
    const { service, check, points } = state
    state.periods = [...state.periods.filter(({ atMs }) => nowMs - atMs < WINDOW_MS), period]
    state.dependencies = listDependencies(state, nowMs)
    state.problems = check({
      nowMs,
      read,
      dependencies: state.dependencies,
      processes: listProcesses(service.name),
      figures: measure(state, WINDOW_MS, nowMs),
      events: state.periods.reduce((total, { totals }) => total + totals.events, 0),
    })
    const [problem] = state.problems
    const word = problem?.word ?? 'Operational'
    if (problem !== undefined) state.sinceMs = problem.sinceMs
    else if (word !== state.word) state.sinceMs = nowMs
    state.word = word
    if (nowMs - (points.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) < POINT_MS) return
    const figures = measure(state, POINT_MS, nowMs)
    points.push({
      atMs: nowMs,
      values: service.charts.flatMap(({ lines }) => lines.map(({ of }) => round(of(figures, read)))),
    })
    while (nowMs - (points[0]?.atMs ?? nowMs) > DAY_MS) points.shift()
  }

  function summarize(state: State) {
    const { service, problems, word, sinceMs } = state
    const { name, title } = service
    const known = listProcesses(name)
    const [problem] = problems
    const { red, saturation } = measure(state, WINDOW_MS, scrapedMs ?? startedMs)
    const build = listSamples(name, 'app_build_info').map(({ labels }) => `${labels.version}+${labels.commit}`)
    const startSeconds = read.max(name, 'process_start_time_seconds')
    const status: Status = scrapedMs === null ? 'unknown' : (problem?.status ?? 'pass')
    return {
      name,
      title,
      status,
      verdict: {
        status,
        word,
        sentence: problem?.sentence ?? (scrapedMs === null ? 'Waiting for the first scrape.' : 'No action needed.'),
        since: toInstant(sinceMs),
        runbook: problem === undefined ? null : `docs/runbook.md#${problem.runbook}`,
      },
      problems: problems.map(({ sinceMs: fromMs, runbook, ...rest }) => ({
        ...rest,
        since: toInstant(fromMs),
        runbook: `docs/runbook.md#${runbook}`,
      })),
      replicas: known.filter(({ isUp }) => isUp).length,
      version: [...new Set(build)].join(', ') || null,
      uptimeSeconds: startSeconds === null ? null : round(Math.max(0, now() / 1_000 - startSeconds)),
      red: roundAll(red),
      saturation: roundAll(saturation),
      dependencies: state.dependencies.map((dependency) => ({
        name: dependency.name,
        status: dependency.isUp ? 'pass' : 'fail',
        latencySeconds: dependency.latencySeconds,
        since: toInstant(dependency.sinceMs),
      })),
      processes: known.map(({ id, isUp, sinceMs: fromMs }) => ({ id, isUp, since: toInstant(fromMs) })),
    }
  }

  return {
    /** Scrapes all processes once, without throwing if one of them fails. */
    async scrape(): Promise<void> {
      const targets = await listTargets()
      const nowMs = now()
      const work = await Promise.all(
        targets.map(async (target) => ({ service: target.service, totals: await scrapeProcess(target, nowMs) })),
      )
      forget(targets, nowMs)
      const seconds = scrapedMs === null ? 0 : (nowMs - scrapedMs) / 1_000
      scrapedMs = nowMs
      for (const state of states) {
        const own = work.filter(({ service }) => service === state.service.name)
        update(state, {
          atMs: nowMs,
          seconds,
          totals: own.reduce((all, { totals }) => combine(all, totals, 1), noWork),
        })
      }
    },
    /** State and current figures of every service as of the latest scrape. */
    summarize() {
      const all = states.map(summarize)
      const order: readonly Status[] = ['fail', 'warn', 'unknown']
      return {
        generatedAt: toInstant(now()),
        overall: order.find((status) => all.some((service) => service.status === status)) ?? 'pass',
        watchedSince: toInstant(Math.max(startedMs, now() - DAY_MS)),
        services: all,
      }
    },
    /** Charts of a service over the last 24 hours; null for an unknown service. */
    readCharts(name: string) {
      const state = states.find(({ service }) => service.name === name)
      if (state === undefined) return null
      const { service, points } = state
      let column = 0
      const charts = service.charts.map(({ signal, title, unit, lines }) => ({
        signal,
        title,
        unit,
        lines: lines.map((line) => {
          const index = column++
          return { name: line.name, points: points.map(({ values }) => values[index] ?? null) }
        }),
      }))
      return { times: points.map(({ atMs }) => atMs), charts }
    },
  }
}
