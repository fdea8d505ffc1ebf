import type { AlertView } from './alert-state.ts'
import type { ServiceName } from './catalogue/expressions.ts'
import { summaryOf } from './catalogue/summary-expressions.ts'
import type { BlockId, Severity, Unit } from './catalogue/types.ts'
import type { Line } from './history.ts'
import type { Monitor } from './monitor.ts'
import type { ServiceState } from './service-state.ts'
import { judge, type Status, type Verdict, worstOf } from './verdict.ts'

export interface ServiceSummary {
  readonly name: ServiceName
  readonly title: string
  readonly status: Status
  readonly verdict: Verdict
  readonly replicas: number
  readonly version: string | null
  readonly uptimeSeconds: number | null
  readonly slo: SloSummary
  readonly red: Readonly<Record<'rps' | 'errorRatio' | 'p50' | 'p95' | 'p99', number | null>>
  readonly saturation: Readonly<
    Record<'cpuRatio' | 'eventLoopP99Seconds' | 'rssBytes' | 'poolInUse' | 'poolMax', number | null>
  >
  readonly dependencies: readonly {
    readonly name: string
    readonly status: 'pass' | 'fail'
    readonly latencySeconds: number | null
    readonly since: string
  }[]
  readonly alerts: readonly AlertSummary[]
}

/** State over the last day, or since the gateway started. */
interface SloSummary {
  readonly id: string
  readonly title: string
  readonly objective: number
  readonly window: string
  readonly sli: number | null
  readonly budgetRemainingRatio: number | null
  readonly burn: Readonly<Record<'5m' | '1h' | '6h', number | null>>
}

interface AlertSummary {
  readonly name: string
  readonly severity: Severity
  readonly state: 'pending' | 'firing'
  readonly since: string
  readonly effect: string
  readonly runbook: string
}

export interface Summary {
  readonly generatedAt: string
  readonly overall: Status
  /** `sinceRestart` is true while the history covers less than a day. */
  readonly history: { readonly since: string; readonly sinceRestart: boolean }
  readonly services: readonly ServiceSummary[]
}

export interface ServiceDetail extends ServiceSummary {
  readonly generatedAt: string
  readonly history: Summary['history']
  readonly objectives: readonly SloSummary[]
  readonly processes: readonly { readonly id: string; readonly isUp: boolean; readonly since: string }[]
  readonly range: { readonly from: string; readonly to: string; readonly stepSeconds: number }
  readonly blocks: readonly {
    readonly id: BlockId
    readonly title: string
    readonly panels: readonly {
      readonly id: string
      readonly title: string
      readonly unit: Unit
      readonly lines: readonly Line[]
    }[]
  }[]
}

const DAY_MS = 86_400_000
const POINTS = 360

export const ranges = { '1h': 3_600_000, '6h': 21_600_000, '24h': DAY_MS } as const
export type RangeName = keyof typeof ranges

/** State of every service as of the latest scrape. */
export function buildSummary(monitor: Monitor): Summary {
  const services = monitor.services.map((state) => summarize(state, monitor))
  return {
    generatedAt: toInstant(monitor.now()),
    overall: worstOf(services.map(({ status }) => status)),
    history: readHistory(monitor),
    services,
  }
}

/** Null for an unknown service. */
export function buildDetail(monitor: Monitor, name: string, range: RangeName): ServiceDetail | null {
  const state = monitor.services.find(({ service }) => service.name === name)
  if (state === undefined) return null
  const nowMs = monitor.now()
  const windowMs = ranges[range]
  return {
    ...summarize(state, monitor),
    generatedAt: toInstant(nowMs),
    history: readHistory(monitor),
    objectives: state.service.objectives.map(({ id }) => summarizeObjective(state, id, monitor)),
    processes: state.listProcesses().map(({ id, isUp, sinceMs }) => ({ id, isUp, since: toInstant(sinceMs) })),
    range: {
      from: toInstant(nowMs - windowMs),
      to: toInstant(nowMs),
      stepSeconds: windowMs / POINTS / 1_000,
    },
    blocks: state.service.blocks.map(({ id, title, panels }) => ({
      id,
      title,
      panels: panels.map((panel) => ({
        id: panel.id,
        title: panel.title,
        unit: panel.unit,
        lines: state.readPanel(panel.id, nowMs, windowMs, POINTS).map(({ legend, points }) => ({
          legend,
          points: points.map(round),
        })),
      })),
    })),
  }
}

function summarize(state: ServiceState, monitor: Monitor): ServiceSummary {
  const { service } = state
  const asked = summaryOf(service)
  const read = (key: keyof typeof asked) => round(monitor.readValue(asked[key], service.name))
  const verdict = judge(state, monitor)
  const latencies = monitor.readValues(asked.dependencyLatency, service.name)
  const [rps, errors, replicas] = [read('rps'), read('errors'), read('replicas') ?? 0]
  const cpu = read('cpu')
  const [first] = service.objectives
  return {
    name: service.name,
    title: service.title,
    status: verdict.status,
    verdict,
    replicas,
    version: monitor.readValues(asked.build, service.name).map(describeBuild).join(', ') || null,
    uptimeSeconds: read('uptimeSeconds'),
    slo: summarizeObjective(state, first?.id ?? '', monitor),
    red: {
      rps,
      // The error series does not exist until the first error.
      errorRatio: rps === null || rps === 0 ? null : round((errors ?? 0) / rps),
      p50: read('p50'),
      p95: read('p95'),
      p99: read('p99'),
    },
    saturation: {
      cpuRatio: cpu === null || replicas === 0 ? null : round(cpu / replicas),
      eventLoopP99Seconds: read('eventLoopP99Seconds'),
      rssBytes: read('rssBytes'),
      poolInUse: read('poolInUse'),
      poolMax: read('poolMax'),
    },
    dependencies: state.listDependencies().map(({ name, isUp, sinceMs }) => ({
      name,
      status: isUp ? 'pass' : 'fail',
      latencySeconds: latencies.find(({ labels }) => labels.dependency === name)?.value ?? null,
      since: toInstant(sinceMs),
    })),
    alerts: state.listAlerts().map(summarizeAlert),
  }
}

const describeBuild = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) =>
  `${labels.version}+${labels.commit}`

function summarizeObjective(state: ServiceState, id: string, monitor: Monitor): SloSummary {
  const target = state.service.objectives.find((objective) => objective.id === id)
  const measured = state.objectives.get(id)
  if (target === undefined || measured === undefined) throw new Error(`${state.service.name} has no objective ${id}`)
  const nowMs = monitor.now()
  const burn = (seconds: number) => round(measured.readBurn(nowMs, seconds))
  return {
    id,
    title: target.title,
    objective: target.objective,
    window: readHistory(monitor).sinceRestart ? 'since restart' : '24h',
    sli: measured.readGoodShare(nowMs),
    budgetRemainingRatio: round(measured.readBudget(nowMs)),
    burn: { '5m': burn(300), '1h': burn(3_600), '6h': burn(21_600) },
  }
}

function summarizeAlert({ rule, state, sinceMs }: AlertView): AlertSummary {
  const { name, severity, effect, runbook } = rule
  return { name, severity, state, since: toInstant(sinceMs), effect, runbook }
}

function readHistory({ startedMs, now }: Monitor): Summary['history'] {
  const sinceMs = Math.max(startedMs, now() - DAY_MS)
  return { since: toInstant(sinceMs), sinceRestart: now() - startedMs < DAY_MS }
}

const toInstant = (atMs: number) => new Date(atMs).toISOString()
/** Four significant digits; the page shows fewer. */
const round = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)))
