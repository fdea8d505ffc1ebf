import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { effectiveCostPerShare, legCashUsd, type OptionTrade, realizeLegGroups } from './leg-group.ts'

const SOLD: OptionTrade = {
  symbol: 'XYZ',
  date: '2026-01-05',
  side: 'sell',
  type: 'call',
  strike: 50,
  expiration: '2026-02-20',
  price: 2,
  contracts: 3,
  feesUsd: 1.95,
}

describe('cash of a leg', () => {
  test('selling brings cash, buying costs cash, and fees apply to both', () => {
    expect(legCashUsd(SOLD)).toBeCloseTo(598.05, 9)
    expect(legCashUsd({ ...SOLD, side: 'buy' })).toBeCloseTo(-601.95, 9)
    expect(legCashUsd({ ...SOLD, sharesPerContract: 10 })).toBeCloseTo(58.05, 9)
  })

  test.each([
    [{ price: -1 }, 'price must be'],
    [{ contracts: 0 }, 'contracts must be'],
    [{ feesUsd: -1 }, 'feesUsd must be'],
    [{ sharesPerContract: 0 }, 'sharesPerContract must be'],
  ])('rejects %j', (change, message) => {
    expect(() => legCashUsd({ ...SOLD, ...change })).toThrow(message)
  })
})

describe('result of a leg group', () => {
  const partly: OptionTrade = { ...SOLD, date: '2026-01-20', side: 'buy', price: 1, contracts: 1, feesUsd: 0.65 }
  const rest: OptionTrade = { ...partly, date: '2026-02-02', contracts: 2, feesUsd: 1.3 }

  test('a group with open contracts has no realized result, even after a partial buyback', () => {
    expect(realizeLegGroups([SOLD, partly], '2026-02-19')).toEqual([
      {
        symbol: 'XYZ',
        type: 'call',
        strike: 50,
        expiration: '2026-02-20',
        sharesPerContract: 100,
        netCashUsd: expect.closeTo(497.4, 9),
        openContracts: -2,
        endedOn: null,
        realizedMonth: null,
        realizedUsd: null,
      },
    ])
  })

  test('the last closing trade ends a group, and the whole net belongs to that month', () => {
    const [group] = realizeLegGroups([rest, SOLD, partly], '2026-02-02')
    expect(group).toMatchObject({ openContracts: 0, endedOn: '2026-02-02', realizedMonth: '2026-02' })
    expect(group?.realizedUsd).toBeCloseTo(598.05 - 100.65 - 201.3, 9)
  })

  test('expiration ends open contracts once its close has passed', () => {
    expect(realizeLegGroups([SOLD], '2026-02-19')[0]).toMatchObject({ endedOn: null, openContracts: -3 })
    expect(realizeLegGroups([SOLD], '2026-02-20')[0]).toMatchObject({
      endedOn: '2026-02-20',
      realizedMonth: '2026-02',
      openContracts: 0,
      realizedUsd: expect.closeTo(598.05, 9),
    })
  })

  test('groups by stock, strike, expiration, type and contract size', () => {
    const others = [
      { ...SOLD, symbol: 'ABC' },
      { ...SOLD, sharesPerContract: 150 },
      { ...SOLD, strike: 55 },
      { ...SOLD, expiration: '2026-03-20' },
      { ...SOLD, type: 'put' as const },
    ]
    expect(realizeLegGroups([SOLD, ...others, partly], '2026-02-01')).toHaveLength(6)
    expect(realizeLegGroups([], '2026-02-01')).toEqual([])
  })

  test('a call sold on one stock and one bought on another do not close each other', () => {
    const groups = realizeLegGroups([SOLD, { ...SOLD, symbol: 'ABC', side: 'buy' }], '2026-02-01')
    expect(groups.map(({ symbol, openContracts, endedOn }) => [symbol, openContracts, endedOn])).toEqual([
      ['XYZ', -3, null],
      ['ABC', 3, null],
    ])
  })

  test('100 shares per contract is the default', () => {
    const bought: OptionTrade = { ...SOLD, side: 'buy', sharesPerContract: 100 }
    expect(realizeLegGroups([SOLD, bought], '2026-02-01')).toHaveLength(1)
  })

  test.each([
    [{ date: '2026-1-05' }, 'expected a calendar day YYYY-MM-DD, got 2026-1-05'],
    [{ expiration: '2026-02-30' }, 'expected a calendar day YYYY-MM-DD, got 2026-02-30'],
    [{ date: '2026-02-21' }, 'date must not be after the expiration 2026-02-20, got 2026-02-21'],
    [{ strike: Number.NaN }, 'strike must be'],
  ])('rejects a trade with %j', (change, message) => {
    expect(() => realizeLegGroups([{ ...SOLD, ...change }], '2026-02-01')).toThrow(message)
  })

  test('rejects an invalid last closed day, accepts a trade on the expiration day', () => {
    expect(() => realizeLegGroups([SOLD], '2026-2-1')).toThrow('expected a calendar day YYYY-MM-DD, got 2026-2-1')
    const onTheDay: OptionTrade = { ...SOLD, date: '2026-02-20', side: 'buy' }
    expect(realizeLegGroups([SOLD, onTheDay], '2026-02-20')[0]).toMatchObject({ endedOn: '2026-02-20' })
  })

  test('cash from the groups adds up to cash from the trades', () => {
    const trades = fc.array(
      fc.record({
        side: fc.constantFrom('sell' as const, 'buy' as const),
        strike: fc.constantFrom(50, 55),
        price: fc.double({ min: 0, max: 20, noNaN: true }),
        contracts: fc.integer({ min: 1, max: 5 }),
      }),
    )
    fc.assert(
      fc.property(trades, (drawn) => {
        const made = drawn.map((trade) => ({ ...SOLD, ...trade }))
        const cash = made.reduce((sum, trade) => sum + legCashUsd(trade), 0)
        const net = realizeLegGroups(made, '2026-01-31').reduce((sum, { netCashUsd }) => sum + netCashUsd, 0)
        expect(net).toBeCloseTo(cash, 6)
      }),
    )
  })
})

test('effective cost is the cost of the shares minus option cash', () => {
  expect(effectiveCostPerShare({ shares: 200, costUsd: 10_000, netOptionCashUsd: 600 })).toBe(47)
  expect(effectiveCostPerShare({ shares: 200, costUsd: 10_000, netOptionCashUsd: -600 })).toBe(53)
  expect(() => effectiveCostPerShare({ shares: 0, costUsd: 1, netOptionCashUsd: 0 })).toThrow('shares must be')
  expect(() => effectiveCostPerShare({ shares: 1, costUsd: 0, netOptionCashUsd: 0 })).toThrow('costUsd must be')
  for (const netOptionCashUsd of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => effectiveCostPerShare({ shares: 1, costUsd: 1, netOptionCashUsd })).toThrow('netOptionCashUsd must be')
  }
})
