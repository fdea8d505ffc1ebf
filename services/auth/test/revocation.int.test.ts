import { createPublicKey } from 'node:crypto'
import { REVOCATION_CHANNEL } from '@callwright/contracts'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createVerifier } from 'fast-jwt'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { type AuthUnderTest, asUser, cookieHeader, openAuth, PASSWORD } from './support.ts'

interface Page {
  readonly revocations: readonly { readonly sid: string; readonly revoked_at: string }[]
  readonly cursor: string
}

let auth: AuthUnderTest
let subscriber: Redis
const heard: { sid: string; revoked_at: string }[] = []

beforeAll(async () => {
  auth = await openAuth()
  subscriber = new Redis(readTestUrl('TEST_REDIS_URL'))
  await subscriber.subscribe(REVOCATION_CHANNEL)
  subscriber.on('message', (_channel, message) => heard.push(JSON.parse(message)))
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
  test('ends the session at once: cookie, feed, channel and metric', async () => {
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
    const message = await waitFor('the message', () => heard.find(({ sid }) => sid === user.sid))
    expect(message).toEqual(revocations[0])
    expect(await auth.readMetric('auth_revocations_total', { reason: 'logout' })).toBeGreaterThan(0)
  })

  test('also ends the session the cookie belongs to, and only the own ones', async () => {
    const user = await auth.register()
    const other = await auth.register()
    const second = await auth.signIn(user.username, PASSWORD)
    expect((await logOut(user, cookieHeader(second))).status).toBe(204)
    expect((await auth.call('auth.refresh', { cookie: cookieHeader(second) })).status).toBe(401)
    expect((await logOut({ id: user.id, sid: other.sid }, other.cookie)).status).toBe(204)
    expect((await auth.call('auth.refresh', { cookie: other.cookie })).status).toBe(200)
  })

  test('twice is the same as once', async () => {
    const user = await auth.register()
    await logOut(user, user.cookie)
    const { cursor } = await readFeed()
    expect((await logOut(user)).status).toBe(204)
    expect((await readFeed(cursor)).revocations).toEqual([])
  })
})

describe('the feed', () => {
  test('skips nothing and repeats nothing for one who follows the cursor while sessions end at once', async () => {
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

  test('an id is never visible before a smaller one', async () => {
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

  test('a cursor from another history starts over', async () => {
    const user = await auth.register()
    await logOut(user)
    const { revocations } = await readFeed('999999999999999999')
    expect(revocations.map(({ sid }) => sid)).toContain(user.sid)
  })

  test('is not for users, and takes no junk', async () => {
    const user = await auth.register()
    expect((await auth.call('auth.revocations', { as: asUser(user) })).problem()).toMatchObject({ status: 403 })
    expect((await auth.call('auth.jwks', { as: asUser(user) })).problem()).toMatchObject({ status: 403 })
    for (const after of ['-1', 'x', "1' or 1=1", '1'.repeat(19)]) {
      const answer = await auth.call('auth.revocations', { as: { kind: 'service' }, query: { after } })
      expect(answer.problem()).toMatchObject({ status: 400 })
    }
  })
})

test('the published key verifies what is issued', async () => {
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
