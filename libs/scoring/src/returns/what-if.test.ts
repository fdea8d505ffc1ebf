import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { dividendContractOf } from '../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { addDays, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkCloseMs, newYorkTimeMs, yearsUntilClose } from '../calendar/new-york.ts'
import { priceAmerican } from '../option-math/american/american.ts'
import { payoffUsd } from './payoff.ts'
import { computeWhatIf, type PricedPosition, tabulateByDate, tabulateByVolatility } from './what-if.ts'

const TODAY = '2026-03-02'
const IN_A_YEAR = '2027-03-02'
const dayOn = (days: number): IsoDate => addDays(TODAY, days)

/** 100 shares at 100, a 100 call sold at 12, $1 of fees; one year at 5% and 20%: the textbook call of 10.4506. */
const POSITION: PricedPosition = {
  entryPrice: 100,
  strike: 100,
  premium: 12,
  contracts: 1,
  feesUsd: 1,
  expiration: IN_A_YEAR,
  asOfMs: newYorkCloseMs(TODAY),
  rate: 0.05,
  vol: 0.2,
}
const TEXTBOOK_CALL = 10.450583572185565

/**
 * With almost no volatility and a rate of 0, the call is worth its exercise value, which is 5 higher before the drop of
 * 5.
 */
const WITH_DIVIDEND: PricedPosition = {
  entryPrice: 110,
  strike: 80,
  premium: 33,
  contracts: 1,
  expiration: dayOn(30),
  asOfMs: newYorkCloseMs(TODAY),
  rate: 0,
  vol: 0.01,
  dividends: [{ exDate: dayOn(10), cash: 5 }],
}

describe('computed by hand', () => {
  test('values shares minus the call today, and the gain over the cost', () => {
    expect(computeWhatIf(POSITION, { price: 100, daysForward: 0 })).toEqual({
      price: 100,
      daysForward: 0,
      vol: 0.2,
      callValue: expect.closeTo(TEXTBOOK_CALL, 10),
      positionValueUsd: expect.closeTo(10_000 - 100 * TEXTBOOK_CALL, 8),
      dividendsReceivedUsd: 0,
      profitUsd: expect.closeTo(10_000 - 100 * TEXTBOOK_CALL - 8801, 8),
      model: 'bsm',
    })
  })

  test('days forward shorten the term, and a volatility change is added', () => {
    const longer = { ...POSITION, expiration: addDays(IN_A_YEAR, 73) }
    expect(computeWhatIf(longer, { price: 100, daysForward: 73 }).callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    const calmer = computeWhatIf({ ...POSITION, vol: 0.15 }, { price: 100, daysForward: 0, volChange: 0.05 })
    expect(calmer.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(calmer.vol).toBeCloseTo(0.2, 12)
  })

  test('volatility is at least 0, where the call is worth its discounted exercise value', () => {
    const none = computeWhatIf(POSITION, { price: 110, daysForward: 0, volChange: -0.5 })
    expect(none.vol).toBe(0)
    expect(none.callValue).toBeCloseTo(110 - 100 * Math.exp(-0.05), 10)
  })

  test('includes uncovered shares and several contracts', () => {
    const value = computeWhatIf({ ...POSITION, contracts: 2, shares: 250 }, { price: 100, daysForward: 0 })
    expect(value.positionValueUsd).toBeCloseTo(25_000 - 200 * TEXTBOOK_CALL, 8)
    expect(value.profitUsd).toBeCloseTo(25_000 - 200 * TEXTBOOK_CALL - (25_000 - 2_400 + 1), 8)
  })

  test.each([
    // The day before the drop, the call would be exercised for the dividend; after it, the holder has the cash.
    [9, 120, 40, 0, 'american_one_dividend'],
    [10, 115, 35, 500, 'bsm'],
    [29, 115, 35, 500, 'bsm'],
    [30, 115, 35, 500, 'payoff'],
    [400, 115, 35, 500, 'payoff'],
  ])(
    '%d days later, with the stock at %d: call %d, dividends %d, by %s',
    (daysForward, price, call, received, model) => {
      const value = computeWhatIf(WITH_DIVIDEND, { price, daysForward })
      expect(value).toMatchObject({ dividendsReceivedUsd: received, model })
      expect(value.callValue).toBeCloseTo(call, 6)
      expect(value.positionValueUsd).toBeCloseTo(100 * (price - call), 4)
      expect(value.profitUsd).toBeCloseTo(100 * (price - call) + received - 7700, 4)
    },
  )

  test('applies and names the dividend model', () => {
    const escrowed = computeWhatIf({ ...WITH_DIVIDEND, dividendModel: 'escrowed' }, { price: 120, daysForward: 0 })
    expect(escrowed.model).toBe('american_one_dividend_escrowed')
    const twoDividends = { ...WITH_DIVIDEND, dividends: [10, 20].map((days) => ({ exDate: dayOn(days), cash: 1 })) }
    expect(computeWhatIf(twoDividends, { price: 90, daysForward: 5 }).model).toBe('american_grid')
    expect(computeWhatIf(twoDividends, { price: 90, daysForward: 15 })).toMatchObject({
      dividendsReceivedUsd: 100,
      model: 'american_one_dividend',
    })
  })

  test('a dividend today or after expiration is neither counted nor priced', () => {
    const dividends = [
      { exDate: TODAY, cash: 5 },
      { exDate: dayOn(31), cash: 5 },
    ]
    for (const daysForward of [0, 20, 30, 60]) {
      expect(computeWhatIf({ ...WITH_DIVIDEND, dividends }, { price: 100, daysForward }).dividendsReceivedUsd).toBe(0)
    }
    expect(computeWhatIf({ ...WITH_DIVIDEND, dividends }, { price: 100, daysForward: 0 }).model).toBe('bsm')
  })

  test('a dividend on the expiration day is priced until that day and counted on it', () => {
    const dividends = [{ exDate: dayOn(30), cash: 5 }]
    const position = { ...WITH_DIVIDEND, dividends }
    expect(computeWhatIf(position, { price: 115, daysForward: 30 })).toMatchObject({
      dividendsReceivedUsd: 500,
      callValue: 35,
      model: 'payoff',
    })
    const before = computeWhatIf(position, { price: 120, daysForward: 29 })
    expect(before).toMatchObject({ dividendsReceivedUsd: 0, model: 'american_one_dividend' })
    expect(before.callValue).toBeCloseTo(40, 6)
  })

  // Minutes after midnight: before the open, at the open, at noon, at the close, in the evening.
  test.each([0, 570, 720, 960, 1200])('at minute %d of the day, days are still calendar days', (minute) => {
    const position = { ...WITH_DIVIDEND, asOfMs: newYorkTimeMs(TODAY, minute) }
    const on = (daysForward: number, price: number) => computeWhatIf(position, { price, daysForward })
    expect(on(9, 120)).toMatchObject({ dividendsReceivedUsd: 0, model: 'american_one_dividend' })
    expect(on(10, 115)).toMatchObject({ dividendsReceivedUsd: 500, model: 'bsm' })
    expect(on(10, 115).callValue).toBeCloseTo(35, 6)
    expect(on(29, 115).model).toBe('bsm')
    expect(on(30, 115)).toMatchObject({ dividendsReceivedUsd: 500, callValue: 35, model: 'payoff' })
  })

  test('0 days means now, a later day means its close', () => {
    const [morning, evening] = [570, 1200].map((minute) => ({ ...POSITION, asOfMs: newYorkTimeMs(TODAY, minute) }))
    if (morning === undefined || evening === undefined) throw new Error('two instants')
    const now = { price: 100, daysForward: 0 }
    const closed = computeWhatIf(POSITION, now).callValue
    expect(computeWhatIf(morning, now).callValue).toBeGreaterThan(closed)
    expect(computeWhatIf(evening, now).callValue).toBeLessThan(closed)
    const tomorrow = { price: 100, daysForward: 1 }
    expect(computeWhatIf(morning, tomorrow)).toEqual(computeWhatIf(evening, tomorrow))
  })

  test('on the expiration day, the call has hours left now and none after the close', () => {
    const asOf = (minute: number) => ({ ...POSITION, expiration: TODAY, asOfMs: newYorkTimeMs(TODAY, minute) })
    const now = { price: 100, daysForward: 0 }
    expect(computeWhatIf(asOf(570), now).callValue).toBeGreaterThan(0.1)
    expect(computeWhatIf(asOf(960), now)).toMatchObject({ callValue: 0, model: 'payoff' })
    expect(computeWhatIf(asOf(570), { ...now, daysForward: 1 })).toMatchObject({ callValue: 0, model: 'payoff' })
  })

  test.each([
    [{ price: 0, daysForward: 1 }, 'price must be'],
    [{ price: 1, daysForward: -1 }, 'daysForward must be'],
    [{ price: 1, daysForward: 1.5 }, 'daysForward must be a whole number from 0, got 1.5'],
    [{ price: 1, daysForward: 1, volChange: Number.NaN }, 'volChange must be'],
  ])('rejects %j', (scenario, message) => {
    expect(() => computeWhatIf(POSITION, scenario)).toThrow(message)
  })

  test.each([
    [{ vol: -0.1 }, 'vol must be'],
    [{ asOfMs: Number.NaN }, 'instantMs must be'],
    [{ expiration: '2026-02-30' }, 'expected a calendar day'],
    [{ dividends: [{ exDate: '2026-03-1x', cash: 1 }] }, 'expected a calendar day'],
    [{ dividends: [{ exDate: dayOn(3), cash: Number.NaN }] }, 'dividend cash must be'],
  ])('rejects a position with %j', (change, message) => {
    for (const daysForward of [1, 400]) {
      expect(() => computeWhatIf({ ...POSITION, ...change }, { price: 1, daysForward })).toThrow(message)
    }
  })
})

testShared(
  'values the call of each row of golden/american_discrete.csv ten days later',
  ['golden/american_discrete.csv'],
  (path) => {
    const rows = readCsv(path).filter(({ type }) => type === 'call')
    const daysForward = 10
    const later = (years: number) => dayOn(Math.round(years * 365) + daysForward)
    // Every twentieth row keeps the test short; option-math tests the whole file.
    for (const row of rows.filter((_row, index) => index % 20 === 0)) {
      const { spot, strike, years, rate, dividends, dividendModel } = dividendContractOf(row)
      const coming = dividends
        .filter((one) => one.years > 0)
        .map((one) => ({ exDate: later(one.years), cash: one.cash }))
      const terms = { strike, expiration: later(years), rate, vol: numberOf(row, 'vol'), dividendModel }
      const position = { ...POSITION, ...terms, dividends: coming }
      const { callValue } = computeWhatIf(position, { price: spot, daysForward })
      const tolerance = numberOf(row, 'price_tol') + 1e-4 * strike
      expect(Math.abs(callValue - numberOf(row, 'price'))).toBeLessThanOrEqual(tolerance)
    }
    expect(rows.length).toBeGreaterThan(100)
  },
)

describe('tables', () => {
  test('tabulates price × date', () => {
    const rows = tabulateByDate(POSITION, { prices: [90, 100], daysForward: [0, 100, 365] })
    expect(rows.map(({ price }) => price)).toEqual([90, 100])
    expect(rows[1]?.cells.map(({ daysForward, model }) => [daysForward, model])).toEqual([
      [0, 'bsm'],
      [100, 'bsm'],
      [365, 'payoff'],
    ])
    expect(rows[1]?.cells[0]?.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(rows[1]?.cells[2]?.profitUsd).toBeCloseTo(1199, 9)
  })

  test('tabulates price × volatility', () => {
    const calm = { ...POSITION, vol: 0.1 }
    const rows = tabulateByVolatility(calm, { prices: [100, 110], volChanges: [-0.05, 0, 0.1], daysForward: 0 })
    expect(rows.map(({ cells }) => cells.map(({ vol }) => Number(vol.toFixed(9))))).toEqual([
      [0.05, 0.1, 0.2],
      [0.05, 0.1, 0.2],
    ])
    expect(rows[0]?.cells[2]?.callValue).toBeCloseTo(TEXTBOOK_CALL, 10)
    expect(
      tabulateByDate(calm, { prices: [100], daysForward: [0], volChange: 0.1 })[0]?.cells[0]?.callValue,
    ).toBeCloseTo(TEXTBOOK_CALL, 10)
  })
})

describe('properties', () => {
  const dollars = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const positions = fc.record({
    entryPrice: dollars(20, 200),
    strike: dollars(20, 200),
    premium: dollars(0, 20),
    contracts: fc.integer({ min: 1, max: 5 }),
    feesUsd: dollars(0, 20),
    days: fc.integer({ min: 1, max: 400 }),
    rate: dollars(0, 0.08),
    vol: dollars(0.05, 1.5),
    // At most one dividend, because several use the grid, which has its own tests.
    paid: fc.array(fc.record({ days: fc.integer({ min: 1, max: 500 }), cash: dollars(0, 2) }), { maxLength: 1 }),
  })
  type Drawn = typeof positions extends fc.Arbitrary<infer Value> ? Value : never
  const heldAt = ({ days, paid, ...terms }: Drawn): PricedPosition => ({
    ...terms,
    asOfMs: newYorkCloseMs(TODAY),
    expiration: dayOn(days),
    dividends: paid.map((one) => ({ exDate: dayOn(one.days), cash: one.cash })),
  })
  const price = dollars(10, 300)

  test("at 0 days and unchanged volatility, the value is today's mark", () => {
    fc.assert(
      fc.property(positions, price, (drawn, spot) => {
        const { strike, rate, vol, days, paid } = drawn
        // Years to the close of that day, which may be 13:00.
        const yearsTo = (count: number) => yearsUntilClose(dayOn(count), newYorkCloseMs(TODAY))
        const dividends = paid.map((one) => ({ years: yearsTo(one.days), cash: one.cash }))
        const mark = priceAmerican({ type: 'call', spot, strike, years: yearsTo(days), rate, vol, dividends })
        const value = computeWhatIf(heldAt(drawn), { price: spot, daysForward: 0 })
        expect(value).toMatchObject({ callValue: mark.price, model: mark.model, dividendsReceivedUsd: 0 })
        expect(value.positionValueUsd).toBeCloseTo(drawn.contracts * 100 * (spot - mark.price), 6)
      }),
    )
  })

  test('at and after expiration, the value is the payoff with the dividends of the term', () => {
    fc.assert(
      fc.property(positions, price, fc.integer({ min: 0, max: 100 }), (drawn, spot, later) => {
        const inTerm = drawn.paid.filter(({ days }) => days <= drawn.days)
        const dividends = inTerm.reduce((sum, { cash }) => sum + cash, 0)
        const position = heldAt(drawn)
        const value = computeWhatIf(position, { price: spot, daysForward: drawn.days + later })
        expect(value.model).toBe('payoff')
        expect(value.profitUsd).toBeCloseTo(payoffUsd({ ...position, dividends }, spot), 6)
      }),
    )
  })

  test('the call is worth at least its exercise value, so the position at most its value at expiration', () => {
    fc.assert(
      fc.property(positions, price, dollars(0, 1), (drawn, spot, share) => {
        const position = heldAt(drawn)
        const value = computeWhatIf(position, { price: spot, daysForward: Math.floor(drawn.days * share) })
        const dividends = value.dividendsReceivedUsd / (drawn.contracts * 100)
        expect(value.profitUsd).toBeLessThanOrEqual(payoffUsd({ ...position, dividends }, spot) + 1e-4)
      }),
    )
  })
})
