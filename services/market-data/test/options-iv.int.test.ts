import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { changeContracts, spyOnChains } from './spied-market.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

describe('the invented market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const ask = (symbol: string) => service.ask('options.iv', { params: { symbol } })

  test('is the mean of calls and puts at the forward, in total variance between the expirations around 30 days', async () => {
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

  test('no options: null, and why; unknown symbol: 404', async () => {
    expect(await ask(inventedDefects.noChain)).toMatchObject({
      ...{ implied_volatility: null, iv_percentage: null, atm_strike: null },
      message: `This source has no option chain of ${inventedDefects.noChain}.`,
    })
    expect(await service.fail('options.iv', { params: { symbol: 'XYZ' } })).toMatchObject({
      ...{ status: 404, detail: 'Unknown symbol: XYZ' },
    })
    expect(await service.fail('options.iv', { params: { symbol: 'A%' } })).toMatchObject({ status: 400 })
  })
})

describe('what is asked of the source', () => {
  const instant = '2026-07-09T17:00:00Z'
  const opened: MarketDataUnderTest[] = []
  afterAll(() => Promise.all(opened.map((service) => service.close())))
  async function open(market: MarketData) {
    const service = await openMarketDataService(market)
    opened.push(service)
    return service
  }

  test('the two expirations around 30 days, near the money, once', async () => {
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

  test('expirations on one side only: flat, and said; none that can tell: null', async () => {
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
    expect(late.message).toMatch(/Usable expirations only after 30 days: volatility of 2026-08-21, flat\./)
    const soon = await ask('2026-07-10')
    expect(soon).toMatchObject({ implied_volatility: null, atm_strike: null })
    expect(soon.message).toMatch(/No expiration is 7 to 183 days out\./)
  })

  test('where nobody bids there, the expirations that stand in for them, named', async () => {
    const unbid = ['2026-07-31', '2026-08-07', '2026-08-14']
    const { market, filters } = spyOnChains(openSimulatedAt(instant), (answer) =>
      changeContracts(answer, (contract) => (unbid.includes(contract.expiration) ? { ...contract, bid: 0 } : contract)),
    )
    const service = await open(market)
    const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol: 'NVDA' } })
    expect(filters).toHaveLength(2)
    expect(filters[1]).toMatchObject({ minDays: 8 })
    expect(implied_volatility).toBeGreaterThan(0.2)
    expect(message).toMatch(/No usable quotes around the forward: .*2026-08-07/)
  })

  test('nobody bids at all: null, and why', async () => {
    const { market } = spyOnChains(openSimulatedAt(instant), (answer) =>
      changeContracts(answer, (contract) => ({ ...contract, bid: null })),
    )
    const answer = await (await open(market)).ask('options.iv', { params: { symbol: 'KO' } })
    expect(answer).toMatchObject({ implied_volatility: null, iv_percentage: null, atm_strike: null })
    expect(answer.message).toMatch(/Option quotes are missing, one-sided or too wide/)
  })
})

/** Of services/screener/test/independent-figures.ts: worked out by another program, good to 2e-6. */
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

  test.each(INDEPENDENT)('%s agrees with an independent program', async (symbol, expected) => {
    const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol } })
    expect(implied_volatility).toBeCloseTo(expected, 5)
    expect(message).toBeNull()
  })

  test('NVR has no options and says so', async () => {
    const { implied_volatility, message } = await service.ask('options.iv', { params: { symbol: 'NVR' } })
    expect([implied_volatility, message]).toEqual([null, 'This source has no option chain of NVR.'])
  })
})
