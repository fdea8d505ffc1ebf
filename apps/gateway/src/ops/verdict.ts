import { findDependencyEffect } from './catalogue/dependency-effects.ts'
import type { Monitor } from './monitor.ts'
import type { ServiceState } from './service-state.ts'

export type Status = 'pass' | 'warn' | 'fail' | 'unknown'

export interface Verdict {
  readonly status: Status
  readonly word: string
  /** The problem and its effect on users. */
  readonly sentence: string
  readonly since: string | null
  /** Runbook section; null if no action is needed. */
  readonly runbook: string | null
}

const order: readonly Status[] = ['fail', 'warn', 'unknown', 'pass']

/** `pass` if there are no statuses. */
export function worstOf(statuses: readonly Status[]): Status {
  return order.find((status) => statuses.includes(status)) ?? 'pass'
}

/** Checks possible reasons for a bad status, worst first, and returns the first that applies. */
export function judge(state: ServiceState, monitor: Monitor): Verdict {
  if (!monitor.hasData()) {
    return {
      status: 'unknown',
      word: 'Unknown',
      sentence: 'Waiting for the first scrape.',
      since: null,
      runbook: null,
    }
  }
  return findOutage(state) ?? findAlert(state) ?? findPartlyDown(state) ?? findDependency(state) ?? operational
}

const operational: Verdict = {
  status: 'pass',
  word: 'Operational',
  sentence: 'No action needed.',
  since: null,
  runbook: null,
}
const instant = (atMs: number) => new Date(atMs).toISOString()
const degraded = (sentence: string, sinceMs: number, runbook: string): Verdict => ({
  status: 'warn',
  word: 'Degraded',
  sentence,
  since: instant(sinceMs),
  runbook,
})

function findOutage(state: ServiceState): Verdict | null {
  const downSinceMs = state.getDownSince()
  const unready = state.listAlerts().find(({ rule }) => rule.name.endsWith('NotReady'))
  const sinceMs = downSinceMs ?? unready?.sinceMs
  if (sinceMs === undefined) return null
  const [word, section] = downSinceMs === null ? ['Not ready', 'not-ready'] : ['Down', 'service-down']
  const { downEffect: sentence } = state.service
  return { status: 'fail', word, sentence, since: instant(sinceMs), runbook: `docs/runbook.md#${section}` }
}

function findAlert(state: ServiceState): Verdict | null {
  const firing = state.listAlerts().filter((alert) => alert.state === 'firing')
  const worst = firing.find(({ rule }) => rule.severity === 'page') ?? firing[0]
  return worst === undefined ? null : degraded(worst.rule.effect, worst.sinceMs, worst.rule.runbook)
}

function findPartlyDown(state: ServiceState): Verdict | null {
  const processes = state.listProcesses()
  const down = processes.filter(({ isUp }) => !isUp)
  if (down.length === 0) return null
  const sentence = `${down.length} of ${processes.length} processes are not responding. The others handle the load.`
  return degraded(sentence, Math.min(...down.map(({ sinceMs }) => sinceMs)), 'docs/runbook.md#service-down')
}

function findDependency(state: ServiceState): Verdict | null {
  const down = state.listDependencies().filter(({ isUp }) => !isUp)
  if (down.length === 0) return null
  const names = down.map(({ name }) => name.split(':')[0]).join(', ')
  const effects = down
    .map(({ name }) => findDependencyEffect(state.service.name, name))
    .filter((effect) => effect !== null)
  const sentence = [`Running without ${names}.`, ...new Set(effects)].join(' ')
  return degraded(sentence, Math.min(...down.map(({ sinceMs }) => sinceMs)), 'docs/runbook.md#dependency-down')
}
