import { commonMetrics, MOST_SERIES, readMetrics } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type AuthUnderTest, asUser, openAuth } from './support.ts'

let auth: AuthUnderTest
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth.close())

test('everything the service promises is measured, from the start and by what came of it, never by whom', async () => {
  const user = await auth.register()
  await auth.signIn(user.username, 'a wrong password')
  await auth.call('auth.refresh', { cookie: user.cookie })
  await auth.call('auth.logout', { as: asUser(user) })
  const { names, series, find, findUnbounded } = await readMetrics(auth.runtime)
  const own = [
    'auth_login_attempts_total',
    'auth_refresh_total',
    'auth_revocations_total',
    'password_hash_duration_seconds',
  ]
  expect([...commonMetrics, ...own].filter((name) => !names.has(name))).toEqual([])
  expect(series.length).toBeLessThan(MOST_SERIES)
  expect(findUnbounded([user.username, user.email, user.id, user.sid])).toEqual([])

  const outcomesOf = (name: string, label: string) =>
    Object.fromEntries(series.filter((one) => one.name === name).map(({ labels, value }) => [labels[label], value]))
  expect(outcomesOf('auth_login_attempts_total', 'outcome')).toEqual({
    ...{ success: 0, wrong_credentials: 1, limited: 0, unavailable: 0 },
  })
  expect(outcomesOf('auth_refresh_total', 'outcome')).toEqual({
    ...{ rotated: 1, repeated: 0, missing: 0, unknown: 0, expired: 0, revoked: 0, reused: 0 },
  })
  expect(outcomesOf('auth_revocations_total', 'reason')).toEqual({
    ...{ logout: 1, reuse: 0, password: 0, elsewhere: 0, closed: 0 },
  })
  expect(outcomesOf('load_shed_requests_total', 'reason')).toEqual({ database_pool: 0, password_hashing: 0 })
  expect(find('password_hash_duration_seconds_count', { operation: 'verify' })).toBe(1)
  const countAllowed = (store: string) =>
    find('rate_limit_decisions_total', { limiter: 'login_name', decision: 'allowed', store }) ?? Number.NaN
  expect(countAllowed('redis') + countAllowed('memory')).toBe(1)
  expect(find('rate_limit_decisions_total', { limiter: 'demo_address', decision: 'refused', store: 'memory' })).toBe(0)
  expect(find('db_client_operation_duration_seconds_count', { operation: 'insert' })).toBeGreaterThan(0)
  for (const upstream of ['portfolio', 'screener', 'coach']) {
    expect(find('circuit_breaker_state', { upstream })).toBe(0)
    expect(find('retries_total', { upstream })).toBe(0)
  }
})
