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

type Query = Readonly<Record<string, string>>

describe('the invented market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const params = { symbol: 'ALDQ' }
  const ask = (query: Query = {}, symbol = 'ALDQ') => service.ask('options.analyze', { params: { symbol }, query })

  test('lists the best call first, then calls with deltas of 0.15 to 0.25 in the 30-to-45-day window', async () => {
    const { criteria, candidates, best, message, ranked_by } = await ask()
    expect(criteria).toEqual({
      target_delta_min: 0.15,
      target_delta_max: 0.25,
      days_to_expiration: 30,
      min_dte: 30,
      max_dte: 45,
      min_open_interest: 10,
      max_spread_pct: 40,
      return_basis: 'stock_price',
      limit: 20,
    })
    expect(candidates.length).toBeGreaterThan(0)
    expect([ranked_by, candidates.map(({ is_best_call }) => is_best_call)]).toEqual([
      'best_call',
      candidates.map((_one, at) => at === 0),
    ])
    for (const { delta, days_to_expiration, strike, is_best_call } of candidates) {
      expect(delta).toBeGreaterThanOrEqual(0.15 - 1e-9)
      expect(delta).toBeLessThanOrEqual((is_best_call ? 0.3 : 0.25) + 1e-9)
      expect([35, 42]).toContain(days_to_expiration)
      expect(strike).toBeGreaterThan(212.4)
    }
    expect(best).toEqual(candidates[0])
    expect(message).toMatch(/listed before a split/)
    expect(message).toMatch(/The stock's best call is listed first; its delta is 0\.271/)
    expect(await ask({ target_delta_min: '0.15', target_delta_max: '0.25', days_to_expiration: '30' })).toMatchObject({
      criteria,
      candidates,
      best,
    })
  })

  test('a candidate matches its chain row and the returns calculated by hand', async () => {
    const { candidates, current_price } = await ask()
    const price = current_price ?? Number.NaN
    for (const candidate of candidates) {
      const query = { expiration_date: candidate.expiration_date }
      const { options } = await service.ask('options.chain', { params, query })
      expect(candidate).toMatchObject(
        options.find(({ contract_symbol }) => contract_symbol === candidate.contract_symbol) ?? { none: true },
      )
      const { strike, days_to_expiration: days } = candidate
      const bid = candidate.bid ?? Number.NaN
      const move = price * (candidate.implied_volatility ?? Number.NaN) * Math.sqrt(days / 365)
      const terms = { strike: String(strike), expiration_date: candidate.expiration_date }
      const { inputs } = await service.ask('options.greeks', { params, query: terms })
      const received = bid + inputs.dividends.reduce((sum, { cash_amount }) => sum + cash_amount, 0)
      expect(candidate.return_basis).toBe('stock_price')
      expect(candidate.static_return_pct).toBeCloseTo((100 * received) / price, 8)
      expect(candidate.static_return_annualized_pct).toBeCloseTo(((100 * received) / price) * (365 / days), 8)
      expect(candidate.if_called_pct).toBeCloseTo((100 * (strike - price + received)) / price, 8)
      expect(candidate.if_called_annualized_pct).toBeCloseTo(
        ((100 * (strike - price + received)) / price) * (365 / days),
        8,
      )
      expect(candidate.downside_protection_pct).toBeCloseTo((100 * bid) / price, 8)
      expect(candidate.headroom_pct).toBeCloseTo(100 * (strike / price - 1), 8)
      expect(candidate.expected_move).toBeCloseTo(move, 8)
      expect(candidate.headroom_em).toBeCloseTo((strike - price) / move, 8)
      expect(candidate.early_assignment_risk).toBe(false)
      expect(candidate.below_minimum_yield).toBe(((100 * bid) / price) * (365 / days) < 10)
      expect(candidate.reasons.length).toBeGreaterThan(4)
    }
    const others = candidates.filter(({ below_minimum_yield, is_best_call }) => !below_minimum_yield && !is_best_call)
    const scores = others.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('counts every other call in the window by the reason it was rejected', async () => {
    const { candidates, rejected } = await ask()
    const chains = ['2026-08-14', '2026-08-21'].map((expiration_date) =>
      service.ask('options.chain', { params, query: { expiration_date } }),
    )
    const calls = (await Promise.all(chains)).flatMap(({ options }) => options)
    const turnedAway = Object.values(rejected).reduce((sum, count) => sum + count, 0)
    expect(turnedAway + candidates.length).toBe(calls.length)
    expect(rejected.in_the_money).toBe(calls.filter(({ strike }) => strike <= 212.4).length)
  })

  test.each([
    [60, { min_dte: 60, max_dte: 75 }, [70]],
    [50, { min_dte: 41, max_dte: 80 }, [42, 70]],
    [120, { min_dte: 111, max_dte: 150 }, []],
    [155, { min_dte: 155, max_dte: 170 }, [161]],
    [1200, { min_dte: 560, max_dte: 560 }, [560]],
    [0, { min_dte: 0, max_dte: 15 }, [7, 14]],
  ])('a target of %d days searches %j', async (days, window, held) => {
    const wide = { target_delta_min: '0.05', target_delta_max: '0.95', days_to_expiration: String(days) }
    const { criteria, candidates } = await ask(wide, 'BRMZ')
    if (held.length > 0) expect(criteria).toMatchObject({ days_to_expiration: days, ...window })
    const found = new Set(candidates.map(({ days_to_expiration }) => days_to_expiration))
    if (held.length > 0) expect([...found].every((count) => held.includes(count))).toBe(true)
    // No expiration is 111 to 150 days out, so the one nearest to 120 days is used.
    else expect(criteria).toMatchObject({ min_dte: 161, max_dte: 161 })
  })

  test('if no call fits, returns no candidate, only a message and the counts by reason', async () => {
    const { candidates, best, rejected, message } = await ask({ target_delta_min: '0.99', target_delta_max: '1' })
    expect([candidates, best]).toEqual([[], null])
    expect(rejected.delta_out_of_range).toBeGreaterThan(0)
    expect(message).toMatch(/None of \d+ calls match: .*\d+ delta out of range/)
  })

  test('gives no candidate for a stock without options', async () => {
    const { noChain } = inventedDefects
    expect(await ask({}, noChain)).toMatchObject({
      candidates: [],
      best: null,
      rejected: {},
      message: `This source has no option chain for ${noChain}.`,
    })
  })

  test.each([
    [{ target_delta_min: '0.3' }, 'target_delta_min'],
    [{ target_delta_min: '0.3', target_delta_max: '0.2' }, 'target_delta_min'],
    [{ target_delta_min: '-0.1' }, 'target_delta_min'],
    [{ target_delta_max: '1.1' }, 'target_delta_max'],
    [{ target_delta_max: 'a half' }, 'target_delta_max'],
    [{ days_to_expiration: '30.5' }, 'days_to_expiration'],
    [{ days_to_expiration: '-1' }, 'days_to_expiration'],
    [{ days_to_expiration: '1201' }, 'days_to_expiration'],
    [{ dte: '30' }, 'dte'],
  ] as [Query, string][])('rejects %j because of %s', async (query, field) => {
    const problem = await service.fail('options.analyze', { params, query })
    expect(problem.status).toBe(400)
    expect(problem.errors?.map((error) => error.field)).toContain(field)
  })

  test('returns a 404 for an unknown symbol', async () => {
    expect(await service.fail('options.analyze', { params: { symbol: 'XYZ' } })).toMatchObject({ status: 404 })
  })
})

test('requests calls with 21 to 60 days left once; with custom criteria, those in the window first', async () => {
  const { market, filters } = spyOnChains(openSimulatedAt('2026-07-09T17:00:00Z'))
  const service = await openMarketDataService(market)
  const params = { symbol: 'NVDA' }
  const found = await service.ask('options.analyze', { params })
  expect(found.candidates.length).toBeGreaterThan(0)
  expect(filters).toHaveLength(1)
  expect(filters[0]).toMatchObject({ type: 'call' })
  // The listed expirations in the best call's range are 22 to 43 days out.
  expect(filters[0]).toMatchObject({ minDays: 22, maxDays: 43 })
  const none = await service.ask('options.analyze', { params, query: { target_delta_min: '1', target_delta_max: '1' } })
  expect(none.criteria).toMatchObject({ min_dte: 21, max_dte: 60 })
  expect(filters).toHaveLength(3)
  await service.close()
})

describeShared('the recorded market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
  })
  afterAll(() => service.close())

  /** Best calls from services/screener/test/independent-figures.ts, calculated by a separate program. */
  test.each([
    ['AAPL', 'AAPL260821C00335000', 11.713346, 0.272153],
    ['MSFT', 'MSFT260814C00420000', 21.664132, 0.289332],
    ['TSLA', 'TSLA260814C00450000', 24.168629, 0.280162],
    ['KO', 'KO260821C00087500', 9.784462, 0.283163],
  ])('lists the best call of %s among its candidates', async (symbol, contract, annYieldPct, delta) => {
    const { candidates } = await service.ask('options.analyze', {
      params: { symbol },
      query: { target_delta_max: '0.3' },
    })
    const found = candidates.find(({ contract_symbol }) => contract_symbol === contract)
    expect(found?.annualized_yield_pct).toBeCloseTo(annYieldPct, 5)
    expect(found?.delta).toBeCloseTo(delta, 5)
  })

  test('ranks custom criteria separately; a yield under 10 % a year is listed but never best', async () => {
    const own = { params: { symbol: 'AAPL' }, query: { target_delta_max: '0.24' } }
    const { candidates, best, message, ranked_by } = await service.ask('options.analyze', own)
    expect(ranked_by).toBe('score')
    expect(candidates.map((call) => [call.below_minimum_yield, call.is_best_call])).toEqual(
      candidates.map(() => [true, false]),
    )
    expect(best).toBeNull()
    expect(message).toBe('Every matching call yields less than 10% a year, so none is recommended.')
  })

  test('if the top call yields under 10 % a year, lists it first but recommends none, and says why', async () => {
    const { candidates, best, message } = await service.ask('options.analyze', { params: { symbol: 'BRK.B' } })
    expect(candidates[0]).toMatchObject({ contract_symbol: 'BRKB260821C00515000', is_best_call: true })
    expect(best).toBeNull()
    expect(message).toContain(
      'The best call (515, Aug 21, 2026) yields 6.2% a year, less than 10%, so it is listed but not recommended',
    )
    const listed = await service.ask('options.recommendations', { params: { symbol: 'BRK.B' } })
    expect(listed.recommendations[0]).toMatchObject({ contract_symbol: 'BRKB260821C00515000', recommended: false })
    expect(listed.message).toContain('yields 6.2% a year, less than 10%')
  })
})
