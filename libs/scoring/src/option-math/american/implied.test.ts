import { readFileSync } from 'node:fs'
import fc, { drawsRareCases } from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { contractOf, dividendContractOf, type GoldenCase, rowOf } from '../../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../../test/shared-data.ts'
import type { AmericanContract } from '../contract.ts'
import { computeAmericanGreeks, priceAmerican } from './american.ts'
import { impliedAmericanVolatility } from './implied.ts'

testShared('golden/american_iv.csv, all rows', ['golden/american_iv.csv'], (path) => {
  const failures: string[] = []
  let rows = 0
  for (const row of readCsv(path)) {
    const solved = impliedAmericanVolatility({ ...dividendContractOf(row), price: numberOf(row, 'price') })
    rows += 1
    const accuracy = solved.model === 'american_grid' ? 1e-6 : 1e-7
    const tolerance = accuracy + (accuracy * numberOf(row, 'strike')) / numberOf(row, 'vega')
    const want = numberOf(row, 'iv')
    if (solved.vol === null || !(Math.abs(solved.vol - want) <= tolerance)) {
      failures.push(`row ${row.id}: expected ${want}, got ${JSON.stringify(solved)}`)
    }
  }
  expect(failures).toEqual([])
  expect(rows).toBe(120)
})

testShared('golden/american_yield.csv, volatility from the price', ['golden/american_yield.csv'], (path) => {
  const failures: string[] = []
  for (const row of readCsv(path)) {
    const contract = contractOf(row)
    const { spot, strike, years } = contract
    const vega = numberOf(row, 'vega')
    if (vega <= 1e-3 * spot * Math.sqrt(years)) continue
    const { vol } = impliedAmericanVolatility({ ...contract, price: numberOf(row, 'price') })
    const want = numberOf(row, 'vol')
    if (vol === null || !(Math.abs(vol - want) <= (1e-6 * strike) / vega)) {
      failures.push(`row ${row.id}: expected ${want}, got ${vol}`)
    }
  }
  expect(failures).toEqual([])
})

testShared('golden/edges.json, prices at and under exercise today', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const edges = cases.filter(({ kind }) => kind === 'american_iv')
  expect(edges.length).toBe(6)
  for (const edge of edges) {
    const row = rowOf(edge)
    const solved = impliedAmericanVolatility({ ...contractOf(row), price: numberOf(row, 'price') })
    expect(solved).toMatchObject({ vol: null, reason: edge.expect.reason })
  }
})

describe('prices without a volatility', () => {
  const call = { type: 'call', spot: 100, strike: 90, years: 0.25, rate: 0.04 } as const
  const dividends = [{ years: 0.1, cash: 2 }]
  const untilExDate = 100 - 90 * Math.exp(-0.004)
  const put = { type: 'put', spot: 100, strike: 110, years: 0.25, rate: 0.04 } as const

  test.each([
    ['below_intrinsic', { ...call, price: 9.99 }],
    ['below_lower_bound', { ...call, price: 10.5 }],
    ['no_time_value', { ...call, price: 100 - 90 * Math.exp(-0.01) }],
    ['below_lower_bound', { ...call, dividends, price: untilExDate - 1e-9 }],
    ['no_time_value', { ...call, dividends, price: untilExDate }],
    ['above_upper_bound', { ...call, price: 100 }],
    ['above_upper_bound', { ...call, dividends, price: 100 }],
    ['not_unique', { ...put, price: 10 }],
    ['below_intrinsic', { ...put, price: 9.99 }],
    ['above_upper_bound', { ...put, price: 110 }],
    ['below_lower_bound', { ...put, dividends, price: 10.01 }],
    ['no_time_value', { ...put, spot: 120, price: 0 }],
    ['below_lower_bound', { ...put, spot: 120, price: -1 }],
    ['expired', { ...put, years: 0, price: 12 }],
    ['expired', { ...put, years: -1, dividends, price: 12 }],
    ['invalid', { ...put, spot: 0, price: 1 }],
    ['invalid', { ...put, price: Number.NaN }],
    ['invalid', { ...put, rate: Number.POSITIVE_INFINITY, price: 12 }],
    ['invalid', { ...call, dividends: [{ years: 0.1, cash: -1 }], price: 12 }],
    ['invalid', { ...call, dividends: [{ years: Number.NaN, cash: 1 }], price: 12 }],
  ])('%s: %j', (reason, quote) => {
    expect(impliedAmericanVolatility(quote)).toMatchObject({ vol: null, reason })
  })

  test('a time value at or below the minimum is treated as none', () => {
    const price = 0.002
    const quote = { ...call, strike: 130, dividends, price }
    expect(impliedAmericanVolatility(quote).vol).toBeGreaterThan(0)
    expect(impliedAmericanVolatility(quote, price)).toMatchObject({ vol: null, reason: 'no_time_value' })
    expect(impliedAmericanVolatility({ ...put, price: 10 + price }, price)).toMatchObject({ reason: 'not_unique' })
    expect(impliedAmericanVolatility({ ...put, price: 10 - price }, price)).toMatchObject({ reason: 'not_unique' })
    expect(impliedAmericanVolatility({ ...put, price: 9.99 }, price)).toMatchObject({ reason: 'below_intrinsic' })
  })
})

describe('prices near the ceiling, where a trial may reach an infinite volatility', () => {
  const put = { type: 'put', spot: 100, strike: 300, years: 3, rate: 0.08, vol: 1 } as const
  const latest = [{ years: 303 / 365, cash: 1.01 }]
  test.each<AmericanContract>([
    put,
    { ...put, dividendYield: 0.05, vol: 0.8 },
    { ...put, spot: 93.32, strike: 109.52, years: 1, rate: 0.0367, dividends: latest, vol: 3.71 },
    { ...put, strike: 237, years: 0.95, rate: 0.05, vol: 3.76 },
    {
      ...put,
      type: 'call',
      strike: 16.5,
      years: 1.08,
      rate: 0.026,
      dividendYield: 0.03,
      dividends: latest,
      dividendModel: 'escrowed',
      vol: 3.8,
    },
  ])('%j', (contract) => {
    const { price } = priceAmerican(contract)
    expect(impliedAmericanVolatility({ ...contract, price }).vol).toBeCloseTo(contract.vol, 4)
  })

  test('a put over 99% of its strike is beyond the range of the grid', () => {
    const quote = { ...put, strike: 100, years: 1, rate: 0.04, dividends: latest, price: 99.7 }
    expect(impliedAmericanVolatility(quote)).toMatchObject({ vol: null, reason: 'above_upper_bound' })
  })
})

describe('lowest price, on the best day, with dividends and a yield or escrowed', () => {
  const dividends = [
    { years: 0.2, cash: 3 },
    { years: 0.45, cash: 3 },
  ]
  const terms = { spot: 100, years: 0.5, rate: 0.03, dividends } as const
  const [first, second] = [3 * Math.exp(-0.03 * 0.2), 3 * Math.exp(-0.03 * 0.45)]
  // The stock pays its yield until that day, without dividends from their ex-date on; in the escrowed model, the remaining
  // dividends pay no yield at all.
  const afterSecond = 100 * Math.exp(-0.02 * 0.45) - first * Math.exp(-0.02 * 0.25) - second
  const beforeFirst = (100 - first - second) * Math.exp(-0.02 * 0.2) + first + second
  test.each([
    [{ type: 'put', strike: 120, dividendYield: 0.02 }, 120 * Math.exp(-0.03 * 0.45) - afterSecond],
    [
      { type: 'call', strike: 70, dividendYield: 0.02, dividendModel: 'escrowed' },
      beforeFirst - 70 * Math.exp(-0.03 * 0.2),
    ],
    [{ type: 'call', strike: 70, dividendModel: 'escrowed' }, 100 - 70 * Math.exp(-0.03 * 0.2)],
  ] as const)('%j: %d', (change, floor) => {
    const quote = { ...terms, ...change }
    expect(priceAmerican({ ...quote, vol: 0 }).price).toBeCloseTo(floor, 4)
    expect(impliedAmericanVolatility({ ...quote, price: floor })).toMatchObject({ reason: 'no_time_value' })
    expect(impliedAmericanVolatility({ ...quote, price: floor - 5e-4 })).toMatchObject({ reason: 'below_lower_bound' })
    expect(impliedAmericanVolatility({ ...quote, price: floor + 0.5 }).vol).toBeGreaterThan(0)
  })
})

/** Random contracts: volatilities up to 400%, three years, strikes from a tenth to ten times the spot. */
const anyContract = fc
  .record({
    type: fc.constantFrom('call' as const, 'put' as const),
    logStrike: fc.double({ min: -1, max: 1, noNaN: true }),
    years: fc.oneof(fc.double({ min: 1 / 365, max: 0.2, noNaN: true }), fc.double({ min: 0.01, max: 3, noNaN: true })),
    rate: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.1, noNaN: true })),
    dividendYield: fc.constantFrom(0, 0, 0.04),
    vol: fc.oneof(fc.double({ min: 0.03, max: 1, noNaN: true }), fc.double({ min: 0.3, max: 4, noNaN: true })),
    paid: fc.array(
      fc.record({
        share: fc.double({ min: 0.01, max: 1, noNaN: true }),
        cash: fc.double({ min: 0.05, max: 8, noNaN: true }),
      }),
      { maxLength: 3 },
    ),
    dividendModel: fc.constantFrom('spot' as const, 'escrowed' as const),
  })
  .map(({ logStrike, paid, ...terms }): AmericanContract => {
    const dividends = paid.map(({ share, cash }) => ({ years: share * terms.years, cash }))
    return { ...terms, spot: 100, strike: 100 * 10 ** logStrike, dividends }
  })

/** Contracts that use the cheap formulas; the grid is tested on fewer contracts. */
const drawn = fc
  .record({
    type: fc.constantFrom('call' as const, 'put' as const),
    strike: fc.double({ min: 60, max: 180, noNaN: true }),
    years: fc.double({ min: 0.01, max: 2, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
    dividendYield: fc.constantFrom(0, 0, 0.04),
    vol: fc.double({ min: 0.05, max: 2, noNaN: true }),
    exShare: fc.double({ min: 0.01, max: 1, noNaN: true }),
    cash: fc.constantFrom(0, 0, 0.3, 5),
    dividendModel: fc.constantFrom('spot' as const, 'escrowed' as const),
  })
  .map(({ exShare, cash, dividendModel, ...terms }): AmericanContract => {
    const isOneDividend = terms.type === 'call' && cash > 0
    if (!isOneDividend) return { spot: 100, ...terms }
    const dividends = [{ years: terms.years * exShare, cash }]
    return { spot: 100, ...terms, rate: Math.abs(terms.rate), dividendYield: 0, dividends, dividendModel }
  })

describe('properties', () => {
  test('round-trips volatilities within the precision of the price', () => {
    fc.assert(
      fc.property(drawn, (contract) => {
        const { price, vega } = computeAmericanGreeks(contract)
        const { vol } = impliedAmericanVolatility({ ...contract, price })
        if (vega < 0.01) return
        expect(Math.abs((vol ?? Number.NaN) - contract.vol)).toBeLessThanOrEqual(1e-7 + (1e-7 * contract.strike) / vega)
      }),
    )
  })

  test('the volatility found reproduces the price of any contract', () => {
    const models = new Set<string>()
    fc.assert(
      fc.property(anyContract, (contract) => {
        const { spot, strike } = contract
        const { price, model } = priceAmerican(contract)
        const solved = impliedAmericanVolatility({ ...contract, price })
        if (solved.vol === null) {
          // The price equals a bound up to rounding: no volatility fits, or exercise is certain.
          expect(['no_time_value', 'not_unique', 'above_upper_bound']).toContain(solved.reason)
          return
        }
        models.add(model)
        const again = priceAmerican({ ...contract, vol: solved.vol }).price
        // A grid's price may jump by 5e-6 where the strike passes from one node to the next, and by more on a wide
        // grid.
        const isWide = contract.vol * Math.sqrt(contract.years) > 1.5
        const limit = model.startsWith('american_grid') ? (isWide ? 5e-5 : 1e-5) : 1e-6
        expect(Math.abs(again - price)).toBeLessThanOrEqual(limit * Math.max(spot, strike))
      }),
    )
    if (drawsRareCases) expect(models.size).toBe(6)
  })

  test('uses the grid for two dividends, and for puts with one', () => {
    for (const type of ['call', 'put'] as const) {
      for (const strike of [90, 100, 115]) {
        const dividends = [0.05, 0.15].slice(type === 'put' ? 1 : 0).map((years) => ({ years, cash: 0.6 }))
        const contract = { type, spot: 100, strike, years: 0.3, rate: 0.04, vol: 0.35, dividends }
        const { price, model } = priceAmerican(contract)
        const solved = impliedAmericanVolatility({ ...contract, price })
        expect(model).toBe('american_grid')
        expect(solved).toEqual({ vol: expect.closeTo(0.35, 4), model })
      }
    }
  })

  test('never throws and returns a positive volatility, or null with a reason', () => {
    const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0, 1e-300, 1e300)
    const any = fc.oneof({ weight: 4, arbitrary: fc.double({ min: -5, max: 300, noNaN: true }) }, odd)
    const dividend = fc.record({ years: fc.double({ min: -1, max: 3, noNaN: true }), cash: any })
    const quote = fc.record({
      type: fc.constantFrom('call' as const, 'put' as const),
      price: any,
      spot: any,
      strike: any,
      years: fc.double({ min: -1, max: 3, noNaN: true }),
      rate: fc.double({ min: -0.05, max: 0.2, noNaN: true }),
      dividendYield: fc.constantFrom(0, 0, 0.05),
      dividends: fc.array(dividend, { maxLength: 2 }),
      dividendModel: fc.constantFrom('spot' as const, 'escrowed' as const),
    })
    fc.assert(
      fc.property(quote, (drawnQuote) => {
        const solved = impliedAmericanVolatility(drawnQuote)
        if (solved.vol === null) expect(typeof solved.reason).toBe('string')
        else expect(solved.vol).toBeGreaterThan(0)
      }),
    )
  })
})
