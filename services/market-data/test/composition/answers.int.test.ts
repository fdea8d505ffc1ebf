import { afterEach, describe, expect, test } from '@jest/globals'
import { ProviderFailure } from '../../src/providers/http/provider-failure.ts'
import type { DailyBar, OptionQuote, StockQuote } from '../../src/providers/provider.ts'
import { openGivenMarket } from './given-market.ts'
import { answerOf, contractOf, createOpener, IN_SESSION, MINUTE, quoteOf, scriptProvider } from './support.ts'

const { open, close } = createOpener()
afterEach(close)

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

  test('never reach a response or the cache, and are all counted', async () => {
    const contracts = [...good, ...badTerms, ...badFigures.map((figure, index) => contractOf(130 + index, figure))]
    const bars = [...badBars.slice(0, 8), ...goodBars, ...badBars.slice(8)]
    const quotes = (symbol: string) =>
      (symbol.length === 2 ? badQuotes[symbol.charCodeAt(1) - 65] : null) ?? quoteOf(100)
    const market = await openGivenMarket(open, { quotes, contracts, bars })
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

  test('a crossed bid and ask are blanked, and the price stays', async () => {
    const market = await openGivenMarket(open, { quotes: () => quoteOf(100, { bid: 101, ask: 99 }) })
    expect(await market.interactive.quotes.findQuote('ACME')).toMatchObject({
      value: { lastPrice: 100, bid: null, ask: null },
      missing: [{ field: 'bid' }],
    })
  })
})

describe('a price ten times the last one', () => {
  test('is rejected in favor of the last good price, with a split named as a possible reason', async () => {
    let price = 100
    const clock = { ms: IN_SESSION }
    const market = await openGivenMarket(open, { quotes: () => quoteOf(price, { previousClose: null }) }, clock)
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
              'A price of 5 was ignored: it was 100 on Jul 8, 2026, possibly before a split; showing data from 11:00 ET',
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

  test('is accepted after a day, when the last price is too old to compare', async () => {
    let price = 100
    const clock = { ms: IN_SESSION }
    const market = await openGivenMarket(open, { quotes: () => quoteOf(price, { previousClose: null }) }, clock)
    await market.interactive.quotes.findQuote('ACME')
    price = 5
    clock.ms += 25 * 60 * MINUTE
    expect((await market.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(5)
  })

  test('is accepted if a split explains it', async () => {
    const market = await openGivenMarket(open, { quotes: () => quoteOf(5.1, { previousClose: 100 }) })
    expect((await market.interactive.quotes.findQuote('SPLIT')).value?.lastPrice).toBe(5.1)
    expect((await market.interactive.quotes.findQuote('ACME')).value).toBeNull()
  })
})

test('a price older than the last good one is ignored', async () => {
  let isBehind = false
  const clock = { ms: IN_SESSION }
  const given = {
    quotes: () => quoteOf(isBehind ? 99 : 100),
    asOfMs: () => (isBehind ? IN_SESSION - 60 * MINUTE : clock.ms),
  }
  const market = await openGivenMarket(open, given, clock)
  await market.interactive.quotes.findQuote('ACME')
  isBehind = true
  clock.ms += 10 * MINUTE
  const { value, asOfMs, dataClass } = await market.interactive.quotes.findQuote('ACME')
  expect([value?.lastPrice, asOfMs, dataClass]).toEqual([100, IN_SESSION, 'live'])
})

test('a chain has the stock price from the time the chain was read', async () => {
  let price = 100
  const clock = { ms: IN_SESSION }
  const market = await openGivenMarket(open, { quotes: () => quoteOf(price), contracts: [contractOf(100)] }, clock)
  const read = async () => (await market.interactive.chains.findChain('ACME')).value?.underlyingPriceUsd
  expect(await read()).toBe(100)
  price = 104
  clock.ms += 50_000
  expect(await read()).toBe(100)
})

test('a chain with its own stock price keeps it, and its quotes are never from the future', async () => {
  const chain = { underlyingPriceUsd: 101, quotedAtMs: IN_SESSION + 5 * MINUTE }
  const market = await openGivenMarket(open, { contracts: [contractOf(100)], chain })
  const { value } = await market.interactive.chains.findChain('ACME')
  expect(value).toMatchObject({ underlyingPriceUsd: 101, quotedAtMs: IN_SESSION })
})

test('an impossible rate is rejected', async () => {
  const provider = scriptProvider(['rates'], () => ({
    rates: {
      findRate: async () => answerOf({ rate: 4.2, basis: '1M bill' }),
    },
  }))
  const market = await open({ providers: [provider] })
  await expect(market.interactive.rates.findRate(30)).rejects.toMatchObject({ kind: 'unreadable' })
})

test('a chain read while the stock price is stale has no price', async () => {
  let isDown = false
  const quotes = () => {
    if (isDown) throw new ProviderFailure('told', { kind: 'unavailable', detail: 'no complete response' })
    return quoteOf(100)
  }
  const clock = { ms: IN_SESSION }
  const market = await openGivenMarket(open, { quotes, contracts: [contractOf(100)] }, clock)
  await market.interactive.quotes.findQuote('ACME')
  isDown = true
  clock.ms += 60 * MINUTE
  expect((await market.interactive.quotes.findQuote('ACME')).value?.lastPrice).toBe(100)
  const chain = await market.interactive.chains.findChain('ACME')
  expect(chain).toMatchObject({ dataClass: 'live', value: { underlyingPriceUsd: null } })
})
