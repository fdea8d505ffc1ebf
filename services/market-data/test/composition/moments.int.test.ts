import { openTcpProxy, readTestUrl, type TcpProxy, waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { Answer, DailyBar } from '../../src/providers/provider.ts'
import { openGivenMarket } from './given-market.ts'
import {
  answerOf,
  chainOf,
  contractOf,
  createOpener,
  createWire,
  IN_SESSION,
  json,
  MINUTE,
  newKeyId,
  quoteOf,
  scriptProvider,
  scriptWireProvider,
  status,
  symbolOf,
  times,
} from './support.ts'

describe('moments', () => {
  const { open, openWired, close } = createOpener()
  afterEach(close)

  describe('time', () => {
    const at = (instant: string) => Date.parse(instant)

    test.each([
      ['in session', '2026-07-08T15:00:00Z', '2026-07-08T14:59:00Z', 'live'],
      ['an hour old in session', '2026-07-08T15:00:00Z', '2026-07-08T14:00:00Z', 'stale'],
      ['of the previous close, just after the open', '2026-07-08T13:40:00Z', '2026-07-07T20:00:00Z', 'closed'],
      ['of the previous close, late in the session', '2026-07-08T17:00:00Z', '2026-07-07T20:00:00Z', 'stale'],
      ['in the evening', '2026-07-08T23:00:00Z', '2026-07-08T20:00:00Z', 'closed'],
      ['on the weekend', '2026-07-11T15:00:00Z', '2026-07-10T20:00:00Z', 'closed'],
      ['on a holiday', '2026-07-03T15:00:00Z', '2026-07-02T20:00:00Z', 'closed'],
      ['after an early close', '2026-11-27T18:30:00Z', '2026-11-27T18:00:00Z', 'closed'],
      ['before an early close', '2026-11-27T17:30:00Z', '2026-11-27T17:29:00Z', 'live'],
      ['from noon on Friday, on the weekend', '2026-07-11T15:00:00Z', '2026-07-10T16:00:00Z', 'stale'],
    ])('a price %s', async (_name, now, asOf, dataClass) => {
      const market = await openGivenMarket(open, { asOfMs: () => at(asOf) }, { ms: at(now) })
      expect((await market.interactive.quotes.findQuote('ACME')).dataClass).toBe(dataClass)
    })

    test('on a feed with a 15-minute delay, the delay does not count toward the age', async () => {
      const recent = { asOfMs: () => IN_SESSION - 30 * MINUTE, dataClass: 'delayed' } as const
      expect((await (await openGivenMarket(open, recent)).interactive.quotes.findQuote('ACME')).dataClass).toBe(
        'delayed',
      )
      const old = { ...recent, asOfMs: () => IN_SESSION - 40 * MINUTE }
      expect((await (await openGivenMarket(open, old)).interactive.quotes.findQuote('ACME')).dataClass).toBe('stale')
    })

    test('of a source whose clock is ahead is replaced by the server’s time and labeled uncertain', async () => {
      const market = await openGivenMarket(open, { asOfMs: () => IN_SESSION + 10 * MINUTE })
      expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
        asOfMs: IN_SESSION,
        missing: [{ field: 'freshness', reason: 'Time uncertain: the clock of told is 10 minutes fast' }],
      })
    })

    test('of a source that already limits it to the server’s time is recognized by its messages', async () => {
      const date = new Date(Date.now() + 10 * MINUTE).toUTCString()
      const { market } = await openWired(async () => json(quoteOf(100), { headers: { date } }))
      const { missing } = await market.interactive.quotes.findQuote('ACME')
      expect(missing[0]?.reason).toContain('Time uncertain')
    })

    test('the market is closed when the exchanges are', async () => {
      const clock = { ms: IN_SESSION }
      const { interactive } = await openGivenMarket(open, {}, clock)
      expect(interactive.stamp()).toEqual({ source: 'scripted', dataClass: 'live', asOfMs: IN_SESSION })
      clock.ms = at('2026-07-11T15:00:00Z')
      expect(interactive.stamp()).toEqual({
        source: 'scripted',
        dataClass: 'closed',
        asOfMs: at('2026-07-10T20:00:00Z'),
      })
      expect(interactive.clock.now()).toBe(clock.ms)
    })

    test('contracts and expirations that expired since they were cached are left out', async () => {
      const clock = { ms: at('2026-07-10T20:30:00Z') }
      const contracts = [contractOf(100, { expiration: '2026-07-10' }), contractOf(105)]
      const market = await openGivenMarket(open, { contracts }, clock)
      const read = async () =>
        (await market.interactive.chains.findChain('ACME')).value?.contracts.map(({ strike }) => strike)
      expect(await read()).toEqual([100, 105])
      clock.ms = at('2026-07-11T15:00:00Z')
      expect(await read()).toEqual([105])
    })
  })
})

describe('rescaled', () => {
  const { open, close } = createOpener()
  afterEach(close)

  test('rescaled prices remove all cached answers of the symbol, and of no other', async () => {
    const asked: string[] = []
    const tell = <T>(question: string, value: T): Answer<T> => {
      asked.push(question)
      return answerOf(value)
    }
    const provider = scriptProvider(
      ['quotes', 'chains', 'dividends', 'splits'],
      () => ({
        quotes: { findQuote: async (symbol) => tell(`quote ${symbol}`, quoteOf(100)) },
        chains: { findChain: async (symbol) => tell(`chain ${symbol}`, chainOf([contractOf(100)])) },
        dividends: { listDividends: async (symbol) => tell(`dividends ${symbol}`, []) },
        splits: { listSplits: async (symbol) => tell(`splits ${symbol}`, []) },
      }),
      { keyId: newKeyId() },
    )
    const listeners: ((symbol: string) => void)[] = []
    const store = {
      wrap: <T>(sources: T) => sources,
      onRescaled: (listener: (symbol: string) => void) => void listeners.push(listener),
    }
    const { interactive, redis } = await open({ providers: [provider], store })
    const longest = { minDays: 25, maxDays: 400, minStrike: 80_500, maxStrike: 1_250_000, expiration: '2026-08-21' }
    async function askAll(): Promise<string[]> {
      for (const symbol of ['ACM', 'ACME']) {
        await interactive.quotes.findQuote(symbol)
        await interactive.chains.findChain(symbol)
        await interactive.chains.findChain(symbol, { ...longest, type: 'call' })
        await interactive.dividends.listDividends(symbol)
      }
      return asked.splice(0).sort()
    }
    const ofSymbol = ['chain ACM', 'chain ACM', 'dividends ACM', 'quote ACM', 'splits ACM']
    expect(await askAll()).toEqual([...ofSymbol, ...ofSymbol.map((question) => `${question}E`)].sort())
    expect(await askAll()).toEqual([])
    for (const listener of listeners) listener('ACM')
    const isKept = (key: string) => /:ACM(,|$)/.test(key)
    await waitFor('nothing of it', async () => !(await redis.keys(`*${interactive.revision}*`)).some(isKept))
    expect(await askAll()).toEqual(ofSymbol)
  })
})

describe('Redis unavailable', () => {
  const { open, close } = createOpener()
  const proxies: TcpProxy[] = []
  afterEach(async () => {
    await close()
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  })

  /**
   * Opens one market whose Redis can be cut off and one whose Redis stays up. Both use the same source, which can go
   * down.
   */
  async function openAway(reply: (path: string) => unknown = () => quoteOf(101)) {
    const url = new URL(readTestUrl('TEST_REDIS_URL'))
    const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
    proxies.push(proxy)
    url.host = `127.0.0.1:${proxy.port}`
    const clock = { ms: IN_SESSION }
    const source = { isDown: false }
    const wire = createWire(async (path) => (source.isDown ? status(500) : json(reply(path))))
    const providers = [scriptWireProvider()]
    const away = await open({ providers, clock, fetch: wire.fetch, redisUrl: url.href })
    const openNear = () => open({ providers, clock, fetch: wire.fetch })
    return { proxy, clock, source, wire, away, openNear, ask: () => away.interactive.quotes.findQuote('ACME') }
  }

  test('makes one call per replica, serves the last good answer from memory, and shares again after recovery', async () => {
    const { proxy, clock, source, wire, away, openNear, ask } = await openAway()
    proxy.cut()
    await waitFor('the loss', () => away.redis.status !== 'ready')
    await times(50, ask)
    expect(wire.calls).toHaveLength(1)
    clock.ms += 80_000
    const aging = await times(50, ask)
    expect(aging.every(({ cacheStatus }) => cacheStatus === 'refreshing')).toBe(true)
    await waitFor('the renewed answer', async () => (await ask()).cacheStatus === 'fresh')
    expect(wire.calls).toHaveLength(2)
    clock.ms += 10 * MINUTE
    source.isDown = true
    expect(await ask()).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
    proxy.restore()
    await waitFor('Redis', () => away.redis.status === 'ready')
    source.isDown = false
    await ask()
    const near = await openNear()
    const before = wire.calls.length
    expect((await near.interactive.quotes.findQuote('ACME')).cacheStatus).toBe('fresh')
    expect(wire.calls).toHaveLength(before)
  })

  test('serves the last good answer from memory if Redis hangs', async () => {
    const { proxy, clock, source, ask } = await openAway()
    await ask()
    proxy.freeze()
    source.isDown = true
    clock.ms += 10 * MINUTE
    expect(await ask()).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
  })

  /** Enough daily bars to take up more than half a megabyte in the cache. */
  const manyBars: readonly DailyBar[] = Array.from({ length: 8_000 }, (_, index) => ({
    date: new Date(Date.UTC(2004, 0, 1 + index)).toISOString().slice(0, 10),
    open: 100.25,
    high: 102.5,
    low: 98.75,
    close: 101.25,
    volume: 1_000_000,
  }))

  test('memory keeps the newest answers and evicts the oldest', async () => {
    const { proxy, clock, source, away } = await openAway((path) => (path.startsWith('/bars') ? manyBars : []))
    proxy.cut()
    await waitFor('the loss', () => away.redis.status !== 'ready')
    const symbols = Array.from({ length: 30 }, (_, index) => symbolOf(index))
    const ask = (symbol = '') => away.interactive.bars.listDailyBars(symbol)
    for (const symbol of symbols) expect((await ask(symbol)).value).toHaveLength(manyBars.length)
    source.isDown = true
    clock.ms += 60 * MINUTE
    expect(await ask(symbols.at(-1))).toMatchObject({ cacheStatus: 'stale' })
    await expect(ask(symbols[0])).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('memory keeps large answers for half an hour, and others for as long as they may be served', async () => {
    const { away } = await openAway((path) =>
      path === '/bars/LARGE' ? manyBars : path === '/bars/SMALL' ? manyBars.slice(-9) : [],
    )
    const { bars, revision } = away.interactive
    await Promise.all([bars.listDailyBars('LARGE'), bars.listDailyBars('SMALL')])
    const hoursLeft = async (symbol: string) =>
      (await away.redis.pttl(`callwright:market:answers:v1:${revision}:bars:${symbol}`)) / (60 * MINUTE)
    expect(await hoursLeft('LARGE')).toBeGreaterThan(0)
    expect(await hoursLeft('LARGE')).toBeLessThanOrEqual(0.5)
    expect(await hoursLeft('SMALL')).toBeGreaterThan(24)
  })
})
