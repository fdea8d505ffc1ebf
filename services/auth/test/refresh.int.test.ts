import type { SignedInSession, Success } from '@callwright/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { type Answer, type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD, readClaims } from './support.ts'

describe('refresh', () => {
  const SECOND = 1_000
  const DAY = 24 * 60 * 60 * SECOND
  const clock = { ms: 0 }

  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth({ now: () => clock.ms })
  })
  beforeEach(() => {
    clock.ms = Date.parse('2026-11-20T15:00:00Z')
  })
  afterAll(() => auth.close())

  const refresh = (cookie: string | undefined) => auth.call('auth.refresh', { cookie })
  const sidOf = (answer: Answer) => readClaims(answer.read<{ access_token: string }>().access_token).sid

  async function listRevoked(): Promise<string[]> {
    const answer = await auth.call('auth.revocations', { as: { kind: 'service' } })
    return answer.read<{ revocations: { sid: string }[] }>().revocations.map(({ sid }) => sid)
  }

  function expectEnded(answer: Answer): void {
    expect(answer.problem()).toMatchObject({ status: 401, code: 'session_ended' })
    expect(answer.cookie()).toMatchObject({ value: '', attributes: expect.arrayContaining(['Max-Age=0']) })
  }

  describe('a refresh', () => {
    test('responds like a sign-in, with a new token in a cookie that lasts a week', async () => {
      const user = await auth.register()
      clock.ms += 14 * 60 * SECOND
      const answer = await refresh(user.cookie)
      expect(answer.status).toBe(200)
      expect(answer.read()).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id: user.id } })
      expect(sidOf(answer)).toBe(user.sid)
      const [before, after] = [user.answer.cookie(), answer.cookie()]
      expect(after?.value).toMatch(/^[\w-]{43}$/)
      expect(after?.value).not.toBe(before?.value)
      expect(after?.attributes).toEqual(
        expect.arrayContaining(['Max-Age=604800', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']),
      )
      expect(after?.name).toBe('__Host-callwright_refresh')
    })

    test('only the hash of a token is stored', async () => {
      const user = await auth.register()
      const token = Buffer.from(user.cookie.split('=')[1] ?? '', 'base64url')
      expect(token).toHaveLength(32)
      const client = new Client({ connectionString: auth.config.databaseUrl })
      await client.connect()
      const { rows } = await client.query(
        'select count(*)::int as kept from refresh_token where token_hash = sha256($1)',
        [token],
      )
      const dump = await client.query("select string_agg(t::text, '') as text from refresh_token t")
      await client.end()
      expect(rows).toEqual([{ kept: 1 }])
      expect(dump.rows[0].text).not.toContain(token.toString('hex'))
    })

    test.each([
      ['no cookie', undefined],
      ['junk', '__Host-callwright_refresh=junk'],
      ['a token that was never issued', `__Host-callwright_refresh=${'a'.repeat(43)}`],
      ['the cookie of plain HTTP', `callwright_refresh=${'a'.repeat(43)}`],
    ])('with %s is a 401', async (_name, cookie) => {
      expectEnded(await refresh(cookie))
    })

    test('after seven idle days is a 401; a session in use lasts at most thirty days', async () => {
      const idle = await auth.register()
      const busy = await auth.register()
      const start = clock.ms
      clock.ms = start + 7 * DAY - SECOND
      let cookie = cookieHeader(await refresh(busy.cookie))
      clock.ms = start + 7 * DAY
      expectEnded(await refresh(idle.cookie))
      for (const day of [13, 19, 25]) {
        clock.ms = start + day * DAY
        cookie = cookieHeader(await refresh(cookie))
      }
      clock.ms = start + 29 * DAY
      const last = await refresh(cookie)
      expect(last.cookie()?.attributes).toContain('Max-Age=86400')
      clock.ms = start + 30 * DAY
      expectEnded(await refresh(cookieHeader(last)))
    })
  })

  describe('a reused token', () => {
    test('gets the same successor within ten seconds', async () => {
      const user = await auth.register()
      const first = await refresh(user.cookie)
      clock.ms += 10 * SECOND
      const again = await refresh(user.cookie)
      expect(again.status).toBe(200)
      expect(cookieHeader(again)).toBe(cookieHeader(first))
      clock.ms += DAY
      expect((await refresh(cookieHeader(again))).status).toBe(200)
      expect(await listRevoked()).not.toContain(user.sid)
    })

    test('within ten seconds gets the latest token of a family that was refreshed again', async () => {
      const user = await auth.register()
      const second = await refresh(user.cookie)
      clock.ms += 3 * SECOND
      const third = await refresh(cookieHeader(second))
      clock.ms += 3 * SECOND
      expect(cookieHeader(await refresh(user.cookie))).toBe(cookieHeader(third))
    })

    test('later revokes the family, including the newest token, and logs a security event', async () => {
      const user = await auth.register()
      const newest = await refresh(user.cookie)
      clock.ms += 10 * SECOND + 1
      const revocations = await auth.readMetric('auth_revocations_total', { reason: 'reuse' })
      expectEnded(await refresh(user.cookie))
      expectEnded(await refresh(cookieHeader(newest)))
      expect(await listRevoked()).toContain(user.sid)
      expect(await auth.readMetric('auth_revocations_total', { reason: 'reuse' })).toBe(revocations + 1)
      const events = auth.log.lines().filter((line) => line.event === 'refresh.reused')
      expect(events).toContainEqual(
        expect.objectContaining({ level: 'warn', session_id: user.sid, account_id: user.id }),
      )
    })

    test("a thief's access ends no later than the owner's next refresh", async () => {
      const user = await auth.register()
      const owners = await refresh(user.cookie)
      clock.ms += 5 * SECOND
      const thiefs = await refresh(user.cookie)
      clock.ms += 14 * 60 * SECOND
      expect((await refresh(cookieHeader(thiefs))).status).toBe(200)
      clock.ms += 14 * 60 * SECOND
      expectEnded(await refresh(cookieHeader(owners)))
      expect(await listRevoked()).toContain(user.sid)
    })

    test('revokes its own session, not the other sessions of the account', async () => {
      const user = await auth.register()
      const elsewhere = await auth.signIn(user.username, 'correct horse battery')
      await refresh(user.cookie)
      clock.ms += 60 * SECOND
      expectEnded(await refresh(user.cookie))
      expect((await refresh(cookieHeader(elsewhere))).status).toBe(200)
    })
  })

  test('ten concurrent refreshes get one successor and revoke nothing (F42)', async () => {
    const user = await auth.register()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(user.cookie)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(cookieHeader)).size).toBe(1)
    const jtis = answers.map((answer) => readClaims(answer.read<{ access_token: string }>().access_token).jti)
    expect(new Set(jtis).size).toBe(10)
    expect(await listRevoked()).not.toContain(user.sid)
  })
})

describe("a user's sessions", () => {
  const HOUR = 60 * 60 * 1_000
  const DAY = 24 * HOUR
  const START = Date.parse('2026-11-20T15:00:00Z')
  const clock = { ms: START }

  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth({ now: () => clock.ms })
  })
  beforeEach(() => {
    clock.ms = START
  })
  afterAll(() => auth.close())

  type User = Pick<Awaited<ReturnType<AuthUnderTest['register']>>, 'id' | 'sid'>

  async function list(user: User): Promise<SignedInSession[]> {
    return (await auth.call('auth.listSessions', { as: asUser(user) })).read<Success<'auth.listSessions'>>().sessions
  }
  const revoke = (user: User, id?: string) =>
    auth.call('auth.revokeSessions', { as: asUser(user), query: id === undefined ? {} : { id } })
  const refresh = (cookie: string) => auth.call('auth.refresh', { cookie })

  /** Signs a user in, and an hour later a second time from a phone. */
  async function openTwo() {
    const user = await auth.register()
    clock.ms += HOUR
    const phone = await auth.call('auth.login', {
      body: { username: user.username, password: PASSWORD },
      headers: { 'user-agent': 'a phone' },
    })
    const phoneId = (await list(user)).find(({ current }) => !current)?.id ?? 'none'
    return { user, phoneId, phoneCookie: cookieHeader(phone) }
  }

  describe('the list', () => {
    test('contains every active session, most recently used first, and marks the current one', async () => {
      const { user, phoneId } = await openTwo()
      const at = (ms: number) => new Date(START + ms).toISOString()
      expect(await list(user)).toEqual([
        {
          id: phoneId,
          current: false,
          user_agent: 'a phone',
          created_at: at(HOUR),
          last_used_at: at(HOUR),
          expires_at: at(HOUR + 7 * DAY),
        },
        {
          id: user.sid,
          current: true,
          user_agent: 'integration test',
          created_at: at(0),
          last_used_at: at(0),
          expires_at: at(7 * DAY),
        },
      ])
      clock.ms += HOUR
      await refresh(user.cookie)
      expect((await list(user)).map(({ id, last_used_at }) => [id, last_used_at])).toEqual([
        [user.sid, at(2 * HOUR)],
        [phoneId, at(HOUR)],
      ])
    })

    test('omits ended and expired sessions, and those of other users', async () => {
      const { user, phoneId, phoneCookie } = await openTwo()
      await auth.register()
      await auth.call('auth.logout', { as: asUser({ id: user.id, sid: phoneId }), cookie: phoneCookie })
      expect((await list(user)).map(({ id }) => id)).toEqual([user.sid])
      clock.ms = START + 7 * DAY
      expect(await list(user)).toEqual([])
    })
  })

  describe('ending sessions', () => {
    test('ends the given session immediately, and no other', async () => {
      const { user, phoneId, phoneCookie } = await openTwo()
      const answer = await revoke(user, phoneId)
      expect(answer.read()).toEqual({ status: 'success', sessions_ended: 1 })
      expect((await refresh(phoneCookie)).problem()).toMatchObject({ status: 401, code: 'session_ended' })
      expect((await refresh(user.cookie)).status).toBe(200)
      expect((await list(user)).map(({ id }) => id)).toEqual([user.sid])
      const feed = (await auth.call('auth.revocations', { as: { kind: 'service' } })).read<
        Success<'auth.revocations'>
      >()
      expect(feed.revocations.map(({ sid }) => sid)).toContain(phoneId)
      expect((await revoke(user, phoneId)).problem()).toMatchObject({ status: 404, code: 'session_not_found' })
    })

    test('without an id ends all others', async () => {
      const { user, phoneCookie } = await openTwo()
      const other = await auth.register()
      await auth.signIn(user.username, PASSWORD)
      expect((await revoke(user)).read()).toEqual({ status: 'success', sessions_ended: 2 })
      expect((await revoke(user)).read()).toEqual({ status: 'success', sessions_ended: 0 })
      expect((await refresh(phoneCookie)).status).toBe(401)
      for (const { cookie } of [user, other]) expect((await refresh(cookie)).status).toBe(200)
    })

    test("ids of other users' sessions, unknown ids and junk get a 404", async () => {
      const user = await auth.register()
      const other = await auth.register()
      for (const id of [other.sid, crypto.randomUUID(), 'junk', "1' or '1'='1"]) {
        expect((await revoke(user, id)).problem()).toMatchObject({ status: 404, code: 'session_not_found' })
      }
      expect((await refresh(other.cookie)).status).toBe(200)
    })

    test('cannot end the current session', async () => {
      const user = await auth.register()
      expect((await revoke(user, user.sid)).problem()).toMatchObject({ status: 400, code: 'current_session' })
      expect((await refresh(user.cookie)).status).toBe(200)
    })

    test('concurrently from two sessions ends and counts each session once', async () => {
      const { user, phoneId } = await openTwo()
      await Promise.all(Array.from({ length: 4 }, () => auth.signIn(user.username, PASSWORD)))
      const answers = await Promise.all([revoke(user), revoke(user), revoke({ id: user.id, sid: phoneId })])
      const counts = answers.map((answer) => answer.read<Success<'auth.revokeSessions'>>().sessions_ended)
      const left = await list(user)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6 - left.length)
      expect(left.length).toBeLessThanOrEqual(1)
    })
  })
})
