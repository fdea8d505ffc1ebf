import { catalogue, getService } from '../../apps/gateway/src/ops/catalogue/catalogue.ts'
import { annotate, STATE, toDuration } from './observability-rules.mjs'

const MINUTE = 60
/** Minutes without the fault, followed by minutes with it, in tests of cause alerts. */
const QUIET_MINUTES = 10
const FAULT_MINUTES = 20
/** Bad minutes in SLO tests, at most as long as any alert's long window. */
const BAD_MINUTES = 30
/** Tolerance for the time at which an alert clears, because windows are evaluated every few minutes. */
const SLACK_SECONDS = 5 * MINUTE
const MANY = 600
const FEW = 10

/** promtool tests: each alert is quiet, fires when its conditions hold, and clears when they no longer do. */
export function buildProofs() {
  return [
    { name: 'causes', proof: buildFile('1m', [proveCauses(), ...proveThatAllMustHold()]) },
    { name: 'burns', proof: buildFile('5m', [proveBurns()]) },
  ]
}

const buildFile = (evaluationInterval, tests) => ({
  rule_files: ['rules.yml'],
  evaluation_interval: evaluationInterval,
  tests: tests.map((test) => ({ interval: '1m', ...test })),
})

const listAlerts = (kind) =>
  catalogue.flatMap((service) =>
    service.alerts.filter((alert) => alert.kind === kind).map((alert) => ({ service, alert })),
  )

function expectAlert({ service, alert }, seconds, fires) {
  const { labels, annotations } = annotate(service, alert)
  const expected = fires ? { exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }] } : { exp_alerts: [] }
  return { eval_time: toDuration(seconds), alertname: alert.name, ...expected }
}

function proveCauses() {
  const series = createSeriesList()
  const found = listAlerts('cause')
  for (const { service, alert } of found) {
    for (const condition of alert.all) series.add(...faultSeries(condition, service.name))
  }
  const overSeconds = (QUIET_MINUTES + FAULT_MINUTES) * MINUTE
  const expectations = found.flatMap((entry) => {
    const windowSeconds = Math.max(0, ...entry.alert.all.map((condition) => condition.windowSeconds ?? 0))
    return [
      expectAlert(entry, (QUIET_MINUTES - 1) * MINUTE, false),
      expectAlert(entry, overSeconds - MINUTE, true),
      expectAlert(entry, overSeconds + windowSeconds + SLACK_SECONDS, false),
    ]
  })
  return { input_series: series.list(), alert_rule_test: expectations, promql_expr_test: states() }
}

/** Expected states: all operational, all down, then some degraded while alerts with long windows still fire. */
function states() {
  const after = QUIET_MINUTES + FAULT_MINUTES
  const late = ['market-data', 'screener', 'workers']
  const levels = [
    [QUIET_MINUTES - 1, () => 3],
    [after - 1, () => 0],
    [after + 20, (name) => ([...late, 'auth'].includes(name) ? 2 : 3)],
    [after + 70, (name) => (late.includes(name) ? 2 : 3)],
  ]
  return levels.map(([minutes, levelOf]) => ({
    expr: STATE,
    eval_time: `${minutes}m`,
    exp_samples: catalogue.map(({ name, label }) => ({ labels: `${STATE}{service="${label}"}`, value: levelOf(name) })),
  }))
}

/** Alerts with several conditions stay quiet while the first or the second does not hold. */
function proveThatAllMustHold() {
  const found = listAlerts('cause').filter(({ alert }) => alert.all.length > 1)
  return [0, 1].map((quietOne) => {
    const series = createSeriesList()
    for (const { service, alert } of found) {
      for (const [index, condition] of alert.all.entries()) {
        series.add(...faultSeries(condition, service.name, index !== quietOne))
      }
    }
    const endSeconds = (QUIET_MINUTES + FAULT_MINUTES - 1) * MINUTE
    const expectations = found.map((entry) => expectAlert(entry, endSeconds, false))
    return { input_series: series.list(), alert_rule_test: expectations }
  })
}

/** Series that a condition reads: quiet, then faulty if `holds`, then quiet for two hours. */
function faultSeries({ of: { kind, of }, is, bound }, service, holds = true) {
  const labels = labelsOf(of, service)
  const phases = (quiet, fault, after) =>
    holds
      ? `${quiet}x${QUIET_MINUTES - 1} ${fault}x${FAULT_MINUTES - 1} ${after}x${2 * 60}`
      : `${quiet}x${QUIET_MINUTES + FAULT_MINUTES + 2 * 60}`
  const steady = (quiet, fault) => phases(`${quiet}+0`, `${fault}+0`, `${quiet}+0`)
  switch (kind) {
    case 'increase': {
      const total = MANY * FAULT_MINUTES
      return [of.metric, labels, phases('0+0', `${MANY}+${MANY}`, `${total}+0`)]
    }
    case 'age': {
      const stoppedAt = QUIET_MINUTES * MINUTE
      const backAt = stoppedAt + FAULT_MINUTES * MINUTE
      return [of.metric, labels, phases(`0+${MINUTE}`, `${stoppedAt}+0`, `${backAt}+${MINUTE}`)]
    }
    case 'fractionOfDailyMax':
      return [of.metric, labels, steady(100, 1)]
    case 'gauge':
      return [of.metric, labels, is === 'below' ? steady(Math.max(1, bound), 0) : steady(0, 2 * bound + 1)]
    default:
      throw new Error(`No test data for a cause of kind ${kind}`)
  }
}

function proveBurns() {
  const series = createSeriesList()
  for (const { name, objectives } of catalogue) {
    for (const { bad } of objectives) for (const one of burningOf(bad, name)) series.add(...one)
  }
  const badSeconds = BAD_MINUTES * MINUTE
  const expectations = listAlerts('burn').flatMap((entry) => [
    // The alert must not fire yet, because there are too few events.
    expectAlert(entry, 0, false),
    expectAlert(entry, badSeconds, true),
    expectAlert(entry, badSeconds + entry.alert.shortSeconds + SLACK_SECONDS, false),
  ])
  return { input_series: series.list(), alert_rule_test: expectations }
}

/** Values of a series that is bad for half an hour, then good for seven hours. */
const badThenGood = (bad, good) => `${bad}x${BAD_MINUTES} ${good}x${7 * 60}`
const BAD_TOTAL = MANY * BAD_MINUTES
const growsWhileBad = badThenGood(`0+${MANY}`, `${BAD_TOTAL}+0`)
const growsWhenGood = badThenGood('0+0', `${MANY}+${MANY}`)
const growsFast = badThenGood(`0+${MANY}`, `${BAD_TOTAL + MANY}+${MANY}`)
const growsSlowly = badThenGood(`0+${FEW}`, `${(BAD_MINUTES + 1) * FEW}+${FEW}`)

function burningOf(bad, service) {
  switch (bad.kind) {
    case 'share':
      return [
        [bad.part.metric, labelsOf(bad.part, service), growsWhileBad],
        [bad.whole.metric, labelsOf(bad.whole, service, bad.part), growsSlowly],
      ]
    case 'slower': {
      const labels = labelsOf(bad.of, service)
      const buckets = [...new Set(bad.bounds)].map((bound) => [
        `${bad.of.metric}_bucket`,
        { ...labels, le: String(bound) },
        growsWhenGood,
      ])
      return [[`${bad.of.metric}_count`, labels, growsFast], ...buckets]
    }
    case 'over': {
      const during = bad.during ? [[bad.during.metric, labelsOf(bad.during, service), badThenGood('1+0', '1+0')]] : []
      return [[bad.of.metric, labelsOf(bad.of, service), badThenGood(`${2 * bad.bound}+0`, '0+0')], ...during]
    }
  }
}

/** Labels that match a selection and, if possible, do not match `besides`. */
function labelsOf({ match = {}, service }, asking, besides = { match: {} }) {
  const labels = Object.entries(match).map(([label, wanted]) => {
    const avoided = besides.match?.[label]
    const fitting = candidatesOf(wanted).filter((word) => fits(wanted, word))
    const value = fitting.find((word) => !(avoided && fits(avoided, word))) ?? fitting[0]
    if (value === undefined) throw new Error(`No value of ${label} matches ${JSON.stringify(wanted)}`)
    return [label, value]
  })
  return { service: getService(service ?? asking).label, ...Object.fromEntries(labels) }
}

/**
 * Candidate values for a matcher: its own values, its first alternative with a digit for each dot, or unrelated words.
 */
function candidatesOf(wanted) {
  if ('is' in wanted) return wanted.is
  if ('like' in wanted) return [wanted.like.split('|')[0].replaceAll('.', '0')]
  return ['other', 'another']
}

function fits(wanted, word) {
  if ('is' in wanted) return wanted.is.includes(word)
  if ('not' in wanted) return !wanted.not.includes(word)
  const whole = new RegExp(`^(?:${'like' in wanted ? wanted.like : wanted.unlike})$`)
  return whole.test(word) === 'like' in wanted
}

/** Collects unique series for promtool. Throws if two tests need different values of one series. */
function createSeriesList() {
  const valuesOf = new Map()
  return {
    add(metric, labels, values) {
      const written = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
      const series = `${metric}{${written.join(',')}}`
      if ((valuesOf.get(series) ?? values) !== values) throw new Error(`Two tests need different values of ${series}`)
      valuesOf.set(series, values)
    },
    list: () => [...valuesOf].map(([series, values]) => ({ series, values })),
  }
}
