import type { EndpointId } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type AuthUnderTest, asUser, openAuth, PASSWORD, PUBLIC_HOST, randomName } from './support.ts'

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
  test.each(foreign)('%j is 403, sets no cookie and changes nothing', async (headers) => {
    const user = await auth.register()
    const username = randomName()
    const bodies: Partial<Record<EndpointId, Record<string, string>>> = {
      'auth.login': { username: user.username, password: PASSWORD },
      'auth.register': { username, email: `${username}@x.org`, password: PASSWORD },
      'auth.password': { current_password: PASSWORD, new_password: 'changed by somebody else' },
      'auth.deleteMe': { password: PASSWORD },
    }
    const form = new URLSearchParams(bodies[id])
    const answer = await auth.call(id, {
      headers,
      cookie: user.cookie,
      as: forUsers.includes(id) ? asUser(user) : { kind: 'anonymous' },
      ...(bodies[id] ? { body: form } : {}),
    })
    expect(answer.problem()).toMatchObject({ status: 403, code: 'cross_site' })
    expect(answer.cookie()).toBeNull()
    expect((await auth.signIn(username, PASSWORD)).status).toBe(401)
    expect((await auth.call('auth.refresh', { cookie: user.cookie })).status).toBe(200)
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(200)
  })
})

test.each([{ origin: `https://${PUBLIC_HOST}`, 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }])(
  '%j may sign in',
  async (headers) => {
    const { username } = await auth.register()
    expect((await auth.call('auth.login', { headers, body: { username, password: PASSWORD } })).status).toBe(200)
  },
)

test('a caller without our identity is told nothing about its origin', async () => {
  const response = await auth.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: 'https://evil.example' },
    payload: { username: 'a', password: 'b' },
  })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'identity_missing' })
})

test('over plain HTTP the cookie drops prefix and Secure, narrows its path, and the log says so', async () => {
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
