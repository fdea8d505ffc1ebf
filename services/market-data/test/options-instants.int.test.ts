import { join } from 'node:path'
import { computeAtmIv, selectBestCall } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { readRows, termsOf } from './facts-support.ts'
import { plainVol } from './plain-american.ts'
import { spyOnChains } from './spied-market.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

describe('options instants', () => {
  const opened: MarketDataUnderTest[] = []
  afterAll(() => Promise.all(opened.map((service) => service.close())))
  async function open(market: MarketData): Promise<MarketDataUnderTest> {
    const service = await openMarketDataService(market)
    opened.push(service)
    return service
  }

  /** Stock with weekly expirations and no dividends. */
  const params = { symbol: 'ADBE' }
  const FRIDAY = '2026-07-17'
  const daysTo = async (service: MarketDataUnderTest, date: string) => {
    const { expirations } = await service.ask('options.expirations', { params })
    return expirations.find((expiration) => expiration.date === date)?.days_to_expiration
  }
  const chainOf = (service: MarketDataUnderTest, expiration_date: string) =>
    service.ask('options.chain', { params, query: { expiration_date, type: 'all' } })

  type Chain = Awaited<ReturnType<typeof chainOf>>

  /** Expects each call's volatility to reproduce its mid at this many years to expiration. */
  function expectValuedAt(years: number, { options, current_price, rate }: Chain): void {
    const calls = options.filter(
      ({ greeks_source, delta }) => greeks_source === 'bsm' && delta !== null && delta > 0.1 && delta < 0.9,
    )
    expect(calls.length).toBeGreaterThan(0)
    for (const { strike, mid, implied_volatility } of calls) {
      const terms = { type: 'call', spot: current_price ?? Number.NaN, strike, years, rate, dividend: null } as const
      const vol = plainVol(terms, mid ?? Number.NaN)
      expect((implied_volatility ?? Number.NaN) / vol).toBeCloseTo(1, 5)
    }
  }

  describe('days count from now, and values are at the time of the quotes', () => {
    test.each([
      ['on Monday before the open', '2026-07-13T12:00:00Z', '2026-07-10T20:00:00.000Z', 4, 7],
      ['on Saturday', '2026-07-11T15:00:00Z', '2026-07-10T20:00:00.000Z', 6, 7],
      ['in session', '2026-07-13T17:30:00Z', '2026-07-13T17:30:00.000Z', 4, 4 + 2.5 / 24],
      ['before the open on the expiration day', '2026-07-17T13:00:00Z', '2026-07-16T20:00:00.000Z', 0, 1],
      ['on the expiration day', '2026-07-17T16:00:00Z', '2026-07-17T16:00:00.000Z', 0, 4 / 24],
    ])('%s', async (_name, now, asOf, days, daysOfQuotes) => {
      const service = await open(openSimulatedAt(now))
      const chain = await chainOf(service, FRIDAY)
      const marketTime = new Date(now).toISOString()
      expect(chain).toMatchObject({ as_of: asOf, quote_time: asOf, market_time: marketTime, days_to_expiration: days })
      expect(await daysTo(service, FRIDAY)).toBe(days)
      const price = chain.current_price ?? Number.NaN
      expect(price).toBe((await service.ask('stocks.quote', { params })).last_price)
      expectValuedAt(daysOfQuotes / 365, chain)
      for (const { bid, annualized_yield_pct, days_to_expiration, type } of chain.options) {
        expect(days_to_expiration).toBe(days)
        if (type === 'call')
          expect(annualized_yield_pct).toBeCloseTo(((bid ?? 0) / price) * (36_500 / Math.max(1, days)), 6)
      }
      expect(chain.expected_move).toBeGreaterThan(0)
      const strike = chain.options.find(({ delta, type }) => type === 'call' && (delta ?? 1) < 0.5)?.strike ?? 0
      const query = { strike: String(strike), expiration_date: FRIDAY }
      const { inputs } = await service.ask('options.greeks', { params, query })
      expect(inputs.days_to_expiration).toBe(days)
      expect(inputs.years * 365).toBeCloseTo(daysOfQuotes, 9)
    })

    test.each([
      ['2026-07-10T20:00:00Z', 'ROST'],
      ['2026-07-11T15:00:00Z', 'TTD'],
      ['2026-07-13T12:00:00Z', 'DG'],
      ['2026-07-13T17:30:00Z', 'WRB'],
    ])('at %s, the screener’s facts and the options endpoints give the same figures for %s', async (now, symbol) => {
      const service = await open(openSimulatedAt(now))
      const facts = await service.ask('marketData.facts', { params: { symbol } })
      expect(Date.parse(facts.market_time)).toBe(Date.parse(now))
      const rows = readRows(facts.chain)
      const iv = await service.ask('options.iv', { params: { symbol } })
      const atm = computeAtmIv(rows, termsOf(facts))
      expect([symbol, iv.implied_volatility]).toEqual([symbol, expect.closeTo(atm.impliedVolatility ?? Number.NaN, 10)])
      const { best } = selectBestCall(rows, termsOf(facts))
      const query = { target_delta_max: '0.3' }
      const { candidates } = await service.ask('options.analyze', { params: { symbol }, query })
      const found = candidates.find(({ contract_symbol }) => contract_symbol === best?.contractSymbol)
      expect(found?.days_to_expiration).toBe(best?.daysToExpiration)
      expect(found?.annualized_yield_pct).toBeCloseTo(best?.annualizedYieldPct ?? Number.NaN, 8)
      expect(found?.delta).toBeCloseTo(best?.delta ?? Number.NaN, 2)
    })

    test('at-the-money volatility stays at the closing value until Monday’s open', async () => {
      const ivAt = async (now: string) => {
        const service = await open(openSimulatedAt(now))
        const { implied_volatility, atm_strike } = await service.ask('options.iv', { params: { symbol: 'CASY' } })
        return { implied_volatility, atm_strike }
      }
      const atClose = await ivAt('2026-07-10T20:00:00Z')
      expect(atClose.implied_volatility).toBeGreaterThan(0)
      for (const now of ['2026-07-11T15:00:00Z', '2026-07-13T12:00:00Z']) expect(await ivAt(now)).toEqual(atClose)
    })

    test('an expiration is no longer listed after its day', async () => {
      const service = await open(openSimulatedAt('2026-07-17T20:00:01Z'))
      expect(await daysTo(service, FRIDAY)).toBeUndefined()
      expect(await service.fail('options.chain', { params, query: { expiration_date: FRIDAY } })).toMatchObject({
        ...{ status: 404, code: 'unlisted_expiration' },
      })
    })

    test('an expired expiration that the source still lists is never recommended', async () => {
      const before = openSimulatedAt('2026-07-17T19:59:00Z')
      const late = { ...before, clock: { now: () => Date.parse('2026-07-17T20:30:00Z') } }
      const service = await open(late)
      const { recommendations, rejected, message } = await service.ask('options.recommendations', {
        ...{ params, query: { expiration_date: FRIDAY } },
      })
      expect(recommendations).toEqual([])
      expect(Object.keys(rejected)).toEqual(['expired'])
      expect(message).toMatch(/None of \d+ calls match: \d+ expired/)
      const chain = await chainOf(service, FRIDAY)
      expect(chain).toMatchObject({ days_to_expiration: 0, expected_move: null })
    })
  })

  test('every response from the simulated market says that it is not real', async () => {
    const service = await open(openSimulatedAt('2026-07-17T16:00:00Z'))
    const expiration_date = '2026-08-21'
    const { options } = await service.ask('options.chain', { params, query: { expiration_date } })
    const answers = await Promise.all([
      service.ask('options.expirations', { params }),
      service.ask('options.chain', { params }),
      service.ask('options.snapshot', { params, query: { strike_min: '1', strike_max: '2' } }),
      service.ask('options.greeks', { params, query: { strike: String(options[3]?.strike), expiration_date } }),
      service.ask('options.iv', { params }),
      service.ask('options.analyze', { params }),
      service.ask('options.recommendations', { params, query: { expiration_date } }),
      service.ask('options.customRecommendations', { params, query: { expiration_date }, body: { limit: 1 } }),
    ])
    for (const { message, data_class, source } of answers) {
      expect(message).toMatch(/^Simulated market: not real prices\./)
      expect([data_class, source.split(';')[0]]).toEqual(['simulated', 'simulated'])
    }
  })

  describe('incomplete answers from a source', () => {
    const instant = '2026-07-14T17:00:00Z'

    test('a chain with its own stock price is valued at that price, not at a newer quote', async () => {
      const plain = openSimulatedAt(instant)
      const { value } = await plain.quotes.findQuote(params.symbol)
      const findQuote: MarketData['quotes']['findQuote'] = async (symbol) => {
        const answer = await plain.quotes.findQuote(symbol)
        return { ...answer, value: answer.value && { ...answer.value, lastPrice: answer.value.lastPrice * 1.2 } }
      }
      const service = await open({ ...plain, quotes: { findQuote } })
      const chain = await chainOf(service, '2026-07-24')
      expect(chain.current_price).toBe(value?.lastPrice)
      expectValuedAt((10 + 3 / 24) / 365, chain)
    })

    test('a stale answer is labeled with the time of its quotes', async () => {
      const reason = 'The source cannot be reached; showing data from 12:30 ET'
      const { market } = spyOnChains(openSimulatedAt(instant), (answer) => ({
        ...{ ...answer, dataClass: 'stale', cacheStatus: 'stale', missing: [{ field: 'freshness', reason }] },
        ...{ asOfMs: Date.parse('2026-07-14T16:30:00Z') },
        value: answer.value && { ...answer.value, quotedAtMs: Date.parse('2026-07-14T16:30:00Z') },
      }))
      const service = await open(market)
      const chain = await chainOf(service, '2026-07-24')
      expect(chain).toMatchObject({ data_class: 'stale', cache_status: 'stale', as_of: '2026-07-14T16:30:00.000Z' })
      expect(chain.message).toContain(`${reason}.`)
      expectValuedAt((10 + 3.5 / 24) / 365, chain)
      for (const id of ['options.iv', 'options.analyze'] as const) {
        expect((await service.ask(id, { params })).cache_status).toBe('stale')
      }
    })

    test('without events and rates, the chain is returned and lists what is missing', async () => {
      const away = () => Promise.reject(new Error('connection refused'))
      const service = await open({
        ...openSimulatedAt(instant),
        earnings: { findNextEarnings: away },
        dividends: { listDividends: away },
        fundamentals: { findFundamentals: away },
        rates: { findRate: away },
      })
      const chain = await chainOf(service, '2026-07-24')
      expect(chain.options.length).toBeGreaterThan(20)
      expect(chain).toMatchObject({
        rate: 0.04,
        rate_source: '4% assumed',
        earnings_date: null,
        ex_dividend_date: null,
      })
      expect(chain.message).toMatch(/Could not load earnings dates.*Could not load dividends.*4% assumed/)
      const { expirations } = await service.ask('options.expirations', { params })
      expect(expirations.every(({ earnings_before }) => earnings_before === null)).toBe(true)
    })

    test('without a price, values and recommends nothing, and says why', async () => {
      const plain = openSimulatedAt(instant)
      const lost = [{ field: 'price', reason: 'No price today' }]
      const { market } = spyOnChains(
        { ...plain, quotes: { findQuote: async () => ({ ...plain.stamp(), value: null, missing: lost }) } },
        (answer) => ({ ...answer, value: answer.value && { ...answer.value, underlyingPriceUsd: null } }),
      )
      const service = await open(market)
      const chain = await chainOf(service, '2026-07-24')
      expect(chain).toMatchObject({ options: [], current_price: null, expected_move: null })
      const expiration_date = '2026-07-24'
      const listed = await market.chains.findChain(params.symbol, { expiration: expiration_date, type: 'call' })
      const strike = String(listed.value?.contracts[0]?.strike)
      const answers = await Promise.all([
        service.ask('options.iv', { params }),
        service.ask('options.analyze', { params }),
        service.ask('options.recommendations', { params, query: { expiration_date } }),
        service.ask('options.snapshot', { params, query: { strike_min: strike, strike_max: strike } }),
        service.ask('options.greeks', { params, query: { strike, expiration_date } }),
      ])
      for (const { message } of [chain, ...answers]) expect(message).toContain('No price today.')
    })

    test('without a chain, returns a 503', async () => {
      const chains = { findChain: () => Promise.reject(new Error('connection refused')) }
      const service = await open({ ...openSimulatedAt(instant), chains })
      for (const id of ['options.chain', 'options.iv', 'options.analyze', 'options.recommendations'] as const) {
        expect(await service.fail(id, { params })).toMatchObject({ status: 503, code: 'source_unavailable' })
      }
    })
  })
})

describe('options snapshot', () => {
  let service: MarketDataUnderTest

  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const params = { symbol: 'BRMZ' }
  const ask = (query: Readonly<Record<string, string>> = {}) => service.ask('options.snapshot', { params, query })

  describe('a snapshot', () => {
    test('has the rows of every expiration between the strikes, as in each chain', async () => {
      const { expirations } = await service.ask('options.expirations', { params })
      const near = expirations.filter(({ days_to_expiration: days }) => days < 130)
      const some = near.map(({ date }) => date).filter((_date, index) => index % 2 === 0)
      const chains = await Promise.all(
        some.map((expiration_date) => service.ask('options.chain', { params, query: { expiration_date } })),
      )
      const rows = chains.flatMap(({ options }) => options).filter(({ strike }) => strike >= 390 && strike <= 410)
      const snapshot = await ask({ strike_min: '390', strike_max: '410' })
      expect(snapshot).toMatchObject({ status: 'success', symbol: 'BRMZ', current_price: 398.75 })
      expect(snapshot.message).toMatch(
        /^Priced with \d dividends of about \$0\.80 expected by Jan 21, 2028 but not declared yet\.$/,
      )
      expect(snapshot.options.length).toBeGreaterThan(expirations.length)
      expect(snapshot.options.filter((row) => some.includes(row.expiration_date))).toEqual(rows)
      expect(new Set(chains.map(({ rate_source }) => rate_source)).size).toBeGreaterThan(1)
    })

    test('has inclusive bounds, either of which also works alone', async () => {
      // A stock without dividends, whose chain is fast to value.
      const ask = (query = {}) => service.ask('options.snapshot', { params: { symbol: 'CDRV' }, query })
      const all = (await ask()).options
      const strikes = [...new Set(all.map(({ strike }) => strike))].toSorted((a, b) => a - b)
      const [low, high] = [strikes[4] ?? 0, strikes.at(-5) ?? 0]
      const between = await ask({ strike_min: String(low), strike_max: String(high) })
      expect(between.options).toEqual(all.filter(({ strike }) => strike >= low && strike <= high))
      expect((await ask({ strike_min: String(high) })).options).toEqual(all.filter(({ strike }) => strike >= high))
      expect((await ask({ strike_max: String(low) })).options).toEqual(all.filter(({ strike }) => strike <= low))
    })

    test('can have calls, puts or both', async () => {
      const bounds = { strike_min: '395', strike_max: '405' }
      const [calls, puts, both] = await Promise.all(
        ['call', 'put', 'all'].map(async (type) => (await ask({ ...bounds, type })).options),
      )
      expect(new Set(puts?.map(({ type }) => type))).toEqual(new Set(['put']))
      expect(both).toHaveLength((calls?.length ?? 0) + (puts?.length ?? 0))
      expect((await ask(bounds)).options).toEqual(calls)
    })

    test('is empty if nothing is between the strikes, with a reason for a stock without options', async () => {
      expect(await ask({ strike_min: '9999' })).toMatchObject({ options: [], current_price: 398.75 })
      const none = await service.ask('options.snapshot', { params: { symbol: inventedDefects.noChain } })
      expect(none).toMatchObject({
        ...{ options: [], message: `This source has no option chain for ${inventedDefects.noChain}.` },
      })
    })

    test.each([
      [{ strike_min: '410', strike_max: '390' }, 'strike_min'],
      [{ strike_min: '-1' }, 'strike_min'],
      [{ strike_max: 'high' }, 'strike_max'],
      [{ strike_max: '1000001' }, 'strike_max'],
      [{ type: 'both' }, 'type'],
      [{ strikes: '390' }, 'strikes'],
    ] as [Record<string, string>, string][])('rejects %j because of %s', async (query, field) => {
      const problem = await service.fail('options.snapshot', { params, query })
      expect(problem.status).toBe(400)
      expect(problem.errors?.map((error) => error.field)).toContain(field)
    })

    test('returns a 404 for an unknown symbol', async () => {
      expect(await service.fail('options.snapshot', { params: { symbol: 'XYZ' } })).toMatchObject({ status: 404 })
    })
  })

  test('requests no more from its source than it returns', async () => {
    const { market, filters } = spyOnChains(openSimulatedAt('2026-07-09T17:00:00Z'))
    const simulated = await openMarketDataService(market)
    const query = { strike_min: '55', strike_max: '67' }
    const { options, message } = await simulated.ask('options.snapshot', { params: { symbol: 'TTD' }, query })
    await simulated.close()
    expect(filters).toEqual([{ type: 'call', minStrike: 55, maxStrike: 67 }])
    expect(options.length).toBeGreaterThan(20)
    expect(message).toBe('Simulated market: not real prices.')
  })

  test('lets other requests run after every few contracts', async () => {
    const simulated = await openMarketDataService(openSimulatedAt('2026-07-09T17:00:00Z'))
    let turns = 0
    let isDone = false
    const take = () => {
      turns += 1
      if (!isDone) setImmediate(take)
    }
    take()
    const { options } = await simulated.ask('options.snapshot', { params: { symbol: 'TTD' } })
    isDone = true
    await simulated.close()
    expect(options.length).toBeGreaterThan(300)
    expect(turns).toBeGreaterThan(options.length / 5)
  })

  describeShared('the recorded market', () => {
    let recorded: MarketDataUnderTest
    beforeAll(async () => {
      recorded = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
    })
    afterAll(() => recorded.close())

    test('has the same figures as the chain of each expiration', async () => {
      const symbol = { symbol: 'AAPL' }
      const bounds = { strike_min: '300', strike_max: '330' }
      const { options } = await recorded.ask('options.snapshot', { params: symbol, query: bounds })
      for (const expiration_date of ['2026-08-14', '2026-10-16']) {
        const chain = await recorded.ask('options.chain', { params: symbol, query: { expiration_date } })
        const between = chain.options.filter(({ strike }) => strike >= 300 && strike <= 330)
        expect(between.length).toBeGreaterThan(5)
        expect(options.filter((row) => row.expiration_date === expiration_date)).toEqual(between)
      }
    })
  })
})
