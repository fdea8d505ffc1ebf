import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { catalogue } from '../../apps/gateway/src/ops/catalogue/catalogue.ts'
import { listExpressions, metricsOf } from '../../apps/gateway/src/ops/catalogue/metrics-of.ts'
import { summaryExpressions } from '../../apps/gateway/src/ops/catalogue/summary-expressions.ts'
import { OBSERVABILITY, writeObservability } from './observability-documents.mjs'
import { inRoot } from './root.mjs'
import { portTable } from './settings.mjs'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly { readonly expr: string }[]
  readonly options?: { readonly content?: string }
}

interface Dashboard {
  readonly uid: string
  readonly editable: boolean
  readonly panels: readonly Panel[]
}

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

interface Expectation {
  readonly alertname: string
  readonly eval_time: string
  readonly exp_alerts: readonly unknown[]
}

const read = (path: string) => readFileSync(inRoot(OBSERVABILITY, path), 'utf8')
const rulesOf = (name: string): Rule[] =>
  parse(read(`prometheus/${name}.yml`)).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)
const rules = [...rulesOf('rules'), ...rulesOf('budgets')]
const everyAlert = catalogue.flatMap((service) => service.alerts.map((alert) => ({ service, alert })))
const names = ['overview', ...catalogue.map(({ name }) => name)]
const dashboards = names.map((name): [string, Dashboard] => [
  name,
  JSON.parse(read(`grafana/dashboards/${name}.json`)) as Dashboard,
])

test('deploy/observability is up to date (npm run generate)', () => {
  const written: ReadonlyMap<string, string> = writeObservability()
  expect([...written].filter(([path, text]) => read(path) !== text).map(([path]) => path)).toEqual([])
  const files = readdirSync(inRoot(OBSERVABILITY, 'grafana', 'dashboards')).map((name) => `grafana/dashboards/${name}`)
  expect(files.filter((path) => !written.has(path))).toEqual([])
})

test('every alert has a rule with its severity, effect and runbook section', () => {
  const found = rules.filter(({ alert }) => alert !== undefined)
  expect(found.map(({ alert }) => alert).sort()).toEqual(everyAlert.map(({ alert }) => alert.name).sort())
  for (const { service, alert } of everyAlert) {
    const { labels, annotations } = found.find((rule) => rule.alert === alert.name) ?? {}
    expect(labels).toEqual({ severity: alert.severity, service: service.label })
    expect(annotations?.runbook_url).toBe(alert.runbook)
    expect(annotations?.summary).toBe(
      alert.effect.startsWith(service.title) ? alert.effect : `${service.title}: ${alert.effect}`,
    )
  }
})

test('every alert has tests that check that it is quiet, fires and clears', () => {
  const proofs = ['causes', 'burns'].flatMap(
    (name): Expectation[] => parse(read(`prometheus/${name}.proof.yml`)).tests[0].alert_rule_test,
  )
  for (const { alert } of everyAlert) {
    const own = proofs.filter(({ alertname }) => alertname === alert.name)
    expect([alert.name, own.map(({ exp_alerts }) => exp_alerts.length)]).toEqual([alert.name, [0, 1, 0]])
    const minutes = own.map(({ eval_time }) => Number(eval_time.replace('m', '')))
    expect(minutes).toEqual(minutes.toSorted((one, other) => one - other))
  }
})

test('has a read-only overview and dashboard per service, with stable ids', () => {
  expect(dashboards.map(([, { uid }]) => uid)).toEqual([
    ...['callwright-overview', 'callwright-gateway', 'callwright-auth', 'callwright-market-data'],
    ...['callwright-screener', 'callwright-workers', 'callwright-portfolio', 'callwright-coach'],
  ])
  expect(dashboards.filter(([, { editable }]) => editable)).toEqual([])
  const [provider] = parse(read('grafana/provisioning/dashboards/callwright.yml')).providers
  expect(provider.allowUiUpdates).toBe(false)
})

test.each(dashboards)('%s has the standard blocks in order', (_name, { panels }) => {
  const titles = catalogue[0]?.blocks.map(({ title }) => title)
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual(titles)
  for (const [index, { type }] of panels.entries()) {
    if (type === 'row') expect(panels[index + 1]?.type).not.toBe('row')
  }
  expect(panels.at(-1)?.type).not.toBe('row')
})

test.each(dashboards)('panels of %s do not overlap', (_name, { panels }) => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

test('every panel is on the dashboard of its service', () => {
  for (const { name, blocks } of catalogue) {
    const drawn = dashboards.find(([found]) => found === name)?.[1].panels.map(({ title }) => title) ?? []
    expect(drawn).toEqual(expect.arrayContaining(blocks.flatMap(({ panels }) => panels.map(({ title }) => title))))
  }
})

test("queries and rules read only the catalog's metrics and recorded series", () => {
  const expressions = catalogue.flatMap((service) => [...listExpressions(service), ...summaryExpressions(service)])
  const known = new Set([
    ...expressions.flatMap(metricsOf).map(({ of }) => of.metric),
    ...rules.map(({ record }) => record),
    'ALERTS',
  ])
  const queries = dashboards.flatMap(([, { panels }]) =>
    panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  )
  expect(queries.length).toBeGreaterThan(200)
  for (const query of [...queries, ...rules.map(({ expr }) => expr)]) {
    const metrics = [...query.matchAll(/([a-zA-Z_:][\w:]*)\{/g)].map(([, metric]) => metric)
    expect(metrics.length).toBeGreaterThan(0)
    expect([query, metrics.filter((metric) => !known.has(metric))]).toEqual([query, []])
  }
})

test('panels use the provisioned data source, and alerts link to their runbook sections', () => {
  const [source] = parse(read('grafana/provisioning/datasources/prometheus.yml')).datasources
  for (const [, { panels }] of dashboards) {
    for (const { datasource } of panels) expect([undefined, source.uid]).toContain(datasource?.uid)
  }
  for (const { service, alert } of everyAlert) {
    const { panels } = dashboards.find(([name]) => name === service.name)?.[1] ?? { panels: [] }
    const words = panels.map(({ options }) => options?.content ?? '').join('\n')
    expect(words).toContain(`| ${alert.name} | ${alert.severity} | ${alert.effect} |`)
    expect(words).toContain(`(/public/${alert.runbook}) |`)
  }
})

interface Job {
  readonly honor_labels: boolean
  readonly static_configs?: readonly { readonly targets: string[]; readonly labels: { readonly service: string } }[]
  readonly dns_sd_configs?: readonly { readonly names: string[]; readonly port: number }[]
  readonly relabel_configs?: readonly { readonly target_label: string; readonly replacement: string }[]
}

test('Prometheus scrapes the ops port of every container with the service label of its process', () => {
  const jobs: Job[] = parse(read('prometheus/prometheus.yml')).scrape_configs
  const { services } = parse(readFileSync(inRoot('docker-compose.yml'), 'utf8'), { merge: true })
  const labeled = jobs.flatMap(({ static_configs = [], dns_sd_configs = [], relabel_configs = [] }) => [
    ...static_configs.map(({ targets, labels }) => [targets[0], labels.service]),
    ...dns_sd_configs.map(({ names: [name], port }, index) => [`${name}:${port}`, relabel_configs[index]?.replacement]),
  ])
  const containerOf = (name: string) => (name === 'workers' ? 'worker' : name)
  const expected = catalogue.map(({ name, label }) => {
    const container = containerOf(name)
    return [`${container}:${services[container].environment.OPS_PORT}`, label]
  })
  expect(labeled.toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBe(Object.keys(portTable(0)).length + 1)
  expect(jobs.every(({ honor_labels }) => honor_labels)).toBe(true)
})

test('the check prints a warning without promtool', () => {
  const script = inRoot('scripts', 'check-observability.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script], { env: { PATH: '' }, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('!! No promtool found')])
})
