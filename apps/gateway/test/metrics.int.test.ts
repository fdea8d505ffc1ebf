import { buildPath, endpointTable } from '@callwright/contracts'
import { commonMetrics, MOST_SERIES, readMetrics } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { upstreams } from '../src/upstreams.ts'
import { bearer, openGateway, type TestGateway } from './support.ts'

const ownMetrics = ['client_errors_total', 'gateway_auth_failures_total']

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway()
})
afterAll(() => gateway.close())

test('everything the gateway promises is measured, from the start and never by user, symbol or address', async () => {
  const user = bearer(gateway.token({ sub: 'user-42' }))
  const quote = buildPath('stocks.quote', { symbol: 'AAPL' })
  expect((await fetch(`${gateway.url}${quote}?secret=canary`, { headers: user })).status).toBe(200)
  expect((await fetch(gateway.url + quote)).status).toBe(401)
  expect((await fetch(`${gateway.url}/api/no/such/canary`)).status).toBe(404)
  expect((await fetch(`${gateway.url}/a-page-of-canary`, { headers: { accept: 'text/html' } })).status).toBeLessThan(
    500,
  )
  const report = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ message: 'network canary' })
  expect((await fetch(gateway.url + buildPath('gateway.reportError'), { ...report, body })).status).toBe(204)

  const { names, series, find, findUnbounded } = await readMetrics(gateway.runtime)
  expect([...commonMetrics, ...ownMetrics].filter((name) => !names.has(name))).toEqual([])
  expect(series.length).toBeLessThan(MOST_SERIES)
  expect(findUnbounded(['AAPL', 'user-42', 'canary', 'secret', '127'])).toEqual([])
  const route = endpointTable['stocks.quote'].path
  const answered = { method: 'GET', route, status: '200' }
  expect(find('http_server_request_duration_seconds_count', answered)).toBe(1)
  expect(find('http_server_request_duration_seconds_bucket', { ...answered, le: '0.075' })).not.toBeNull()
  const countOf = (upstream: string, outcome: string) =>
    find('upstream_request_duration_seconds_count', { upstream, outcome })
  expect(countOf('market-data', '200')).toBe(1)
  for (const upstream of upstreams) {
    for (const outcome of ['200', '401', 'error', 'timeout']) expect(countOf(upstream, outcome)).not.toBeNull()
    expect(find('retries_total', { upstream })).toBe(0)
  }
  for (const kind of ['authentication', 'unauthorized', 'api', 'database', 'payment', 'other']) {
    expect(find('client_errors_total', { kind })).toBe(0)
  }
  expect(find('client_errors_total', { kind: 'network' })).toBe(1)
  expect(find('gateway_auth_failures_total', { reason: 'token_missing' })).toBe(1)
  expect(find('gateway_auth_failures_total', { reason: 'token_revoked' })).toBe(0)
  for (const reason of ['upstream_busy', 'streams_of_user']) {
    expect(find('load_shed_requests_total', { reason })).toBe(0)
  }
  expect(find('circuit_breaker_state', { upstream: 'auth' })).toBe(0)
})
