import { join } from 'node:path'
import { usDate } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { plainGreeks, plainPrice, plainVol } from './plain-american.ts'
import { changeContracts, spyOnChains } from './spied-market.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

describe('options greeks', () => {
  describe('the invented market', () => {
    let service: MarketDataUnderTest
    beforeAll(async () => {
      service = await openMarketDataService(await makeInventedFolder())
    })
    afterAll(() => service.close())

    const expiration_date = '2026-08-14'
    /** This stock pays no dividend, so its calls can be valued as European. */
    const params = { symbol: 'CDRV' }
    const ask = (symbol: string, strike: number, query: Readonly<Record<string, string>> = {}) =>
      service.ask('options.greeks', {
        params: { symbol },
        query: { strike: String(strike), expiration_date, ...query },
      })
    const chainOf = (symbol: string, type = 'call') =>
      service.ask('options.chain', { params: { symbol }, query: { expiration_date, type } })

    test('values a call at the volatility implied by its mid, as a separate formula does', async () => {
      const { options, current_price, rate } = await chainOf('CDRV')
      const row = options.find(({ in_target }) => in_target)
      if (row === undefined || row.mid === null) throw new Error('no row')
      const [spot, years] = [current_price ?? Number.NaN, 35 / 365]
      const terms = { type: 'call', spot, strike: row.strike, years, rate, dividend: null } as const
      const vol = plainVol(terms, row.mid)
      const greeks = plainGreeks({ ...terms, vol })
      const answer = await ask('CDRV', row.strike)
      expect(answer).toMatchObject({
        status: 'success',
        symbol: 'CDRV',
        type: 'call',
        expiration_date,
        strike: row.strike,
      })
      expect(answer.theoretical_price).toBeCloseTo(row.mid, 8)
      expect(answer.implied_volatility).toBeCloseTo(vol, 8)
      expect(answer.delta).toBeCloseTo(greeks.delta, 4)
      expect(answer.gamma).toBeCloseTo(greeks.gamma, 5)
      expect(answer.theta).toBeCloseTo(greeks.theta, 4)
      expect(answer.vega).toBeCloseTo(greeks.vega, 5)
      expect(answer.rho).toBeCloseTo(greeks.rho, 5)
      const { delta, gamma, theta, vega, rho } = row
      expect(answer).toMatchObject({ delta, gamma, theta, vega, rho })
      expect(answer.inputs).toEqual({
        ...{ price: current_price, strike: row.strike, days_to_expiration: 35, years: expect.closeTo(35 / 365, 12) },
        ...{ rate, rate_source: '1M simulated bill, Jul 10, 2026', dividends: [], model: 'bsm' },
        ...{ volatility: answer.implied_volatility, volatility_source: 'contract' },
      })
      expect(answer.source).toBe("invented market; model bsm at the contract's own implied volatility")
      expect(answer.message).toBeNull()
    })

    test('values a put with the dividends before its expiration', async () => {
      const { options } = await chainOf('KLDR', 'put')
      const row = options.find(({ delta }) => delta !== null && delta < -0.3)
      const answer = await ask('KLDR', row?.strike ?? 0, { type: 'put' })
      expect(answer).toMatchObject({ type: 'put', delta: row?.delta, implied_volatility: row?.implied_volatility })
      expect(answer.theoretical_price).toBeCloseTo(row?.mid ?? Number.NaN, 4)
      const { ex_dividend_date } = await chainOf('KLDR')
      const inTerm = ex_dividend_date !== null && ex_dividend_date <= expiration_date ? [ex_dividend_date] : []
      expect(answer.inputs.dividends.map(({ ex_date }) => ex_date)).toEqual(inTerm)
    })

    test('returns a 404 with the nearest strikes for an unlisted one', async () => {
      const { options } = await chainOf('CDRV')
      const strikes = options.map(({ strike }) => strike)
      const wanted = (strikes[3] ?? 0) + 0.4
      const nearest = strikes.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted)).slice(0, 4)
      expect(
        await service.fail('options.greeks', { params, query: { strike: String(wanted), expiration_date } }),
      ).toMatchObject({
        ...{ status: 404, code: 'unlisted_strike' },
        detail: `CDRV has no call at ${wanted} expiring on ${usDate(expiration_date)}. Nearest listed: ${nearest.sort((a, b) => a - b).join(', ')}.`,
      })
    })

    test.each([
      [
        'CDRV',
        '2026-08-15',
        'unlisted_expiration',
        /on Aug 15, 2026, when the market is closed. Nearest listed: Jul 31, 2026; Aug 7, 2026; Aug 14, 2026; Aug 21, 2026\.$/,
      ],
      [inventedDefects.noChain, expiration_date, 'unlisted_expiration', /has no listed options/],
      ['XYZ', expiration_date, 'unknown_symbol', /^Unknown symbol: XYZ$/],
    ])('returns a 404 for %s on %s: %s', async (symbol, date, code, detail) => {
      const query = { strike: '100', expiration_date: date }
      const problem = await service.fail('options.greeks', { params: { symbol }, query })
      expect(problem).toMatchObject({ status: 404, code })
      expect(problem.detail).toMatch(detail)
    })

    test.each([
      [{ expiration_date }, 'strike'],
      [{ strike: '100' }, 'expiration_date'],
      [{ strike: '0', expiration_date }, 'strike'],
      [{ strike: '-5', expiration_date }, 'strike'],
      [{ strike: 'abc', expiration_date }, 'strike'],
      [{ strike: '1e2', expiration_date }, 'strike'],
      [{ strike: '', expiration_date }, 'strike'],
      [{ strike: '100', expiration_date: '2026-02-30' }, 'expiration_date'],
      [{ strike: '100', expiration_date: 'soon' }, 'expiration_date'],
      [{ strike: '100', expiration_date, type: 'all' }, 'type'],
      [{ strike: '100', expiration_date, side: 'short' }, 'side'],
    ] as [Record<string, string>, string][])('rejects %j because of %s', async (query, field) => {
      const problem = await service.fail('options.greeks', { params, query })
      expect(problem.status).toBe(400)
      expect(problem.errors?.map((error) => error.field)).toContain(field)
    })
  })

  describe('a contract whose quote gives no volatility', () => {
    const opened: MarketDataUnderTest[] = []
    afterAll(() => Promise.all(opened.map((service) => service.close())))
    const expiration_date = '2026-08-14'

    /** Requests the first META call above the price with the given quote; returns it with its chain row. */
    async function askWith(quote: { bid: number | null; ask: number | null }, alone = false) {
      const plain = openSimulatedAt('2026-07-09T17:00:00Z')
      const chain = (await plain.chains.findChain('META', { expiration: expiration_date, type: 'call' })).value
      const spot = chain?.underlyingPriceUsd ?? Number.NaN
      const strike = chain?.contracts.find((contract) => contract.strike > spot * 1.05)?.strike ?? Number.NaN
      const { market } = spyOnChains(plain, (answer) =>
        changeContracts(answer, (contract) =>
          alone || (contract.strike === strike && contract.type === 'call') ? { ...contract, ...quote } : contract,
        ),
      )
      const service = await openMarketDataService(market)
      opened.push(service)
      const query = { strike: String(strike), expiration_date }
      return { spot, strike, answer: await service.ask('options.greeks', { params: { symbol: 'META' }, query }) }
    }

    test.each([
      ['no bid', { bid: 0, ask: 1 }, /No implied volatility: the contract has no bid\./],
      ['crossed', { bid: 9, ask: 8 }, /No implied volatility: the bid is above the ask\./],
      ['unknown', { bid: null, ask: null }, /No implied volatility: the bid or ask is unknown\./],
      ['priced above the stock', { bid: 5_000, ask: 5_100 }, /outside the range of the model/],
    ])('is valued at its expiration’s at-the-money volatility, with a message: %s', async (_name, quote, message) => {
      const { answer, spot, strike } = await askWith(quote)
      const { inputs } = answer
      expect(answer.implied_volatility).toBeNull()
      expect(inputs).toMatchObject({ volatility_source: 'expiration_atm', price: spot, model: expect.any(String) })
      expect(answer.source).toMatch(/^simulated; model \w+ at the at-the-money volatility of its expiration$/)
      expect(answer.message).toMatch(message)
      const years = (Date.parse('2026-08-14T20:00:00Z') - Date.parse('2026-07-09T17:00:00Z')) / 86_400_000 / 365
      expect(inputs.years).toBeCloseTo(years, 12)
      const [rate, vol] = [inputs.rate, inputs.volatility ?? Number.NaN]
      const terms = { type: 'call', spot, strike, years, rate, vol, dividend: null } as const
      if (inputs.dividends.length === 0) expect(answer.theoretical_price).toBeCloseTo(plainPrice(terms), 6)
      expect(answer.theoretical_price).toBeGreaterThan(0)
    })

    test('if its expiration has no volatility at all, uses the 30-day at-the-money volatility or none', async () => {
      const { answer } = await askWith({ bid: 0, ask: 1 }, true)
      expect(answer).toMatchObject({
        theoretical_price: null,
        delta: null,
        implied_volatility: null,
        source: 'simulated',
      })
      expect(answer.inputs).toMatchObject({ volatility: null, volatility_source: null, model: null })
    })
  })

  describeShared('the recorded market', () => {
    let service: MarketDataUnderTest
    beforeAll(async () => {
      service = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
    })
    afterAll(() => service.close())

    /** Deltas from services/screener/test/independent-figures.ts, calculated by a separate program. */
    test.each([
      ['AAPL', 335, '2026-08-21', 0.272153],
      ['MSFT', 420, '2026-08-14', 0.289332],
      ['TSLA', 450, '2026-08-14', 0.280162],
      ['KO', 87, '2026-08-14', 0.292872],
    ])('the delta of the %s call at %d matches an independent program', async (symbol, strike, date, delta) => {
      const query = { strike: String(strike), expiration_date: date }
      const answer = await service.ask('options.greeks', { params: { symbol }, query })
      expect(answer.delta).toBeCloseTo(delta, 5)
      expect(answer.data_class).toBe('recorded')
    })
  })
})

describe('options iv', () => {
  describe('the invented market', () => {
    let service: MarketDataUnderTest
    beforeAll(async () => {
      service = await openMarketDataService(await makeInventedFolder())
    })
    afterAll(() => service.close())

    const ask = (symbol: string) => service.ask('options.iv', { params: { symbol } })

    test('averages calls and puts at the forward, and interpolates total variance between expirations around 30 days', async () => {
      const symbol = 'CDRV'
      const { expirations } = await service.ask('options.expirations', { params: { symbol } })
      const near = expirations.findLast(({ days_to_expiration: days }) => days <= 30)
      const far = expirations.find(({ days_to_expiration: days }) => days > 30)
      const sides = await Promise.all(
        [near, far].map(async (expiration) => {
          const query = { expiration_date: expiration?.date ?? '', type: 'all' }
          const chain = await service.ask('options.chain', { params: { symbol }, query })
          const days = chain.days_to_expiration ?? Number.NaN
          const forward = (chain.current_price ?? Number.NaN) * Math.exp((chain.rate * days) / 365)
          const meanAt = (strike: number) => {
            const vols = chain.options.filter((row) => row.strike === strike).map((row) => row.implied_volatility)
            expect(vols).toHaveLength(2)
            return vols.reduce<number>((sum, vol) => sum + (vol ?? Number.NaN) / 2, 0)
          }
          const strikes = chain.options.map(({ strike }) => strike)
          const under = Math.max(...strikes.filter((strike) => strike <= forward))
          const over = Math.min(...strikes.filter((strike) => strike > forward))
          const vol = meanAt(under) + ((forward - under) / (over - under)) * (meanAt(over) - meanAt(under))
          return { days, vol, atmStrike: over - forward < forward - under ? over : under }
        }),
      )
      const [{ days, vol, atmStrike }, later] = sides as [(typeof sides)[0], (typeof sides)[0]]
      const weight = (30 - days) / (later.days - days)
      const variance = (1 - weight) * vol ** 2 * days + weight * later.vol ** 2 * later.days
      const answer = await ask(symbol)
      expect(answer.implied_volatility).toBeCloseTo(Math.sqrt(variance / 30), 8)
      expect(answer.iv_percentage).toBeCloseTo(100 * (answer.implied_volatility ?? Number.NaN), 10)
      expect(answer).toMatchObject({ status: 'success', symbol, atm_strike: atmStrike, source: 'invented market' })
      expect(answer.message).toBeNull()
    })

    test('returns null with a reason without options, and a 404 for an unknown symbol', async () => {
      expect(await ask(inventedDefects.noChain)).toMatchObject({
        ...{ implied_volatility: null, iv_percentage: null, atm_strike: null },
        message: `This source has no option chain for ${inventedDefects.noChain}.`,
      })
      expect(await service.fail('options.iv', { params: { symbol: 'XYZ' } })).toMatchObject({
        ...{ status: 404, detail: 'Unknown symbol: XYZ' },
      })
      expect(await service.fail('options.iv', { params: { symbol: 'A%' } })).toMatchObject({ status: 400 })
    })
  })

  describe('requests to the source', () => {
    const instant = '2026-07-09T17:00:00Z'
    const opened: MarketDataUnderTest[] = []
    afterAll(() => Promise.all(opened.map((service) => service.close())))
    async function open(market: MarketData) {
      const service = await openMarketDataService(market)
      opened.push(service)
      return service
    }

    test('makes one request, for the near-the-money contracts of the two expirations around 30 days', async () => {
      const { market, filters } = spyOnChains(openSimulatedAt(instant))
      const service = await open(market)
      const params = { symbol: 'KO' }
      const { implied_volatility, message, cache_status } = await service.ask('options.iv', { params })
      expect(implied_volatility).toBeGreaterThan(0.05)
      expect([message, cache_status]).toEqual(['Simulated market: not real prices.', 'miss'])
      const { value } = await market.quotes.findQuote('KO')
      const price = value?.lastPrice ?? Number.NaN
      const { expirations } = await service.ask('options.expirations', { params })
      const days = expirations.map(({ days_to_expiration }) => days_to_expiration)
      expect(filters).toEqual([
        {
          minDays: days.findLast((count) => count <= 30),
          maxDays: days.find((count) => count >= 30),
          minStrike: price * 0.8,
          maxStrike: price * 1.2,
        },
      ])
    })

    test('from one side of 30 days, extrapolates flat and says so; with no usable expiration, gives null', async () => {
      const listing = (dates: readonly string[]): MarketData => {
        const market = openSimulatedAt(instant)
        const listExpirations = async (symbol: string) => {
          const answer = await market.expirations.listExpirations(symbol)
          return { ...answer, value: answer.value.filter((date) => dates.includes(date)) }
        }
        return { ...market, expirations: { listExpirations } }
      }
      const ask = async (...dates: string[]) =>
        (await open(listing(dates))).ask('options.iv', { params: { symbol: 'KO' } })
      const late = await ask('2026-08-21', '2026-09-18')
      expect(late.implied_volatility).toBeGreaterThan(0.05)
      expect(late.message).toMatch(
        /All usable expirations are after 30 days, so the volatility of Aug 21, 2026 is used\./,
      )
      const soon = await ask('2026-07-10')
      expect(soon).toMatchObject({ implied_volatility: null, atm_strike: null })
      expect(soon.message).toMatch(/No expiration is 7 to 183 days out\./)
    })

    test('uses and names other expirations if those have no bids', async () => {
      const unbid = ['2026-07-31', '2026-08-07', '2026-08-14']
      const { market, filters } = spyOnChains(openSimulatedAt(instant), (answer) =>
        changeContracts(answer, (contract) =>
          unbid.includes(contract.expiration) ? { ...contract, bid: 0 } : contract,
        ),
      )
      const service = await open(market)
      const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol: 'NVDA' } })
      expect(filters).toHaveLength(2)
      expect(filters[1]).toMatchObject({ minDays: 8 })
      expect(implied_volatility).toBeGreaterThan(0.2)
      expect(message).toMatch(/No usable quotes around the forward: .*Aug 7, 2026/)
    })

    test('returns null with a reason if there are no bids at all', async () => {
      const { market } = spyOnChains(openSimulatedAt(instant), (answer) =>
        changeContracts(answer, (contract) => ({ ...contract, bid: null })),
      )
      const answer = await (await open(market)).ask('options.iv', { params: { symbol: 'KO' } })
      expect(answer).toMatchObject({ implied_volatility: null, iv_percentage: null, atm_strike: null })
      expect(answer.message).toMatch(/Option quotes are missing, one-sided or too wide/)
    })
  })

  /** Values from services/screener/test/independent-figures.ts, calculated by a separate program, accurate to 2e-6. */
  const INDEPENDENT: readonly [string, number][] = [
    ['AAPL', 0.2721514],
    ['MSFT', 0.4390017],
    ['TSLA', 0.4710493],
    ['KO', 0.2141407],
  ]

  describeShared('the recorded market', () => {
    let service: MarketDataUnderTest
    beforeAll(async () => {
      service = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
    })
    afterAll(() => service.close())

    test.each(INDEPENDENT)('%s matches an independent program', async (symbol, expected) => {
      const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol } })
      expect(implied_volatility).toBeCloseTo(expected, 5)
      expect(message).toBeNull()
    })

    test('NVR has no options and says so', async () => {
      const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol: 'NVR' } })
      expect([implied_volatility, message]).toEqual([null, 'This source has no option chain for NVR.'])
    })
  })
})
