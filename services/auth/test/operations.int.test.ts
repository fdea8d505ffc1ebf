import { migrate } from '@callwright/service'
import { commonMetrics, createTestDatabase, MAX_SERIES, readMetrics, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { migrations } from '../src/db/migrations.ts'
import { expectUnavailable, type OutageStack, openOutageStack } from './outage-support.ts'
import { asUser, cookieHeader, openAuth, PASSWORD, randomAddress } from './support.ts'

describe('operations', () => {
  test('auth reports as started once its migrations are applied', async () => {
    const empty = await createTestDatabase('auth', {})
    const auth = await openAuth({ databaseUrl: empty.url })
    try {
      await auth.runtime.health.runAll()
      expect(auth.runtime.health.readUnfinishedStart()).toEqual(['postgres:migrations'])
      await migrate({ url: empty.url, migrations })
      await auth.runtime.health.runAll()
      expect(auth.runtime.health.readUnfinishedStart()).toEqual([])
    } finally {
      await auth.close()
      await empty.drop()
    }
  })

  test('exports every metric in the README from the start, by outcome and never by user', async () => {
    const auth = await openAuth()
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
    expect(series.length).toBeLessThan(MAX_SERIES)
    expect(findUnbounded([user.username, user.email, user.id, user.sid])).toEqual([])

    const outcomesOf = (name: string, label: string) =>
      Object.fromEntries(series.filter((one) => one.name === name).map(({ labels, value }) => [labels[label], value]))
    expect(outcomesOf('auth_login_attempts_total', 'outcome')).toEqual({
      success: 0,
      password_only: 0,
      wrong_credentials: 1,
      wrong_code: 0,
      limited: 0,
      unavailable: 0,
    })
    expect(outcomesOf('auth_refresh_total', 'outcome')).toEqual({
      rotated: 1,
      repeated: 0,
      missing: 0,
      unknown: 0,
      expired: 0,
      revoked: 0,
      reused: 0,
    })
    expect(outcomesOf('auth_revocations_total', 'reason')).toEqual({
      disabled: 0,
      logout: 1,
      reuse: 0,
      password: 0,
      elsewhere: 0,
      closed: 0,
    })
    expect(outcomesOf('load_shed_requests_total', 'reason')).toEqual({ database_pool: 0, password_hashing: 0 })
    expect(find('password_hash_duration_seconds_count', { operation: 'verify' })).toBe(1)
    const countAllowed = (store: string) =>
      find('rate_limit_decisions_total', { limiter: 'login_name', decision: 'allowed', store }) ?? Number.NaN
    expect(countAllowed('redis') + countAllowed('memory')).toBe(1)
    expect(find('rate_limit_decisions_total', { limiter: 'demo_address', decision: 'refused', store: 'memory' })).toBe(
      0,
    )
    expect(find('db_client_operation_duration_seconds_count', { operation: 'insert' })).toBeGreaterThan(0)
    for (const upstream of ['portfolio', 'screener', 'coach']) {
      expect(find('circuit_breaker_state', { upstream })).toBe(0)
      expect(find('retries_total', { upstream })).toBe(0)
    }
    await auth.close()
  })

  test('no route writes a password, token, cookie or email to logs or metrics', async () => {
    const auth = await openAuth({ logLevel: 'debug' })
    const canaries = {
      password: 'canary-password-71',
      next: 'canary-new-password-72',
      email: 'canary-mail@canary.example',
      typo: 'canary-typed-as-name',
    }
    const address = randomAddress()
    const body = { username: 'canary-owner', email: canaries.email, password: canaries.password }

    const registered = await auth.call('auth.register', { body, address })
    const { access_token: token, user } = registered.read<{ access_token: string; user: { id: string } }>()
    await auth.call('auth.register', { body, address })
    await auth.call('auth.register', { body: { ...body, username: 'x', email: 'canary-mail' }, address })
    const signedIn = await auth.signIn(canaries.email, canaries.password, address)
    for (let index = 0; index < 7; index += 1) await auth.signIn(canaries.email, `${canaries.password}-wrong`, address)
    await auth.signIn(canaries.typo, canaries.password, address)
    await auth.call('auth.login', {
      body: `{"username":"${canaries.email}","password":"${canaries.password}"`,
      address,
    })
    const refreshed = await auth.call('auth.refresh', { cookie: cookieHeader(registered) })
    const as = asUser({ id: user.id, sid: JSON.parse(atob(token.split('.')[1] ?? '')).sid })
    await auth.call('auth.me', { as, headers: { authorization: `Bearer ${token}` } })
    const change = { current_password: canaries.password, new_password: canaries.next }
    for (const body of [{ ...change, current_password: canaries.typo }, { ...change, new_password: 'short' }, change]) {
      await auth.call('auth.password', { as, body })
    }
    await auth.call('auth.export', { as })
    await auth.call('auth.listSessions', { as })
    await auth.call('auth.revokeSessions', { as, query: { id: canaries.typo } })
    const demo = await auth.openDemo()
    await auth.call('auth.logout', { as, cookie: cookieHeader(refreshed) })
    auth.userData.set('portfolio', 'down')
    await auth.call('auth.deleteMe', { as, body: { password: canaries.next } })
    await waitFor('the erasure to fail', () => auth.log.text().includes('erasure.failed'))
    await auth.call('auth.refresh', { cookie: cookieHeader(refreshed) })

    await waitFor(
      'the last line',
      () => auth.log.lines().filter((line) => line.event === 'request.completed').length >= 23,
    )
    const written = auth.log.text() + (await auth.runtime.metrics.registry.metrics())
    const cookies = [registered, signedIn, refreshed, demo.answer].map((answer) => answer.cookie()?.value ?? 'missing')
    const tokens = [token, demo.token, demo.email]
    for (const canary of [...Object.values(canaries), ...tokens, ...cookies]) expect(written).not.toContain(canary)

    const attempts = auth.log.lines().filter((line) => line.event === 'login.attempted')
    expect(attempts.map(({ outcome }) => outcome)).toEqual([
      'success',
      ...Array.from({ length: 5 }, () => 'wrong_credentials'),
      'limited',
      'limited',
      'wrong_credentials',
    ])
    expect(attempts[0]).toMatchObject({ account_id: user.id, client_address: address, request_id: expect.any(String) })
    expect(attempts.at(-1)).toMatchObject({ account_id: null })
    expect(await auth.readMetric('auth_login_attempts_total', { outcome: 'limited' })).toBe(2)
    await auth.close()
  })
})

describe('outage', () => {
  let stack: OutageStack
  beforeAll(async () => {
    stack = await openOutageStack()
  })
  afterEach(() => stack.mend())
  afterAll(() => stack.close())

  describe('PostgreSQL', () => {
    test('cut: everything returns 503, never 401, and the process is not ready', async () => {
      const { auth, postgres, readHealth, callEverything } = stack
      const user = await auth.register()
      postgres.cut()
      expectUnavailable(await callEverything(user))
      expect(await readHealth()).toBe('fail')
      postgres.restore()
      await waitFor('recovery', async () => (await readHealth()) === 'pass')
      expect((await auth.call('auth.me', { as: asUser(user) })).status).toBe(200)
    })

    test('an outage uses up no attempts', async () => {
      const { auth, postgres, readHealth } = stack
      const user = await auth.register()
      const address = '10.99.1.1'
      postgres.cut()
      for (let index = 0; index < 8; index += 1) {
        expect((await auth.signIn(user.username, 'wrong', address)).status).toBe(503)
      }
      postgres.restore()
      await waitFor('recovery', async () => (await readHealth()) === 'pass')
      expect((await auth.signIn(user.username, PASSWORD, address)).status).toBe(200)
    })
  })

  test('Redis unavailable: sign-in, sign-out and refresh work; readiness warns', () =>
    stack.expectWorksWithoutRedis(() => stack.redis.cut()))

  test('an internal failure is a 500 without details', async () => {
    const broken = await openAuth()
    const user = await broken.register()
    await migrate({
      url: broken.config.databaseUrl,
      migrations: {
        ...migrations,
        '99990101T0000_break': {
          up: async (schema) => {
            await schema.schema.alterTable('account').renameTo('account_elsewhere').execute()
          },
        },
      },
    })
    for (const answer of [
      await broken.signIn(user.username, PASSWORD),
      await broken.call('auth.me', { as: asUser(user) }),
      await broken.call('auth.refresh', { cookie: user.cookie }),
    ]) {
      expect(answer.problem()).toMatchObject({ status: 500, code: 'internal' })
      expect(answer.text).not.toMatch(/relation|account_|select|42P01|stack/i)
    }
    expect(broken.log.text()).toContain('42P01')
    await broken.close()
  })
})
