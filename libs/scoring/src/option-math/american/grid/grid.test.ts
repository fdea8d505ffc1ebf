import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import {
  contractOf,
  dividendContractOf,
  type GoldenCase,
  requireRecord,
  rowOf,
} from '../../../../golden/contract-rows.ts'
import { type CsvRow, numberOf, readCsv, testShared } from '../../../../test/shared-data.ts'
import type { AmericanContract, GreekValues } from '../../contract.ts'
import { priceEuropean } from '../../european.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid.ts'

const discreteContractOf = (row: CsvRow): AmericanContract => ({
  ...dividendContractOf(row),
  vol: numberOf(row, 'vol'),
})

type Tolerances = Readonly<Partial<Record<keyof GreekValues, number>>>

/** What lies outside: row, quantity, expected, got, error over tolerance. An empty cell is not compared. */
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

  test('Haug, Option Pricing Formulas, Roll-Geske-Whaley: a call with one escrowed dividend is 4.3860', () => {
    const terms = { spot: 80, strike: 82, years: 1 / 3, rate: 0.06, vol: 0.3, dividends: [{ years: 0.25, cash: 4 }] }
    expect(priceOnGrid({ type: 'call', ...terms, dividendModel: 'escrowed' })).toBeCloseTo(4.386, 4)
  })

  /**
   * From a program of another design: fixed nodes in ln S, second-order differences, Crank-Nicolson with implicit starts,
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

describe('known limits', () => {
  const call = { type: 'call', spot: 100, strike: 90, years: 1, rate: 0.05, vol: 0.25 } as const
  const put = { type: 'put', spot: 100, strike: 110, years: 1, rate: 0.05, vol: 0.25 } as const
  const halfway = [{ years: 0.5, cash: 10 }]
  const discount = Math.exp(-0.025)

  test('without dividends a call is European, at rate 0 a put', () => {
    expect(Math.abs(priceOnGrid(call) - priceEuropean(call))).toBeLessThan(1e-6 * 90)
    expect(Math.abs(priceOnGrid({ ...put, rate: 0 }) - priceEuropean({ ...put, rate: 0 }))).toBeLessThan(1e-6 * 110)
  })

  test('without volatility a call is exercised just before the drop, a put just after it', () => {
    const got = computeGreeksOnGrid({ ...call, vol: 0, dividends: halfway })
    expect(got.price).toBeCloseTo(100 - 90 * discount, 4)
    expect(got.delta).toBeCloseTo(1, 6)
    expect([got.gamma, got.vega]).toEqual([0, 0])
    expect(priceOnGrid({ ...put, vol: 0, dividends: halfway })).toBeCloseTo(120 * discount - 100, 4)
  })

  test('a dividend on expiration day: a call takes it along, a put waits for it', () => {
    const dividends = [{ years: 1, cash: 3 }]
    expect(priceOnGrid({ ...call, dividends })).toBeCloseTo(priceEuropean(call), 4)
    const waiting = priceOnGrid({ ...put, rate: 0, dividends })
    expect(waiting).toBeCloseTo(priceEuropean({ ...put, rate: 0, strike: 113 }), 3)
  })

  test.each([
    [28.289, 10.3, 1.3652, 270 / 365],
    [90, 10, 0.3, 1],
    [15, 20, 2, 0.5],
  ])(
    'put struck at %d at rate 0, a drop of %d on expiration day: min(K, K + D − S), the difference of two puts',
    (strike, cash, vol, years) => {
      const late = { ...put, rate: 0, years, vol }
      const european = (at: number) => priceEuropean({ ...late, strike: at })
      const got = priceOnGrid({ ...late, strike, dividends: [{ years, cash }] })
      expect(Math.abs(got - (european(strike + cash) - european(cash)))).toBeLessThan(3e-5 * strike)
    },
  )

  /**
   * At rate 0 a put waits for its last ex-date: no exercise, so that its price is a chain of integrals over the share price.
   * Those by a program of their own: log prices 1e-8 to 1e8 in 40,000 steps, sums over the normal density, lines between.
   */
  test.each([
    [100, 0.3, [182.5], [5], 14.595013, 1e-6],
    [50, 1.2, [91.25, 182.5, 273.75], [8, 8, 8], 21.614547, 2e-5],
    [14.965, 2.04, [88, 179, 270, 361], [3.11, 3.11, 9.33, 3.11], 8.982662, 1e-4],
    [5.93, 1.41, [230, 305, 309, 364], [8.63, 8.63, 8.63, 8.63], 2.815248, 5e-4],
  ])(
    'put struck at %d, vol %d: dividends large beside the strike cost digits',
    (strike, vol, days, cash, want, limit) => {
      const dividends = days.map((day, at) => ({ years: day / 365, cash: cash[at] ?? Number.NaN }))
      const got = priceOnGrid({ ...put, rate: 0, strike, vol, dividends })
      expect(Math.abs(got - want)).toBeLessThan(limit * strike)
    },
  )

  test('two dividends of one day are one; a dividend of nothing is none', () => {
    const twice = { ...put, dividends: [...halfway, ...halfway, { years: 0.7, cash: 0 }] }
    expect(priceOnGrid(twice)).toBe(priceOnGrid({ ...put, dividends: [{ years: 0.5, cash: 20 }] }))
  })

  /** Two steps of 0.2 % on a grid of 1,001 nodes and 200 steps. */
  test.each([
    [108, 3.018, 0.06],
    [109, 0, 0],
  ])(
    'hard by exercise, strike %d: vega %d, though a difference of 2 % would look past the boundary',
    (strike, want, limit) => {
      const dividends = [{ years: 197 / 365, cash: 1.71 }]
      const { vega } = computeGreeksOnGrid({ ...put, strike, years: 2, vol: 0.0848, dividends })
      expect(Math.abs(vega - want)).toBeLessThanOrEqual(limit)
    },
  )

  test('due to be exercised: intrinsic, delta −1 and nothing else', () => {
    const got = computeGreeksOnGrid({ ...put, strike: 190, rate: 0.08 })
    expect(got).toEqual({ price: 90, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 })
  })

  test('a put that is worth exercising waits for a dividend that is near', () => {
    const near = [{ years: 0.02, cash: 1 }]
    expect(priceOnGrid({ ...put, strike: 190, rate: 0.08, dividends: near })).toBeGreaterThan(90.5)
  })

  test('expired', () => {
    const expired = { price: 10, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 }
    expect(computeGreeksOnGrid({ ...call, years: 0 })).toEqual(expired)
    expect(priceOnGrid({ ...call, years: -1, dividends: halfway })).toBe(10)
    expect(computeGreeksOnGrid({ ...call, years: 0, strike: 120 }).delta).toBe(0)
  })

  test.each([
    [{ spot: 0 }, 'spot'],
    [{ vol: -0.1 }, 'vol'],
    [{ dividends: [{ years: 0.5, cash: -1 }] }, 'dividend cash'],
    [{ dividends: [{ years: Number.NaN, cash: 1 }] }, 'dividend years'],
  ])('refuses %j', (broken, name) => {
    expect(() => priceOnGrid({ ...call, ...broken })).toThrow(RangeError)
    expect(() => computeGreeksOnGrid({ ...call, ...broken })).toThrow(name)
  })
})
