import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import * as faults from '../fake-provider/faults.ts'
import { type StubServer, startStubServer } from '../providers/stub-server.ts'
import { askAllGood, expectNoLeaks, judgePlain503, judgeStale } from './expectations.ts'
import { bars, chain, expirations, facts, MINUTE, openWorld, quote, type Reply, search, type World } from './support.ts'

const MEGABYTE = 1_024 * 1_024
const COLD = 'XOM'

let world: World
let canary: StubServer
let good: ReadonlyMap<string, Reply>
beforeAll(async () => {
  world = await openWorld()
  canary = await startStubServer()
  good = await askAllGood(await world.openReplica(), [quote, bars, chain, facts], 'KO')
  await world.pass(45 * MINUTE)
})
beforeEach(() => world.fake.heal())
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
  await canary.close()
})

describe.each([
  ['50 MB', faults.huge],
  ['50 MB compressed to 50 kB', faults.gzipBomb],
])('%s (S24)', (_name, fault) => {
  test('fails the request without using up memory', async () => {
    const replica = await world.openReplica()
    world.fake.fail(fault)
    const before = process.memoryUsage().rss
    // Sequential, because the sending server is in this process too.
    for (const ask of [quote, bars, chain, facts]) {
      expect(judgeStale(await replica.ask(ask, 'KO'), good.get(ask.id))).toEqual([])
      expect(judgePlain503(await replica.ask(ask, COLD), undefined)).toEqual([])
    }
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(100)
    await replica.close()
  })
})

describe('another host is never called and never gets the key (S23)', () => {
  test.each([
    ['by a redirect', 'XOM', () => faults.redirect(`${canary.url}/steal`)],
    ['by a next-page link', 'CVX', () => faults.goesOnElsewhere(`${canary.url}/steal?cursor=1`)],
    ['by a lookalike link', 'BA', () => faults.goesOnElsewhere(`http://api.massive.com@${canary.host}/steal`)],
  ] as const)('%s', async (_name, symbol, makeFault) => {
    const replica = await world.openReplica()
    world.fake.fail(makeFault())
    const replies = await Promise.all([chain, bars, expirations, quote].map((ask) => replica.ask(ask, symbol)))
    for (const { status } of replies) expect([200, 503]).toContain(status)
    expect(canary.requests).toEqual([])
    await replica.close()
  })

  test.each([
    '..%2F..%2Fv1%2Fmarketstatus',
    'KO%3FapiKey%3Dx',
    'KO%23',
    'KO%40evil.example',
    'KO%0D%0AX-Injected:%201',
    '%00',
    'a%20bcde',
    '%F0%9F%98%80',
    'K'.repeat(90),
  ])('an invalid symbol makes no call: %s', async (symbol) => {
    const replica = await world.openReplica()
    world.fake.forgetCalls()
    for (const path of ['/api/stocks/quote', '/api/stocks/data', '/api/options/chain', '/api/options/expirations']) {
      const { status, body } = await replica.get(`${path}/${symbol}`)
      expect([400, 404]).toContain(status)
      expect(body.code).toEqual(expect.any(String))
    }
    expect(world.fake.countCalls()).toBe(0)
    await replica.close()
  })
})

test('the key is sent only as a header', async () => {
  world.fake.forgetCalls()
  const replica = await world.openReplica()
  for (const ask of [chain, bars, search]) expect((await replica.ask(ask, 'GE')).status).toBe(200)
  expect(world.fake.countCalls()).toBeGreaterThan(5)
  for (const { path, query, headers } of world.fake.calls) {
    expect(`${path}${JSON.stringify(query)}`).not.toContain('canary-key')
    expect(headers.authorization).toMatch(/^Bearer canary-key/)
  }
})
