import { catalogue } from '../../apps/gateway/src/ops/catalogue/catalogue.ts'
import { alertToPromql, toPromql } from '../../apps/gateway/src/ops/catalogue/to-promql.ts'

/** Windows of the burn alerts. The bad share of each SLO is recorded for them. */
const recordedWindows = ['5m', '30m', '1h', '6h', '72h']
const SLO_WINDOW = '30d'

export const badRatioOf = (window) => `service_objective:bad:ratio_${window}`
/** Remaining error budget over 30 days: 1 is all, 0 is none, and a negative value is overspent. */
export const BUDGET_LEFT = 'service_objective:budget_left:ratio'
/** State of a service: 0 down, 1 not ready, 2 alert firing, 3 operational. */
export const STATE = 'service:state:level'

/** Prometheus rule groups: each service's state, the bad share of its SLOs, and its alerts. */
export function buildRules() {
  return { groups: catalogue.flatMap(buildGroups) }
}

/** Rules for error budgets. They are evaluated rarely, because each evaluation reads a month of data. */
export function buildBudgets() {
  return {
    groups: catalogue.map((service) => ({
      name: `${service.name}-budgets`,
      interval: '5m',
      rules: [...recordBad(service, SLO_WINDOW), ...recordBudgets(service)],
    })),
  }
}

export function annotate({ title, label }, { severity, effect, runbook }) {
  return {
    labels: { severity, service: label },
    annotations: { summary: effect.startsWith(title) ? effect : `${title}: ${effect}`, runbook_url: runbook },
  }
}

export const toDuration = (seconds) => (seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`)

function buildGroups(service) {
  const { name, alerts } = service
  const [causes, burns] = ['cause', 'burn'].map((kind) => alerts.filter((alert) => alert.kind === kind))
  return [
    { name: `${name}-state`, interval: '15s', rules: [recordState(service)] },
    { name: `${name}-causes`, interval: '15s', rules: causes.map((alert) => buildAlert(service, alert)) },
    {
      name: `${name}-objectives`,
      interval: '1m',
      rules: recordedWindows.flatMap((window) => recordBad(service, window)),
    },
    { name: `${name}-burns`, interval: '1m', rules: burns.map((alert) => buildAlert(service, alert)) },
  ]
}

function recordState({ label }) {
  const isOne = (value, test) => `((${value} or on() vector(0)) ${test})`
  const up = isOne(`sum(up{service="${label}"})`, '> bool 0')
  const ready = isOne(`max(process_ready{service="${label}"})`, '> bool 0')
  const quiet = isOne(`count(ALERTS{service="${label}",alertstate="firing"})`, '== bool 0')
  const expr = `${up} * (1 + ${ready} * (1 + ${quiet}))`
  return { record: STATE, expr, labels: { service: label } }
}

function recordBad({ name, label, objectives }, window) {
  return objectives.map(({ id, bad }) => ({
    record: badRatioOf(window),
    expr: toPromql(bad, { service: name, window }),
    labels: { service: label, objective: id },
  }))
}

function recordBudgets({ label, objectives }) {
  return objectives.map(({ id, objective }) => ({
    record: BUDGET_LEFT,
    expr: `1 - ${badRatioOf(SLO_WINDOW)}{service="${label}",objective="${id}"} / ${budgetOf(objective)}`,
    labels: { service: label, objective: id },
  }))
}

/** Fraction of events or time that may be bad. */
export const budgetOf = (objective) => Number((1 - objective).toPrecision(6))

function buildAlert(service, alert) {
  const expr = alertToPromql(alert, service.name)
  const pending = alert.kind === 'cause' && alert.forSeconds > 0 ? { for: toDuration(alert.forSeconds) } : {}
  return { alert: alert.name, expr, ...pending, ...annotate(service, alert) }
}
