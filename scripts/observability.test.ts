import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { portTable } from './lib/settings.mjs'
import { inRoot } from './lib/tool.mjs'

interface Panel {
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}
interface Dashboard {
  readonly uid: string
  readonly editable: boolean
  readonly panels: readonly Panel[]
}
interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}
interface Expectation {
  readonly alertname: string
  readonly exp_alerts?: readonly unknown[]
}
interface Job {
  readonly honor_labels: boolean
  readonly static_configs?: readonly { readonly targets: string[]; readonly labels: { readonly service: string } }[]
  readonly dns_sd_configs?: readonly { readonly names: string[]; readonly port: number }[]
  readonly relabel_configs?: readonly { readonly target_label: string; readonly replacement: string }[]
}

const folder = inRoot('deploy', 'observability')
const read = (path: string) => readFileSync(`${folder}/${path}`, 'utf8')
const dashboards = globSync('grafana/dashboards/*.json', { cwd: folder }).map((file): [string, Dashboard] => [
  file,
  JSON.parse(read(file)) as Dashboard,
])
const groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[] = parse(
  read('prometheus/rules.yml'),
).groups
const rules = groups.flatMap((group) => group.rules)

test('every alert has a severity, a summary and a runbook section', () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined)
  expect(alerts.length).toBeGreaterThan(15)
  for (const { alert, labels, annotations } of alerts) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(?:page|ticket)$/)])
    expect([alert, annotations]).toEqual([
      alert,
      { summary: expect.any(String), runbook_url: expect.stringMatching(/^docs\/runbook\.md#[a-z-]+$/) },
    ])
  }
})

test('every alert has a proof that it is quiet, fires and clears', () => {
  const { tests } = parse(read('prometheus/alerts.proof.yml')) as {
    readonly tests: readonly {
      readonly alert_rule_test?: readonly Expectation[]
      readonly promql_expr_test?: unknown
    }[]
  }
  const steps = tests[0]?.alert_rule_test ?? []
  for (const { alert = '' } of groups.find(({ name }) => name === 'causes')?.rules ?? []) {
    const fires = steps
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts = [] }) => exp_alerts.length > 0)
    expect([alert, fires]).toEqual([alert, [false, true, false]])
  }
  const counted = JSON.stringify(tests.map(({ promql_expr_test }) => promql_expr_test))
  for (const { alert } of groups.find(({ name }) => name === 'burns')?.rules ?? []) expect(counted).toContain(alert)
})

test('every SLO has a budget, events and bad events', () => {
  const list = (name: string) => rules.filter(({ record }) => record === name).map(({ labels }) => labels.slo ?? '')
  const names = new Set(list('slo:budget:ratio'))
  expect(names.size).toBeGreaterThan(10)
  expect(new Set(list('slo:all:rate5m'))).toEqual(names)
  expect(new Set(list('slo:bad:rate5m'))).toEqual(names)
})

test.each(dashboards)('%s is read-only, and its panels do not overlap', (_file, { editable, panels }) => {
  expect(editable).toBe(false)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24)
})

test('Grafana provisions one dashboard for services and one for workers, and opens on the first', () => {
  expect(dashboards.map(([, { uid }]) => uid).sort()).toEqual(['callwright-services', 'callwright-workers'])
  const [provider] = parse(read('grafana/provisioning/dashboards/callwright.yml')).providers
  expect(provider.allowUiUpdates).toBe(false)
  expect(readFileSync(inRoot('docker-compose.yml'), 'utf8')).toContain('/etc/callwright/dashboards/services.json')
})

test('Prometheus scrapes the ops port of every container with the service label of its process', () => {
  const jobs: Job[] = parse(read('prometheus/prometheus.yml')).scrape_configs
  const { services } = parse(readFileSync(inRoot('docker-compose.yml'), 'utf8'), { merge: true })
  const labeled = jobs.flatMap(({ static_configs = [], dns_sd_configs = [], relabel_configs = [] }) => [
    ...static_configs.map(({ targets, labels }) => [targets[0], labels.service]),
    ...dns_sd_configs.map(({ names: [name], port }, index) => [`${name}:${port}`, relabel_configs[index]?.replacement]),
  ])
  const expected = [...Object.keys(portTable(0)), 'worker'].map((name) => [
    `${name}:${services[name].environment.OPS_PORT}`,
    name === 'worker' ? 'screener-worker' : name,
  ])
  expect(labeled.toSorted()).toEqual(expected.toSorted())
  expect(jobs.every(({ honor_labels }) => honor_labels)).toBe(true)
})

test('the check prints a warning without promtool', () => {
  const script = inRoot('scripts', 'check-observability.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script], { env: { PATH: '' }, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('!! No promtool found')])
})
