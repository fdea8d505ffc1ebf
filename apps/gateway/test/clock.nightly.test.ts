import { buildPath, type EndpointId, endpointTable, type Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openRealStack, type RealStack } from './real-stack/stack.ts'
import { bearer } from './support.ts'

const HOUR_MS = 3_600_000
const JSON_TYPE = { 'content-type': 'application/json' }
const credentials = { username: 'trader', password: 'long enough 1' }
const REQUESTS = 40

let stack: RealStack

beforeAll(async () => {
  stack = await openRealStack()
  await post('auth.register', { ...credentials, email: 'trader@example.invalid' })
})
afterAll(() => stack?.close())

const post = (id: EndpointId, body: unknown, headers = {}) =>
  fetch(stack.url + buildPath(id), {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  })

async function signIn(): Promise<{ token: string; cookie: string }> {
  const answer = await post('auth.login', credentials)
  expect(answer.status).toBe(200)
  const { access_token: token } = (await answer.json()) as Success<'auth.login'>
  return { token, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

async function statusOf(id: EndpointId, token: string): Promise<number> {
  const { method } = endpointTable[id]
  const answer = await fetch(stack.url + buildPath(id, { symbol: 'BRMZ' }), { method, headers: bearer(token) })
  await answer.arrayBuffer()
  return answer.status
}

/** Statuses of the endpoints of every service that a page reads. */
async function visit(token: string): Promise<number[]> {
  const ids = ['auth.me', 'stocks.quote', 'screener.view', 'portfolio.list', 'coach.status'] as const
  return Promise.all(ids.map((id) => statusOf(id, token)))
}
const GOOD = [200, 200, 200, 200, 200]

describe.each([
  ['two hours ahead', 2 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
])("a gateway's clock that jumps to %s (F26)", (_name, shiftMs) => {
  let before: Awaited<ReturnType<typeof signIn>>

  beforeAll(async () => {
    await stack.kill('gateway')
    await stack.start('gateway', { CLOCK_SHIFT_MS: String(shiftMs) })
    before = await signIn()
    expect(await visit(before.token)).toEqual(GOOD)
  })

  test('signs no user out, not even at the moment of the jump', async () => {
    const statuses: number[] = []
    for (let index = 0; index < REQUESTS; index += 1) {
      if (index === 5) stack.shiftClock('gateway')
      statuses.push(...(await visit(before.token)))
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  test('lets users sign in, renew their session and sign out', async () => {
    const { token, cookie } = await signIn()
    expect(await visit(token)).toEqual(GOOD)
    const renewed = await post('auth.refresh', {}, { cookie })
    expect(renewed.status).toBe(200)
    const { access_token: next } = (await renewed.json()) as Success<'auth.refresh'>
    expect(await visit(next)).toEqual(GOOD)
    expect(await statusOf('auth.logout', next)).toBe(204)
    await waitFor('the session to end', async () => (await statusOf('auth.me', next)) === 401)
  })

  test('from the start is corrected before the first request', async () => {
    await stack.kill('gateway')
    await stack.start('gateway', { CLOCK_SHIFT_MS: String(shiftMs), CLOCK_SHIFTED: '1' })
    expect(await visit(before.token)).toEqual(GOOD)
    expect(await visit((await signIn()).token)).toEqual(GOOD)
  })
})
