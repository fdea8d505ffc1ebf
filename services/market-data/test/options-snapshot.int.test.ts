import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { spyOnChains } from './spied-market.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

let service: MarketDataUnderTest

beforeAll(async () => {
  service = await openMarketDataService(await makeInventedFolder())
})
afterAll(() => service.close())

const params = { symbol: 'BRMZ' }
const ask = (query: Readonly<Record<string, string>> = {}) => service.ask('options.snapshot', { params, query })

describe('a snapshot', () => {
  test('is the rows of every expiration between the strikes, just as the chain of each has them', async () => {
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
      /^Priced with \d dividends of about \$0\.80 expected by Jan 21, 2028, not declared yet\.$/,
    )
    expect(snapshot.options.length).toBeGreaterThan(expirations.length)
    expect(snapshot.options.filter((row) => some.includes(row.expiration_date))).toEqual(rows)
    expect(new Set(chains.map(({ rate_source }) => rate_source)).size).toBeGreaterThan(1)
  })

  test('counts its bounds in, and each of them alone is enough', async () => {
    // Of a stock without dividends, whose whole chain is valued in a moment.
    const ask = (query = {}) => service.ask('options.snapshot', { params: { symbol: 'CDRV' }, query })
    const all = (await ask()).options
    const strikes = [...new Set(all.map(({ strike }) => strike))].toSorted((a, b) => a - b)
    const [low, high] = [strikes[4] ?? 0, strikes.at(-5) ?? 0]
    const between = await ask({ strike_min: String(low), strike_max: String(high) })
    expect(between.options).toEqual(all.filter(({ strike }) => strike >= low && strike <= high))
    expect((await ask({ strike_min: String(high) })).options).toEqual(all.filter(({ strike }) => strike >= high))
    expect((await ask({ strike_max: String(low) })).options).toEqual(all.filter(({ strike }) => strike <= low))
  })

  test('calls, puts or both', async () => {
    const bounds = { strike_min: '395', strike_max: '405' }
    const [calls, puts, both] = await Promise.all(
      ['call', 'put', 'all'].map(async (type) => (await ask({ ...bounds, type })).options),
    )
    expect(new Set(puts?.map(({ type }) => type))).toEqual(new Set(['put']))
    expect(both).toHaveLength((calls?.length ?? 0) + (puts?.length ?? 0))
    expect((await ask(bounds)).options).toEqual(calls)
  })

  test('nothing between the strikes is an empty list; a stock without options says why', async () => {
    expect(await ask({ strike_min: '9999' })).toMatchObject({ options: [], current_price: 398.75 })
    const none = await service.ask('options.snapshot', { params: { symbol: inventedDefects.noChain } })
    expect(none).toMatchObject({
      ...{ options: [], message: `This source has no option chain of ${inventedDefects.noChain}.` },
    })
  })

  test.each([
    [{ strike_min: '410', strike_max: '390' }, 'strike_min'],
    [{ strike_min: '-1' }, 'strike_min'],
    [{ strike_max: 'high' }, 'strike_max'],
    [{ strike_max: '1000001' }, 'strike_max'],
    [{ type: 'both' }, 'type'],
    [{ strikes: '390' }, 'strikes'],
  ] as [Record<string, string>, string][])('%j is refused for its %s', async (query, field) => {
    const problem = await service.fail('options.snapshot', { params, query })
    expect(problem.status).toBe(400)
    expect(problem.errors?.map((error) => error.field)).toContain(field)
  })

  test('an unknown symbol is a 404', async () => {
    expect(await service.fail('options.snapshot', { params: { symbol: 'XYZ' } })).toMatchObject({ status: 404 })
  })
})

test('asks its source for no more than is shown', async () => {
  const { market, filters } = spyOnChains(openSimulatedAt('2026-07-09T17:00:00Z'))
  const simulated = await openMarketDataService(market)
  const query = { strike_min: '30', strike_max: '33' }
  const { options, message } = await simulated.ask('options.snapshot', { params: { symbol: 'VEEV' }, query })
  await simulated.close()
  expect(filters).toEqual([{ type: 'call', minStrike: 30, maxStrike: 33 }])
  expect(options.length).toBeGreaterThan(20)
  expect(message).toBe('Simulated market: not real prices.')
})

test('other requests have their turn every few contracts', async () => {
  const simulated = await openMarketDataService(openSimulatedAt('2026-07-09T17:00:00Z'))
  let turns = 0
  let isDone = false
  const take = () => {
    turns += 1
    if (!isDone) setImmediate(take)
  }
  take()
  const { options } = await simulated.ask('options.snapshot', { params: { symbol: 'VEEV' } })
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

  test('the same figures as the chain of each expiration', async () => {
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
