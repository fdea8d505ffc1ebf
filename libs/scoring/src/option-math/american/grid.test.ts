import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { contractOf, dividendContractOf, type GoldenCase, requireRecord, rowOf } from '../../../golden/rows.ts'
import { type CsvRow, numberOf, readCsv, testShared } from '../../../test/shared-data.ts'
import type { AmericanContract, GreekValues } from '../contract.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid.ts'

const discreteContractOf = (row: CsvRow): AmericanContract => ({
  ...dividendContractOf(row),
  vol: numberOf(row, 'vol'),
})

type Tolerances = Readonly<Partial<Record<keyof GreekValues, number>>>

/**
 * Figures outside the tolerance, each with its row, quantity, expected and actual values, and error over tolerance.
 * Skips empty cells.
 */
function compare(row: CsvRow, got: GreekValues, tolerances: Tolerances, relative: number): string[] {
  return Object.entries(tolerances).flatMap(([name, absolute]) => {
    if (!row[name]) return []
    const wanted = numberOf(row, name)
    const value = got[name as keyof GreekValues]
    const excess = Math.abs(value - wanted) / (absolute + (name === 'price' ? 0 : relative * Math.abs(wanted)))
    return excess <= 1
      ? []
      : [`row ${row.id} ${name}: expected ${wanted}, got ${value}, ${excess.toFixed(2)} tolerances`]
  })
}

testShared(
  'golden/american_discrete.csv, all rows: calls within 1e-6 K, puts 3e-5 K',
  ['golden/american_discrete.csv'],
  (path) => {
    const rows = readCsv(path)
    const failures = rows.flatMap((row) => {
      const contract = discreteContractOf(row)
      const { type, spot, strike } = contract
      const price = numberOf(row, 'price_tol') + (type === 'call' ? 1e-6 : 3e-5) * strike
      const got = computeGreeksOnGrid(contract)
      if (got.price !== priceOnGrid(contract)) return [`row ${row.id}: two prices`]
      return compare(row, got, { price, delta: 5e-4, gamma: 5e-4 / spot, vega: 5e-4 * strike }, 0.01)
    })
    expect(failures).toEqual([])
    expect(rows.length).toBeGreaterThan(300)
  },
)

testShared('golden/american_yield.csv, all rows: no cash dividend at all', ['golden/american_yield.csv'], (path) => {
  const rows = readCsv(path)
  const failures = rows.flatMap((row) => {
    const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
    const { spot, strike } = contract
    const tolerances = {
      price: 2e-5 * strike,
      delta: 2e-4,
      gamma: 2e-4 / spot,
      theta: 2e-3 * strike,
      vega: 5e-4 * strike,
      rho: 5e-4 * strike,
    }
    return compare(row, computeGreeksOnGrid(contract), tolerances, 0.005)
  })
  expect(failures).toEqual([])
  expect(rows.length).toBeGreaterThan(300)
})

testShared('golden/edges.json: exercise at once, symmetry, odd dividends', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const american = cases.filter(({ kind }) => kind === 'american')
  for (const edge of american) {
    const row = rowOf(edge)
    const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
    const got = computeGreeksOnGrid(contract)
    for (const [name, wanted] of Object.entries(edge.expect)) {
      if (name === 'rel_tol') continue
      const tolerance = name === 'price' ? 2e-6 * contract.strike : 0
      expect(Math.abs(got[name as keyof GreekValues] - Number(wanted))).toBeLessThanOrEqual(tolerance)
    }
  }
  expect(american.length).toBeGreaterThan(6)
  const symmetric = cases.filter(({ kind }) => kind === 'american_symmetry')
  for (const { input, expect: wanted } of symmetric) {
    for (const side of [input.a, input.b]) {
      const row = rowOf({ input: requireRecord('the side', side) })
      const price = priceOnGrid({ ...contractOf(row), vol: numberOf(row, 'vol') })
      expect(Math.abs(price - Number(wanted.price))).toBeLessThanOrEqual(Number(wanted.abs_tol))
    }
  }
  expect(symmetric.length).toBe(2)
  const odd = cases.filter(({ kind }) => kind === 'discrete_dividend')
  for (const edge of odd) {
    const contract = discreteContractOf(rowOf(edge))
    const price = priceOnGrid(contract)
    if (edge.expect.same_as === '') expect(price).toBe(priceOnGrid({ ...contract, dividends: [] }))
    else expect(price).toBeGreaterThanOrEqual(0)
    expect(price).toBeLessThanOrEqual(contract.spot)
  }
  expect(odd.length).toBe(4)
})

describe('published and independent prices', () => {
  const quarterly = [0.1, 0.35, 0.6, 0.85, 1.1, 1.35, 1.6, 1.85].map((years, i) => ({
    years,
    cash: i < 4 ? 0.4 : 0.45,
  }))

  test('matches Haug, Option Pricing Formulas, Roll-Geske-Whaley: a call with one escrowed dividend is 4.3860', () => {
    const terms = { spot: 80, strike: 82, years: 1 / 3, rate: 0.06, vol: 0.3, dividends: [{ years: 0.25, cash: 4 }] }
    expect(priceOnGrid({ type: 'call', ...terms, dividendModel: 'escrowed' })).toBeCloseTo(4.386, 4)
  })

  /**
   * Prices from a program with a different design: fixed nodes in ln S, second-order differences, Crank-Nicolson with implicit starts,
   * splines at ex-dates, 8,000 × 4,000 steps extrapolated; with two boundaries by policy iteration.
   */
  test.each<[string, number, Partial<AmericanContract>]>([
    ['put, one dividend', 6.9603113, { type: 'put', dividends: [{ years: 0.4, cash: 2 }], vol: 0.2, rate: 0.05 }],
    [
      'put, eight',
      13.5823351,
      { type: 'put', spot: 50, strike: 60, years: 2, rate: 0.08, vol: 0.35, dividends: quarterly },
    ],
    [
      'put, eight escrowed',
      13.2699851,
      {
        type: 'put',
        spot: 50,
        strike: 60,
        years: 2,
        rate: 0.08,
        vol: 0.35,
        dividends: quarterly,
        dividendModel: 'escrowed',
      },
    ],
    [
      'put, the last three days before expiration',
      31.0909963,
      { type: 'put', strike: 130, rate: 0.06, dividends: [{ years: 0.997, cash: 4 }] },
    ],
    [
      'put at rate 0',
      9.4848159,
      {
        type: 'put',
        years: 0.5,
        rate: 0,
        dividends: [
          { years: 0.1, cash: 1 },
          { years: 0.4, cash: 1 },
        ],
      },
    ],
    [
      'call, three',
      17.4005966,
      { strike: 90, years: 1.5, dividends: [0.02, 0.7, 1.4].map((years) => ({ years, cash: 3 })) },
    ],
    [
      'call, three escrowed',
      16.8096848,
      {
        strike: 90,
        years: 1.5,
        dividends: [0.02, 0.7, 1.4].map((years) => ({ years, cash: 3 })),
        dividendModel: 'escrowed',
      },
    ],
    [
      'call, two and a yield',
      4.4374854,
      {
        strike: 110,
        years: 0.75,
        rate: 0.04,
        dividendYield: 0.03,
        vol: 0.25,
        dividends: [
          { years: 0.2, cash: 1 },
          { years: 0.5, cash: 1 },
        ],
      },
    ],
    [
      'call at a negative rate',
      8.8086403,
      {
        rate: -0.01,
        vol: 0.25,
        dividends: [
          { years: 0.4, cash: 1 },
          { years: 0.7, cash: 1 },
        ],
      },
    ],
    ['put with two boundaries', 7.6252876, { type: 'put', rate: -0.01, dividendYield: -0.02, vol: 0.2 }],
    ['its mirror image, a call', 7.6252876, { rate: -0.02, dividendYield: -0.01, vol: 0.2 }],
    [
      'put with two boundaries and a dividend',
      8.4646846,
      { type: 'put', spot: 95, rate: -0.01, dividendYield: -0.03, vol: 0.15, dividends: [{ years: 0.4, cash: 1 }] },
    ],
    [
      'call with two boundaries and a dividend',
      10.669429,
      { spot: 110, rate: -0.05, dividendYield: -0.01, vol: 0.15, dividends: [{ years: 0.4, cash: 1 }] },
    ],
  ])('%s: %d', (_name, wanted, terms) => {
    const contract = { type: 'call', spot: 100, strike: 100, years: 1, rate: 0.03, vol: 0.3, ...terms } as const
    expect(Math.abs(priceOnGrid(contract) - wanted)).toBeLessThan(5e-6 * contract.strike)
  })
})
