import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { contractOf, dividendContractOf, type GoldenCase, rowOf } from '../../../golden/contract-rows.ts'
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

describe('no volatility, and why', () => {
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

  test('a time value up to the least that is asked for counts as none', () => {
    const price = 0.002
    const quote = { ...call, strike: 130, dividends, price }
    expect(impliedAmericanVolatility(quote).vol).toBeGreaterThan(0)
    expect(impliedAmericanVolatility(quote, price)).toMatchObject({ vol: null, reason: 'no_time_value' })
    expect(impliedAmericanVolatility({ ...put, price: 10 + price }, price)).toMatchObject({ reason: 'not_unique' })
    expect(impliedAmericanVolatility({ ...put, price: 10 - price }, price)).toMatchObject({ reason: 'not_unique' })
    expect(impliedAmericanVolatility({ ...put, price: 9.99 }, price)).toMatchObject({ reason: 'below_intrinsic' })
  })
})

/** Contracts of the cheap formulas; the grid is checked with fewer. */
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
  test('the price of a volatility gives it back, as far as the price knows it', () => {
    fc.assert(
      fc.property(drawn, (contract) => {
        const { price, vega } = computeAmericanGreeks(contract)
        const { vol } = impliedAmericanVolatility({ ...contract, price })
        if (vega < 0.01) return
        expect(Math.abs((vol ?? Number.NaN) - contract.vol)).toBeLessThanOrEqual(1e-7 + (1e-7 * contract.strike) / vega)
      }),
      { numRuns: 200 },
    )
  })

  test('two dividends, and puts with one: on the grid', () => {
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

  test('never throws: a positive volatility, or null with a reason', () => {
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
      { numRuns: 300 },
    )
  })
})
