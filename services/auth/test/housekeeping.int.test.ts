import { randomBytes } from 'node:crypto'
import type { EndpointId } from '@callwright/contracts'
import { createRuntime, openDatabase } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Kysely } from 'kysely'
import type { AuthTables } from '../src/db/schema.ts'
import { purge } from '../src/housekeeping.ts'
import { type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD, randomAddress, readClaims } from './support.ts'

describe('housekeeping', () => {
  const MINUTE = 60_000
  const DAY = 24 * 60 * MINUTE
  const clock = { ms: Date.parse('2026-11-20T15:00:00Z') }
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')

  let auth: AuthUnderTest
  let database: Kysely<AuthTables>
  beforeAll(async () => {
    auth = await openAuth({ now: () => clock.ms })
    database = openDatabase<AuthTables>(runtime, { url: auth.config.databaseUrl })
  })
  afterAll(async () => {
    await runtime.close()
    await auth.close()
  })

  async function count(table: keyof AuthTables): Promise<number> {
    const { rows } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }

  test('removes expired rows and keeps rows that may still be needed', async () => {
    const leaving = await auth.register()
    const staying = await auth.register()
    const next = await auth.call('auth.refresh', { cookie: staying.cookie })
    await auth.call('auth.logout', { as: asUser(leaving) })

    await purge(database, clock.ms + 29 * MINUTE)
    expect(await count('revocation')).toBe(1)
    expect(await count('session')).toBe(2)
    const { sealed } = await database
      .selectFrom('refreshToken')
      .select(({ fn }) => fn.count<number>('sealedSuccessor').as('sealed'))
      .executeTakeFirstOrThrow()
    expect(sealed).toBe(0)

    await purge(database, clock.ms + 31 * MINUTE)
    expect(await count('revocation')).toBe(0)
    expect(await count('session')).toBe(1)
    expect(await count('refreshToken')).toBe(2)

    clock.ms += 6 * DAY
    expect((await auth.call('auth.refresh', { cookie: cookieHeader(next) })).status).toBe(200)
    await purge(database, clock.ms + 7 * DAY)
    expect(await count('session')).toBe(1)
    await purge(database, clock.ms + 8 * DAY)
    expect(await count('session')).toBe(0)
    expect(await count('refreshToken')).toBe(0)
    expect(await count('account')).toBe(2)
  })

  test('removes challenges for passkeys and unfinished sign-ins with a provider after they expired', async () => {
    const { id: accountId } = await auth.register()
    const expiresAt = new Date(clock.ms)
    const bytes = () => randomBytes(32)
    await database
      .insertInto('passkeyChallenge')
      .values({ challengeHash: bytes(), accountId, purpose: 'sign_in', expiresAt })
      .execute()
    await database
      .insertInto('oidcSignIn')
      .values({ ...{ secretHash: bytes(), state: 'a', nonce: 'b', verifier: 'c', invitationHash: null }, expiresAt })
      .execute()
    await purge(database, clock.ms + 29 * MINUTE)
    expect([await count('passkeyChallenge'), await count('oidcSignIn')]).toEqual([1, 1])
    await purge(database, clock.ms + 31 * MINUTE)
    expect([await count('passkeyChallenge'), await count('oidcSignIn')]).toEqual([0, 0])
  })

  test('used tokens of an active session are deleted once no browser can hold them; until then they reveal theft', async () => {
    const { sid, ...owner } = await auth.register()
    const issued = () =>
      database
        .selectFrom('refreshToken')
        .select(['issuedAt', 'usedAt'])
        .where('sessionId', '=', sid)
        .orderBy('issuedAt')
        .execute()
    let cookie = owner.cookie
    const cookies = [cookie]
    for (let day = 1; day <= 8; day += 1) {
      clock.ms += DAY
      cookie = cookieHeader(await auth.call('auth.refresh', { cookie }))
      cookies.push(cookie)
    }
    await purge(database, clock.ms)
    const kept = await issued()
    expect(kept).toHaveLength(8)
    expect(kept.every(({ issuedAt }) => issuedAt.getTime() >= clock.ms - 7 * DAY)).toBe(true)

    expect((await auth.call('auth.refresh', { cookie: cookies[0] })).status).toBe(401)
    cookie = cookieHeader(await auth.call('auth.refresh', { cookie }))
    expect((await auth.call('auth.refresh', { cookie: cookies[1] })).status).toBe(401)
    expect((await auth.call('auth.refresh', { cookie })).status).toBe(401)
  })

  test('ended sessions are deleted with all their tokens, across batches', async () => {
    const { id } = await auth.register()
    const old = new Date(clock.ms - 40 * DAY)
    const sessions = Array.from({ length: 60 }, () => ({
      id: crypto.randomUUID(),
      accountId: id,
      userAgent: null,
      createdAt: old,
      lastUsedAt: old,
      idleExpiresAt: old,
      absoluteExpiresAt: old,
    }))
    await database.insertInto('session').values(sessions).execute()
    const tokens = sessions.flatMap(({ id: sessionId }) =>
      Array.from({ length: 10 }, () => ({ tokenHash: randomBytes(32), sessionId, issuedAt: old })),
    )
    await database.insertInto('refreshToken').values(tokens).execute()
    const before = { sessions: await count('session'), tokens: await count('refreshToken') }
    await purge(database, clock.ms)
    expect(before.sessions - (await count('session'))).toBeGreaterThanOrEqual(60)
    expect(before.tokens - (await count('refreshToken'))).toBeGreaterThanOrEqual(600)
    const left = await database.selectFrom('session').select('id').where('absoluteExpiresAt', '=', old).execute()
    expect(left).toEqual([])
  })

  test('deletes more rows than one batch holds, even with two replicas at once', async () => {
    const old = new Date(clock.ms - DAY)
    const rows = Array.from({ length: 1_203 }, () => ({ sid: crypto.randomUUID(), revokedAt: old }))
    await database.insertInto('revocation').values(rows).execute()
    // Each replica skips a step while the other holds the lock, so the two may leave rows for the next run.
    await Promise.all([purge(database, clock.ms), purge(database, clock.ms)])
    await purge(database, clock.ms + 31 * MINUTE)
    expect(await count('revocation')).toBe(0)
  })
})

describe('demo', () => {
  const SECOND = 1_000
  const HOUR = 60 * 60 * SECOND
  const DAY = 24 * HOUR
  const START = Date.parse('2026-11-20T15:00:00Z')
  const clock = { ms: START }

  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth({ now: () => clock.ms, demosPerHour: 3 })
  })
  beforeEach(() => {
    clock.ms = START
  })
  afterEach(() => auth.userData.set('portfolio', 'up'))
  afterAll(() => auth.close())

  const refresh = (cookie: string) => auth.call('auth.refresh', { cookie })

  describe('opening a demo', () => {
    test('creates a temporary signed-in user with positions, for 24 hours', async () => {
      const demo = await auth.openDemo()
      expect(demo.answer.read()).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 900,
        user: {
          id: demo.id,
          username: expect.stringMatching(/^demo-[0-9a-f]{10}$/),
          email: `${demo.username}@demo.invalid`,
          full_name: null,
          is_demo: true,
          demo_ends_at: new Date(START + DAY).toISOString(),
        },
      })
      expect(readClaims(demo.token).demo).toBe(true)
      expect(demo.answer.cookie()?.attributes).toEqual(expect.arrayContaining(['Max-Age=86400', 'HttpOnly']))
      expect(auth.userData.listOf(demo.id)).toEqual(['seed portfolio'])
      expect((await auth.call('auth.me', { as: asUser(demo) })).read()).toMatchObject({ id: demo.id, is_demo: true })
      expect((await auth.openDemo()).id).not.toBe(demo.id)
    })

    test.each(['down', 'silent'] as const)(
      'still works while portfolio is %s, and the reason is logged',
      async (mode) => {
        auth.userData.set('portfolio', mode)
        const demo = await auth.openDemo()
        const lines = auth.log.lines().filter((line) => line.event === 'demo.seed_failed')
        expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', account_id: demo.id }))
      },
    )

    test('repeated failures to create positions do not block exports', async () => {
      const own = await openAuth()
      own.userData.set('portfolio', 'no_market')
      for (let index = 0; index < 6; index += 1) await own.openDemo()
      expect((await own.call('auth.export', { as: asUser(await own.register()) })).status).toBe(200)
      await own.close()
    })

    test('no password can sign in to it by name', async () => {
      const { username, email } = await auth.openDemo()
      for (const name of [username, email]) {
        const answer = await auth.signIn(name, PASSWORD)
        expect(answer.problem()).toMatchObject({ status: 401, code: 'wrong_credentials' })
      }
    })

    test('is limited per address, separately from registrations', async () => {
      const address = randomAddress()
      for (let index = 0; index < 3; index += 1) await auth.openDemo(address)
      const refused = await auth.call('auth.demo', { address })
      expect(refused.problem()).toMatchObject({ status: 429, code: 'too_many_requests' })
      expect(refused.problem().detail).toMatch(/^Too many demos were started from your network\. Please try again in/)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
      expect(refused.cookie()).toBeNull()
      const body = { username: 'after-demos', email: 'after@demos.example', password: PASSWORD }
      expect((await auth.call('auth.register', { address, body })).status).toBe(201)
      await auth.openDemo()
    })
  })

  describe('a demo account', () => {
    const refused: readonly [EndpointId, Record<string, string> | undefined][] = [
      ['auth.password', { current_password: PASSWORD, new_password: 'another one' }],
      ['auth.revokeSessions', undefined],
      ['auth.export', undefined],
      ['auth.deleteMe', { password: PASSWORD }],
    ]
    test.each(refused)('%s is rejected with a message', async (id, body) => {
      const demo = await auth.openDemo()
      const answer = await auth.call(id, { as: asUser(demo), cookie: demo.cookie, ...(body ? { body } : {}) })
      expect(answer.problem()).toMatchObject({ status: 403, code: 'demo_account' })
      expect(answer.problem().detail).toMatch(/^Demo accounts .+\.$/)
      expect(answer.cookie()).toBeNull()
      expect((await refresh(demo.cookie)).status).toBe(200)
    })

    test('can list its session and sign out', async () => {
      const demo = await auth.openDemo()
      const listed = await auth.call('auth.listSessions', { as: asUser(demo) })
      expect(listed.read()).toMatchObject({ sessions: [{ id: demo.sid, current: true }] })
      expect((await auth.call('auth.logout', { as: asUser(demo), cookie: demo.cookie })).status).toBe(204)
      expect((await refresh(demo.cookie)).status).toBe(401)
    })
  })

  describe('when a demo ends', () => {
    test('its session cannot be refreshed, and its token expires', async () => {
      const demo = await auth.openDemo()
      clock.ms = START + DAY - 10 * SECOND
      const last = await refresh(demo.cookie)
      expect(last.read()).toMatchObject({ expires_in: 10, user: { is_demo: true } })
      expect(last.cookie()?.attributes).toContain('Max-Age=10')
      const claims = readClaims(last.read<{ access_token: string }>().access_token)
      expect(claims).toMatchObject({ exp: (START + DAY) / SECOND, demo: true })
      clock.ms = START + DAY
      expect((await refresh(cookieHeader(last))).problem()).toMatchObject({ status: 401, code: 'session_ended' })
    })

    test('housekeeping erases expired demos in every service, and nothing else', async () => {
      const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')
      const database = openDatabase<AuthTables>(runtime, { url: auth.config.databaseUrl })
      const listIds = async () => (await database.selectFrom('account').select('id').execute()).map(({ id }) => id)
      const user = await auth.register()
      const early = await auth.openDemo()
      clock.ms = START + HOUR
      const late = await auth.openDemo()

      clock.ms = START + DAY - SECOND
      await auth.catchUp()
      expect(await listIds()).toEqual(expect.arrayContaining([user.id, early.id, late.id]))
      clock.ms = START + DAY
      await auth.catchUp()
      const left = await listIds()
      expect(left).toEqual(expect.arrayContaining([user.id, late.id]))
      expect(left).not.toContain(early.id)
      expect(auth.userData.listOf(early.id).sort()).toEqual([
        'erase coach',
        'erase portfolio',
        'erase screener',
        'seed portfolio',
      ])
      expect(auth.userData.listOf(user.id)).toEqual([])
      expect((await auth.call('auth.me', { as: asUser(early) })).status).toBe(404)

      clock.ms = START + DAY + 2 * HOUR
      auth.userData.set('portfolio', 'down')
      await auth.catchUp()
      expect(await listIds()).toContain(late.id)
      expect((await auth.call('auth.me', { as: asUser(late) })).status).toBe(404)
      await runtime.close()
    })
  })
})
