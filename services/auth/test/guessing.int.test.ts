import type { EndpointId } from '@callwright/contracts'
import { openTcpProxy, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { owaspCost } from '../src/accounts/passwords.ts'
import {
  type Answer,
  type AuthUnderTest,
  asUser,
  openAuth,
  PASSWORD,
  PUBLIC_HOST,
  randomAddress,
  randomName,
} from './support.ts'

describe('guessing', () => {
  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth({ registrationsPerHour: 5 })
    await waitForRedis(auth)
  })
  afterAll(() => auth.close())

  function waitForRedis(service: AuthUnderTest) {
    return waitFor('Redis', async () => {
      await service.runtime.health.runAll()
      return service.runtime.health.read().checks['redis:responseTime']?.[0]?.status === 'pass'
    })
  }

  async function fail(service: AuthUnderTest, name: string, times: number, address: string): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let index = 0; index < times; index += 1) answers.push(await service.signIn(name, 'wrong', address))
    return answers
  }

  const statusesOf = (answers: readonly Answer[]) => answers.map((answer) => answer.status)
  const countHashes = (service: AuthUnderTest) =>
    service.readMetric('password_hash_duration_seconds_count', { operation: 'verify' })

  describe('guessing one account', () => {
    test('from one address: five attempts, then a 429 that gives the wait time, even for the correct password', async () => {
      const { username } = await auth.register()
      const address = randomAddress()
      expect(statusesOf(await fail(auth, username, 5, address))).toEqual([401, 401, 401, 401, 401])
      const before = await countHashes(auth)
      for (const password of ['wrong', PASSWORD]) {
        const answer = await auth.signIn(username, password, address)
        expect(answer.problem()).toMatchObject({ status: 429, code: 'too_many_requests' })
        expect(answer.problem().detail).toMatch(
          /^Too many failed sign-in attempts\. Please try again in 1[45] minutes\.$/,
        )
        const wait = Number(answer.headers['retry-after'])
        expect(wait).toBeGreaterThan(14 * 60)
        expect(wait).toBeLessThanOrEqual(15 * 60)
        expect(answer.cookie()).toBeNull()
      }
      expect(await countHashes(auth)).toBe(before)
      expect((await auth.signIn(username, PASSWORD, randomAddress())).status).toBe(200)
    })

    test("different capitalization, Unicode spellings and the email share the account's limit", async () => {
      const { username, email } = await auth.register()
      const address = randomAddress()
      const spellings = [
        username,
        username.toUpperCase(),
        username.replace('u', '\uFF55'),
        `${username.slice(0, 4)}\u200B${username.slice(4)}`,
        email,
        email.toUpperCase(),
      ]
      const statuses: number[] = []
      for (const name of spellings) statuses.push((await auth.signIn(name, 'wrong', address)).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    })

    test('from a new address each time: only twenty attempts an hour are hashed', async () => {
      const { username } = await auth.register()
      const before = await countHashes(auth)
      const statuses: number[] = []
      for (let index = 0; index < 25; index += 1) {
        statuses.push((await auth.signIn(username, 'wrong', randomAddress())).status)
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(20)
      expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
      expect(await countHashes(auth)).toBe(before + 20)
    })

    test('parallel attempts cannot exceed the limit', async () => {
      const { username } = await auth.register()
      const before = await countHashes(auth)
      const address = randomAddress()
      const answers = await Promise.all(Array.from({ length: 20 }, () => auth.signIn(username, 'wrong', address)))
      expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5)
      expect(await countHashes(auth)).toBe(before + 5)
    })

    test('a locked-out address cannot lock the account for other addresses', async () => {
      const { username } = await auth.register()
      const address = randomAddress()
      await fail(auth, username, 5, address)
      const flood = Promise.all(Array.from({ length: 60 }, () => auth.signIn(username, 'wrong', address)))
      const owner = await auth.signIn(username, PASSWORD, randomAddress())
      expect(owner.status).toBe(200)
      expect(new Set(statusesOf(await flood))).toEqual(new Set([429]))
    })

    test("strangers' guesses do not lock out a device that has signed in before, whose own guesses are limited", async () => {
      const { username } = await auth.register()
      const signedIn = await auth.signIn(username, PASSWORD, randomAddress())
      const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map(String)
      const cookie = cookies.find((text) => text.includes('callwright_device'))
      expect(cookie).toMatch(
        /^__Host-callwright_device_.{16}=\S+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
      const device = cookie?.split(';')[0] ?? ''
      const signIn = (password: string, given: object) =>
        auth.call('auth.login', { body: { username, password }, address: randomAddress(), ...given })
      for (let guess = 0; guess < 20; guess += 1) await signIn('wrong', {})
      expect((await signIn(PASSWORD, {})).status).toBe(429)
      expect((await signIn(PASSWORD, { cookie: device })).status).toBe(200)
      const foreign = device.replace(/=.*/, `=${'A'.repeat(22)}.${'A'.repeat(43)}`)
      expect((await signIn(PASSWORD, { cookie: foreign })).status).toBe(429)
      const statuses: number[] = []
      for (let guess = 0; guess < 6; guess += 1) statuses.push((await signIn('wrong', { cookie: device })).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    })

    test('a success resets the limit', async () => {
      const { username } = await auth.register()
      const address = randomAddress()
      for (let round = 0; round < 6; round += 1) {
        expect(statusesOf(await fail(auth, username, 3, address))).toEqual([401, 401, 401])
        expect((await auth.signIn(username, PASSWORD, address)).status).toBe(200)
      }
      await fail(auth, username, 2, address)
      expect((await auth.signIn(username, PASSWORD, randomAddress())).problem()).toMatchObject({ status: 429 })
    })

    test('an unknown name has the same limit as a known one', async () => {
      const name = randomName()
      const address = randomAddress()
      expect(statusesOf(await fail(auth, name, 6, address))).toEqual([401, 401, 401, 401, 401, 429])
    })
  })

  describe('guessing many accounts', () => {
    test('an address is limited to a hundred failures an hour; a /64 network is one address', async () => {
      const network = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:7`
      const statuses: number[] = []
      for (let index = 0; index < 103; index += 1) {
        statuses.push((await auth.signIn(randomName(), 'wrong', `${network}::${index.toString(16)}`)).status)
      }
      expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
      expect(statuses.slice(100)).toEqual([429, 429, 429])
    })

    test('successful sign-ins are never limited', async () => {
      const { username } = await auth.register()
      const address = randomAddress()
      for (let index = 0; index < 30; index += 1) {
        expect((await auth.signIn(username, PASSWORD, address)).status).toBe(200)
      }
    })
  })

  describe('registrations', () => {
    const registerFrom = (address: string, username = randomName()) =>
      auth.call('auth.register', { address, body: { username, email: `${username}@x.org`, password: PASSWORD } })

    test('an address can create five accounts an hour; rejected forms and taken names do not count', async () => {
      const address = randomAddress()
      const first = randomName()
      expect((await registerFrom(address, first)).status).toBe(201)
      for (let index = 0; index < 6; index += 1) {
        expect((await registerFrom(address, 'no')).status).toBe(400)
        expect((await registerFrom(address, first)).status).toBe(409)
      }
      for (let index = 0; index < 4; index += 1) expect((await registerFrom(address)).status).toBe(201)
      const sixth = await registerFrom(address)
      expect(sixth.problem()).toMatchObject({ status: 429 })
      expect(sixth.problem().detail).toMatch(/^Too many accounts were created .* Please try again in \d\d minutes\.$/)
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)
      expect((await registerFrom(randomAddress())).status).toBe(201)
    })

    test('trying to register a taken name counts as a failed sign-in from that address', async () => {
      const address = randomAddress()
      const { username } = await auth.register()
      for (let index = 0; index < 100; index += 1) await registerFrom(address, username)
      for (const refused of [
        await registerFrom(address, username),
        await auth.signIn(randomName(), 'wrong', address),
      ]) {
        expect(refused.problem().detail).toMatch(/^Too many failed attempts from your network\. Please try again in/)
      }
    })
  })

  test('losing or regaining Redis allows no extra attempts', async () => {
    const redis = new URL(readTestUrl('TEST_REDIS_URL'))
    const proxy = await openTcpProxy({ host: redis.hostname, port: Number(redis.port) })
    const redisCacheUrl = `redis://127.0.0.1:${proxy.port}`
    const service = await openAuth({ redisCacheUrl })
    await waitForRedis(service)
    const [one, other] = [await service.register(), await service.register()]
    const address = randomAddress()

    expect(statusesOf(await fail(service, one.username, 3, address))).toEqual([401, 401, 401])
    proxy.cut()
    await waitFor('Redis to be lost', () => service.log.text().includes('redis.lost'))
    expect(statusesOf(await fail(service, one.username, 4, address))).toEqual([401, 401, 429, 429])
    expect((await service.signIn(other.username, PASSWORD, address)).status).toBe(200)
    expect(statusesOf(await fail(service, other.username, 6, address))).toEqual([401, 401, 401, 401, 401, 429])
    expect(await service.readMetric('rate_limit_decisions_total', { store: 'memory', decision: 'refused' })).toBe(3)

    proxy.restore()
    await waitForRedis(service)
    expect(statusesOf(await fail(service, other.username, 2, address))).toEqual([429, 429])
    await service.close()
    await proxy.close()
  })
})

describe('flood', () => {
  /** Twice the number of sign-ins that can run and wait together. */
  const SIGN_INS = 120

  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth({ hashCost: owaspCost })
  })
  afterAll(() => auth.close())

  test('120 concurrent sign-ins each get a result or a 503, and signed-in users can keep working (S13)', async () => {
    const user = await auth.register()
    let unanswered = SIGN_INS
    const flood = Promise.all(
      Array.from({ length: SIGN_INS }, async () => {
        const answer = await auth.signIn(randomName(), PASSWORD, randomAddress())
        unanswered -= 1
        return answer
      }),
    )
    await waitFor('a response for the signed-in user', async () => {
      const { status } = await auth.call('auth.me', { as: asUser(user) })
      expect([200, 503]).toContain(status)
      return status === 200
    })
    expect(unanswered).toBeGreaterThan(0)

    const answers = await flood
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const answer of busy) expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    const judged = answers.filter(({ status }) => status === 401)
    // Four hashes run at once, so some requests waited.
    expect(judged.length).toBeGreaterThan(4)
    expect(busy.length + judged.length).toBe(SIGN_INS)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
  })
})

describe('cross site', () => {
  let auth: AuthUnderTest
  beforeAll(async () => {
    auth = await openAuth()
  })
  afterAll(() => auth.close())

  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `https://${PUBLIC_HOST}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: `https://${PUBLIC_HOST}`, 'sec-fetch-site': 'cross-site' },
  ]
  const forUsers: readonly EndpointId[] = ['auth.logout', 'auth.password', 'auth.revokeSessions', 'auth.deleteMe']
  const endpoints: readonly EndpointId[] = ['auth.login', 'auth.register', 'auth.refresh', 'auth.demo', ...forUsers]

  describe.each(endpoints)('%s from another site', (id) => {
    test.each(foreign)('%j is a 403, sets no cookie and changes nothing', async (headers) => {
      const user = await auth.register()
      const username = randomName()
      const bodies: Partial<Record<EndpointId, Record<string, string>>> = {
        'auth.login': { username: user.username, password: PASSWORD },
        'auth.register': { username, email: `${username}@x.org`, password: PASSWORD },
        'auth.password': { current_password: PASSWORD, new_password: 'changed by somebody else' },
        'auth.deleteMe': { password: PASSWORD },
      }
      const answer = await auth.call(id, {
        headers,
        cookie: user.cookie,
        as: forUsers.includes(id) ? asUser(user) : { kind: 'anonymous' },
        ...(bodies[id] ? { body: bodies[id] } : {}),
      })
      expect(answer.problem()).toMatchObject({ status: 403, code: 'cross_site' })
      expect(answer.cookie()).toBeNull()
      expect((await auth.signIn(username, PASSWORD)).status).toBe(401)
      expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
      expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
    })
  })

  test.each([{ origin: `https://${PUBLIC_HOST}`, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])(
    '%j can sign in',
    async (headers) => {
      const { username } = await auth.register()
      expect((await auth.call('auth.login', { headers, body: { username, password: PASSWORD } })).status).toBe(200)
    },
  )

  test('a caller without an identity gets a 401 regardless of its origin', async () => {
    const response = await auth.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin: 'https://evil.example' },
      payload: { username: 'a', password: 'b' },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'identity_missing' })
  })

  test('over plain HTTP the cookie has no prefix and no Secure, a narrower path, and is logged', async () => {
    const plain = await openAuth({ cookieSecure: false })
    const user = await plain.register()
    expect(user.answer.cookie()).toMatchObject({
      name: 'callwright_refresh',
      attributes: expect.arrayContaining(['Path=/api/auth', 'HttpOnly', 'SameSite=Strict', 'Max-Age=604800']),
    })
    expect(user.answer.cookie()?.attributes).not.toContain('Secure')
    expect((await plain.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
    expect(plain.log.lines()).toContainEqual(expect.objectContaining({ level: 'info', event: 'cookie.not_secure' }))
    expect(auth.log.text()).not.toContain('cookie.not_secure')
    await plain.close()
  })
})
