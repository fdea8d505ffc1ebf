import { afterEach, describe, expect, test } from '@jest/globals'
import { sourceUnavailable } from '../../src/errors.ts'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { Answer, DailyBar, OptionQuote, StockQuote } from '../../src/providers/provider.ts'
import {
  CANARY,
  type Clock,
  chainOf,
  type compose,
  contractOf,
  createOpener,
  createWire,
  IN_SESSION,
  json,
  MINUTE,
  quoteOf,
  scriptProvider,
  scriptWireProvider,
  status,
} from './support.ts'

const { open, close } = createOpener()
afterEach(close)

/** What a source says of each symbol; a function is asked anew every time. */
interface Told {
  readonly quotes?: (symbol: string) => StockQuote | null
  readonly contracts?: readonly OptionQuote[]
  readonly bars?: readonly DailyBar[]
  readonly asOfMs?: () => number
  readonly dataClass?: 'live' | 'delayed'
}

/** A market whose only provider answers as told, stamped with the clock's time. */
async function openTold(told: Told, clock: Clock = { ms: IN_SESSION }) {
  const provider = scriptProvider(['quotes', 'chains', 'bars', 'splits'], ({ now }) => {
    const answer = <T>(value: T): Answer<T> => ({
      source: 'told',
      dataClass: told.dataClass ?? 'live',
      asOfMs: told.asOfMs?.() ?? now(),
      value,
      missing: [],
    })
    return {
      quotes: { findQuote: async (symbol) => answer((told.quotes ?? (() => quoteOf(100)))(symbol)) },
      chains: { findChain: async () => answer(told.contracts ? chainOf(told.contracts) : null) },
      bars: { listDailyBars: async () => answer(told.bars ?? null) },
      splits: {
        listSplits: async (symbol) =>
          answer(symbol === 'SPLIT' ? [{ executionDate: '2026-07-08', ratio: 20, kind: 'split' as const }] : []),
      },
    }
  })
  return open({ providers: [provider], clock })
}

describe('forty bad records', () => {
  const nan = Number.NaN
  const badQuotes: readonly StockQuote[] = [
    quoteOf(0),
    quoteOf(-5),
    quoteOf(nan),
    quoteOf(Number.POSITIVE_INFINITY),
    quoteOf('NaN' as unknown as number),
    quoteOf(1_000, { previousClose: 100 }),
    quoteOf(10, { previousClose: 100 }),
    quoteOf(1e9, { previousClose: 100 }),
  ]
  const good = [95, 100, 105].map((strike) => contractOf(strike))
  const badTerms = [
    contractOf(nan),
    contractOf(0),
    contractOf(-5),
    contractOf(110, { expiration: '2026-07-07' }),
    contractOf(115, { expiration: '2026-02-30' }),
    contractOf(120, { expiration: '' }),
    contractOf(125, { type: 'other' as unknown as 'call' }),
  ]
  const badFigures: readonly Partial<OptionQuote>[] = [
    { bid: nan },
    { bid: -1 },
    { ask: nan },
    { ask: -0.5 },
    { last: nan },
    { last: -2 },
    { volume: nan },
    { volume: -3 },
    { openInterest: nan },
    { openInterest: Number.NEGATIVE_INFINITY },
    { bid: 250, ask: 260 },
    { vendorGreeks: { delta: 1.01, gamma: null, theta: null, vega: null, rho: null } },
    { vendorGreeks: { delta: -3, gamma: null, theta: null, vega: null, rho: null } },
    { vendorGreeks: { delta: nan, gamma: null, theta: null, vega: null, rho: null } },
    { vendorGreeks: { delta: 0.5, gamma: nan, theta: null, vega: null, rho: null } },
  ]
  const bar = { open: 100, high: 102, low: 98, close: 101, volume: 1_000 }
  const goodBars: readonly DailyBar[] = [
    { date: '2026-07-06', ...bar },
    { date: '2026-07-07', ...bar },
  ]
  const badBars: readonly DailyBar[] = [
    { date: '', ...bar },
    { date: '2026-06-29', ...bar, close: nan },
    { date: '2026-06-29', ...bar, open: 0 },
    { date: '2026-06-29', ...bar, low: -1 },
    { date: '2026-06-29', ...bar, high: 90 },
    { date: '2026-06-29', ...bar, low: 101.5 },
    { date: '2026-06-29', ...bar, volume: -1 },
    { date: '2026-06-29', ...bar, volume: nan },
    { date: '2026-07-06', ...bar },
    { date: '2026-07-09', ...bar },
  ]

  test('none of them reaches an answer or what is kept, and each is counted', async () => {
    const contracts = [...good, ...badTerms, ...badFigures.map((figure, index) => contractOf(130 + index, figure))]
    const bars = [...badBars.slice(0, 8), ...goodBars, ...badBars.slice(8)]
    const quotes = (symbol: string) =>
      (symbol.length === 2 ? badQuotes[symbol.charCodeAt(1) - 65] : null) ?? quoteOf(100)
    const market = await openTold({ quotes, contracts, bars })
    expect(badQuotes.length + badTerms.length + badFigures.length + badBars.length).toBe(40)

    for (const index of badQuotes.keys()) {
      const { value } = await market.interactive.quotes.findQuote(`Q${String.fromCharCode(65 + index)}`)
      expect(value).toBeNull()
    }
    const chain = await market.interactive.chains.findChain('ACME')
    expect(chain.value?.contracts.map(({ strike }) => strike)).toEqual([
      95,
      100,
      105,
      ...badFigures.map((_figure, index) => 130 + index),
    ])
    for (const contract of chain.value?.contracts ?? []) {
      for (const figure of [contract.bid, contract.ask, contract.last, contract.volume, contract.openInterest]) {
        expect(figure === null || (figure >= 0 && figure < 200)).toBe(true)
      }
      expect(Math.abs(contract.vendorGreeks?.delta ?? 0)).toBeLessThanOrEqual(1)
    }
    expect((await market.interactive.bars.listDailyBars('ACME')).value).toEqual(goodBars)
    expect(await market.readMetric('provider_records_rejected_total')).toBeGreaterThanOrEqual(40)
  })

  test('a bid above its ask is blanked, the price stays', async () => {
    const market = await openTold({ quotes: () => quoteOf(100, { bid: 101, ask: 99 }) })
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      value: { lastPrice: 100, bid: null, ask: null },
      missing: [{ field: 'bid' }],
    })
  })
})

describe('a price ten times from the last', () => {
  test('leaves the good one, and says that a split may be the reason', async () => {
    let price = 100
    const clock = { ms: IN_SESSION }
    const market = await openTold({ quotes: () => quoteOf(price, { previousClose: null }) }, clock)
    await market.interactive.quotes.findQuote('ACME')
    price = 5
    for (const _ of [1, 2]) {
      clock.ms += 10 * MINUTE
      expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
        value: { lastPrice: 100 },
        asOfMs: IN_SESSION,
        dataClass: 'stale',
        missing: [
          {
            field: 'freshness',
            reason:
              'A price of 5 was left out: it was 100 on 2026-07-08, and a split may be the reason; figures are of 11:00 ET',
          },
        ],
      })
    }
    expect(await market.readMetric('provider_records_rejected_total', { reason: 'price_jump' })).toBe(2)
    price = 101
    clock.ms += 10 * MINUTE
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      value: { lastPrice: 101 },
      dataClass: 'live',
    })
  })

  test('is believed where a split explains it', async () => {
    const market = await openTold({ quotes: () => quoteOf(5.1, { previousClose: 100 }) })
    expect((await market.interactive.quotes.findQuote('SPLIT')).value?.lastPrice).toBe(5.1)
    expect((await market.interactive.quotes.findQuote('ACME')).value).toBeNull()
  })
})

describe('time', () => {
  const at = (instant: string) => Date.parse(instant)

  test.each([
    ['in session', '2026-07-08T15:00:00Z', '2026-07-08T14:59:00Z', 'live'],
    ['an hour old in session', '2026-07-08T15:00:00Z', '2026-07-08T14:00:00Z', 'stale'],
    ['of the close before, just after the open', '2026-07-08T13:40:00Z', '2026-07-07T20:00:00Z', 'closed'],
    ['of the close before, late in the session', '2026-07-08T17:00:00Z', '2026-07-07T20:00:00Z', 'stale'],
    ['in the evening', '2026-07-08T23:00:00Z', '2026-07-08T20:00:00Z', 'closed'],
    ['at the weekend', '2026-07-11T15:00:00Z', '2026-07-10T20:00:00Z', 'closed'],
    ['on a holiday', '2026-07-03T15:00:00Z', '2026-07-02T20:00:00Z', 'closed'],
    ['after an early close', '2026-11-27T18:30:00Z', '2026-11-27T18:00:00Z', 'closed'],
    ['before an early close', '2026-11-27T17:30:00Z', '2026-11-27T17:29:00Z', 'live'],
    ['at the weekend, but of noon on Friday', '2026-07-11T15:00:00Z', '2026-07-10T16:00:00Z', 'stale'],
  ])('a price %s', async (_name, now, asOf, dataClass) => {
    const market = await openTold({ asOfMs: () => at(asOf) }, { ms: at(now) })
    expect((await market.interactive.quotes.findQuote('ACME')).dataClass).toBe(dataClass)
  })

  test('of a feed that is late by 15 minutes counts as that much younger', async () => {
    const told = { asOfMs: () => IN_SESSION - 30 * MINUTE, dataClass: 'delayed' } as const
    expect((await (await openTold(told)).interactive.quotes.findQuote('ACME')).dataClass).toBe('delayed')
    const old = { ...told, asOfMs: () => IN_SESSION - 40 * MINUTE }
    expect((await (await openTold(old)).interactive.quotes.findQuote('ACME')).dataClass).toBe('stale')
  })

  test('of a source whose clock is ahead is ours, and said to be uncertain', async () => {
    const market = await openTold({ asOfMs: () => IN_SESSION + 10 * MINUTE })
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      asOfMs: IN_SESSION,
      missing: [{ field: 'freshness', reason: 'Time uncertain: the clock of told is 10 minutes ahead of ours' }],
    })
  })

  test('of a source that cuts it to ours is told apart by its messages', async () => {
    const date = new Date(Date.now() + 10 * MINUTE).toUTCString()
    const wire = createWire(async () => json(quoteOf(100), { headers: { date } }))
    const market = await open({ providers: [scriptWireProvider()], clock: { ms: IN_SESSION }, fetch: wire.fetch })
    const { missing } = await market.interactive.quotes.findQuote('ACME')
    expect(missing[0]?.reason).toContain('Time uncertain')
  })

  test('the market as a whole is closed when the exchanges are', async () => {
    const clock = { ms: IN_SESSION }
    const { interactive } = await openTold({}, clock)
    expect(interactive.stamp()).toEqual({ source: 'scripted', dataClass: 'live', asOfMs: IN_SESSION })
    clock.ms = at('2026-07-11T15:00:00Z')
    expect(interactive.stamp()).toEqual({ source: 'scripted', dataClass: 'closed', asOfMs: at('2026-07-10T20:00:00Z') })
    expect(interactive.clock.now()).toBe(clock.ms)
  })

  test('contracts and expirations that are over since they were kept are left out', async () => {
    const clock = { ms: at('2026-07-10T20:30:00Z') }
    const contracts = [contractOf(100, { expiration: '2026-07-10' }), contractOf(105)]
    const market = await openTold({ contracts }, clock)
    const read = async () =>
      (await market.interactive.chains.findChain('ACME')).value?.contracts.map(({ strike }) => strike)
    expect(await read()).toEqual([100, 105])
    clock.ms = at('2026-07-11T15:00:00Z')
    expect(await read()).toEqual([105])
  })
})

test('a price that is older than the last good one changes nothing', async () => {
  let isBehind = false
  const clock = { ms: IN_SESSION }
  const told = {
    quotes: () => quoteOf(isBehind ? 99 : 100),
    asOfMs: () => (isBehind ? IN_SESSION - 60 * MINUTE : clock.ms),
  }
  const market = await openTold(told, clock)
  await market.interactive.quotes.findQuote('ACME')
  isBehind = true
  clock.ms += 10 * MINUTE
  const { value, asOfMs, dataClass } = await market.interactive.quotes.findQuote('ACME')
  expect([value?.lastPrice, asOfMs, dataClass]).toEqual([100, IN_SESSION, 'live'])
})

test('a chain carries the price of the stock at the moment it was read', async () => {
  let price = 100
  const clock = { ms: IN_SESSION }
  const market = await openTold({ quotes: () => quoteOf(price), contracts: [contractOf(100)] }, clock)
  const read = async () => (await market.interactive.chains.findChain('ACME')).value?.underlyingPriceUsd
  expect(await read()).toBe(100)
  price = 104
  clock.ms += 50_000
  expect(await read()).toBe(100)
})

describe('a part of an answer', () => {
  const partial: Answer<unknown> = {
    source: 'told',
    dataClass: 'live',
    asOfMs: IN_SESSION,
    value: chainOf([contractOf(100), contractOf(Number.NaN)]),
    missing: [{ field: 'chain', reason: 'The chain is incomplete' }],
  }

  test('is guarded, shown where there is nothing better, and never kept', async () => {
    let broken = true
    const provider = scriptProvider(['chains'], ({ now }) => ({
      chains: {
        async findChain() {
          if (broken) throw new ProviderFailure('told', { kind: 'unavailable', detail: 'page 2 failed', partial })
          const value = chainOf([contractOf(100), contractOf(105)])
          return { source: 'told', dataClass: 'live', asOfMs: now(), value, missing: [] }
        },
      },
    }))
    const clock = { ms: IN_SESSION }
    const market = await open({ providers: [provider], clock })
    const read = () => market.interactive.chains.findChain('ACME')
    const part = await read()
    expect(part.value?.contracts.map(({ strike }) => strike)).toEqual([100])
    expect(part.missing).toEqual(partial.missing)
    expect(await market.redis.keys(`callwright:market:answers:*${market.interactive.revision}:chain*`)).toEqual([])
    broken = false
    expect((await read()).value?.contracts).toHaveLength(2)
    broken = true
    clock.ms += 60 * MINUTE
    expect(await read()).toMatchObject({
      cacheStatus: 'stale',
      value: { contracts: [{ strike: 100 }, { strike: 105 }] },
    })
  })
})

describe('fundamentals', () => {
  const stamp = (source: string, asOfMs: number) => ({ source, dataClass: 'delayed', asOfMs }) as const

  function provider(name: string, change: Partial<typeof UNKNOWN_FUNDAMENTALS>, fails: () => boolean = () => false) {
    return scriptProvider(
      ['fundamentals'],
      ({ now }) => {
        const answer = () => ({
          ...stamp(name, now()),
          value: { ...UNKNOWN_FUNDAMENTALS, ...change },
          missing: [
            { field: 'credit_rating', reason: `${name} has no credit ratings` },
            ...('marketCapUsd' in change
              ? []
              : [{ field: 'market_cap', reason: `${name} has no market capitalisation` }]),
          ],
        })
        return {
          fundamentals: {
            async findFundamentals() {
              if (fails()) throw new ProviderFailure(name, { kind: 'unavailable', detail: 'away' })
              return answer()
            },
            listMarketFundamentals: async () => new Map([[name === 'filings' ? 'ONE' : 'TWO', answer()]]),
          },
        }
      },
      { name },
    )
  }

  test('are joined field by field, in the order of who is asked', async () => {
    let isAway = false
    const providers = [
      provider('filings', { netMarginPct: 12, debtToEquity: 0.5 }, () => isAway),
      provider('vendor', { netMarginPct: 99, marketCapUsd: 5e9, dividendYieldPct: 2 }),
    ]
    const market = await open({ providers, clock: { ms: IN_SESSION } })
    const find = (symbol: string) => market.interactive.fundamentals.findFundamentals(symbol)
    expect(await find('ACME')).toMatchObject({
      source: 'filings + vendor',
      value: { netMarginPct: 12, debtToEquity: 0.5, marketCapUsd: 5e9, dividendYieldPct: 2, creditRating: null },
      missing: [
        { field: 'credit_rating', reason: 'filings has no credit ratings' },
        { field: 'credit_rating', reason: 'vendor has no credit ratings' },
      ],
    })
    isAway = true
    const part = await find('OTHER')
    expect(part).toMatchObject({ value: { netMarginPct: 99, debtToEquity: null }, cacheStatus: 'miss' })
    expect(part.missing[0]).toEqual({ field: 'fundamentals', reason: 'filings cannot be read right now' })
    isAway = false
    expect((await find('OTHER')).value.netMarginPct).toBe(12)
    const all = await market.background.fundamentals.listMarketFundamentals?.()
    expect([...(all?.keys() ?? [])]).toEqual(['ONE', 'TWO'])
  })
})

test('the store stands between the guards and what is kept; what it stood in with is not kept', async () => {
  let price = 100
  const seen: (number | undefined)[] = []
  const listeners: ((symbol: string) => void)[] = []
  const store = {
    wrap: (sources: Parameters<NonNullable<Parameters<typeof compose>[0]['store']>['wrap']>[0]) => ({
      ...sources,
      quotes: {
        async findQuote(symbol: string) {
          const answer = await (sources.quotes?.findQuote(symbol) ?? Promise.reject(new Error('no source')))
          seen.push(answer.value?.lastPrice)
          return symbol === 'OLD' ? { ...answer, cacheStatus: 'stale' as const } : answer
        },
      },
    }),
    onRescaled: (listener: (symbol: string) => void) => void listeners.push(listener),
  }
  const wire = createWire(async () => json(quoteOf(price)))
  const market = await open({ providers: [scriptWireProvider()], clock: { ms: IN_SESSION }, fetch: wire.fetch, store })
  const read = (symbol: string) => market.interactive.quotes.findQuote(symbol)
  expect([(await read('OLD')).cacheStatus, (await read('OLD')).cacheStatus]).toEqual(['stale', 'stale'])
  expect([(await read('NEW')).cacheStatus, (await read('NEW')).cacheStatus]).toEqual(['miss', 'fresh'])
  price = 50
  for (const listener of listeners) listener('NEW')
  expect((await read('NEW')).value?.lastPrice).toBe(50)
  expect(seen).toEqual([100, 100, 100, 50])
})

test('keys of providers are in no log, no key in Redis and no error', async () => {
  const body = `Unknown API key ${CANARY}`
  const wire = createWire(async (path) =>
    path.endsWith('/GOOD') ? json(quoteOf(100)) : new Response(JSON.stringify({ error: body }), { status: 500 }),
  )
  const market = await open({ providers: [scriptWireProvider()], clock: { ms: IN_SESSION }, fetch: wire.fetch })
  await market.interactive.quotes.findQuote('GOOD')
  const failure = await market.interactive.quotes.findQuote('BAD').catch((error: unknown) => error)
  const problem = sourceUnavailable(failure)
  const keys = await market.redis.keys('*')
  for (const told of [market.log.text(), JSON.stringify(failure), String(failure), problem.detail, keys.join()]) {
    expect(told).not.toContain(CANARY)
  }
})

test.each([
  [status(429, { 'retry-after': '30' }), 'Too many requests to the market data provider; try again in 30 seconds.', 30],
  [status(401), 'The market data provider refused its key. Whoever runs this server must check it.', 60],
  [status(503), 'The market data source cannot be reached right now. Please try again.', 5],
  [new Response('<html>'), 'The market data source cannot be read right now. Please try again.', 5],
])('a person is told what to do', async (reply, detail, retryAfterSeconds) => {
  const wire = createWire(async () => reply)
  const market = await open({ providers: [scriptWireProvider()], clock: { ms: IN_SESSION }, fetch: wire.fetch })
  const failure = await market.interactive.quotes.findQuote('ACME').catch((error: unknown) => error)
  expect(sourceUnavailable(failure)).toMatchObject({ status: 503, detail, retryAfterSeconds })
})
