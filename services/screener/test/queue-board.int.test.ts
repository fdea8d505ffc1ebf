import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { openStack, type Stack } from './support.ts'

const OPS_TOKEN = 'a-token-of-the-ops-port'
const LIST = '/queues/api/queues'

const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`
const allowed = { authorization: basic(OPS_TOKEN) }

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

interface ListedQueue {
  readonly counts: { readonly waiting: number; readonly prioritized: number }
}

async function openBoard() {
  const api = await stack.openApi({ opsToken: OPS_TOKEN })
  const url = `http://127.0.0.1:${await api.runtime.startOps()}`
  async function listQueues() {
    const answer = await fetch(url + LIST, { headers: allowed })
    return ((await answer.json()) as { readonly queues: readonly ListedQueue[] }).queues
  }
  return { ...api, url, listQueues }
}

test('the board of the queue is for holders of the ops token, and on the ops port alone (S31)', async () => {
  const { app, url } = await openBoard()
  for (const path of ['/queues', '/queues/', '/queues/queue/enrichment', '/queues/static/favicon.ico', LIST]) {
    for (const authorization of [undefined, basic('wrong'), basic(''), 'Basic', `Basic ${OPS_TOKEN}`]) {
      const refused = await fetch(url + path, { headers: authorization === undefined ? {} : { authorization } })
      expect([path, refused.status, refused.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([
        path,
        401,
        'Basic',
      ])
      expect(await refused.json()).toMatchObject({ code: 'ops_token_required' })
    }
    expect((await app.inject({ url: path, headers: allowed })).statusCode).toBe(404)
    for (const headers of [allowed, { authorization: `Bearer ${OPS_TOKEN}` }]) {
      expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, 200])
    }
  }
})

test('its page loads nothing from elsewhere, and runs no script that is written into it (S18)', async () => {
  const { url } = await openBoard()
  const page = await fetch(`${url}/queues`, { headers: allowed })
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';/)
  expect(policy).not.toMatch(/https?:|\*/)
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const text = await page.text()
  expect(text).not.toContain(OPS_TOKEN)
  const parts = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, part]) => part)
  expect(parts.length).toBeGreaterThan(3)
  for (const part of parts) expect((await fetch(`${url}/queues/${part}`, { headers: allowed })).status).toBe(200)
})

test('it names the queue and counts its jobs, and changes nothing', async () => {
  const { url, listQueues, ask } = await openBoard()
  await ask('screener.startEnrichment')
  const before = await waitFor('the jobs of the run', async () => {
    const [queue] = await listQueues()
    const waiting = (queue?.counts.waiting ?? 0) + (queue?.counts.prioritized ?? 0)
    return waiting === allSymbols.length ? queue : null
  })
  expect(await listQueues()).toMatchObject([{ name: 'enrichment', readOnlyMode: true, isPaused: false }])
  const changes = [
    ['PUT', '/queues/api/queues/pause'],
    ['PUT', '/queues/api/queues/enrichment/pause'],
    ['PUT', '/queues/api/queues/enrichment/empty'],
    ['PUT', '/queues/api/queues/enrichment/obliterate'],
    ['POST', '/queues/api/queues/enrichment/add'],
    ['DELETE', '/queues'],
  ] as const
  for (const [method, path] of changes) {
    const body = JSON.stringify({ name: 'enrich-symbol', data: {}, force: true })
    const json = { 'content-type': 'application/json' }
    const refused = await fetch(url + path, { method, headers: { ...allowed, ...json }, body })
    expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    expect((await fetch(url + path, { method, headers: json, body })).status).toBe(401)
  }
  expect((await listQueues())[0]?.counts).toEqual(before.counts)
})

test('with the queue away its page still comes, and its figures are 503 in words', async () => {
  const { url } = await openBoard()
  stack.redis.cut()
  const away = await fetch(url + LIST, { headers: allowed })
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ code: 'queue_unavailable' })
  expect((await fetch(`${url}/queues`, { headers: allowed })).status).toBe(200)
})
