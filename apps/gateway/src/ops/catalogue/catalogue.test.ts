import { describe, expect, test } from '@jest/globals'
import { catalogue, getService } from './catalogue.ts'
import { serviceNames } from './expressions.ts'
import { listExpressions, metricsOf } from './metrics-of.ts'
import { alertToPromql, toPromql } from './to-promql.ts'
import { type AlertRule, blockIds } from './types.ts'

const everyAlert = catalogue.flatMap(({ name, alerts }) => alerts.map((alert) => ({ service: name, alert })))

function getAlert(name: string) {
  const found = everyAlert.find(({ alert }) => alert.name === name)
  if (found === undefined) throw new Error(`No alert ${name}`)
  return found
}

describe('the catalog', () => {
  test('has every service, each with the same blocks in the same order', () => {
    expect(catalogue.map(({ name }) => name)).toEqual([...serviceNames])
    for (const { blocks } of catalogue) expect(blocks.map(({ id }) => id)).toEqual([...blockIds])
  })

  test('has unique names', () => {
    expect(new Set(everyAlert.map(({ alert }) => alert.name)).size).toBe(everyAlert.length)
    for (const { blocks, objectives } of catalogue) {
      const panels = blocks.flatMap((block) => block.panels.map(({ id }) => id))
      expect(new Set(panels).size).toBe(panels.length)
      expect(new Set(objectives.map(({ id }) => id)).size).toBe(objectives.length)
    }
  })

  test('has objectives above 50% and below 100%', () => {
    for (const { objectives } of catalogue) {
      expect(objectives.length).toBeGreaterThan(0)
      for (const { objective } of objectives) {
        expect(objective).toBeGreaterThan(0.5)
        expect(objective).toBeLessThan(1)
      }
    }
  })

  test('has three burn alerts per SLO, and a runbook section for each alert', () => {
    for (const { name, objectives, alerts } of catalogue) {
      for (const { id } of objectives) {
        const burns = alerts.filter((alert) => alert.kind === 'burn' && alert.objective === id)
        expect([name, id, burns.map(describeBurn)]).toEqual([
          name,
          id,
          ['page 14.4 300/3600 100', 'page 6 1800/21600 100', 'ticket 1 21600/259200 100'],
        ])
      }
      for (const { runbook } of alerts) expect(runbook).toMatch(/^docs\/runbook\.md#[a-z][a-z-]+$/)
    }
  })

  test('groups by exactly the labels that its legends use', () => {
    for (const { blocks } of catalogue) {
      for (const { legend, of } of blocks.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries))) {
        const kept: readonly string[] = 'by' in of ? (of.by ?? []) : []
        expect([...legend.matchAll(/\{(\w+)\}/g)].map(([, label]) => label).sort()).toEqual([...kept].sort())
      }
    }
  })

  test('has valid metric names', () => {
    const names = catalogue.flatMap((service) => listExpressions(service).flatMap(metricsOf)).map(({ of }) => of.metric)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(names).toContain('http_server_request_duration_seconds_bucket')
  })
})

function describeBurn(alert: AlertRule): string {
  if (alert.kind !== 'burn') throw new Error('not a burn alert')
  const { severity, factor, shortSeconds, longSeconds, minimumEvents } = alert
  return `${severity} ${factor} ${shortSeconds}/${longSeconds} ${minimumEvents}`
}

describe('PromQL', () => {
  const panel = (service: Parameters<typeof getService>[0], id: string) => {
    const found = getService(service)
      .blocks.flatMap(({ panels }) => panels)
      .find((candidate) => candidate.id === id)
    const [query] = found?.queries ?? []
    if (query === undefined) throw new Error(`No panel ${id}`)
    return toPromql(query.of, { service, window: '5m' })
  }

  test.each([
    ['auth', 'requests', 'sum (rate(http_server_request_duration_seconds_count{service="auth"}[5m]))'],
    ['auth', 'logins', 'sum by (outcome) (rate(auth_login_attempts_total{service="auth"}[5m]))'],
    [
      'workers',
      'job-latency',
      'histogram_quantile(0.5, sum by (le) (rate(queue_job_duration_seconds_bucket{service="screener-worker"}[5m])))',
    ],
    ['workers', 'backlog', 'max by (state) (queue_jobs{service="screener"})'],
    ['coach', 'uptime', 'time() - max(process_start_time_seconds{service="coach"})'],
    [
      'coach',
      'bad-share',
      '(sum(rate(coach_requests_total{service="coach",outcome=~"failed|late"}[5m])) or on() vector(0)) / sum(rate(coach_requests_total{service="coach",outcome!~"limited|left"}[5m]))',
    ],
  ] as const)('%s %s', (service, id, expected) => {
    expect(panel(service, id)).toBe(expected)
  })

  const objective = (service: Parameters<typeof getService>[0], id: string) => {
    const found = getService(service).objectives.find((candidate) => candidate.id === id)
    if (found === undefined) throw new Error(`No objective ${id}`)
    return toPromql(found.bad, { service, window: '1h' })
  }

  test('an SLO at a bucket bound reads that bucket, in both Prometheus notations', () => {
    expect(objective('workers', 'latency')).toBe(
      '1 - sum(rate(queue_job_duration_seconds_bucket{service="screener-worker",le=~"5(\\\\.0)?"}[1h])) / sum(rate(queue_job_duration_seconds_count{service="screener-worker"}[1h]))',
    )
  })

  test('an SLO between two bucket bounds interpolates', () => {
    const series = 'http_server_request_duration_seconds'
    const labels = 'service="auth",route="/api/auth/login"'
    expect(objective('auth', 'login-latency')).toBe(
      `1 - (sum(rate(${series}_bucket{${labels},le="0.25"}[1h])) * 0.4 + sum(rate(${series}_bucket{${labels},le="0.5"}[1h])) * 0.6) / sum(rate(${series}_count{${labels}}[1h]))`,
    )
  })

  test('a time-based SLO counts only market hours', () => {
    expect(objective('screener', 'freshness')).toBe(
      'avg_over_time(((max(screener_snapshot_age_seconds{service="screener"}) > bool 1800) and on() (max(market_session_open{service="market-data"}) > 0))[1h:1m])',
    )
  })

  test('a burn alert compares both windows with the budget and requires enough events', () => {
    const { alert, service } = getAlert('PortfolioAvailabilityFastBurn')
    const calls = (outcome: string) =>
      `upstream_request_duration_seconds_count{service="gateway",upstream="portfolio",outcome${outcome}}`
    const bad = calls('=~"5..|error|timeout|shed|unreadable"')
    const all = calls('!~"4..|left"')
    const burns = (window: string) =>
      `((sum(rate(${bad}[${window}])) or on() vector(0)) / sum(rate(${all}[${window}]))) > 14.4 * 0.001`
    expect(alertToPromql(alert, service)).toBe(
      `${burns('5m')} and on() ${burns('1h')} and on() sum(increase(${all}[1h])) >= 100`,
    )
  })

  test('a time-based SLO counts six snapshots per minute', () => {
    const { alert, service } = getAlert('WorkersPunctualitySlowBurn')
    const oldest = 'max(queue_oldest_waiting_age_seconds{service="screener"})'
    expect(alertToPromql(alert, service)).toBe(
      `(avg_over_time(((${oldest} > bool 600))[6h:1m])) > 1 * 0.01 and on() (avg_over_time(((${oldest} > bool 600))[72h:1m])) > 1 * 0.01 and on() 6 * count_over_time((${oldest})[72h:1m]) >= 100`,
    )
  })

  test('a service without processes counts as down, even if it has no series', () => {
    const { alert, service } = getAlert('WorkersDown')
    expect(alertToPromql(alert, service)).toBe('(sum (up{service="screener-worker"}) or on() vector(0)) < 1')
  })

  test('combines all conditions', () => {
    const { alert, service } = getAlert('DataTooOld')
    expect(alertToPromql(alert, service)).toBe(
      '(max (provider_data_age_seconds{service="market-data",dataset=~"quote|chain"})) > 1800 and on() (max (market_session_open{service="market-data"})) > 0',
    )
  })
})
