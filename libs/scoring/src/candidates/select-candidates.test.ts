import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, NO_EVENTS, pricedChain, quoted } from '../../test/invented-chain.ts'
import { newYorkCloseMs } from '../calendar/new-york.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import { selectBestCall } from './best-call.ts'
import type { CandidateCriteria } from './criteria.ts'
import { type CandidateRequest, selectCandidates } from './select-candidates.ts'

const { price, rate, asOfMs } = MARKET
const NOW = { price, rate, asOfMs }
const HOUR_MS = 3_600_000
/** A 35-day call with a delta of about 0.27: bid 1.00, ask 1.10, spread 9.5% of the mid, yield 10.4% a year. */
const CALL = quoted({ strike: 105 })
const ANY_DELTA = { targetDeltaMin: 0, targetDeltaMax: 1 }

type More = Partial<Omit<CandidateRequest, 'rows' | 'criteria'>>
function select(rows: ListedContract[], criteria: Partial<CandidateCriteria> = {}, more: More = {}) {
  return selectCandidates({ rows, market: NOW, events: NO_EVENTS, ivRank: null, criteria, ...more })
}
function rejectionOf(...given: Parameters<typeof select>): string | null {
  const { rejected, candidates } = select(...given)
  const reasons = Object.entries(rejected)
  expect(reasons.length + candidates.length).toBe(1)
  return reasons[0]?.[0] ?? null
}
const symbolsOf = (...given: Parameters<typeof select>) =>
  select(...given).candidates.map(({ contractSymbol }) => contractSymbol)

describe('every criterion on each side of its limit', () => {
  const earnings = (date: string) => ({ events: { ...NO_EVENTS, earnings: { date, session: null } } })
  const exDate = (date: string) => ({ events: { ...NO_EVENTS, dividends: [{ exDate: date, cash: null }] } })
  const inTheMoney = { ...ANY_DELTA, allowInTheMoney: true }
  test.each([
    ['a plain call', {}, {}, {}, null],
    ['days below the minimum', {}, { ...ANY_DELTA, minDays: 36 }, {}, 'days_out_of_range'],
    ['days at the minimum', {}, { minDays: 35 }, {}, null],
    ['days at the maximum', {}, { maxDays: 35 }, {}, null],
    ['days above the maximum', {}, { maxDays: 34 }, {}, 'days_out_of_range'],
    ['a past expiration', { expiration: inDays(-1) }, { minDays: null }, {}, 'expired'],
    ['a strike at the minimum', {}, { minStrike: 105 }, {}, null],
    ['a strike below the minimum', {}, { minStrike: 105.5 }, {}, 'strike_out_of_range'],
    ['a strike at the maximum', {}, { maxStrike: 105 }, {}, null],
    ['a strike above the maximum', {}, { maxStrike: 104.5 }, {}, 'strike_out_of_range'],
    ['a strike at the price', { strike: 100, bid: 4, ask: 4.2 }, ANY_DELTA, {}, 'in_the_money'],
    ['in the money, as requested', { strike: 95, bid: 7, ask: 7.2 }, inTheMoney, {}, null],
    ['a strike at the cost', {}, { costBasis: 105, neverBelowCost: true }, {}, null],
    ['a strike under the cost', {}, { costBasis: 105.01, neverBelowCost: true }, {}, 'below_cost'],
    ['a strike below the cost, allowed', {}, { costBasis: 150 }, {}, null],
    ['earnings on the day', {}, { avoidEarnings: true }, earnings(inDays(35)), 'earnings_before_expiration'],
    ['earnings after', {}, { avoidEarnings: true }, earnings(inDays(36)), null],
    ['earnings unknown', {}, { avoidEarnings: true }, {}, 'earnings_unknown'],
    ['earnings in the term, allowed', {}, {}, earnings(inDays(3)), null],
    ['ex-date on the day', {}, { avoidExDividend: true }, exDate(inDays(35)), 'ex_dividend_before_expiration'],
    ['ex-date after', {}, { avoidExDividend: true }, exDate(inDays(36)), null],
    ['ex-date unknown', {}, { avoidExDividend: true }, {}, 'ex_dividend_unknown'],
    ['only a past ex-date known', {}, { avoidExDividend: true }, exDate(inDays(-20)), 'ex_dividend_unknown'],
    ['no dividend', {}, { avoidExDividend: true }, { events: { ...NO_EVENTS, paysNoDividend: true } }, null],
    ['no bid', { bid: 0 }, {}, {}, 'no_quote'],
    ['no ask', { ask: null }, {}, {}, 'no_quote'],
    ['crossed', { bid: 1.2 }, {}, {}, 'no_quote'],
    ['spread at 40 %', { bid: 2, ask: 3 }, { targetDeltaMax: 0.5 }, {}, null],
    ['spread over 40 %', { bid: 0.799, ask: 1.2 }, {}, {}, 'spread_too_wide'],
    ['a spread above the requested maximum', {}, { maxSpreadPct: 9.5 }, {}, 'spread_too_wide'],
    ['open interest 10', { openInterest: 10 }, {}, {}, null],
    ['open interest 9', { openInterest: 9 }, {}, {}, 'open_interest_too_low'],
    ['open interest unknown', { openInterest: null }, {}, {}, 'open_interest_too_low'],
    ['open interest unknown, no minimum', { openInterest: null }, { minOpenInterest: 0 }, {}, null],
    [
      'open interest unknown, with a minimum',
      { openInterest: null },
      { minOpenInterest: 1 },
      {},
      'open_interest_too_low',
    ],
    ['a premium at the minimum', {}, { minPremiumUsd: 1 }, {}, null],
    ['a premium below the minimum', {}, { minPremiumUsd: 1.01 }, {}, 'premium_too_small'],
    ['a yield at the minimum', {}, { minAnnualYieldPct: 365 / 35 }, {}, null],
    ['a yield below the minimum', {}, { minAnnualYieldPct: 10.43 }, {}, 'yield_too_low'],
    // 0.40 of time value over 35 days is 4.2% a year, whatever intrinsic value the bid includes.
    [
      'a yield at the minimum, from time value',
      { strike: 95, bid: 5.4, ask: 5.5 },
      { ...inTheMoney, minAnnualYieldPct: 4 },
      {},
      null,
    ],
    ['under it', { strike: 95, bid: 5.4, ask: 5.5 }, { ...inTheMoney, minAnnualYieldPct: 5 }, {}, 'yield_too_low'],
    ['a bid equal to the exercise value', { strike: 80, bid: 20, ask: 21 }, inTheMoney, {}, 'no_time_value'],
    ['a bid below the exercise value', { strike: 80, bid: 19.9, ask: 21 }, inTheMoney, {}, 'no_time_value'],
    ['a bid a cent above the exercise value', { strike: 80, bid: 20.01, ask: 21 }, inTheMoney, {}, null],
    ['a price that implies no volatility', { bid: 90, ask: 110 }, ANY_DELTA, {}, 'no_implied_volatility'],
    ['a delta too low', { strike: 130, bid: 0.1, ask: 0.11 }, {}, {}, 'delta_out_of_range'],
    ['a delta too high', { strike: 101, bid: 6, ask: 6.1 }, {}, {}, 'delta_out_of_range'],
    [
      'a high delta, with only a minimum requested',
      { strike: 101, bid: 6, ask: 6.1 },
      { targetDeltaMin: 0.4 },
      {},
      null,
    ],
  ] as [string, Partial<ListedContract>, Partial<CandidateCriteria>, More, string | null][])(
    '%s',
    (_name, change, criteria, more, reason) => {
      expect(rejectionOf([{ ...CALL, ...change }], criteria, more)).toBe(reason)
    },
  )

  test('delta limits are inclusive', () => {
    const delta = select([CALL]).candidates[0]?.delta ?? Number.NaN
    expect(rejectionOf([CALL], { targetDeltaMin: delta, targetDeltaMax: delta })).toBeNull()
    expect(rejectionOf([CALL], { targetDeltaMin: delta + 1e-6 })).toBe('delta_out_of_range')
    expect(rejectionOf([CALL], { targetDeltaMax: delta - 1e-6 })).toBe('delta_out_of_range')
  })

  test('calls expire at 13:00 on a day with an early close', () => {
    const friday = '2026-11-27'
    const one = newYorkCloseMs(friday) - 3 * HOUR_MS
    const rows = [quoted({ strike: 100.5, expiration: friday, bid: 0.2, ask: 0.22 })]
    const at = (instant: number) =>
      rejectionOf(rows, ANY_DELTA, { market: { ...NOW, asOfMs: instant }, expirations: 'all' })
    expect([one - 1, one, one + HOUR_MS].map(at)).toEqual([null, 'expired', 'expired'])
  })

  test('rejects invalid criteria before judging any call', () => {
    expect(() => select([], { minDays: 50, maxDays: 40 })).toThrow('minDays must not be above maxDays')
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
    const scores = candidates.slice(1).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('the limit shortens the list but does not change the choice', () => {
    const { candidates, best } = select(chain, { limit: 1 })
    expect(candidates).toEqual([best])
  })

  test('a call under 10% a year is listed last and never best', () => {
    const poor = quoted({ strike: 105, bid: 0.95, ask: 0.97, openInterest: 5000, contractSymbol: 'POOR' })
    const alone = select([poor])
    expect(alone.candidates).toMatchObject([{ belowMinimumYield: true }])
    expect(alone.best).toBeNull()
    const wide = quoted({ strike: 105, bid: 1, ask: 1.4, openInterest: 10 })
    const both = select([poor, wide], { maxSpreadPct: 39 })
    expect(both.candidates.map(({ belowMinimumYield }) => belowMinimumYield)).toEqual([false, true])
    expect(both.candidates[0]?.score).toBeLessThan(both.candidates[1]?.score ?? 0)
    expect(both.best?.contractSymbol).toBe(wide.contractSymbol)
  })

  test('a best call under 10% a year leads the list, and no other call is recommended', () => {
    const poor = quoted({ strike: 105, bid: 0.95, ask: 0.97, openInterest: 5000, contractSymbol: 'POOR' })
    const thin = quoted({ strike: 105, bid: 1, ask: 1.4, openInterest: 10, contractSymbol: 'THIN' })
    expect(symbolsOf([thin, poor])).toEqual(['POOR', 'THIN'])
    expect(select([thin, poor]).best).toBeNull()
  })

  test('a certain loss is never best, and calls in the money are not ranked by intrinsic value', () => {
    const certainLoss = quoted({ strike: 80, bid: 19.9, ask: 21, contractSymbol: 'LOSS' })
    // 218% a year at the bid, of which 8.3% is time value.
    const deep = quoted({ strike: 80, bid: 20.8, ask: 20.9, openInterest: 5000, contractSymbol: 'DEEP' })
    const { candidates, best } = select([certainLoss, deep, CALL], { ...ANY_DELTA, allowInTheMoney: true })
    expect(candidates.map(({ contractSymbol }) => contractSymbol)).toEqual([CALL.contractSymbol, 'DEEP'])
    expect(best?.contractSymbol).toBe(CALL.contractSymbol)
    expect(select([certainLoss], { ...ANY_DELTA, allowInTheMoney: true }).best).toBeNull()
  })

  test('breaks ties by the higher time-value yield, the tighter spread, the earlier symbol', () => {
    // Every part of the score is at its minimum or maximum.
    const terms = { strike: 95, openInterest: 5000 }
    const rows = [
      quoted({ ...terms, bid: 12, ask: 12.3, contractSymbol: 'D' }),
      quoted({ ...terms, bid: 12.1, ask: 12.4, contractSymbol: 'C' }),
      quoted({ ...terms, bid: 12, ask: 12.2, contractSymbol: 'E' }),
      quoted({ ...terms, bid: 12, ask: 12.2, contractSymbol: 'B' }),
    ]
    const criteria = { ...ANY_DELTA, allowInTheMoney: true }
    const scores = select(rows, criteria).candidates.map(({ score }) => score)
    expect(new Set(scores).size).toBe(1)
    for (const given of [rows, rows.toReversed()]) expect(symbolsOf(given, criteria)).toEqual(['C', 'B', 'E', 'D'])
  })

  test('breaks a tie by time value, not by the intrinsic value in the bid', () => {
    const market = { ...NOW, price: 100 }
    // Intrinsic plus time value: 30 + 4.4 for RAW, 5 + 4.5 for TIME.
    const rows = [
      quoted({ strike: 70, bid: 34.4, ask: 34.4, openInterest: 5000, contractSymbol: 'RAW' }),
      quoted({ strike: 95, bid: 9.5, ask: 9.5, openInterest: 5000, contractSymbol: 'TIME' }),
    ]
    const { candidates } = select(rows, { ...ANY_DELTA, allowInTheMoney: true }, { market })
    expect(candidates.map(({ score }) => score)).toEqual([candidates[0]?.score, candidates[0]?.score])
    expect(candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(['TIME', 'RAW'])
  })

  test('with the default criteria the best call leads', () => {
    const row = fc.record({
      strike: fc.integer({ min: 95, max: 125 }),
      days: fc.integer({ min: 15, max: 70 }),
      bidCents: fc.integer({ min: 0, max: 400 }),
      spreadCents: fc.integer({ min: -5, max: 150 }),
      openInterest: fc.option(fc.integer({ min: 0, max: 200 })),
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
        expect(symbols[0] ?? null).toBe(bestCall?.contractSymbol ?? null)
        expect(best).toBe(bestCall !== null && bestCall.annualizedYieldPct > 10 - 1e-9 ? candidates[0] : null)
        const everywhere = select(rows, { limit: 1 }, { expirations: 'all' }).candidates
        if (bestCall !== null) expect(everywhere).toMatchObject([{ contractSymbol: bestCall.contractSymbol }])
      }),
    )
  })
})

describe('expirations to search', () => {
  const chain = pricedChain([0, 7, 21, 35, 42, 63, 400], [102, 106, 110, 120, 150], () => 0.35)
  const daysOf = (...given: Parameters<typeof select>) =>
    [...new Set(select(...given).candidates.map(({ daysToExpiration }) => daysToExpiration))].toSorted((a, b) => a - b)

  test('searches 30-45 days by default, else 21-60, unless the criteria set days', () => {
    expect(daysOf(chain)).toEqual([35, 42])
    const early = [quoted({ strike: 104, expiration: inDays(21) })]
    const widened = select(early)
    expect(widened.candidates).toHaveLength(1)
    expect(widened.criteria).toMatchObject({ minDays: 21, maxDays: 60, targetDeltaMax: 0.3 })
    expect(select(early, { minDays: 30 }).candidates).toHaveLength(0)
    expect(select([CALL]).criteria).toMatchObject({ minDays: 30, maxDays: 45 })
  })

  test('searches all expirations on request', () => {
    expect(daysOf(chain, ANY_DELTA, { expirations: 'all' })).toEqual([7, 21, 35, 42, 63, 400])
    expect(select(chain, {}, { expirations: 'all' }).criteria).toMatchObject({ minDays: null, maxDays: null })
    expect(daysOf(chain, { ...ANY_DELTA, maxDays: 30 }, { expirations: 'all' })).toEqual([7, 21])
  })

  test.each([
    [{ minDays: 60 }, [63, 400]],
    [{ maxDays: 21 }, [7, 21]],
    [{ minDays: 36, maxDays: 62 }, [42]],
  ])('applies %j', (given, days) => expect(daysOf(chain, { ...ANY_DELTA, ...given })).toEqual(days))

  test('searches only the listed expirations, whatever their days', () => {
    const { candidates, judged } = select(chain, { targetDeltaMin: 0.05 }, { expirations: [inDays(7)] })
    expect(judged).toBe(5)
    expect(candidates.length).toBeGreaterThan(0)
    expect(new Set(candidates.map(({ expiration }) => expiration))).toEqual(new Set([inDays(7)]))
    expect(select(chain, { minDays: 8 }, { expirations: [inDays(7)] }).rejected).toEqual({ days_out_of_range: 5 })
  })
})

test('with quotes from an earlier day, days, expiration and events still count from now', () => {
  const market = { ...NOW, nowMs: newYorkCloseMs(inDays(3)) - HOUR_MS }
  const [then] = select([CALL]).candidates
  const [now] = select([CALL], {}, { market }).candidates
  expect([then?.daysToExpiration, now?.daysToExpiration]).toEqual([35, 32])
  expect(now).toMatchObject({ delta: then?.delta, impliedVolatility: then?.impliedVolatility, theta: then?.theta })
  expect(now?.staticReturn.annualizedPct).toBeCloseTo(365 / 32, 10)
  const soon = quoted({ strike: 101, expiration: inDays(3), bid: 0.4, ask: 0.44 })
  const wide = { ...ANY_DELTA, minDays: 0 }
  expect(rejectionOf([soon], wide, { market })).toBeNull()
  expect(rejectionOf([soon], wide, { market: { ...NOW, nowMs: newYorkCloseMs(inDays(3)) } })).toBe('expired')
  const events = { ...NO_EVENTS, earnings: { date: inDays(2), session: null } } as const
  expect(select([CALL], {}, { events }).candidates[0]?.earningsBeforeExpiration).toBe(true)
  expect(select([CALL], {}, { events, market }).candidates[0]?.earningsBeforeExpiration).toBeNull()
})
