import { badge, make, renderChanged, setText } from './elements.js'
import { duration, figure, percent, since } from './format.js'

const words = { pass: 'All systems operational', warn: 'Degraded', fail: 'Outage', unknown: 'Unknown' }

export function createOverview() {
  const verdict = make('div', { class: 'overall' })
  const rows = make('div', { class: 'services', role: 'list' })
  const alerts = make('div', {})
  const built = new Map()
  const root = make(
    'div',
    { class: 'overview' },
    make('h1', {}, 'All services'),
    verdict,
    rows,
    make('section', { 'aria-labelledby': 'alerts' }, make('h2', { id: 'alerts' }, 'Alerts'), alerts),
  )

  return {
    root,
    update(summary) {
      renderChanged(verdict, [summary.overall, summary.services.map(({ status }) => status)], () =>
        buildOverall(summary),
      )
      for (const service of summary.services) {
        const row = built.get(service.name) ?? createRow(service)
        if (!built.has(service.name)) rows.append(row.root)
        built.set(service.name, row)
        row.update(service, summary.generatedAt)
      }
      renderAlerts(alerts, summary.services, summary.generatedAt)
    },
    describe: (summary) => words[summary.overall],
  }
}

function buildOverall({ overall, services }) {
  const bad = services.filter(({ status }) => status === 'fail' || status === 'warn')
  const sentence =
    bad.length === 0
      ? ''
      : `${bad.map(({ title }) => title).join(', ')} ${bad.length === 1 ? 'needs' : 'need'} attention.`
  return [badge(overall, words[overall]), make('p', {}, sentence)]
}

const columns = [
  ['Rate', ({ red }) => figure('per_second', red.rps)],
  ['Errors', ({ red }) => percent(red.errorRatio)],
  ['p95', ({ red }) => duration(red.p95)],
  ['SLO actual', ({ slo }) => percent(slo.sli)],
  ['Budget left', ({ slo }) => budget(slo.budgetRemainingRatio)],
  ['Processes', ({ replicas }) => String(replicas)],
]

export const budget = (ratio) => (ratio !== null && ratio < 0 ? 'overspent' : percent(ratio))

function createRow(service) {
  const status = make('span', { class: 'state' })
  const sentence = make('p', { class: 'sentence' })
  const figures = columns.map(([title]) => ({ title, value: make('dd', {}) }))
  const root = make(
    'div',
    { class: 'service', role: 'listitem' },
    make('h2', {}, make('a', { href: `/ops/${service.name}` }, service.title)),
    status,
    sentence,
    make(
      'dl',
      { class: 'figures' },
      ...figures.map(({ title, value }) => make('div', {}, make('dt', {}, title), value)),
    ),
  )
  return {
    root,
    update(next, now) {
      renderChanged(status, [next.status, next.verdict.word], () => badge(next.status, next.verdict.word))
      setText(sentence, describeVerdict(next.verdict, now))
      columns.forEach(([, read], index) => {
        setText(figures[index].value, read(next))
      })
    },
  }
}

/** Describes a service's problem, with its start and its runbook section. */
export function describeVerdict({ sentence, since: from, runbook }, now) {
  const when = from === null ? '' : ` ${capitalize(since(from, now))}.`
  return `${sentence}${when}${runbook === null ? '' : ` See ${runbook}`}`
}

const capitalize = (text) => text[0].toUpperCase() + text.slice(1)

/** Lists firing alerts before pending ones, and pages before tickets. */
export function renderAlerts(element, services, now) {
  const all = services
    .flatMap((service) => service.alerts.map((alert) => ({ ...alert, service: service.title })))
    .sort((one, other) => rank(one) - rank(other) || one.since.localeCompare(other.since))
  renderChanged(element, [all, all.length > 0 && now], () => {
    if (all.length === 0) return make('p', { class: 'empty' }, 'No active alerts.')
    return make('ul', { class: 'alerts' }, ...all.map((alert) => buildAlert(alert, now)))
  })
}

const rank = ({ state, severity }) => (state === 'firing' ? 0 : 2) + (severity === 'page' ? 0 : 1)

function buildAlert({ name, severity, state, since: from, effect, runbook, service }, now) {
  const word = state === 'pending' ? 'Pending' : severity === 'page' ? 'Page' : 'Ticket'
  const status = state === 'pending' ? 'unknown' : severity === 'page' ? 'fail' : 'warn'
  return make(
    'li',
    {},
    badge(status, word),
    make('strong', {}, `${service}: ${name}`),
    make('span', { class: 'effect' }, effect),
    make('span', { class: 'from' }, since(from, now)),
    make('code', {}, runbook),
  )
}
