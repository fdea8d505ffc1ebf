import { createPublicKey } from 'node:crypto'
import { REVOCATION_CHANNEL, type Success } from '@callwright/contracts'
import { createRuntime, openDatabase } from '@callwright/service'
import { buildTestConfig, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createVerifier } from 'fast-jwt'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { AuthTables } from '../src/db/schema.ts'
import { type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD, randomAddress } from './support.ts'

describe('password', () => {
  const NEW_PASSWORD = 'staple battery correct'
  type User = Awaited<ReturnType<AuthUnderTest['register']>>

  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth()
  })
  afterAll(() => auth.close())

  const change = (user: User, current: string, next = NEW_PASSWORD, address = randomAddress()) =>
    auth.call('auth.password', {
      as: asUser(user),
      address,
      cookie: user.cookie,
      body: { current_password: current, new_password: next },
    })
  const refresh = (cookie: string) => auth.call('auth.refresh', { cookie })
  const wrong = { status: 403, code: 'wrong_current_password', detail: 'The current password is incorrect.' }

  async function listRevoked(): Promise<string[]> {
    const answer = await auth.call('auth.revocations', { as: { kind: 'service' } })
    return answer.read<Success<'auth.revocations'>>().revocations.map(({ sid }) => sid)
  }

  describe('a password change', () => {
    test('replaces the password, ends every other session and keeps the current one', async () => {
      const user = await auth.register()
      const others = [await auth.signIn(user.username, PASSWORD), await auth.signIn(user.email, PASSWORD)]
      const stranger = await auth.register()
      const answer = await change(user, PASSWORD)
      expect(answer.status).toBe(200)
      expect(answer.read()).toEqual({ status: 'success', sessions_ended: 2 })

      for (const other of others) expect((await refresh(cookieHeader(other))).status).toBe(401)
      for (const cookie of [user.cookie, stranger.cookie]) expect((await refresh(cookie)).status).toBe(200)
      expect((await auth.signIn(user.username, PASSWORD)).status).toBe(401)
      expect((await auth.signIn(user.username, NEW_PASSWORD)).status).toBe(200)
      const revoked = await listRevoked()
      expect(revoked).toHaveLength(2)
      expect(revoked).not.toContain(user.sid)
      expect(await auth.readMetric('auth_revocations_total', { reason: 'password' })).toBe(2)
    })

    test('with a wrong current password is a 403 that changes nothing and ends no session', async () => {
      const user = await auth.register()
      const other = await auth.signIn(user.username, PASSWORD)
      const answer = await change(user, 'not this one')
      expect(answer.problem()).toMatchObject(wrong)
      expect(answer.cookie()).toBeNull()
      for (const cookie of [user.cookie, cookieHeader(other)]) expect((await refresh(cookie)).status).toBe(200)
      expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
    })

    test('follows the rules of registration, and an invalid form uses no attempt', async () => {
      const user = await auth.register()
      const address = randomAddress()
      for (let index = 0; index < 6; index += 1) {
        expect((await change(user, 'wrong as well', 'short', address)).problem()).toMatchObject({
          status: 400,
          code: 'validation',
          detail: 'Password must be at least 6 characters',
          errors: [{ field: 'new_password', detail: 'Password must be at least 6 characters' }],
        })
      }
      const empty = await auth.call('auth.password', { as: asUser(user), body: { new_password: '' } })
      expect(empty.problem().errors).toEqual([
        { field: 'current_password', detail: 'Current password is required' },
        { field: 'new_password', detail: 'New password is required' },
      ])
      expect((await change(user, PASSWORD, NEW_PASSWORD, address)).status).toBe(200)
    })

    test('follows the production rules too', async () => {
      const strict = await openAuth({ passwordMinLength: 8, refuseCommonPasswords: true })
      const user = await strict.register()
      const answerTo = async (next: string) => {
        const body = { current_password: PASSWORD, new_password: next }
        return (await strict.call('auth.password', { as: asUser(user), body })).problem().detail
      }
      expect(await answerTo('short77')).toBe('Password must be at least 8 characters')
      expect(await answerTo('Passw0rd!')).toBe('This password is too common. Please choose another')
      expect(await answerTo(user.email)).toBe('Password must not be your username or email')
      await strict.close()
    })
  })

  describe('guessing the current password', () => {
    test('shares its limit with signing in', async () => {
      const user = await auth.register()
      const address = randomAddress()
      for (let index = 0; index < 2; index += 1) await auth.signIn(user.username, 'wrong', address)
      const statuses: number[] = []
      for (let index = 0; index < 5; index += 1) {
        statuses.push((await change(user, 'wrong', NEW_PASSWORD, address)).status)
      }
      expect(statuses).toEqual([403, 403, 403, 429, 429])
      const limited = await change(user, PASSWORD, NEW_PASSWORD, address)
      expect(limited.problem()).toMatchObject({ status: 429, code: 'too_many_requests' })
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      expect((await auth.signIn(user.username, PASSWORD, address)).status).toBe(429)
      expect((await change(user, PASSWORD)).status).toBe(200)
    })

    test('logs each attempt', async () => {
      const user = await auth.register()
      await change(user, 'wrong')
      await change(user, PASSWORD)
      const lines = auth.log.lines().filter((line) => line.account_id === user.id)
      expect(lines.map(({ event, outcome }) => [event, outcome])).toEqual([
        ['account.registered', undefined],
        ['password.asked', 'wrong_credentials'],
        ['password.asked', 'success'],
        ['password.changed', undefined],
      ])
    })
  })

  describe('concurrently', () => {
    test('one of two changes succeeds, and its password is the valid one', async () => {
      const user = await auth.register()
      const passwords = ['first of two', 'second of two']
      const answers = await Promise.all(passwords.map((next) => change(user, PASSWORD, next)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      const signIns = await Promise.all(passwords.map((password) => auth.signIn(user.username, password)))
      expect(signIns.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)))
    })

    test('with refreshes in other tabs, this session continues and the other one ends, in either order', async () => {
      for (let round = 0; round < 5; round += 1) {
        const user = await auth.register()
        const elsewhere = cookieHeader(await auth.signIn(user.username, PASSWORD))
        const [changed, own, other] = await Promise.all([
          change(user, PASSWORD),
          refresh(user.cookie),
          refresh(elsewhere),
        ])
        expect(changed.read()).toEqual({ status: 'success', sessions_ended: 1 })
        expect(own.status).toBe(200)
        expect((await refresh(cookieHeader(own))).status).toBe(200)
        expect((await refresh(other.status === 200 ? cookieHeader(other) : elsewhere)).status).toBe(401)
      }
    })

    test('a sign-in fails if the password changes between its check and the start of the session', async () => {
      const user = await auth.register()
      const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'auth')
      const lock = await openDatabase<AuthTables>(runtime, { url: auth.config.databaseUrl })
        .startTransaction()
        .execute()
      await lock.selectFrom('account').select('id').where('id', '=', user.id).forUpdate().execute()
      const areWaiting = (howMany: number) =>
        waitFor(`${howMany} to wait for the account`, async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(lock)
          return rows.length === howMany
        })
      const changing = change(user, PASSWORD)
      await areWaiting(1)
      const signingIn = auth.signIn(user.username, PASSWORD)
      await areWaiting(2)
      await lock.commit().execute()
      await runtime.close()
      expect((await changing).status).toBe(200)
      expect((await signingIn).problem()).toMatchObject({ status: 401, code: 'wrong_credentials' })
    })
  })
})

describe('revocation', () => {
  interface Page {
    readonly revocations: readonly { readonly sid: string; readonly revoked_at: string }[]
    readonly cursor: string
  }

  let auth: AuthUnderTest
  let subscriber: Redis
  const published: { sid: string; revoked_at: string }[] = []

  beforeAll(async () => {
    auth = await openAuth()
    subscriber = new Redis(readTestUrl('TEST_REDIS_URL'))
    await subscriber.subscribe(REVOCATION_CHANNEL)
    subscriber.on('message', (_channel, message) => published.push(JSON.parse(message)))
    await waitFor('Redis', async () => {
      await auth.runtime.health.runAll()
      return auth.runtime.health.read().checks['redis:responseTime']?.[0]?.status === 'pass'
    })
  })
  afterAll(async () => {
    subscriber.disconnect()
    await auth.close()
  })

  async function readFeed(after?: string): Promise<Page> {
    const query = after === undefined ? {} : { after }
    return (await auth.call('auth.revocations', { as: { kind: 'service' }, query })).read<Page>()
  }
  const logOut = (user: { id: string; sid: string }, cookie?: string) =>
    auth.call('auth.logout', { as: asUser(user), cookie })

  describe('signing out', () => {
    test('ends the session immediately: cookie, feed, channel and metric', async () => {
      const user = await auth.register()
      const before = await readFeed()
      const answer = await logOut(user, user.cookie)
      expect(answer.status).toBe(204)
      expect(answer.cookie()).toMatchObject({
        name: '__Host-callwright_refresh',
        value: '',
        attributes: expect.arrayContaining(['Max-Age=0', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']),
      })
      expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(401)
      const { revocations } = await readFeed(before.cursor)
      expect(revocations).toEqual([{ sid: user.sid, revoked_at: expect.stringMatching(/Z$/) }])
      const message = await waitFor('the message', () => published.find(({ sid }) => sid === user.sid))
      expect(message).toEqual(revocations[0])
      expect(await auth.readMetric('auth_revocations_total', { reason: 'logout' })).toBeGreaterThan(0)
    })

    test("also ends the session of the cookie, but no other user's", async () => {
      const user = await auth.register()
      const other = await auth.register()
      const second = await auth.signIn(user.username, PASSWORD)
      expect((await logOut(user, cookieHeader(second))).status).toBe(204)
      expect((await auth.call('auth.refresh', { cookie: cookieHeader(second) })).status).toBe(401)
      expect((await logOut({ id: user.id, sid: other.sid }, other.cookie)).status).toBe(204)
      expect((await auth.call('auth.refresh', { cookie: other.cookie })).status).toBe(200)
    })

    test('is idempotent', async () => {
      const user = await auth.register()
      await logOut(user, user.cookie)
      const { cursor } = await readFeed()
      expect((await logOut(user)).status).toBe(204)
      expect((await readFeed(cursor)).revocations).toEqual([])
    })
  })

  describe('the feed', () => {
    test('returns each revocation exactly once to a client that follows the cursor during concurrent writes', async () => {
      const users = await Promise.all(Array.from({ length: 10 }, () => auth.register()))
      let { cursor } = await readFeed()
      const seen: string[] = []
      let done = false
      const ending = Promise.all(users.map((user) => logOut(user))).finally(() => {
        done = true
      })
      const follow = async () => {
        const page = await readFeed(cursor)
        seen.push(...page.revocations.map(({ sid }) => sid))
        cursor = page.cursor
      }
      while (!done) await follow()
      await ending
      await follow()
      expect([...seen].sort()).toEqual(users.map(({ sid }) => sid).sort())
    })

    test('an id never becomes visible before a smaller one', async () => {
      const user = await auth.register()
      const slow = new Client({ connectionString: auth.config.databaseUrl })
      await slow.connect()
      await slow.query('begin')
      await slow.query("select pg_advisory_xact_lock(hashtext('callwright.auth.revocation'))")
      const inserted = await slow.query(
        'insert into revocation (sid, revoked_at) values (gen_random_uuid(), now()) returning id',
      )
      const { cursor } = await readFeed()
      const loggingOut = logOut(user)
      await waitFor('the second writer to wait', async () => {
        const { rows } = await slow.query("select 1 from pg_stat_activity where wait_event = 'advisory'")
        return rows.length > 0
      })
      expect((await readFeed(cursor)).revocations).toEqual([])
      await slow.query('commit')
      await slow.end()
      expect((await loggingOut).status).toBe(204)
      const { revocations, cursor: end } = await readFeed(cursor)
      expect(revocations).toHaveLength(2)
      expect(Number(end)).toBe(Number(inserted.rows[0].id) + 1)
    })

    test('a cursor from before a restored backup starts over', async () => {
      const user = await auth.register()
      await logOut(user)
      const { revocations } = await readFeed('999999999999999999')
      expect(revocations.map(({ sid }) => sid)).toContain(user.sid)
    })

    test('rejects users and invalid cursors', async () => {
      const user = await auth.register()
      expect((await auth.call('auth.revocations', { as: asUser(user) })).problem()).toMatchObject({ status: 403 })
      expect((await auth.call('auth.jwks', { as: asUser(user) })).problem()).toMatchObject({ status: 403 })
      for (const after of ['-1', 'x', "1' or 1=1", '1'.repeat(19)]) {
        const answer = await auth.call('auth.revocations', { as: { kind: 'service' }, query: { after } })
        expect(answer.problem()).toMatchObject({ status: 400 })
      }
    })
  })

  test('the published key verifies issued tokens', async () => {
    const { keys } = (await auth.call('auth.jwks', { as: { kind: 'service' } })).read<{
      keys: { kid: string; kty: string; crv: string; x: string }[]
    }>()
    const [jwk] = keys
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    const { token, id, sid } = await auth.register()
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const verify = createVerifier({ key, algorithms: ['EdDSA'], cache: false, complete: true })
    expect(verify(token)).toMatchObject({ header: { kid: jwk?.kid, alg: 'EdDSA' }, payload: { sub: id, sid } })
  })
})
