import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  sharedData,
} from './support.ts'

let service: MarketDataUnderTest

beforeAll(async () => {
  service = await openMarketDataService(await makeInventedFolder())
})
afterAll(() => service.close())

const params = { symbol: 'ALDQ' }
/** Criteria wide enough for every filter to have something to reject. */
const ANY = { target_delta_min: 0.05, target_delta_max: 0.9, min_open_interest: 0, max_spread_pct: 200, limit: 100 }
const recommend = (body?: object, query = {}) =>
  service.ask('options.recommendations', { params, query, ...(body ? { body } : {}) })
const custom = (body: object, symbol = 'ALDQ') =>
  service.ask('options.customRecommendations', { params: { symbol }, body })

describe('recommendations', () => {
  test('rank the calls of every expiration, best and recommended calls first, each with reasons and a preview', async () => {
    const { symbol, current_price, ranked_by, recommendations, rejected } = await recommend()
    expect([symbol, current_price]).toEqual(['ALDQ', 212.4])
    expect(recommendations.length).toBeGreaterThan(5)
    expect(recommendations.length).toBeLessThanOrEqual(20)
    expect(new Set(recommendations.map(({ expiration_date }) => expiration_date)).size).toBeGreaterThan(2)
    const windowOf = ({ days_to_expiration: days }: (typeof recommendations)[0]) =>
      days >= 30 && days <= 45 ? 0 : days >= 21 && days <= 60 ? 1 : 2
    const groupOf = (call: (typeof recommendations)[0]) =>
      windowOf(call) === 2 ? 4 : windowOf(call) + (call.best_call_liquidity === 'liquid' ? 0 : 2)
    const [first, ...others] = recommendations
    expect([ranked_by, first?.is_best_call, others.some((call) => call.is_best_call)]).toEqual([
      'best_call',
      true,
      false,
    ])
    const inOrder = others.toSorted(
      (a, b) =>
        Number(b.recommended) - Number(a.recommended) ||
        Number(a.below_minimum_yield) - Number(b.below_minimum_yield) ||
        groupOf(a) - groupOf(b) ||
        b.score - a.score,
    )
    expect(others).toEqual(inOrder)
    expect(new Set(recommendations.filter((call) => call.recommended).map(windowOf))).toEqual(new Set([0, 1, 2]))
    expect(first?.reasons).toContain(`${first?.days_to_expiration} days to expiration (target 30-45).`)
    for (const { delta, strike, bid, preview, reasons, ...call } of recommendations) {
      expect(strike).toBeGreaterThan(212.4)
      expect(bid).toBeGreaterThan(0)
      expect(delta).toBeGreaterThanOrEqual(0.15)
      expect(delta).toBeLessThanOrEqual(0.3)
      expect(call.recommended).toBe(!call.below_minimum_yield && preview.action === 'hold')
      if (!call.recommended) expect(reasons[0]).toMatch(/^Not recommended: /)
      expect(preview.explanation.length).toBeGreaterThan(20)
    }
    expect(rejected.delta_out_of_range).toBeGreaterThan(0)
  })

  test('list a yield under 10 % a year but never recommend it (D22)', async () => {
    const { recommendations } = await custom({ ...ANY, min_dte: 30 }, 'CDRV')
    const poor = recommendations.filter(({ below_minimum_yield }) => below_minimum_yield)
    expect(poor.length).toBeGreaterThan(0)
    for (const call of poor) {
      const { time_value_yield_pct, days_to_expiration: days } = call
      expect((time_value_yield_pct ?? Number.NaN) * (365 / days)).toBeLessThan(10)
      expect(call.recommended).toBe(false)
      expect(call.reasons[0]).toMatch(/^Not recommended: the static yield is .* a year, under 10\.0% a year\.$/)
    }
  })

  test('can be limited to one expiration in the path or in the body', async () => {
    const expiration_date = '2026-08-21'
    const { recommendations } = await recommend(undefined, { expiration_date })
    expect(new Set(recommendations.map((call) => call.expiration_date))).toEqual(new Set([expiration_date]))
    expect((await recommend({ expiration_date })).recommendations).toEqual(recommendations)
    expect((await recommend({})).recommendations).toEqual((await recommend()).recommendations)
    const problem = await service.fail('options.recommendations', {
      params,
      query: { expiration_date },
      body: { expiration_date: '2026-09-18' },
    })
    expect(problem).toMatchObject({ status: 400, code: 'two_expirations' })
  })

  test.each([
    [params, { expiration_date: '2026-08-22' }, 404],
    [params, { expiration_date: '2026-02-30' }, 400],
    [params, { expiration: '2026-08-21' }, 400],
    [{ symbol: 'XYZ' }, {}, 404],
  ])('%j with %j fails with %d', async (at, body, status) => {
    expect(await service.fail('options.recommendations', { params: at, body })).toMatchObject({ status })
    expect(await service.fail('options.customRecommendations', { params: at, body })).toMatchObject({ status })
  })

  test('are empty with a reason for a stock without options', async () => {
    const { noChain } = inventedDefects
    expect(await custom({}, noChain)).toMatchObject({
      recommendations: [],
      rejected: {},
      message: `This source has no option chain for ${noChain}.`,
    })
  })
})

describe('a custom body', () => {
  /** This stock pays no dividends, so its calls are fast to value. */
  const listOf = async (body: object) => (await custom({ ...ANY, max_dte: 120, ...body }, 'CDRV')).recommendations

  test('every bound rejects exactly the calls beyond it', async () => {
    const all = await listOf({})
    const symbolsOf = (calls: typeof all) => calls.map(({ contract_symbol }) => contract_symbol).sort()
    const yieldOf = ({ time_value_yield_pct, days_to_expiration: days }: (typeof all)[0]) =>
      (time_value_yield_pct ?? 0) * (365 / days)
    const spreadOf = ({ bid, ask, mid }: (typeof all)[0]) => (100 * ((ask ?? 0) - (bid ?? 0))) / (mid ?? 1)
    for (const [wish, holds] of [
      [{ target_delta_min: 0.3 }, ({ delta }) => (delta ?? 0) >= 0.3],
      [{ target_delta_max: 0.3 }, ({ delta }) => (delta ?? 1) <= 0.3],
      [{ min_dte: 35 }, ({ days_to_expiration: days }) => days >= 35],
      [{ max_dte: 35 }, ({ days_to_expiration: days }) => days <= 35],
      [{ min_annual_yield_pct: 20 }, (call) => yieldOf(call) >= 20],
      [{ min_open_interest: 300 }, ({ open_interest }) => (open_interest ?? 0) >= 300],
      [{ max_spread_pct: 8 }, (call) => spreadOf(call) <= 8],
      [{ cost_basis: 155, never_below_cost: true }, ({ strike }) => strike >= 155],
    ] as [object, (call: (typeof all)[0]) => boolean][]) {
      const kept = all.filter(holds)
      expect([wish, kept.length > 0, kept.length < all.length]).toEqual([wish, true, true])
      expect([wish, symbolsOf(await listOf(wish))]).toEqual([wish, symbolsOf(kept)])
    }
    expect(await listOf({ limit: 3 })).toEqual(all.slice(0, 3))
  })

  test('returns on the net debit and on the cost basis match a hand calculation', async () => {
    const price = 141.2
    const first = async (body: object) =>
      (await custom({ ...ANY, ...body, max_dte: 7, limit: 1 }, 'CDRV')).recommendations[0]
    const debit = await first({ return_basis: 'net_debit' })
    const cost = await first({ return_basis: 'cost_basis', cost_basis: 120 })
    if (debit === undefined || cost === undefined) throw new Error('no call')
    const bid = debit.bid ?? Number.NaN
    expect(debit.return_basis).toBe('net_debit')
    expect(debit.static_return_pct).toBeCloseTo((100 * bid) / (price - bid), 8)
    expect(debit.if_called_pct).toBeCloseTo((100 * (debit.strike - price + bid)) / (price - bid), 8)
    expect(cost).toMatchObject({ return_basis: 'cost_basis', contract_symbol: debit.contract_symbol })
    expect(cost.static_return_pct).toBeCloseTo((100 * bid) / 120, 8)
    expect(cost.if_called_pct).toBeCloseTo((100 * (cost.strike - 120 + bid)) / 120, 8)
    expect(cost.if_called_annualized_pct).toBeCloseTo((cost.if_called_pct * 365) / 7, 6)
  })

  test('avoids calls with a known event before the expiration', async () => {
    const { recommendations, rejected } = await custom({ ...ANY, avoid_earnings: true })
    expect(recommendations.length).toBeGreaterThan(0)
    expect(recommendations.every((call) => call.earnings_before_expiration === false)).toBe(true)
    expect(rejected.earnings_before_expiration).toBeGreaterThan(0)
    const whole = await custom({ ...ANY, max_dte: 60 })
    const spared = await custom({ ...ANY, max_dte: 60, avoid_ex_dividend: true })
    const clear = whole.recommendations.filter(({ ex_dividend_before_expiration: before }) => before === false)
    expect(spared.recommendations).toHaveLength(clear.length)
  })

  test('a call with unknown earnings is listed and labeled, but never recommended', async () => {
    const { noEarnings } = inventedDefects
    const near = { ...ANY, max_dte: 60 }
    const free = await custom(near, noEarnings)
    expect(free.recommendations.some(({ recommended }) => recommended)).toBe(true)
    const { recommendations, rejected } = await custom({ ...near, avoid_earnings: true }, noEarnings)
    expect(recommendations).toHaveLength(free.recommendations.length)
    expect(rejected).not.toHaveProperty('earnings_unknown')
    for (const call of recommendations) {
      expect(call).toMatchObject({ recommended: false, earnings_before_expiration: null })
      expect(call.reasons).toContain('Not recommended: you want to avoid earnings, but their date is unknown.')
    }
  })

  test('if no call fits, the list is empty and the reasons are counted', async () => {
    const { recommendations, rejected, message } = await custom({ min_annual_yield_pct: 900 })
    expect(recommendations).toEqual([])
    expect(rejected.yield_too_low).toBeGreaterThan(0)
    expect(message).toMatch(/None of \d+ calls match: .*\d+ yield too low/)
    expect((await custom({ min_dte: 1000 })).message).toMatch(/No calls expire within the requested days\./)
  })

  test.each([
    [{ target_delta_min: 0.4, target_delta_max: 0.3 }, 'target_delta_min'],
    [{ target_delta_min: 1.5 }, 'target_delta_min'],
    [{ target_delta_max: '0.3' }, 'target_delta_max'],
    [{ min_dte: 40, max_dte: 30 }, 'min_dte'],
    [{ min_dte: 30.5 }, 'min_dte'],
    [{ max_dte: -1 }, 'max_dte'],
    [{ min_annual_yield_pct: -1 }, 'min_annual_yield_pct'],
    [{ min_open_interest: 1.5 }, 'min_open_interest'],
    [{ max_spread_pct: 0 }, 'max_spread_pct'],
    [{ max_spread_pct: 201 }, 'max_spread_pct'],
    [{ avoid_earnings: 'yes' }, 'avoid_earnings'],
    [{ avoid_ex_dividend: 1 }, 'avoid_ex_dividend'],
    [{ cost_basis: 0 }, 'cost_basis'],
    [{ never_below_cost: true }, 'cost_basis'],
    [{ return_basis: 'cost_basis' }, 'cost_basis'],
    [{ return_basis: 'strike' }, 'return_basis'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ minimum_yield: 10 }, 'minimum_yield'],
  ])('rejects %j because of %s', async (body, field) => {
    const problem = await service.fail('options.customRecommendations', { params, body })
    expect(problem.status).toBe(400)
    expect(problem.errors?.map((error) => error.field)).toContain(field)
  })
})

describeShared('the recorded market', () => {
  test('does not recommend a call that the rules would immediately close or let be assigned', async () => {
    const recorded = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
    const { recommendations } = await recorded.ask('options.recommendations', { params: { symbol: 'AAPL' } })
    expect(recommendations.length).toBe(20)
    expect(recommendations[0]?.recommended).toBe(true)
    const near = await recorded.ask('options.customRecommendations', {
      params: { symbol: 'AAPL' },
      body: { max_dte: 5 },
    })
    const letGo = near.recommendations.filter(({ preview }) => preview.action === 'let_assign')
    expect(letGo.length).toBeGreaterThan(0)
    for (const call of letGo) {
      expect(call.recommended).toBe(false)
      expect(call.reasons[0]).toMatch(/^Not recommended: once added, the rule for positions would say Let Assign\.$/)
      expect(call.headroom_pct).toBeLessThan(2)
    }
    await recorded.close()
  })
})
