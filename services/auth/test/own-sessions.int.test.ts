import type { SignedInSession, Success } from '@callwright/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD } from './support.ts'

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

/** A user who signed in again from a phone, an hour later. */
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
  test('holds every session that is alive, the last used first, and says which one asks', async () => {
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

  test('leaves out what was signed out or ran out, and everything of others', async () => {
    const { user, phoneId, phoneCookie } = await openTwo()
    await auth.register()
    await auth.call('auth.logout', { as: asUser({ id: user.id, sid: phoneId }), cookie: phoneCookie })
    expect((await list(user)).map(({ id }) => id)).toEqual([user.sid])
    clock.ms = START + 7 * DAY
    expect(await list(user)).toEqual([])
  })
})

describe('ending sessions', () => {
  test('one of mine ends at once, and no other', async () => {
    const { user, phoneId, phoneCookie } = await openTwo()
    const answer = await revoke(user, phoneId)
    expect(answer.read()).toEqual({ status: 'success', sessions_ended: 1 })
    expect((await refresh(phoneCookie)).problem()).toMatchObject({ status: 401, code: 'session_ended' })
    expect((await refresh(user.cookie)).status).toBe(200)
    expect((await list(user)).map(({ id }) => id)).toEqual([user.sid])
    const feed = (await auth.call('auth.revocations', { as: { kind: 'service' } })).read<Success<'auth.revocations'>>()
    expect(feed.revocations.map(({ sid }) => sid)).toContain(phoneId)
    expect((await revoke(user, phoneId)).problem()).toMatchObject({ status: 404, code: 'session_not_found' })
  })

  test('without an id all others end', async () => {
    const { user, phoneCookie } = await openTwo()
    const other = await auth.register()
    await auth.signIn(user.username, PASSWORD)
    expect((await revoke(user)).read()).toEqual({ status: 'success', sessions_ended: 2 })
    expect((await revoke(user)).read()).toEqual({ status: 'success', sessions_ended: 0 })
    expect((await refresh(phoneCookie)).status).toBe(401)
    for (const { cookie } of [user, other]) expect((await refresh(cookie)).status).toBe(200)
  })

  test("others' sessions, unknown ones and junk are 404, and stay as they are", async () => {
    const user = await auth.register()
    const other = await auth.register()
    for (const id of [other.sid, crypto.randomUUID(), 'junk', "1' or '1'='1"]) {
      expect((await revoke(user, id)).problem()).toMatchObject({ status: 404, code: 'session_not_found' })
    }
    expect((await refresh(other.cookie)).status).toBe(200)
  })

  test('the one that asks is left to signing out', async () => {
    const user = await auth.register()
    expect((await revoke(user, user.sid)).problem()).toMatchObject({ status: 400, code: 'current_session' })
    expect((await refresh(user.cookie)).status).toBe(200)
  })

  test('at the same moment from two sides: each session is ended and counted once', async () => {
    const { user, phoneId } = await openTwo()
    await Promise.all(Array.from({ length: 4 }, () => auth.signIn(user.username, PASSWORD)))
    const answers = await Promise.all([revoke(user), revoke(user), revoke({ id: user.id, sid: phoneId })])
    const counts = answers.map((answer) => answer.read<Success<'auth.revokeSessions'>>().sessions_ended)
    const left = await list(user)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6 - left.length)
    expect(left.length).toBeLessThanOrEqual(1)
  })
})
