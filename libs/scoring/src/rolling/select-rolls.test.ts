import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, pricedChain, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { usDate } from '../wording.ts'
import type { RollRequest } from './roll-candidate.ts'
import { OUT_AND_UP_ROLL_OPTIONS, type RollOptions } from './roll-options.ts'
import { selectRolls } from './select-rolls.ts'

/** Next week's 98 call, sold for 2.00 on shares that cost 90. With the stock at 100, it now costs 2.60 to buy back. */
const HELD: Omit<RollRequest, 'rows'> = {
  position: { strike: 98, expiration: inDays(7), premium: 2, contracts: 2 },
  costToClose: 2.6,
  costBasis: 90,
  market: MARKET,
}
/** A 35-day call with a delta of about 0.3. */
const CALL = quoted({ strike: 105, bid: 1.2, ask: 1.3 })

const select = (rows: QuotedOption[], options: Partial<RollOptions> = {}, more: Partial<RollRequest> = {}) =>
  selectRolls({ ...HELD, rows, options: { ...OUT_AND_UP_ROLL_OPTIONS, creditOnly: false, ...options }, ...more })
function rejectionOf(...given: Parameters<typeof select>): string | null {
  const { rejected, candidates } = select(...given)
  const reasons = Object.entries(rejected)
  expect(reasons.length + candidates.length).toBe(1)
  return reasons[0]?.[0] ?? null
}
const rollOf = (...given: Parameters<typeof select>) => {
  const [roll] = select(...given).candidates
  if (roll === undefined) throw new Error('no roll')
  return roll
}

test('of rolls with equal answers, those below the old strike come last, whatever they are ranked by', () => {
  const rows = [quoted({ strike: 95, bid: 8, ask: 8.2 }), CALL, quoted({ strike: 98, bid: 4, ask: 4.2 })]
  const loose = { neverBelowOldStrike: false, maxDelta: 1 } as const
  for (const rankBy of ['delta', 'credit', 'annualized_return'] as const) {
    const { candidates } = select(rows, { ...loose, rankBy }, { costToClose: 0.5 })
    expect(candidates.map(({ strike }) => strike).at(-1)).toBe(95)
  }
})

describe('every option on each side of its limit', () => {
  test.each([
    ['later and higher', {}, {}, {}, null],
    ['the same call', { strike: 98, expiration: inDays(7) }, { minDaysAdded: 0 }, {}, 'not_a_roll'],
    [
      'the same expiration, a higher strike',
      { strike: 99, expiration: inDays(7), bid: 2, ask: 2.1 },
      { minDaysAdded: 0 },
      {},
      null,
    ],
    ['an earlier expiration', { expiration: inDays(6) }, { minDaysAdded: 0 }, {}, 'not_a_roll'],
    ['an expiration whose close has passed', { expiration: inDays(0) }, { minDaysAdded: 0 }, {}, 'expired'],
    ['a past expiration', { expiration: inDays(-2) }, { minDaysAdded: 0 }, {}, 'expired'],
    ['days at the minimum', {}, { minDays: 35 }, {}, null],
    ['equal minimum and maximum days', {}, { minDays: 35, maxDays: 35 }, {}, null],
    ['days below the minimum', {}, { minDays: 36 }, {}, 'days_out_of_range'],
    ['a strike at the minimum', {}, { minStrike: 105 }, {}, null],
    ['a strike below the minimum', {}, { minStrike: 105.5 }, {}, 'below_min_strike'],
    ['14 days more', { expiration: inDays(21) }, {}, {}, null],
    ['13 days more', { expiration: inDays(20) }, {}, {}, 'too_few_days_added'],
    ['180 days out', { expiration: inDays(180) }, {}, {}, null],
    ['181 days out', { expiration: inDays(181) }, {}, {}, 'days_out_of_range'],
    ['the old strike', { strike: 98, bid: 4, ask: 4.2 }, {}, {}, null],
    ['below the old strike', { strike: 97.5, bid: 4, ask: 4.2 }, {}, {}, 'below_old_strike'],
    ['below the old strike, allowed', { strike: 97.5, bid: 4, ask: 4.2 }, { neverBelowOldStrike: false }, {}, null],
    ['at the cost', {}, {}, { costBasis: 105 }, null],
    ['below the cost', {}, {}, { costBasis: 105.01 }, 'below_cost'],
    ['below the cost, allowed', {}, { neverBelowCost: false }, { costBasis: 105.01 }, null],
    ['cost unknown', {}, {}, { costBasis: null }, null],
    ['no bid', { bid: 0 }, {}, {}, 'no_quote'],
    ['open interest 10', { openInterest: 10 }, {}, {}, null],
    ['open interest 9', { openInterest: 9 }, {}, {}, 'open_interest_too_low'],
    ['open interest unknown', { openInterest: null }, {}, {}, 'open_interest_too_low'],
    [
      'open interest unknown, with a minimum',
      { openInterest: null },
      { minOpenInterest: 1 },
      {},
      'open_interest_too_low',
    ],
    ['a bid of 5 cents', { strike: 115, bid: 0.05, ask: 0.06 }, {}, {}, null],
    ['a bid of 4 cents', { strike: 115, bid: 0.04, ask: 0.06 }, {}, {}, 'premium_too_small'],
    ['a credit of 6 cents', {}, { creditOnly: true }, { costToClose: 1.14 }, null],
    ['a credit of 5 cents', {}, { creditOnly: true }, { costToClose: 1.15 }, 'credit_too_small'],
    [
      'a credit that fees use up',
      {},
      { creditOnly: true, feePerContractUsd: 0.65 },
      { costToClose: 1.14 },
      'credit_too_small',
    ],
    // 0.07 less 2 × 0.0065 a share
    ['a credit that survives fees', {}, { creditOnly: true, feePerContractUsd: 0.65 }, { costToClose: 1.13 }, null],
    ['an unknown credit', {}, { creditOnly: true }, { costToClose: null }, null],
    ['a price that implies no volatility', { bid: 90, ask: 110 }, {}, {}, 'no_implied_volatility'],
    ['a delta too high', {}, { maxDelta: 0.2 }, {}, 'delta_too_high'],
  ] as [string, Partial<QuotedOption>, Partial<RollOptions>, Partial<RollRequest>, string | null][])(
    '%s',
    (_name, change, options, more, reason) => expect(rejectionOf([{ ...CALL, ...change }], options, more)).toBe(reason),
  )

  test('the maximum delta is inclusive', () => {
    const { delta } = rollOf([CALL])
    if (delta === null) throw new Error('no delta')
    expect(rejectionOf([CALL], { maxDelta: delta })).toBeNull()
    expect(rejectionOf([CALL], { maxDelta: delta - 1e-6 })).toBe('delta_too_high')
  })

  test('rolls on the last day before the close, even to a higher strike in the same expiration', () => {
    const market = { ...MARKET, asOfMs: MARKET.asOfMs - 3_600_000 }
    const position = { ...HELD.position, expiration: inDays(0) }
    const higher = quoted({ strike: 99, expiration: inDays(0), bid: 1.4, ask: 1.5 })
    const rolls = select([higher, CALL], { minDaysAdded: 0 }, { market, position }).candidates
    expect(rolls.map(({ daysToExpiration }) => daysToExpiration).toSorted((a, b) => a - b)).toEqual([0, 35])
  })

  test('rolling out and up requires a credit, 14 more days and at least the old strike', () => {
    const { candidates, rejected } = selectRolls({
      ...HELD,
      rows: [
        quoted({ strike: 105, bid: 2.65, ask: 2.7, contractSymbol: 'EVEN' }),
        quoted({ strike: 105, bid: 2.66, ask: 2.7, contractSymbol: 'CREDIT' }),
        quoted({ strike: 105, expiration: inDays(20), bid: 3, ask: 3.1 }),
        quoted({ strike: 97, bid: 6, ask: 6.1 }),
        quoted({ strike: 98, bid: 5, ask: 5.1, contractSymbol: 'DEEP' }),
      ],
      options: OUT_AND_UP_ROLL_OPTIONS,
    })
    expect(candidates.map(({ contractSymbol }) => contractSymbol).toSorted()).toEqual(['CREDIT', 'DEEP'])
    expect(rejected).toEqual({ credit_too_small: 1, too_few_days_added: 1, below_old_strike: 1 })
  })

  test('thetagang allows a debit, targets 45 days and delta 0.30, and never goes below cost or beyond 180 days', () => {
    const none = {
      creditOnly: false,
      neverBelowOldStrike: false,
      minDaysAdded: 0,
      minStrike: null,
      feePerContractUsd: 0,
    }
    expect(selectRolls({ ...HELD, rows: [] }).options).toEqual({
      ...none,
      targetDays: 45,
      minDays: 0,
      maxDays: 180,
      maxDelta: 0.3,
      minOpenInterest: 10,
      minCreditUsd: 0.05,
      neverBelowCost: true,
      rankBy: 'delta',
      keepsUnvalued: false,
      limit: 10,
    })
  })
})

describe('results of a roll computed by hand', () => {
  test('matches a 98 call in the money bought back at 2.60, a 35-day 102 call sold at 3.10, two contracts, $0.65 per leg', () => {
    const roll = rollOf([quoted({ strike: 102, bid: 3.1, ask: 3.2 })], { feePerContractUsd: 0.65 })
    expect(roll).toMatchObject({ daysAdded: 28, strikeChangeUsd: 4, returnBasis: 'strike' })
    expect(roll.netCreditUsd).toBeCloseTo(0.487, 12)
    expect(roll.netCreditOfPositionUsd).toBeCloseTo(97.4, 10)
    // (3.10 − 2.60 + min(100, 102) − 98) / 98, and 2 more up to the strike
    expect(roll.rollReturnPct).toBeCloseTo((2.5 / 98) * 100, 10)
    expect(roll.annualizedRollReturnPct).toBeCloseTo((2.5 / 98) * 100 * (365 / 35), 9)
    expect(roll.upsidePct).toBeCloseTo((2 / 98) * 100, 10)
    // 0.60 of time value over 7 days against 3.10 less 0.013 over 35
    expect(roll.perDay?.remainingPerDay).toBeCloseTo(0.6 / 7, 12)
    expect(roll.perDay?.newPerDay).toBeCloseTo(3.087 / 35, 12)
    expect(roll.perDay?.rollPays).toBe(true)
    expect(roll.verdict.roll).toBe(true)
  })

  test('uses the stock price as the basis out of the money', () => {
    const market = { ...MARKET, price: 96 }
    const roll = rollOf([CALL], {}, { market, costToClose: 0.4 })
    expect(roll.returnBasis).toBe('stock_price')
    expect(roll.rollReturnPct).toBeCloseTo((0.8 / 96) * 100, 10)
    expect(roll.upsidePct).toBeCloseTo((9 / 96) * 100, 10)
  })

  test('treats a call at the strike as not in the money', () => {
    const market = { ...MARKET, price: 98 }
    expect(rollOf([CALL], {}, { market, costToClose: 1 })).toMatchObject({ returnBasis: 'stock_price' })
    // At the strike, price and strike give the same basis, to the last bit; a cent above it, the basis is the strike.
    const above = rollOf([CALL], {}, { market: { ...MARKET, price: 98.01 }, costToClose: 1 })
    expect(above.returnBasis).toBe('strike')
    expect(above.rollReturnPct).toBeCloseTo(((1.2 - 1 + 0.01) / 98) * 100, 10)
  })

  test('an unknown cost to close leaves money figures null and the verdict open', () => {
    const selection = select([CALL], {}, { costToClose: null })
    expect(selection).toMatchObject({ verdict: 'open', best: null, callInProfit: null })
    expect(selection.candidates).toMatchObject([
      {
        netCreditUsd: null,
        rollReturnPct: null,
        upsidePct: null,
        perDay: null,
        verdict: { roll: null, answers: { strike_above_cost: true, enough_days: true, net_credit: null } },
      },
    ])
    expect(selection.explanation).toContain('is unknown. Looked at 1 call expiring')
  })
})

test('the limit shortens the list but does not change the choice', () => {
  const rows = [CALL, quoted({ strike: 102, bid: 3.1, ask: 3.2, contractSymbol: 'BEST' })]
  const { candidates, best } = select(rows, { limit: 1 })
  expect(candidates).toEqual([best])
})

describe('the verdict', () => {
  const credit = quoted({ strike: 102, bid: 3.1, ask: 3.2, contractSymbol: 'CREDIT' })
  const debit = quoted({ strike: 110, bid: 0.6, ask: 0.7, contractSymbol: 'DEBIT' })

  test('a roll with three yes answers ranks first and is recommended', () => {
    // The return is 34% a year instead of 27%, but for a debit of 5 cents.
    const richer = quoted({ strike: 101, expiration: inDays(21), bid: 2.55, ask: 2.65, contractSymbol: 'RICHER' })
    const { candidates, best, verdict, explanation } = select([richer, debit, credit])
    expect(candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(['CREDIT', 'RICHER', 'DEBIT'])
    expect(best).toBe(candidates[0])
    expect(verdict).toBe('roll')
    expect(explanation).toBe(
      `The $102.00 call expiring ${usDate(inDays(35))} is above cost, adds 28 days and brings a net credit. Looked at 3 calls: 2 expirations from ${usDate(inDays(21))} to ${usDate(inDays(35))}, strikes $101.00 to $110.00.`,
    )
  })

  test.each([
    ['a loss on the call', 2.6, false, 'makes no profit on it'],
    ['a profit on the call', 1.9, true, 'keeps a profit on it'],
    ['neither', 2, false, 'makes no profit on it'],
  ])('if no roll fits, %s, the explanation names the calls looked at', (_name, costToClose, callInProfit, words) => {
    const none = select([debit], {}, { costToClose })
    expect(none).toMatchObject({ best: null, verdict: 'none_fits', callInProfit })
    expect(none.explanation).toContain(words)
    expect(none.explanation).toContain(`Looked at 1 call expiring ${usDate(debit.expiration)}, strike $`)
    const later = { ...debit, expiration: inDays(180) }
    expect(select([debit, later], {}, { costToClose }).explanation).toContain(
      `Looked at 2 calls: 2 expirations from ${usDate(debit.expiration)} to ${usDate(later.expiration)}, strike $`,
    )
    expect(select([], {}, { costToClose: null }).explanation).toContain('The cost of closing the call is unknown.')
  })

  test('a single no is decisive even if another answer is open', () => {
    const rolled = select([debit], {}, { costBasis: null })
    expect(rolled.verdict).toBe('none_fits')
  })
})

test('on a priced chain, no roll violates an option, and one is recommended if and only if it has three yes answers', () => {
  const chain = pricedChain([7, 14, 35, 63, 200], [90, 95, 98, 100, 102, 105, 110, 120], () => 0.4)
  const options = fc.record({
    minDaysAdded: fc.integer({ min: 0, max: 40 }),
    maxDelta: fc.double({ min: 0.1, max: 1, noNaN: true }),
    creditOnly: fc.boolean(),
    neverBelowCost: fc.boolean(),
    neverBelowOldStrike: fc.boolean(),
    rankBy: fc.constantFrom('delta', 'credit', 'annualized_return'),
  })
  const cents = fc.integer({ min: 5, max: 600 }).map((value) => value / 100)
  const cost = fc.option(fc.integer({ min: 80, max: 115 }))
  fc.assert(
    fc.property(options, fc.option(cents), cost, (drawn, costToClose, costBasis) => {
      const { candidates, rejected, verdict } = select(chain, { ...drawn, limit: 100 }, { costToClose, costBasis })
      const count = Object.values(rejected).reduce((sum, each) => sum + each, candidates.length)
      expect(count).toBe(40)
      for (const { daysAdded, delta, netCreditUsd, strike, strikeChangeUsd, daysToExpiration } of candidates) {
        expect(daysAdded > 0 || strikeChangeUsd > 0).toBe(true)
        expect(daysAdded).toBeGreaterThanOrEqual(drawn.minDaysAdded)
        expect(daysToExpiration).toBeLessThanOrEqual(180)
        expect(delta).toBeLessThanOrEqual(drawn.maxDelta + 1e-8)
        if (drawn.creditOnly && netCreditUsd !== null) expect(netCreditUsd).toBeGreaterThan(0.05)
        if (drawn.neverBelowCost && costBasis !== null) expect(strike).toBeGreaterThanOrEqual(costBasis)
        if (drawn.neverBelowOldStrike) expect(strikeChangeUsd).toBeGreaterThanOrEqual(0)
      }
      const fits = candidates.some(
        ({ strike, daysAdded, netCreditUsd }) =>
          costBasis !== null && strike > costBasis && daysAdded >= 14 && netCreditUsd !== null && netCreditUsd > 1e-9,
      )
      expect(verdict === 'roll').toBe(fits)
    }),
  )
})

test.each([
  [{ costToClose: -1 }, {}, 'costToClose'],
  [{ position: { ...HELD.position, contracts: 0 } }, {}, 'contracts'],
  [{ position: { ...HELD.position, strike: 0 } }, {}, 'strike'],
  [{ position: { ...HELD.position, premium: Number.NaN } }, {}, 'premium'],
  [{ costToClose: Number.NaN }, {}, 'costToClose'],
  [{ costBasis: Number.NaN }, {}, 'costBasis'],
  [{}, { limit: 0 }, 'limit'],
  [{}, { minDays: 50, maxDays: 40 }, 'minDays must not be above maxDays 40, got 50'],
  [{}, { feePerContractUsd: -1 }, 'feePerContractUsd'],
  [{}, { maxDelta: Number.NaN }, 'maxDelta'],
] as [Partial<RollRequest>, Partial<RollOptions>, string][])('rejects %j %j', (more, options, name) => {
  for (const rows of [[CALL], []]) {
    expect(() => select(rows, options, more)).toThrow(name)
    expect(() => select(rows, options, more)).toThrow(RangeError)
  }
})

test('does not roll an expired call', () => {
  const held = (expiration: string, asOfMs = MARKET.asOfMs) =>
    select([CALL], {}, { position: { ...HELD.position, expiration }, market: { ...MARKET, asOfMs } })
  for (const expiration of [inDays(-3), inDays(0)]) {
    expect(() => held(expiration)).toThrow(`expiration must be in the future, got ${expiration}`)
    expect(() => held(expiration)).toThrow(RangeError)
  }
  expect(held(inDays(0), MARKET.asOfMs - 1).candidates).toHaveLength(1)
})
