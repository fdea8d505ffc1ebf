import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { type Answer, type AuthUnderTest, cookieHeader, openAuth, readClaims } from './support.ts'

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
  test('answers as a sign-in does, with a new token in a cookie that lasts a week', async () => {
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

  test('only the hash of a token is kept', async () => {
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
    ['a token nobody issued', `__Host-callwright_refresh=${'a'.repeat(43)}`],
    ['the cookie of plain HTTP', `callwright_refresh=${'a'.repeat(43)}`],
  ])('with %s is 401', async (_name, cookie) => {
    expectEnded(await refresh(cookie))
  })

  test('after seven idle days is 401; used in time it lives on, to thirty days at most', async () => {
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

describe('a token that is used again', () => {
  test('within ten seconds continues the family with the same successor', async () => {
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

  test('within ten seconds leads to the end of a family that has moved on', async () => {
    const user = await auth.register()
    const second = await refresh(user.cookie)
    clock.ms += 3 * SECOND
    const third = await refresh(cookieHeader(second))
    clock.ms += 3 * SECOND
    expect(cookieHeader(await refresh(user.cookie))).toBe(cookieHeader(third))
  })

  test('later revokes the family: the newest token is worth nothing, and a security event is told', async () => {
    const user = await auth.register()
    const newest = await refresh(user.cookie)
    clock.ms += 10 * SECOND + 1
    const revocations = await auth.readMetric('auth_revocations_total', { reason: 'reuse' })
    expectEnded(await refresh(user.cookie))
    expectEnded(await refresh(cookieHeader(newest)))
    expect(await listRevoked()).toContain(user.sid)
    expect(await auth.readMetric('auth_revocations_total', { reason: 'reuse' })).toBe(revocations + 1)
    const events = auth.log.lines().filter((line) => line.event === 'refresh.reused')
    expect(events).toContainEqual(expect.objectContaining({ level: 'warn', session_id: user.sid, account_id: user.id }))
  })

  test("a thief's use ends at the latest with the owner's next one", async () => {
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

  test('ends one family, not the other sessions of the account', async () => {
    const user = await auth.register()
    const elsewhere = await auth.signIn(user.username, 'correct horse battery')
    await refresh(user.cookie)
    clock.ms += 60 * SECOND
    expectEnded(await refresh(user.cookie))
    expect((await refresh(cookieHeader(elsewhere))).status).toBe(200)
  })
})

test('ten refreshes at once give one successor and revoke nothing', async () => {
  const user = await auth.register()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(user.cookie)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map(cookieHeader)).size).toBe(1)
  const jtis = answers.map((answer) => readClaims(answer.read<{ access_token: string }>().access_token).jti)
  expect(new Set(jtis).size).toBe(10)
  expect(await listRevoked()).not.toContain(user.sid)
})
