import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { inDays, MARKET, pricedChain, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { selectBestCall } from './best-call.ts'
import { previewRecommendation } from './candidate.ts'
import type { CandidateCriteria } from './criteria.ts'
import { type CandidateRequest, chooseNearestExpiration, selectCandidates } from './select-candidates.ts'

const NO_EVENTS = { earnings: null, exDividendDate: null, paysNoDividend: false }
/** Delta about 0.27 at 35 days: bid 1.00, ask 1.10, spread 9.5 % of mid, 10.4 % a year. */
const CALL = quoted({ strike: 105 })

function select(rows: QuotedOption[], criteria: Partial<CandidateCriteria> = {}, more: Partial<CandidateRequest> = {}) {
  return selectCandidates({ rows, market: MARKET, events: NO_EVENTS, ivRank: null, criteria, ...more })
}
/** The one rule that turns a single call away, null where it is a candidate. */
function fateOf(...given: Parameters<typeof select>): string | null {
  const { rejected, candidates } = select(...given)
  const reasons = Object.entries(rejected)
  expect(reasons.length + candidates.length).toBe(1)
  return reasons[0]?.[0] ?? null
}
const candidateOf = (...given: Parameters<typeof select>) => {
  const [candidate] = select(...given).candidates
  if (candidate === undefined) throw new Error('no candidate')
  return candidate
}

describe('each criterion, on each side of its bound', () => {
  const anyDelta = { targetDeltaMin: 0, targetDeltaMax: 1 }
  const earnings = (date: string) => ({ events: { ...NO_EVENTS, earnings: { date, session: null } } })
  const exDate = (date: string) => ({ events: { ...NO_EVENTS, exDividendDate: date } })
  test.each([
    ['a plain call', {}, {}, {}, null],
    ['days under the least', {}, { ...anyDelta, minDays: 36 }, {}, 'days_out_of_range'],
    ['the least days', {}, { minDays: 35 }, {}, null],
    ['the most days', {}, { maxDays: 35 }, {}, null],
    ['days over the most', {}, { maxDays: 34 }, {}, 'days_out_of_range'],
    ['an expiration of the past', { expiration: inDays(-1) }, { minDays: null }, {}, 'days_out_of_range'],
    ['a strike at the price', { strike: 100, bid: 4, ask: 4.2 }, anyDelta, {}, 'in_the_money'],
    ['in the money, asked for', { strike: 95, bid: 7, ask: 7.2 }, { ...anyDelta, allowInTheMoney: true }, {}, null],
    ['a strike at the cost', {}, { costBasis: 105, neverBelowCost: true }, {}, null],
    ['a strike under the cost', {}, { costBasis: 105.01, neverBelowCost: true }, {}, 'below_cost'],
    ['under the cost, nobody minds', {}, { costBasis: 150 }, {}, null],
    ['earnings on the day', {}, { avoidEarnings: true }, earnings(inDays(35)), 'earnings_before_expiration'],
    ['earnings after', {}, { avoidEarnings: true }, earnings(inDays(36)), null],
    ['earnings unknown', {}, { avoidEarnings: true }, {}, 'earnings_unknown'],
    ['earnings, nobody minds', {}, {}, earnings(inDays(3)), null],
    ['ex-date on the day', {}, { avoidExDividend: true }, exDate(inDays(35)), 'ex_dividend_before_expiration'],
    ['ex-date after', {}, { avoidExDividend: true }, exDate(inDays(36)), null],
    ['ex-date unknown', {}, { avoidExDividend: true }, {}, 'ex_dividend_unknown'],
    ['no dividend', {}, { avoidExDividend: true }, { events: { ...NO_EVENTS, paysNoDividend: true } }, null],
    ['no bid', { bid: 0 }, {}, {}, 'no_quote'],
    ['no ask', { ask: null }, {}, {}, 'no_quote'],
    ['crossed', { bid: 1.2 }, {}, {}, 'no_quote'],
    ['spread at 40 %', { bid: 2, ask: 3 }, { targetDeltaMax: 0.5 }, {}, null],
    ['spread over 40 %', { bid: 0.799, ask: 1.2 }, {}, {}, 'spread_too_wide'],
    ['spread over one of the own', {}, { maxSpreadPct: 9.5 }, {}, 'spread_too_wide'],
    ['open interest 10', { openInterest: 10 }, {}, {}, null],
    ['open interest 9', { openInterest: 9 }, {}, {}, 'open_interest_too_low'],
    ['open interest unknown', { openInterest: null }, {}, {}, 'open_interest_too_low'],
    ['open interest unknown, none asked for', { openInterest: null }, { minOpenInterest: 0 }, {}, null],
    ['the least yield', {}, { minAnnualYieldPct: 365 / 35 }, {}, null],
    ['under the least yield', {}, { minAnnualYieldPct: 10.43 }, {}, 'yield_too_low'],
    ['no volatility in the price', { bid: 90, ask: 110 }, anyDelta, {}, 'no_implied_volatility'],
    ['a delta too low', { strike: 130, bid: 0.1, ask: 0.11 }, {}, {}, 'delta_out_of_range'],
  ] as [string, Partial<QuotedOption>, Partial<CandidateCriteria>, Partial<CandidateRequest>, string | null][])(
    '%s',
    (_name, change, criteria, more, reason) => {
      expect(fateOf([{ ...CALL, ...change }], criteria, more)).toBe(reason)
    },
  )

  test('delta bounds include their ends', () => {
    const { delta } = candidateOf([CALL])
    expect(fateOf([CALL], { targetDeltaMin: delta, targetDeltaMax: delta })).toBeNull()
    expect(fateOf([CALL], { targetDeltaMin: delta + 1e-6 })).toBe('delta_out_of_range')
    expect(fateOf([CALL], { targetDeltaMax: delta - 1e-6 })).toBe('delta_out_of_range')
  })

  test.each([
    [{ neverBelowCost: true }, 'costBasis'],
    [{ returnBasis: 'cost_basis' }, 'costBasis'],
    [{ costBasis: 0 }, 'costBasis'],
    [{ limit: 0 }, 'limit'],
  ] as [Partial<CandidateCriteria>, string][])('%j is refused', (criteria, name) => {
    expect(() => select([CALL], criteria)).toThrow(name)
    expect(() => select([CALL], criteria)).toThrow(RangeError)
  })
})

describe('the figures of a candidate, worked by hand', () => {
  test('105 call at 1.00/1.10, stock at 100, 35 days', () => {
    const candidate = candidateOf([CALL])
    expect(candidate).toMatchObject({
      contractSymbol: CALL.contractSymbol,
      daysToExpiration: 35,
      mid: 1.05,
      moneyness: 'OTM',
      annualizedYieldPct: expect.closeTo(10.428571, 6),
      annualizedTimeValueYieldPct: expect.closeTo(10.428571, 6),
      timeValueUsd: 1,
      dividendsInTermUsd: 0,
      breakeven: 99,
      downsideProtectionPct: 1,
      timeValueProtectionPct: 0,
      headroomPct: 5,
      earningsBeforeExpiration: null,
      exDividendBeforeExpiration: null,
      earlyAssignmentRisk: false,
      belowMinimumYield: false,
      liquidityGates: {
        blue_collar_investor: true,
        montreal_exchange: true,
        covered_call_calculator: null,
        optytrades: true,
        power_options: true,
        barchart: true,
      },
    })
    expect(candidate.staticReturn).toMatchObject({ returnPct: 1, basis: 'stock_price', basisUsd: 100, days: 35 })
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(6, 12)
    expect(candidate.ifCalledReturn.annualizedPct).toBeCloseTo((6 * 365) / 35, 9)
    const move = 100 * candidate.impliedVolatility * Math.sqrt(35 / 365)
    expect(candidate.expectedMove).toBeCloseTo(move, 10)
    expect(candidate.headroomEm).toBeCloseTo(5 / move, 10)
  })

  test.each([
    ['net_debit', { returnBasis: 'net_debit' }, 1 / 0.99, 6 / 0.99],
    // cost 80: 1 / 80 flat, (105 − 80 + 1) / 80 if called
    ['cost_basis', { returnBasis: 'cost_basis', costBasis: 80 }, 1.25, 32.5],
  ] as const)('on the basis %s', (basis, criteria, flat, ifCalled) => {
    const candidate = candidateOf([CALL], criteria)
    expect(candidate.staticReturn.basis).toBe(basis)
    expect(candidate.staticReturn.returnPct).toBeCloseTo(flat, 10)
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(ifCalled, 10)
  })

  test('dividends of the term count, those of today and later do not', () => {
    const dividends = [0, 10, 35, 36].map((days) => ({ exDate: inDays(days), cash: 0.5 }))
    const events = { ...NO_EVENTS, exDividendDate: inDays(10) }
    const candidate = candidateOf([CALL], { targetDeltaMax: 0.4 }, { market: { ...MARKET, dividends }, events })
    expect(candidate).toMatchObject({ dividendsInTermUsd: 1, exDividendBeforeExpiration: true, breakeven: 99 })
    expect(candidate.staticReturn.returnPct).toBeCloseTo(2, 12)
    expect(candidate.ifCalledReturn.returnPct).toBeCloseTo(7, 12)
  })

  test.each([
    ['by the dividend over the time value', { bid: 20.3, ask: 20.5 }, null, true],
    ['by the dividend over the put', { bid: 20.7, ask: 20.9 }, { bid: 0.2, ask: 0.3 }, true],
    ['not, while both are worth more', { bid: 20.7, ask: 20.9 }, { bid: 0.6, ask: 0.7 }, false],
  ])('in the money before an ex-date of the week: early assignment %s', (_name, call, put, risk) => {
    const rows = [quoted({ strike: 80, ...call }), ...(put ? [quoted({ type: 'put', strike: 80, ...put })] : [])]
    const market = { ...MARKET, dividends: [{ exDate: inDays(5), cash: 0.6 }] }
    const candidate = candidateOf(rows, { allowInTheMoney: true, targetDeltaMax: 1 }, { market })
    expect(candidate).toMatchObject({ earlyAssignmentRisk: risk, timeValueProtectionPct: 20, moneyness: 'ITM' })
    expect(candidate.annualizedTimeValueYieldPct).toBeCloseTo(((call.bid - 20) * 365) / 35, 9)
    expect(candidate.reasons.join(' ').includes('early assignment')).toBe(risk)
  })
})

describe('the selection', () => {
  const chain = pricedChain([7, 21, 35, 42, 63], [90, 95, 100, 102, 104, 106, 108, 110, 115, 120], () => 0.35)

  test('every call is a candidate or counted under one reason, and the list is ranked', () => {
    const { candidates, best, judged, rejected } = select(chain)
    expect(judged).toBe(50)
    expect(candidates.length + Object.values(rejected).reduce((sum, count) => sum + count, 0)).toBe(50)
    expect(rejected.days_out_of_range).toBe(30)
    expect(best).toBe(candidates[0])
    expect(candidates.length).toBeGreaterThan(2)
    const scores = candidates.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('the limit cuts the list, not the choice', () => {
    const { candidates, best } = select(chain, { limit: 1 })
    expect(candidates).toEqual([best])
  })

  test('under 10 % a year: listed last, never best, and it says so', () => {
    const poor = quoted({ strike: 105, bid: 0.95, ask: 0.97, openInterest: 5000, contractSymbol: 'POOR' })
    const alone = select([poor])
    expect(alone.candidates).toMatchObject([{ belowMinimumYield: true }])
    expect(alone.candidates[0]?.reasons[0]).toBe('Not recommended: the static yield of 9.9 % a year is under 10 %.')
    expect(alone.best).toBeNull()
    const wide = quoted({ strike: 105, bid: 1, ask: 1.4, openInterest: 10 })
    const both = select([poor, wide])
    expect(both.candidates.map(({ belowMinimumYield }) => belowMinimumYield)).toEqual([false, true])
    expect(both.candidates[0]?.score).toBeLessThan(both.candidates[1]?.score ?? 0)
    expect(both.best?.contractSymbol).toBe(wide.contractSymbol)
    const exact = quoted({ strike: 105, bid: 3500 / 365, ask: 10 })
    expect(candidateOf([{ ...exact, bid: 350 / 365, ask: 1 }]).belowMinimumYield).toBe(false)
  })

  test('nothing at 30-45 days: 21-60, unless days were asked for', () => {
    const early = [quoted({ strike: 104, expiration: inDays(21) })]
    const widened = select(early)
    expect(widened.candidates).toHaveLength(1)
    expect(widened.criteria).toMatchObject({ minDays: 21, maxDays: 60 })
    expect(select(early, { minDays: 30 }).candidates).toHaveLength(0)
    expect(select([CALL]).criteria).toMatchObject({ minDays: 30, maxDays: 45 })
  })

  test('chosen expirations alone are judged, whatever their days', () => {
    const { candidates, judged } = select(chain, { targetDeltaMin: 0.05 }, { expirations: [inDays(7)] })
    expect(judged).toBe(10)
    expect(candidates.length).toBeGreaterThan(0)
    expect(new Set(candidates.map(({ expiration }) => expiration))).toEqual(new Set([inDays(7)]))
    expect(select(chain, { minDays: 8 }, { expirations: [inDays(7)] }).rejected).toEqual({ days_out_of_range: 10 })
  })

  test('with the default criteria the best call is one of the candidates', () => {
    const row = fc.record({
      strike: fc.integer({ min: 95, max: 125 }),
      days: fc.integer({ min: 15, max: 70 }),
      bidCents: fc.integer({ min: 0, max: 400 }),
      spreadCents: fc.integer({ min: -5, max: 150 }),
      openInterest: fc.option(fc.integer({ min: 0, max: 40 })),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (drawn) => {
        const rows = drawn.map(({ strike, days, bidCents, spreadCents, openInterest }, index) => {
          const [bid, ask] = [bidCents / 100, (bidCents + spreadCents) / 100]
          return quoted({ strike, expiration: inDays(days), bid, ask, openInterest, contractSymbol: `T${index}` })
        })
        const { candidates, best } = select(rows, { limit: 100 })
        const bestCall = selectBestCall(rows, MARKET).best
        const symbols = candidates.map(({ contractSymbol }) => contractSymbol)
        if (bestCall === null) expect(symbols).toEqual([])
        else expect(symbols).toContain(bestCall.contractSymbol)
        if (best !== null) expect(best.annualizedYieldPct).toBeGreaterThan(10 - 1e-6)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what the recommendation says once added', () => {
  const terms = { symbol: 'TEST', price: MARKET.price, asOfMs: MARKET.asOfMs }

  test.each([
    ['a good call', CALL, {}, 'hold'],
    ['a yield under 10 %', quoted({ bid: 0.95, ask: 1.05 }), {}, 'close'],
    ['a strike too near', quoted({ strike: 102, bid: 3, ask: 3.1 }), { targetDeltaMax: 0.49 }, 'close'],
    ['a delta of a half', quoted({ strike: 101, bid: 6, ask: 6.1 }), { targetDeltaMax: 0.6 }, 'roll_out_and_up'],
    [
      'the last week',
      quoted({ strike: 101.5, expiration: inDays(7), bid: 0.3, ask: 0.32 }),
      { minDays: 1, maxDays: 60 },
      'let_assign',
    ],
  ] as const)('%s', (_name, row, criteria, action) => {
    expect(previewRecommendation(candidateOf([row], criteria), terms).action).toBe(action)
  })
})

test('the nearest expiration of the days asked for, the later of two, none of the past', () => {
  const listed = [-20, 4, 25, 35, 60].map(inDays)
  const nearest = (days: number) => chooseNearestExpiration(listed, days, MARKET.asOfMs)
  expect([30, 29, 1, 400, 0].map(nearest)).toEqual([35, 25, 4, 60, 4].map(inDays))
  expect(chooseNearestExpiration([inDays(-1)], 30, MARKET.asOfMs)).toBeNull()
})
