import { findDependencyEffect } from './catalogue/dependency-effects.ts'
import type { Observatory } from './observatory.ts'
import type { ServiceState } from './service-state.ts'

export type Status = 'pass' | 'warn' | 'fail' | 'unknown'

/** The state of a service in words for whoever has to do something about it. */
export interface Verdict {
  readonly status: Status
  readonly word: string
  /** What is wrong and what it does to people who use the product. */
  readonly sentence: string
  readonly since: string | null
  /** A section of the runbook, where something is to be done. */
  readonly runbook: string | null
}

const order: readonly Status[] = ['fail', 'warn', 'unknown', 'pass']

/** The worst of them; `pass` of none. */
export function worstOf(statuses: readonly Status[]): Status {
  return order.find((status) => statuses.includes(status)) ?? 'pass'
}

/** Down, in trouble, working, or not known yet; the first reason that applies, the worst first. */
export function judge(state: ServiceState, observatory: Observatory): Verdict {
  if (!observatory.hasLooked()) {
    return {
      status: 'unknown',
      word: 'Not known yet',
      sentence: 'The first look is under way.',
      since: null,
      runbook: null,
    }
  }
  return findOutage(state) ?? findAlert(state) ?? findPartlyDown(state) ?? findDependency(state) ?? working
}

const working: Verdict = {
  status: 'pass',
  word: 'Working',
  sentence: 'Nothing to do.',
  since: null,
  runbook: null,
}
const instant = (atMs: number) => new Date(atMs).toISOString()
const trouble = (sentence: string, sinceMs: number, runbook: string): Verdict => ({
  status: 'warn',
  word: 'In trouble',
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
  return worst === undefined ? null : trouble(worst.rule.effect, worst.sinceMs, worst.rule.runbook)
}

function findPartlyDown(state: ServiceState): Verdict | null {
  const processes = state.listProcesses()
  const down = processes.filter(({ isUp }) => !isUp)
  if (down.length === 0) return null
  const sentence = `${down.length} of ${processes.length} processes do not answer; the others do the work.`
  return trouble(sentence, Math.min(...down.map(({ sinceMs }) => sinceMs)), 'docs/runbook.md#service-down')
}

function findDependency(state: ServiceState): Verdict | null {
  const down = state.listDependencies().filter(({ isUp }) => !isUp)
  if (down.length === 0) return null
  const names = down.map(({ name }) => name.split(':')[0]).join(', ')
  const effects = down
    .map(({ name }) => findDependencyEffect(state.service.name, name))
    .filter((effect) => effect !== null)
  const sentence = [`It goes on without ${names}.`, ...new Set(effects)].join(' ')
  return trouble(sentence, Math.min(...down.map(({ sinceMs }) => sinceMs)), 'docs/runbook.md#dependency-down')
}
