import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { openSimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import { KEY, openForTest } from '../providers/massive-support.ts'
import { failureOf, type StubServer, startStubServer } from '../providers/stub-server.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider.ts'
import * as faults from './faults.ts'

const NOW = '2026-07-14T11:00:00-04:00'
const nowMs = Date.parse(NOW)
const whole = openSimulatedMarket({ seed: 'fake-provider', universe: 'large_cap', now: () => nowMs })
/** A dividend payer with few contracts, but at least two pages of them. */
const SYMBOL = 'DG'
const chosen = new Set([SYMBOL, 'CL', 'BRK.B', 'XOM'])
const market = {
  ...whole,
  reference: {
    ...whole.reference,
    async listUniverse() {
      const answer = await whole.reference.listUniverse()
      return { ...answer, value: answer.value.filter(({ symbol }) => chosen.has(symbol)) }
    },
  },
}

let fake: FakeProvider
let canary: StubServer
beforeAll(async () => {
  fake = await startFakeProvider({ market })
  canary = await startStubServer()
})
beforeEach(() => {
  fake.heal()
  fake.forgetCalls()
})
afterAll(async () => {
  await fake.close()
  await canary.close()
})

describe('a working provider', () => {
  const massive = () => openForTest(fake, NOW)

  test('serves one day of every symbol', async () => {
    const response = await fetch(`${fake.url}/v2/aggs/grouped/locale/us/market/stocks/2026-07-13`)
    const { results, status } = (await response.json()) as { results: { T: string; c: number }[]; status: string }
    expect(status).toBe('DELAYED')
    expect(results.map(({ T }) => T).sort()).toEqual([...chosen].sort())
    const bar = (await market.bars.listDailyBars(SYMBOL)).value?.find(({ date }) => date === '2026-07-13')
    expect(results.find(({ T }) => T === SYMBOL)?.c).toBe(bar?.close)
  })

  test('serves a chain in pages', async () => {
    const whole = await massive().chains.findChain(SYMBOL)
    expect(fake.countCalls(/snapshot\/options/)).toBe(Math.ceil((whole.value?.contracts.length ?? 0) / 250))
  })

  test('reports whether the exchange is open, and its special days', async () => {
    const { clock } = massive()
    expect((await clock.findStatus?.())?.value).toEqual({ session: 'open', serverMs: nowMs })
    expect((await clock.listSpecialDays?.())?.value[0]).toMatchObject({ date: '2026-09-07', closeMs: null })
  })

  test('serves a live plan without quotes from the vendor’s old endpoints', async () => {
    const poor = await startFakeProvider({ market, plan: { optionQuotes: false, delayed: false, events: 'old' } })
    const { chains, quotes, splits } = openForTest(poor, NOW)
    const chain = await chains.findChain(SYMBOL, { minDays: 20, maxDays: 40 })
    expect(chain.value?.contracts.every(({ bid, ask }) => bid === null && ask === null)).toBe(true)
    expect(chain.missing.map(({ reason }) => reason).join()).toContain('Indicative prices')
    expect((await quotes.findQuote(SYMBOL)).dataClass).toBe('live')
    expect((await splits.listSplits(SYMBOL)).value).toEqual((await market.splits.listSplits(SYMBOL)).value)
    await poor.close()
  })

  test('records every call and its key', async () => {
    await massive().quotes.findQuote(SYMBOL)
    expect(fake.calls).toHaveLength(1)
    expect(fake.calls[0]).toMatchObject({ headers: { authorization: `Bearer ${KEY}` }, atMs: expect.any(Number) })
    expect(Object.values(fake.countByPath())).toEqual([1])
  })
})

describe('a failing provider', () => {
  const ask = (timeoutMs = 30_000) => openForTest(fake, NOW, { timeoutMs }).bars.listDailyBars(SYMBOL)

  test.each([
    ['reset', faults.reset, 'unavailable'],
    ['cut body', faults.cutBody, 'unavailable'],
    ['cut JSON', faults.cutJson, 'unreadable'],
    ['500', faults.status(500), 'unavailable'],
    ['429', faults.tooMany(30), 'rate_limited'],
    ['401', faults.unknownKey, 'unauthorized'],
    ['402', faults.unpaid, 'not_entitled'],
    ['403', faults.notEntitled, 'not_entitled'],
    ['200 with "not entitled"', faults.okNotEntitled, 'not_entitled'],
    ['200 with an error', faults.okError, 'unreadable'],
    ['HTML', faults.html, 'unreadable'],
    ['XML', faults.xml, 'unreadable'],
    ['empty', faults.empty, 'unreadable'],
    ['null', faults.nothing, 'unreadable'],
    ['nested 10,000 deep', faults.deep, 'unreadable'],
    ['50 MB', faults.huge, 'unreadable'],
    ['50 MB compressed', faults.gzipBomb, 'unreadable'],
  ] as const)('%s', async (_name, fault, kind) => {
    fake.fail(fault)
    expect(await failureOf(ask())).toMatchObject({ kind })
    fake.heal()
    expect((await ask()).value).not.toBeNull()
  })

  test.each([
    ['a late response', faults.late(60_000)],
    ['no response', faults.hang],
  ])('%s', async (_name, fault) => {
    fake.fail(fault)
    expect(await failureOf(ask(100))).toMatchObject({ kind: 'unavailable', detail: 'no complete response in time' })
  })

  test('returns a delayed response within the timeout', async () => {
    fake.fail(faults.late(20))
    expect((await ask()).value).not.toBeNull()
  })

  test('refuses connections while down, and accepts them again at the same address', async () => {
    await fake.goDown()
    // The first call may reuse a connection that is no longer open.
    expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable' })
    expect(await failureOf(ask())).toMatchObject({ detail: expect.stringContaining('ECONNREFUSED') })
    await fake.comeBack()
    expect((await ask()).value).not.toBeNull()
  })

  test('limits a fault to some paths; the last fault applies', async () => {
    fake.fail(faults.status(500))
    fake.fail(({ answer }) => answer(), /\/v2\/aggs/)
    expect((await ask()).value).not.toBeNull()
    expect(await failureOf(openForTest(fake, NOW).quotes.findQuote(SYMBOL))).toMatchObject({ kind: 'unavailable' })
  })

  test('responds with 429 when a quota is used up', async () => {
    fake.fail(faults.quota(2))
    await ask()
    await ask()
    expect(await failureOf(ask())).toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
  })

  test('a second page that fails leaves an incomplete chain', async () => {
    fake.fail(faults.brokenSecondPage(faults.status(500)), /snapshot\/options/)
    const failure = await failureOf(openForTest(fake, NOW).chains.findChain(SYMBOL))
    expect(failure.partial?.missing.map(({ reason }) => reason).join()).toContain('incomplete')
  })

  test('redirects and links to another host are not followed', async () => {
    fake.fail(faults.redirect(`${canary.url}/steal`))
    expect(await failureOf(ask())).toMatchObject({ status: 302 })
    fake.heal()
    fake.fail(faults.goesOnElsewhere(`${canary.url}/steal?cursor=1`))
    expect(await failureOf(ask())).toMatchObject({ detail: expect.stringContaining('another host') })
    expect(canary.requests).toEqual([])
  })

  test('shifts the times of prices, but not days', async () => {
    const hour = 3_600_000
    fake.fail(faults.shiftInstants(-hour))
    const { quotes, chains, bars, clock } = openForTest(fake, NOW)
    expect((await quotes.findQuote(SYMBOL)).asOfMs).toBe(nowMs - hour)
    expect((await chains.findChain(SYMBOL, { maxDays: 10 })).value?.quotedAtMs).toBe(nowMs - hour)
    expect((await clock.findStatus?.())?.value.serverMs).toBe(nowMs - hour)
    expect((await bars.listDailyBars(SYMBOL)).value?.at(-1)?.date).toBe('2026-07-14')
  })

  test('the compression bomb is small on the wire', async () => {
    fake.fail(faults.gzipBomb)
    const { request } = await import('node:http')
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const call = request(`${fake.url}/x`, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)))
      })
      call.on('error', reject).end()
    })
    expect(bytes.length).toBeLessThan(100_000)
    expect(gunzipSync(bytes).length).toBeGreaterThan(50e6)
  })
})
