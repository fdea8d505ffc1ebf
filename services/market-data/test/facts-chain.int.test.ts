import { join } from 'node:path'
import { averageCallVolume, computeAtmIv, daysToExpiration, selectBestCall, totalCallVolume } from '@callwright/scoring'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { ProviderFailure } from '../src/providers/http/provider-failure.ts'
import type { ChainFilter, MarketData } from '../src/providers/provider.ts'
import { type ChainRow, readRows, termsOf } from './facts-support.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

/** A stock with weekly expirations, few strikes and no dividends; its chain takes little time to value. */
const WEEKLY = 'VEEV'

const opened: MarketDataUnderTest[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close()
})

async function openOver(market: MarketData) {
  const service = await openMarketDataService(market)
  opened.push(service)
  return (symbol: string) => service.ask('marketData.facts', { params: { symbol } })
}

function withChains(
  market: MarketData,
  change: {
    readonly filter?: (filter: ChainFilter) => ChainFilter
    readonly answer?: (answer: Awaited<ReturnType<MarketData['chains']['findChain']>>) => typeof answer
  },
) {
  const asked: ChainFilter[] = []
  const { filter: narrow = (same) => same, answer: mend = (same) => same } = change
  const chains: MarketData['chains'] = {
    async findChain(symbol, filter = {}) {
      asked.push(filter)
      return mend(await market.chains.findChain(symbol, narrow(filter)))
    },
  }
  return { market: { ...market, chains }, asked }
}

const figuresOf = (
  rows: readonly ChainRow[] | Parameters<typeof computeAtmIv>[0],
  terms: ReturnType<typeof termsOf>,
) => ({
  impliedVolatility: computeAtmIv(rows, terms).impliedVolatility,
  best: selectBestCall(rows, terms).best?.contractSymbol ?? null,
  totalVolume: totalCallVolume(rows, terms.asOfMs),
  averageVolume: averageCallVolume(rows, terms.asOfMs),
})

test('without the chain, requests neither chain nor volatility history; the other facts are the same', async () => {
  const simulated = openSimulatedAt('2026-07-08T15:07:30.000Z')
  const { market, asked } = withChains(simulated, {})
  const histories: string[] = []
  const ivHistory: MarketData['ivHistory'] = {
    async listIvHistory(symbol) {
      histories.push(symbol)
      return simulated.ivHistory.listIvHistory(symbol)
    },
  }
  const service = await openMarketDataService({ ...market, ivHistory })
  opened.push(service)
  const params = { symbol: 'AAPL' }
  const bare = await service.ask('marketData.facts', { params, query: { chain: 'none' } })
  expect([asked, histories]).toEqual([[], []])
  const whole = await service.ask('marketData.facts', { params })
  expect([asked.length, histories.length]).toEqual([2, 1])
  const { missing, ...rest } = whole
  const left = { chain: null, quoted_at: null, underlying_price: null, iv_history: [], expiration_rates: [] }
  expect(bare).toEqual({
    ...rest,
    ...left,
    missing: expect.arrayContaining([...missing, { field: 'chain', reason: 'The option chain was not requested' }]),
  })
  const odd = { params, query: { chain: 'all' }, as: { kind: 'service' } as const }
  expect(await service.fail('marketData.facts', odd)).toMatchObject({ status: 400 })
})

describe('the part of the chain in the facts', () => {
  test.each([
    ['in session', '2026-07-08T15:07:30.000Z', 'CASY'],
    ['on a weekend', '2026-07-11T15:00:00.000Z', 'VEEV'],
    ['before the open', '2026-07-13T12:00:00.000Z', 'DG'],
    ['after an early close', '2026-11-27T18:30:00.000Z', 'WRB'],
  ])('gives the same figures as the whole chain, %s', async (_name, instant, symbol) => {
    const market = openSimulatedAt(instant)
    const facts = await (await openOver(market))(symbol)
    const whole = (await market.chains.findChain(symbol)).value?.contracts ?? []
    const rows = readRows(facts.chain)
    expect(rows.length).toBeLessThan(whole.length)
    expect(figuresOf(rows, termsOf(facts))).toEqual(figuresOf(whole, termsOf(facts)))
    expect(facts.quoted_at).toBe(facts.as_of)
    expect(facts.missing).toEqual([{ field: 'real_prices', reason: 'Simulated market: not real prices' }])
  })

  test('is requested with two filters that cover exactly this part', async () => {
    const { market, asked } = withChains(openSimulatedAt('2026-07-08T15:07:30.000Z'), {})
    const price = (await (await openOver(market))('AAPL')).price ?? Number.NaN
    const [calls, puts] = asked
    expect(asked).toHaveLength(2)
    expect(calls).toEqual({ type: 'call', maxDays: 60 })
    expect(puts?.type).toBe('put')
    expect(puts?.minDays).toBeLessThanOrEqual(30)
    expect(puts?.maxDays).toBeGreaterThan(30)
    // Round strikes, a fifth of the price away or slightly more.
    for (const [strike, reach] of [
      [puts?.minStrike, 0.8],
      [puts?.maxStrike, 1.2],
    ] as const) {
      expect((strike ?? 0.5) % 10).toBe(0)
      expect(Math.abs((strike ?? 0) - price * reach)).toBeLessThan(10)
    }
  })

  test.each([
    ['nearest', (days: number) => days >= 20 && days <= 30],
    ['next', (days: number) => days > 30 && days <= 40],
    ['both', (days: number) => days >= 20 && days <= 40],
  ])('replaces puts without bids by those of other expirations: %s', async (_name, isUseless) => {
    const instant = '2026-07-09T15:07:30.000Z'
    const simulated = openSimulatedAt(instant)
    const { market, asked } = withChains(simulated, {
      answer: (answer) => ({
        ...answer,
        value: answer.value && {
          ...answer.value,
          contracts: answer.value.contracts.map((contract) =>
            contract.type === 'put' && isUseless(daysToExpiration(contract.expiration, Date.parse(instant)))
              ? { ...contract, bid: 0 }
              : contract,
          ),
        },
      }),
    })
    const facts = await (await openOver(market))(WEEKLY)
    expect(asked).toHaveLength(3)
    const whole = (await market.chains.findChain(WEEKLY)).value?.contracts ?? []
    expect(figuresOf(readRows(facts.chain), termsOf(facts))).toEqual(figuresOf(whole, termsOf(facts)))
  })

  test('does not make a third request to a source without bids and asks', async () => {
    const { market, asked } = withChains(openSimulatedAt('2026-07-08T15:07:30.000Z'), {
      answer: (answer) => ({
        ...answer,
        value: answer.value && {
          ...answer.value,
          contracts: answer.value.contracts.map((contract) => ({ ...contract, bid: null, ask: null })),
        },
      }),
    })
    await (await openOver(market))(WEEKLY)
    expect(asked).toHaveLength(2)
  })

  test('requests calls and puts of distant expirations if a stock has no others', async () => {
    const simulated = openSimulatedAt('2026-07-08T15:07:30.000Z')
    const distant = ({ minDays = 0, ...filter }: ChainFilter) => ({ ...filter, minDays: Math.max(minDays, 61) })
    const { market, asked } = withChains(simulated, {
      filter: distant,
      // Imitates a source that returns null if nothing matches.
      answer: (answer) =>
        answer.value?.contracts.length === 0
          ? { ...answer, value: null, missing: [{ field: 'chain', reason: 'Nothing here' }] }
          : answer,
    })
    const facts = await (await openOver(market))(WEEKLY)
    expect(asked).toHaveLength(2)
    const rows = readRows(facts.chain)
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['call', 'put']))
    const days = rows.map(({ date }) => daysToExpiration(date, Date.parse(facts.as_of ?? '')))
    expect(Math.min(...days)).toBeGreaterThan(60)
    expect(Math.max(...days)).toBeLessThanOrEqual(183)
    expect(facts.missing.map(({ reason }) => reason)).not.toContain('Nothing here')
    const whole = (await simulated.chains.findChain(WEEKLY, { minDays: 61 })).value?.contracts ?? []
    expect(figuresOf(rows, termsOf(facts)).impliedVolatility).toBe(figuresOf(whole, termsOf(facts)).impliedVolatility)
  })

  test('is null with one reason if there is no chain', async () => {
    const { market, asked } = withChains(openSimulatedAt('2026-07-08T15:07:30.000Z'), {
      answer: (answer) => ({ ...answer, value: null, missing: [{ field: 'chain', reason: 'Nothing here' }] }),
    })
    const facts = await (await openOver(market))(WEEKLY)
    expect(asked).toHaveLength(2)
    expect(facts).toMatchObject({ chain: null, quoted_at: null, underlying_price: null, price: expect.any(Number) })
    expect(facts.missing.filter(({ field }) => field === 'chain')).toEqual([{ field: 'chain', reason: 'Nothing here' }])
  })

  test('has the stock price and time of its quotes, which also determine the age of the facts', async () => {
    const simulated = openSimulatedAt('2026-07-08T15:07:30.000Z')
    const quotedAt = '2026-07-08T14:30:00.000Z'
    const { market, asked } = withChains(simulated, {
      answer: (answer) => ({
        ...answer,
        source: 'chains',
        dataClass: 'stale',
        cacheStatus: 'stale',
        asOfMs: Date.parse(quotedAt),
        value: answer.value && { ...answer.value, quotedAtMs: Date.parse(quotedAt), underlyingPriceUsd: 250 },
      }),
    })
    const facts = await (await openOver(market))(WEEKLY)
    expect(facts).toMatchObject({ quoted_at: quotedAt, underlying_price: 250, as_of: quotedAt })
    expect(facts).toMatchObject({ source: 'simulated + chains', data_class: 'simulated', cache_status: 'stale' })
    expect(facts.price).toBe((await simulated.quotes.findQuote(WEEKLY)).value?.lastPrice)
    expect(asked[1]).toMatchObject({ minStrike: 200, maxStrike: 300 })
  })
})

test('a provider’s rate limit returns a 503 with Retry-After and its own code (F21)', async () => {
  const tooMany = new ProviderFailure('massive', {
    kind: 'rate_limited',
    detail: 'too many calls',
    retryAfterMs: 29_500,
  })
  const chains = { findChain: () => Promise.reject(tooMany) }
  const service = await openMarketDataService({ ...openSimulatedAt('2026-07-08T15:07:30.000Z'), chains })
  opened.push(service)
  const { status, headers, text } = await service.get('/internal/market-data/facts/AAPL', { kind: 'service' })
  expect([status, headers['retry-after']]).toEqual([503, '30'])
  expect(JSON.parse(text)).toMatchObject({
    code: 'provider_rate_limited',
    detail: 'Too many requests to the market data provider; try again in 30 seconds.',
  })
})

describeShared('on the recorded market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
  })
  afterAll(() => service.close())

  test('gives the same figures as the whole chain; with poor quotes the volatility is within 2 %', async () => {
    const { value: universe } = await service.market.reference.listUniverse()
    let compared = 0
    for (const { symbol } of universe.filter((_entry, index) => index % 100 === 0)) {
      const facts = await service.ask('marketData.facts', { params: { symbol } })
      const contracts = (await service.market.chains.findChain(symbol)).value?.contracts
      if (facts.chain === null || contracts === undefined) continue
      const { impliedVolatility, ...figures } = figuresOf(readRows(facts.chain), termsOf(facts))
      const { impliedVolatility: expected, ...others } = figuresOf(contracts, termsOf(facts))
      expect(figures).toEqual(others)
      expect(Math.abs(Math.log((impliedVolatility ?? 1) / (expected ?? 1)))).toBeLessThan(0.02)
      compared += 1
    }
    expect(compared).toBeGreaterThan(3)
  })
})
