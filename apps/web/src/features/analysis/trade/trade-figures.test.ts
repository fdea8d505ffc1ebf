import type { ChainRow } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { readChain } from '../../../api/options.ts'
import { findBest } from '../../../shared/figures/best-call.ts'
import { buildChain, buildContract } from '../../../testing/option-builders.ts'
import { buildValuedChain } from '../../../testing/valued-chain.ts'
import { asItIs } from '../analysis-state.ts'
import {
  drawPayoff,
  findPriceRange,
  findPriceStep,
  readPayoff,
  suppose,
  tabulateByDateAndPrice,
  valueTrade,
} from './scenario.ts'
import { chooseCall } from './selection.ts'
import { compareTrades, describeTrade, measureTrade, nameTrade, openTrade, type Trade } from './trade-figures.ts'

/** @jest-environment node */

interface Call {
  readonly price: number
  readonly strike: number
  readonly bid: number | null
  readonly days?: number
  readonly contracts?: number
  readonly dividends?: readonly {
    readonly ex_date: string
    readonly cash_amount: number
    readonly estimated: boolean
  }[]
  readonly row?: Partial<ChainRow>
  readonly expiration?: string
}

/** A trade in one quoted call; the builder's defaults supply the other server figures. */
function tradeOf({ price, strike, bid, days = 35, contracts = 1, dividends = [], row = {}, expiration }: Call): Trade {
  const option = buildContract({ strike, bid, ...row })
  const wire = buildChain({
    current_price: price,
    days_to_expiration: days,
    dividends: [...dividends],
    options: [option],
    rate: 0.05,
    ...(expiration && { expiration_date: expiration }),
  })
  const chain = readChain(wire)
  const call = chooseCall(chain, strike)
  const trade = call && openTrade(chain, call, contracts)
  if (trade === null) throw new Error('no trade')
  return trade
}

describe('published cases', () => {
  test('case 25: stock at 164.04, strike 175, premium 1.15 earns at most 1,211', () => {
    const trade = tradeOf({ price: 164.04, strike: 175, bid: 1.15 })
    expect(measureTrade(trade).maxProfitUsd).toBeCloseTo(1_211, 6)
    expect(drawPayoff(trade, { days: 0, volPct: 27.2 })?.breakeven).toBeCloseTo(162.89, 9)
  })

  test('case 15: in the money at 75.58, the static return survives a 0.77 % fall; breakeven is 72.88', () => {
    const trade = tradeOf({ price: 75.58, strike: 75, bid: 2.7 })
    const { timeValueProtectionPct, staticReturn, ifCalledReturn } = measureTrade(trade)
    expect(timeValueProtectionPct).toBeCloseTo(0.77, 2)
    expect(drawPayoff(trade, { days: 0, volPct: null })?.breakeven).toBeCloseTo(72.88, 9)
    expect(staticReturn?.returnPct).toBeCloseTo(ifCalledReturn?.returnPct ?? 0, 9)
  })

  test('an at-the-money call with a year left, 20 % volatility and a 5 % rate is worth 10.4506', () => {
    const trade = tradeOf({ price: 100, strike: 100, bid: 10, days: 365, expiration: '2027-07-10' })
    const value = valueTrade(trade, { price: 100, days: 0, volPct: 20 })
    expect(value?.callValue).toBeCloseTo(10.4506, 4)
    expect(value?.positionValueUsd).toBeCloseTo(100 * (100 - 10.4506), 2)
    expect(value?.profitUsd).toBeCloseTo(100 * (10 - 10.4506), 2)
  })
})

describe('a trade worked out by hand', () => {
  const dividends = [
    { ex_date: '2026-08-03', cash_amount: 0.5, estimated: false },
    { ex_date: '2026-08-10', cash_amount: 9, estimated: true },
  ]
  const two = tradeOf({
    price: 100,
    strike: 110,
    bid: 2,
    days: 73,
    contracts: 2,
    dividends,
    row: { implied_volatility: 0.25 },
  })
  const figures = measureTrade(two)

  test('the credit is the bid for all shares', () => expect(figures.creditUsd).toBe(400))
  test('the maximum profit is headroom plus premium plus dividend', () =>
    expect(figures.maxProfitUsd).toBeCloseTo(2_500, 9))
  test('returns are relative to the price; annualized, they are five times as high', () => {
    expect(figures.staticReturn?.returnPct).toBeCloseTo(2.5, 9)
    expect(figures.staticReturn?.annualizedPct).toBeCloseTo(12.5, 9)
    expect(figures.ifCalledReturn?.returnPct).toBeCloseTo(12.5, 9)
    expect(figures.ifCalledReturn?.annualizedPct).toBeCloseTo(62.5, 9)
  })
  test('the premium and the declared dividend cover a 2.5% fall, down to the breakeven', () => {
    expect(figures.cushionPct).toBeCloseTo(2.5, 9)
    expect(drawPayoff(two, { days: 0, volPct: 25 })?.breakeven).toBeCloseTo(97.5, 9)
  })
  test("10 % headroom is 0.89 expected moves at the call's own volatility", () => {
    expect(figures.headroomPct).toBeCloseTo(10, 9)
    expect(figures.expectedMove).toBeCloseTo(100 * 0.25 * Math.sqrt(0.2), 9)
    expect(figures.headroomEm).toBeCloseTo(10 / (25 * Math.sqrt(0.2)), 9)
  })
  test('the profit at expiration is capped at 2,500 and zero at 97.50', () => {
    const at = (price: number) => readPayoff(two, { days: 73, volPct: 25 }, price)
    expect(at(120)).toEqual({ price: 120, atExpirationUsd: 2_500, onDayUsd: expect.closeTo(2_500, 6) })
    expect(at(97.5)?.atExpirationUsd).toBeCloseTo(0, 9)
    expect(at(90)?.atExpirationUsd).toBeCloseTo(-1_500, 9)
  })
  test('on the expiration day, annualizes over one day', () => {
    const today = measureTrade(tradeOf({ price: 100, strike: 100, bid: 1, days: 0 }))
    expect(today.staticReturn?.annualizedPct).toBeCloseTo(365, 9)
  })
})

describe('the chain row and the preview agree', () => {
  const dividends = [{ exDate: '2026-08-03', cash: 0.4 }]
  const chain = readChain(buildValuedChain({ dividends }))

  test.each(chain.contracts.map((call) => [call.strike, call] as const))('%d', (_strike, call) => {
    const trade = openTrade(chain, call, 1)
    if (trade === null) throw new Error('no trade')
    const figures = measureTrade(trade)
    expect(figures.ifCalledReturn?.returnPct).toBeCloseTo(call.ifCalledReturnPct ?? Number.NaN, 9)
    const payoff = drawPayoff(trade, { days: 0, volPct: null })
    if (call.breakeven === null) expect(payoff?.breakeven).toBeNull()
    else expect(payoff?.breakeven).toBeCloseTo(call.breakeven, 9)
  })

  test("today's call is worth its mid", () => {
    for (const call of chain.contracts) {
      const trade = openTrade(chain, call, 1)
      if (trade === null || call.vol === null) continue
      expect(valueTrade(trade, suppose(trade, asItIs))?.callValue).toBeCloseTo(call.mid ?? Number.NaN, 4)
    }
  })
})

describe('unknown values stay unknown', () => {
  test('without a bid, no figure depends on one', () => {
    const trade = tradeOf({ price: 100, strike: 110, bid: null, row: { breakeven: null } })
    const { creditUsd, maxProfitUsd, staticReturn, ifCalledReturn, cushionPct } = measureTrade(trade)
    expect([creditUsd, maxProfitUsd, staticReturn, ifCalledReturn, cushionPct]).toEqual([null, null, null, null, null])
    expect(drawPayoff(trade, { days: 0, volPct: 30 })).toBeNull()
    expect(valueTrade(trade, { price: 100, days: 0, volPct: 30 })).toBeNull()
  })

  test("without a volatility, draws the line at expiration; adds today's line once the user enters one", () => {
    const trade = tradeOf({ price: 100, strike: 110, bid: 1, row: { implied_volatility: null } })
    const supposed = suppose(trade, asItIs)
    expect(supposed.volPct).toBeNull()
    expect(measureTrade(trade).headroomEm).toBeNull()
    expect(drawPayoff(trade, supposed)).toMatchObject({ onDay: null, breakeven: 99 })
    expect(drawPayoff(trade, suppose(trade, { ...asItIs, volPct: 30 }))?.onDay).toHaveLength(
      drawPayoff(trade, supposed)?.atExpiration.length ?? 0,
    )
  })

  test('without a price, has no trade', () => {
    const chain = readChain(buildChain({ current_price: null }))
    const [call] = chain.contracts
    expect(call && openTrade(chain, call, 1)).toBeNull()
  })
})

describe('what-if values', () => {
  const trade = tradeOf({ price: 100, strike: 110, bid: 1, row: { implied_volatility: 0.3 } })

  test("default to today's values", () => {
    expect(suppose(trade, asItIs)).toEqual({ price: 100, days: 0, volPct: 30 })
  })
  test('days stop at expiration', () => {
    expect(suppose(trade, { price: 90, days: 400, volPct: 45.5 })).toEqual({ price: 90, days: 35, volPct: 45.5 })
  })
  test('the range includes price, strike, breakeven and expected move', () => {
    const { from, to } = findPriceRange(trade)
    expect(from).toBeLessThan(100 - 11)
    expect(to).toBeGreaterThan(111)
  })
  test('far in the money, the range still ends above zero', () => {
    expect(findPriceRange(tradeOf({ price: 100, strike: 5, bid: 96, row: { breakeven: 4 } })).from).toBeGreaterThan(0)
  })
  test.each([
    [0.4, 0.01],
    [10, 0.2],
    [30, 1],
    [250, 5],
    [600, 20],
  ])('over a span of %d dollars, a step is %d', (span, step) => {
    expect(findPriceStep(span)).toBeCloseTo(step, 9)
  })
})

describe('profit by price and date', () => {
  const trade = tradeOf({ price: 100, strike: 110, bid: 1, row: { implied_volatility: 0.3 } })
  const table = tabulateByDateAndPrice(trade, { volPct: 30 })

  test('runs from today to expiration, and marks the price, the strike and the breakeven', () => {
    expect(table?.dates.map(({ days }) => days)).toEqual([0, 9, 18, 26, 35])
    expect(table?.dates.at(-1)?.date).toBe(trade.expiration)
    const marked = table?.rows.filter(({ marks }) => marks.length > 0).map(({ price, marks }) => [price, ...marks])
    expect(marked).toEqual([
      [110, 'strike'],
      [100, 'price'],
      [99, 'breakeven'],
    ])
    const prices = table?.rows.map(({ price }) => price) ?? []
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  })
  test('agrees with the payoff at expiration and with the what-if value today', () => {
    for (const { price, profitsUsd } of table?.rows ?? []) {
      expect(profitsUsd.at(-1)).toBeCloseTo(readPayoff(trade, { days: 35, volPct: 30 }, price)?.atExpirationUsd ?? 0, 6)
      expect(profitsUsd[0]).toBeCloseTo(valueTrade(trade, { price, days: 0, volPct: 30 })?.profitUsd ?? 0, 6)
    }
  })
  test('has only the column of expiration on that day or without a volatility', () => {
    expect(
      tabulateByDateAndPrice(tradeOf({ price: 100, strike: 110, bid: 1, days: 0 }), { volPct: 30 })?.dates,
    ).toHaveLength(1)
    const atExpiration = tabulateByDateAndPrice(trade, { volPct: null })
    expect(atExpiration?.dates).toEqual([{ days: 35, date: trade.expiration }])
    expect(atExpiration?.rows[0]?.profitsUsd).toEqual([1_100])
  })
})

describe('comparison', () => {
  const chain = readChain(buildValuedChain())
  const call = chooseCall(chain, 105)
  const chosen = call && openTrade(chain, call, 2)

  test('puts the selected strike first, lists each strike once, and skips unlisted ones', () => {
    if (chosen === null) throw new Error('no trade')
    const compared = compareTrades(chosen, [95, 105, 110, 111], chain)
    expect(compared.map(({ trade }) => trade.call.strike)).toEqual([105, 95, 110])
    expect(compared.map(({ trade }) => trade.contracts)).toEqual([2, 2, 2])
  })

  test.each([
    [[1, 3, 2], 'more', 1],
    [[1, 3, 2], 'less', 0],
    [[3, 3, 2], 'more', null],
    [[3, null, 2], 'more', null],
    [[3], 'more', null],
  ] as const)('among %p, if %s is better, the best is at index %p', (values, better, place) => {
    expect(findBest(values, better)).toBe(place)
  })
})

describe('as text', () => {
  const words = (call: Partial<Call>) => {
    const trade = tradeOf({ price: 412.5, strike: 440, bid: 4.95, ...call })
    return [nameTrade(trade), describeTrade(trade, measureTrade(trade))]
  }

  test.each([
    [
      {},
      'Sell 1 QAAA Aug 14, 440 call',
      'You keep $495 and would sell at $440, 6.7% above today, if called by Aug 14.',
    ],
    [
      { contracts: 3, strike: 442.5, expiration: '2027-01-15' },
      'Sell 3 QAAA Jan 15, 2027, 442.5 calls',
      'You keep $1,485 and would sell 300 shares at $442.50, 7.3% above today, if called by Jan 15, 2027.',
    ],
    [
      { strike: 400, bid: 20 },
      'Sell 1 QAAA Aug 14, 400 call',
      'You keep $2,000 and would sell at $400, 3.0% below today, if called by Aug 14.',
    ],
    [
      { strike: 412.5 },
      'Sell 1 QAAA Aug 14, 412.5 call',
      "You keep $495 and would sell at $412.50, at today's price, if called by Aug 14.",
    ],
    [
      { bid: 0 },
      'Sell 1 QAAA Aug 14, 440 call',
      'There are no buyers for this call. You would sell at $440, 6.7% above today, if called by Aug 14.',
    ],
    [
      { bid: null },
      'Sell 1 QAAA Aug 14, 440 call',
      'There is no bid, so what you keep is unknown. You would sell at $440, 6.7% above today, if called by Aug 14.',
    ],
  ])('%j', (call, title, sentence) => {
    expect(words(call)).toEqual([title, sentence])
  })
})
