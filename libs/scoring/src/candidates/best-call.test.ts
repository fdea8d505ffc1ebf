import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { AS_OF, inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { priceEuropean } from '../option-math/european.ts'
import { solveQuoteVol } from '../option-math/quotes.ts'
import { selectBestCall } from './best-call.ts'
import { BEST_CALL_RULES } from './criteria.ts'

const terms = (strike: number, days: number) => ({
  type: 'call' as const,
  spot: MARKET.price,
  rate: MARKET.rate,
  strike,
  years: days / 365,
})

function strikeOfDelta(delta: number, days: number, vol: number): number {
  let [low, high] = [MARKET.price, MARKET.price * 3]
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2
    if (computeAmericanDelta({ ...terms(middle, days), vol }) > delta) low = middle
    else high = middle
  }
  return low
}

/** A call with a given delta, quoted half a cent on either side of its value. */
function callOfDelta(delta: number, change: Partial<QuotedOption> & { days?: number } = {}): QuotedOption {
  const { days = 35, ...rest } = change
  const strike = strikeOfDelta(delta, days, 0.4)
  const value = priceEuropean({ ...terms(strike, days), vol: 0.4 })
  return quoted({ strike, expiration: inDays(days), bid: value - 0.005, ask: value + 0.005, ...rest })
}

const select = (...rows: QuotedOption[]) => selectBestCall(rows, MARKET)

/** Independent implementation of D53. */
const isLiquid = (bid: number, ask: number, held: number) =>
  held >= 100 && ((ask - bid) / (bid + ask) <= 0.1 + 1e-12 || ask - bid <= 0.1 + 1e-9)
const isHeldAndNarrow = (bid: number, ask: number, held: number) =>
  isLiquid(bid, ask, held) || (held >= 10 && (ask - bid) / (bid + ask) <= 0.2 + 1e-12)

describe('every rule on each side of its limit', () => {
  test.each([
    [30, 'standard'],
    [45, 'standard'],
    [29, 'wide'],
    [46, 'wide'],
    [21, 'wide'],
    [60, 'wide'],
  ] as const)('%d days: %s', (days, window) => {
    expect(select(callOfDelta(0.2, { days })).best).toMatchObject({ window, daysToExpiration: days })
  })

  test.each([20, 61, 0])('rejects %d days, outside both windows', (days) => {
    expect(select(quoted({ expiration: inDays(days) }))).toEqual({ best: null, reason: 'no_expiration_in_window' })
  })

  test.each([
    [0.15, true],
    [0.3, true],
    [0.15 - 1e-6, false],
    [0.3 + 1e-6, false],
    [0.15 - 1e-12, true],
    [0.3 + 1e-12, true],
  ])('delta %d: %p', (delta, passes) => {
    const result = select(callOfDelta(delta))
    expect(result.best !== null).toBe(passes)
    expect(result.reason).toBe(passes ? null : 'delta_out_of_range')
  })

  test.each([
    ['strike at the price', { strike: 100 }, 'no_out_of_the_money_call'],
    ['strike below the price', { strike: 95 }, 'no_out_of_the_money_call'],
    ['bid zero', { bid: 0 }, 'no_quote'],
    ['bid unknown', { bid: null }, 'no_quote'],
    ['ask unknown', { ask: null }, 'no_quote'],
    ['crossed', { bid: 1.2, ask: 1.1 }, 'no_quote'],
    ['spread just over 40% of mid', { bid: 0.8, ask: 1.2001 }, 'spread_too_wide'],
    ['open interest 9', { openInterest: 9 }, 'open_interest_too_low'],
    ['open interest unknown', { openInterest: null }, 'open_interest_too_low'],
    ['mid above the stock', { bid: 101, ask: 102 }, 'no_implied_volatility'],
  ] as const)('%s', (_, change, reason) => {
    expect(select(quoted({ strike: 106, ...change }))).toEqual({ best: null, reason })
  })

  test('accepts a spread of exactly 40%, an open interest of exactly 10 and a locked quote', () => {
    expect(select(quoted({ strike: 108, bid: 0.8, ask: 1.2 })).best?.spreadPctOfMid).toBeCloseTo(40, 9)
    expect(select(callOfDelta(0.2, { openInterest: 10 })).best?.openInterest).toBe(10)
    expect(select(quoted({ strike: 108, bid: 1, ask: 1 })).best).toMatchObject({ spreadUsd: 0, spreadPctOfMid: 0 })
  })

  test('reports a chain without calls', () => {
    expect(select()).toEqual({ best: null, reason: 'no_calls' })
    expect(select(quoted({ type: 'put' }))).toEqual({ best: null, reason: 'no_calls' })
  })
})

describe('the choice', () => {
  test('chooses the highest annualized yield at the bid, with its figures', () => {
    const chosen = callOfDelta(0.28, { contractSymbol: 'CHOSEN', openInterest: 777 })
    const { best } = select(callOfDelta(0.2), chosen, callOfDelta(0.45), callOfDelta(0.1))
    const { bid, ask, strike } = chosen as { bid: number; ask: number; strike: number }
    expect(best).toEqual({
      contractSymbol: 'CHOSEN',
      strike,
      expiration: inDays(35),
      daysToExpiration: 35,
      bid,
      ask,
      mid: (bid + ask) / 2,
      spreadUsd: ask - bid,
      spreadPctOfMid: expect.closeTo((0.01 / ((bid + ask) / 2)) * 100, 9),
      delta: expect.closeTo(0.28, 9),
      impliedVolatility: expect.closeTo(0.4, 9),
      volume: 50,
      openInterest: 777,
      annualizedYieldPct: expect.closeTo((bid / 100) * (365 / 35) * 100, 10),
      ifCalledReturnPct: expect.closeTo(strike - 100 + bid, 10),
      returnBasis: 'stock_price',
      window: 'standard',
      liquidity: 'liquid',
      model: 'bsm',
    })
  })

  test('takes the first group with a call, however low its yield: 30-45 days liquid, 21-60 liquid, 30-45 thin, 21-60 thin', () => {
    const thin = { openInterest: 99 }
    const groups = [
      callOfDelta(0.16),
      callOfDelta(0.2, { days: 25 }),
      callOfDelta(0.24, thin),
      callOfDelta(0.29, { days: 25, ...thin }),
    ]
    const chosen = groups.map((_call, from) => select(...groups.slice(from)).best)
    expect(chosen.map((best) => [best?.window, best?.liquidity])).toEqual([
      ['standard', 'liquid'],
      ['wide', 'liquid'],
      ['standard', 'thin'],
      ['wide', 'thin'],
    ])
    const yields = chosen.map((best) => best?.annualizedYieldPct ?? 0)
    expect(yields).toEqual(yields.toSorted((a, b) => a - b))
  })

  test.each([
    ['spread 20% of the mid, open interest 100', { bid: 1.8, ask: 2.2, openInterest: 100 }, 'liquid'],
    ['open interest 99', { bid: 1.8, ask: 2.2, openInterest: 99 }, 'thin'],
    ['spread just over 20 %', { bid: 1.8, ask: 2.2001, openInterest: 5000 }, 'thin'],
    ['a spread of 10 cents, 25% of the mid', { bid: 0.35, ask: 0.45, openInterest: 100 }, 'liquid'],
    ['11 cents, over 20 %', { bid: 0.35, ask: 0.46, openInterest: 100 }, 'thin'],
    ['a spread of 10 cents, over 40% of the mid', { bid: 0.15, ask: 0.25, openInterest: 100 }, 'liquid'],
    ['the same with too little open interest', { bid: 0.15, ask: 0.25, openInterest: 99 }, null],
    ['spread 40%, open interest 10', { bid: 0.8, ask: 1.2, openInterest: 10 }, 'thin'],
    ['open interest 9', { bid: 0.8, ask: 1.2, openInterest: 9 }, null],
  ] as const)('%s: %p', (_, quote, liquidity) => {
    // For each price, one of these strikes has a delta in range.
    const rows = [102, 103, 105, 107, 109].map((strike) => quoted({ strike, ...quote }))
    expect(select(...rows).best?.liquidity ?? null).toBe(liquidity)
  })

  test('values each expiration at the rate for its term, if known', () => {
    const row = callOfDelta(0.3 - 1e-7)
    expect(selectBestCall([row], MARKET, new Map([[inDays(42), 0.2]])).best).not.toBeNull()
    expect(selectBestCall([row], MARKET, new Map([[row.expiration, MARKET.rate + 0.01]])).reason).toBe(
      'delta_out_of_range',
    )
  })

  test('breaks ties by the tighter spread, then the earlier symbol', () => {
    const loose = quoted({ strike: 108, bid: 1, ask: 1.2, contractSymbol: 'A' })
    const tight = quoted({ strike: 108, bid: 1, ask: 1.1, contractSymbol: 'C' })
    const twin = quoted({ strike: 108, bid: 1, ask: 1.1, contractSymbol: 'B' })
    for (const rows of [
      [loose, tight, twin],
      [twin, tight, loose],
    ]) {
      expect(select(...rows).best?.contractSymbol).toBe('B')
    }
  })

  test('computes the delta with a dividend that falls within the term', () => {
    const row = callOfDelta(0.29)
    const paid = { ...MARKET, dividends: [{ exDate: inDays(10), cash: 2 }] }
    const { best } = selectBestCall([row], paid)
    expect(best?.model).toBe('american_one_dividend')
    const { bid, ask, strike } = row
    const contract = { ...terms(strike, 35), bid, ask, dividends: [{ years: 10 / 365, cash: 2 }] }
    const { vol } = solveQuoteVol(contract)
    expect(best?.impliedVolatility).toBe(vol)
    expect(best?.delta).toBe(computeAmericanDelta({ ...contract, vol: vol ?? Number.NaN }))
    const gone = { ...MARKET, dividends: [{ exDate: AS_OF, cash: 2 }] }
    expect(selectBestCall([row], gone).best?.model).toBe('bsm')
    const atNoon = { ...gone, asOfMs: MARKET.asOfMs - 4 * 3_600_000 }
    expect(selectBestCall([row], atNoon).best?.model).toBe('bsm')
  })

  test('finds the best call whatever the order of the rows', () => {
    const row = fc.record({
      strike: fc.integer({ min: 95, max: 130 }),
      days: fc.integer({ min: 15, max: 70 }),
      bidCents: fc.integer({ min: 0, max: 400 }),
      spreadCents: fc.integer({ min: -5, max: 150 }),
      openInterest: fc.option(fc.integer({ min: 0, max: 200 })),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (drawn) => {
        const rows = drawn.map(({ strike, days, bidCents, spreadCents, openInterest }, index) => {
          const [bid, ask] = [bidCents / 100, (bidCents + spreadCents) / 100]
          return quoted({ strike, expiration: inDays(days), bid, ask, openInterest, contractSymbol: `T${index}` })
        })
        const result = selectBestCall(rows, MARKET)
        expect(selectBestCall(rows.toReversed(), MARKET)).toEqual(result)
        const qualifying = rows.filter(({ strike, expiration, bid, ask, openInterest }) => {
          const days = (Date.parse(expiration) - Date.parse(AS_OF)) / 86_400_000
          if (bid === null || ask === null || bid <= 0 || ask < bid || strike <= 100 || (openInterest ?? 0) < 10)
            return false
          if (days < 21 || days > 60 || !isHeldAndNarrow(bid, ask, openInterest ?? 0)) return false
          const contract = { ...terms(strike, days), bid, ask }
          const { vol } = solveQuoteVol(contract)
          const delta = vol === null ? 0 : computeAmericanDelta({ ...contract, vol })
          return delta >= 0.15 && delta <= 0.3
        })
        expect(result.best === null).toBe(qualifying.length === 0)
        const { best } = result
        if (best === null) return
        const rankOf = ({ expiration, bid, ask, openInterest }: QuotedOption) => {
          const days = (Date.parse(expiration) - Date.parse(AS_OF)) / 86_400_000
          const { min, max } = BEST_CALL_RULES.standardDays
          const isWide = days < min || days > max
          return { group: (isLiquid(bid ?? 0, ask ?? 0, openInterest ?? 0) ? 0 : 2) + Number(isWide), days }
        }
        const groups = qualifying.map((call) => rankOf(call).group)
        expect([best.liquidity, best.window]).toEqual([
          Math.min(...groups) < 2 ? 'liquid' : 'thin',
          Math.min(...groups) % 2 === 0 ? 'standard' : 'wide',
        ])
        for (const call of qualifying) {
          const { group, days } = rankOf(call)
          if (group > Math.min(...groups)) continue
          expect((((call.bid ?? 0) / 100) * 36_500) / days).toBeLessThanOrEqual(best.annualizedYieldPct + 1e-9)
        }
      }),
    )
  })
})
