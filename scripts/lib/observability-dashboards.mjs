import { catalogue, getService } from '../../apps/gateway/src/ops/catalogue/catalogue.ts'
import { summaryOf } from '../../apps/gateway/src/ops/catalogue/summary-expressions.ts'
import { toPromql } from '../../apps/gateway/src/ops/catalogue/to-promql.ts'
import { layOut, lines, link, RUNBOOK, table, text, value } from './observability-panels.mjs'
import { BUDGET_LEFT, badRatioOf, budgetOf, STATE } from './observability-rules.mjs'

/**
 * Window for shares. It is longer than the step between two points, because events are rare and subqueries sample only
 * once a minute.
 */
const SHARE_WINDOW = '5m'
const shareKinds = ['share', 'slower', 'over']

const stateMappings = {
  0: ['Down', 'red'],
  1: ['Not ready', 'red'],
  2: ['Degraded', 'orange'],
  3: ['Operational', 'green'],
}
const none = { 0: ['none', 'red'] }
/** Value mappings for panels whose figures are clearer as text. */
const mappingsOfPanel = {
  processes: none,
  ready: none,
  breakers: { 0: ['closed', 'green'], 1: ['half-open', 'orange'], 2: ['open', 'red'] },
}
const budgetSteps = [
  ['red', null],
  ['orange', 0],
  ['green', 0.25],
]
const BUDGET_DESCRIPTION = 'Above 25%: healthy. Below 25%: avoid risky changes. Below 0: budget spent, SLO missed.'

const overviewPanels = [
  ['gateway', 'disk'],
  ['market-data', 'data-age'],
  ['market-data', 'quota'],
  ['screener', 'snapshot-age'],
  ['workers', 'oldest'],
  ['coach', 'budget'],
]

/** Grafana dashboards by file name: an overview and one per service. */
export function buildDashboards() {
  return [
    { name: 'overview', dashboard: buildDashboard('overview', 'Callwright: all services', overviewBlocks()) },
    ...catalogue.map((service) => ({
      name: service.name,
      dashboard: buildDashboard(service.name, `Callwright: ${service.title}`, serviceBlocks(service)),
    })),
  ]
}

function buildDashboard(name, title, blocks) {
  return {
    uid: `callwright-${name}`,
    title,
    tags: ['callwright'],
    schemaVersion: 39,
    version: 1,
    editable: false,
    graphTooltip: 1,
    refresh: '10s',
    time: { from: 'now-1h', to: 'now' },
    timezone: 'browser',
    links: [
      { title: 'Dashboards', type: 'dashboards', tags: ['callwright'], asDropdown: true, keepTime: true },
      link('Runbook', RUNBOOK),
    ],
    annotations: { list: [] },
    templating: { list: [] },
    panels: layOut(blocks),
  }
}

function serviceBlocks(service) {
  return service.blocks.map(({ id, title, panels }) => ({
    title,
    panels: [
      ...(id === 'verdict' ? [stateOf(service)] : []),
      ...panels.map((panel) => drawPanel(service, panel)),
      ...(id === 'verdict' ? budgetsOf(service) : []),
      ...(id === 'alerts' ? [firing(`service="${service.label}"`), alertSections(service)] : []),
    ],
  }))
}

/** Converts a panel in the catalog to a Grafana panel. */
function drawPanel(service, { title, unit, shape, queries, id }) {
  const targets = queries.map(({ legend, of }) => ({ legend: toLegend(legend), expr: exprOf(of, service) }))
  if (id === 'bad-share') return lines({ title, unit, targets, description: objectivesOf(service) })
  const drawn = { title, unit, targets, words: mappingsOfPanel[id] }
  return shape === 'value' ? value(drawn) : lines(drawn)
}

const exprOf = (of, { name }) =>
  toPromql(of, { service: name, window: shareKinds.includes(of.kind) ? SHARE_WINDOW : '$__rate_interval' })

const toLegend = (legend) => legend.replaceAll(/\{(\w+)\}/g, '{{$1}}')

const percent = (part) => `${Number((part * 100).toPrecision(4))}%`
const objectivesOf = ({ objectives }) =>
  objectives
    .map(({ title, objective }) => `${title}: at most ${percent(budgetOf(objective))} bad in 30 days.`)
    .join('\n')

const stateOf = ({ title, label }) =>
  value({
    title: `${title} status`,
    unit: 'count',
    words: stateMappings,
    targets: [{ legend: title, expr: `${STATE}{service="${label}"}` }],
  })

function budgetsOf({ label, objectives }) {
  const each = (build) => objectives.map(({ id, title }) => build(`service="${label}",objective="${id}"`, title))
  return [
    value({
      title: 'Error budget left (30 days)',
      unit: 'ratio',
      steps: budgetSteps,
      description: BUDGET_DESCRIPTION,
      targets: each((matchers, legend) => ({ legend, expr: `${BUDGET_LEFT}{${matchers}}` })),
    }),
    lines({
      title: 'Burn rate over 1 h (1 = budget spent in 30 days)',
      unit: 'count',
      targets: objectives.map(({ id, title, objective }) => ({
        legend: title,
        expr: `${badRatioOf('1h')}{service="${label}",objective="${id}"} / ${budgetOf(objective)}`,
      })),
    }),
  ]
}

const firing = (matchers) =>
  table({
    title: 'Firing and pending alerts',
    expr: `sum by (alertname, service, severity, alertstate) (ALERTS{${matchers}})`,
  })

/** Builds a table of alerts with their effects and runbook sections. */
function alertSections(...services) {
  const rows = services.flatMap(({ alerts }) =>
    alerts.map(({ name, severity, effect, runbook }) => {
      const section = runbook.split('#')[1]
      return `| ${name} | ${severity} | ${effect} | [${section}](${RUNBOOK}#${section}) |`
    }),
  )
  const content = ['| alert | severity | effect on users | runbook |', '|---|---|---|---|', ...rows].join('\n')
  return text({ title: 'Alert reference', content })
}

function overviewBlocks() {
  const [{ blocks }] = catalogue
  const panelsOf = {
    verdict: [
      ...catalogue.map(stateOf),
      value({
        title: 'Error budget left (30 days)',
        unit: 'ratio',
        steps: budgetSteps,
        description: BUDGET_DESCRIPTION,
        targets: [{ legend: '{{service}} {{objective}}', expr: `sort(${BUDGET_LEFT}{service!=""})` }],
        isWide: true,
      }),
    ],
    traffic: [
      ofAll('Requests and jobs', 'per_second', 'rps'),
      ofAll('Errors', 'per_second', 'errors'),
      ofAll('p95', 'seconds', 'p95'),
    ],
    dependencies: [
      ofAll('Dependencies up', 'yes_no', 'dependencyUp'),
      ofAll('Health check duration', 'seconds', 'dependencyLatency'),
    ],
    saturation: [
      ofAll('CPU (of one core)', 'ratio', 'cpu'),
      ofAll('Event loop delay, p99', 'seconds', 'eventLoopP99Seconds'),
      ofAll('Resident memory', 'bytes', 'rssBytes'),
      ofAll('Database connections in use', 'count', 'poolInUse'),
    ],
    own: overviewPanels.map(([name, id]) => {
      const service = getService(name)
      const found = service.blocks.flatMap(({ panels }) => panels).find((panel) => panel.id === id)
      if (found === undefined) throw new Error(`${name} has no panel ${id}`)
      return drawPanel(service, { ...found, title: `${service.title}: ${found.title}` })
    }),
    alerts: [firing('alertname!=""'), ofAll('Processes by version', 'count', 'build'), alertSections(...catalogue)],
  }
  return blocks.map(({ id, title }) => ({ title, panels: panelsOf[id] }))
}

/** Panel with one figure from every service's summary, with a line per service and label set. */
function ofAll(title, unit, figure) {
  const targets = catalogue.map((service) => {
    const of = summaryOf(service)[figure]
    const labels = (of.by ?? []).map((label) => `{{${label}}}`)
    return { legend: [service.title, ...labels].join(' '), expr: exprOf(of, service) }
  })
  return lines({ title, unit, targets })
}
