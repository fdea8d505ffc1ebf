import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { contractOf, type GoldenCase, rowOf } from '../../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../../test/shared-data.ts'
import type { GreekValues } from '../contract.ts'
import { computeEuropeanGreeks, priceEuropean } from '../european.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary.ts'

testShared('golden/american_yield.csv, all rows', ['golden/american_yield.csv'], (path) => {
  const rows = readCsv(path)
  const failures: string[] = []
  for (const row of rows) {
    const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
    const { spot, strike } = contract
    const got = computeGreeksByBoundary(contract)
    const slack = { delta: 2e-4, gamma: 2e-4 / spot, theta: 2e-3 * strike, vega: 5e-4 * strike, rho: 5e-4 * strike }
    // The price may use a fiftieth of the on-screen tolerance, the Greeks a tenth.
    const errors = Object.entries(slack).map(([name, least]) => {
      const want = numberOf(row, name)
      return [name, want, got[name as keyof GreekValues], 0.1 * (0.005 * Math.abs(want) + least)] as const
    })
    for (const [name, want, value, tolerance] of [
      ...errors,
      ['price', numberOf(row, 'price'), got.price, 4e-7 * strike] as const,
      ['price alone', got.price, priceByBoundary(contract), 0] as const,
    ]) {
      if (!(Math.abs(value - want) <= tolerance)) failures.push(`row ${row.id} ${name}: expected ${want}, got ${value}`)
    }
  }
  expect(failures).toEqual([])
  expect(rows.length).toBe(350)
})

testShared('golden/edges.json, American cases and symmetry pairs', ['golden/edges.json'], (path) => {
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
  const read = (edge: GoldenCase) => ({ ...contractOf(rowOf(edge)), vol: numberOf(rowOf(edge), 'vol') })
  const american = cases.filter(({ kind }) => kind === 'american')
  expect(american.length).toBe(8)
  for (const edge of american) {
    const contract = read(edge)
    const greeks = computeGreeksByBoundary(contract)
    expect(Math.abs(greeks.price - Number(edge.expect.price))).toBeLessThanOrEqual(1e-10 * contract.strike)
    for (const name of ['delta', 'gamma', 'vega'] as const) {
      if (typeof edge.expect[name] === 'number') expect(greeks[name]).toBe(edge.expect[name])
    }
  }
  const pairs = cases.filter(({ kind }) => kind === 'american_symmetry')
  expect(pairs.length).toBe(2)
  for (const edge of pairs) {
    const { a, b } = edge.input as unknown as Record<'a' | 'b', GoldenCase['input']>
    for (const input of [a, b]) {
      const price = priceByBoundary(read({ ...edge, input }))
      expect(Math.abs(price - Number(edge.expect.price))).toBeLessThan(0.01 * Number(edge.expect.abs_tol))
    }
  }
})

describe('published cases', () => {
  test('r = q = 5%, vol 25%, a year, at the money: premium 0.106952702747 (Andersen, Lake and Offengenden 2016)', () => {
    const contract = {
      type: 'put',
      spot: 100,
      strike: 100,
      years: 1,
      rate: 0.05,
      dividendYield: 0.05,
      vol: 0.25,
    } as const
    expect(Math.abs(priceByBoundary(contract) - priceEuropean(contract) - 0.106952702747)).toBeLessThan(2e-7)
  })

  /** Stock 40, rate 4.88%: vol, strike, then one, four and seven months as 0.0833, 0.3333 and 0.5833 years. */
  test.each([
    [0.2, 35, 0.0062, 0.2004, 0.4328],
    [0.2, 40, 0.8522, 1.5798, 1.9904],
    [0.2, 45, 5, 5.0883, 5.267],
    [0.3, 35, 0.0774, 0.6975, 1.2198],
    [0.3, 40, 1.3099, 2.4825, 3.1696],
    [0.3, 45, 5.0597, 5.7056, 6.2436],
    [0.4, 35, 0.2466, 1.346, 2.1549],
    [0.4, 40, 1.7681, 3.3874, 4.3526],
    [0.4, 45, 5.2868, 6.5099, 7.383],
  ])(
    'tree of 10,000 steps (Ju, Review of Financial Studies 11, 1998, table 1): vol %d, strike %d',
    (vol, strike, ...wanted) => {
      wanted.forEach((want, at) => {
        const years = [0.0833, 0.3333, 0.5833][at] ?? Number.NaN
        const price = priceByBoundary({ type: 'put', spot: 40, strike, years, rate: 0.0488, vol })
        expect(Math.abs(price - want)).toBeLessThan(1.2e-4)
      })
    },
  )

  /** Crank-Nicolson in the log price with implicit exercise in each step, 8,000 prices, 3,000 times, extrapolated. */
  test.each([
    ['put', 100, 100, 0.05, 0.04, 0.03, 3, 1.136375],
    ['put', 100, 100, 0.03, 0.03, 0.01, 1, 0.389502],
    ['put', 99.5, 100, 0.08, 0, 0.01, 3, 0.5],
    ['call', 100, 100, 0.02, 0.07, 0.02, 2, 0.146627],
    ['call', 104, 100, -0.01, 0, 0.25, 1, 11.829681],
    ['call', 103, 100, -0.01, 0.03, 0.15, 3, 7.95243],
    ['call', 110, 100, 0.08, 0.005, 0.6, 3, 53.524873],
    ['put', 100.2, 100, 0.08, 0, 0.0127, 1.86, 0.005107],
    ['put', 97, 100, 0.05, -0.01, 0.2, 1, 7.158644],
    ['put', 97, 100, 0, -0.02, 0.2, 1, 8.622316],
    ['put', 100, 100, 0.0525, 0.005, 1.2, 1 / 365, 2.499171],
    ['put', 80, 100, 0.08, 0.0132, 3, 3, 91.441099],
    ['put', 100, 90, 0.02, 0.07, 5, 0.25, 69.804956],
  ] as const)(
    'finite differences: %s %d/%d, r %d, q %d, vol %d, %d years',
    (type, spot, strike, rate, dividendYield, vol, years, want) => {
      const price = priceByBoundary({ type, spot, strike, rate, dividendYield, vol, years })
      expect(Math.abs(price - want)).toBeLessThan(4e-7 * strike)
    },
  )
})

const EXERCISED = { gamma: 0, theta: 0, vega: 0, rho: 0 }

describe('cases with nothing to solve', () => {
  const put = { type: 'put', spot: 90, strike: 100, years: 0.5, rate: 0.05, dividendYield: 0.01, vol: 0.3 } as const

  test('is exactly intrinsic in the exercise region, on either side of the boundary (72.855)', () => {
    expect(computeGreeksByBoundary({ ...put, spot: 72.85 })).toEqual({ price: 100 - 72.85, delta: -1, ...EXERCISED })
    const alive = computeGreeksByBoundary({ ...put, spot: 72.9 })
    expect(alive.price).toBeGreaterThan(27.1)
    expect(alive.price).toBeLessThan(27.1001)
    expect(alive.delta).toBeGreaterThan(-1)
    expect(alive.delta).toBeLessThan(-0.997)
    // Where V = K − S, delta = −1 and theta = 0, the pricing equation leaves gamma = 2(r·K − q·S)/(σS)².
    expect(alive.gamma).toBeCloseTo((2 * (5 - 0.729)) / (0.3 * 72.9) ** 2, 3)
    const call = { ...put, type: 'call', spot: 200, rate: 0, dividendYield: 0.06 } as const
    expect(computeGreeksByBoundary(call)).toEqual({ price: 100, delta: 1, ...EXERCISED })
  })

  test('is the payoff at and after expiration', () => {
    for (const years of [0, -1]) {
      expect(priceByBoundary({ ...put, years })).toBe(10)
      expect(computeGreeksByBoundary({ ...put, years })).toMatchObject({ price: 10, delta: -1, gamma: 0 })
      expect(priceByBoundary({ ...put, years, spot: 110 })).toBe(0)
    }
  })

  test('follows the known path without volatility, and nearly follows it with almost none', () => {
    expect(priceByBoundary({ ...put, vol: 0 })).toBe(10)
    expect(computeGreeksByBoundary({ ...put, vol: 0 })).toEqual({ price: 10, delta: -1, ...EXERCISED })
    const falling = { ...put, spot: 95, years: 2, rate: 0.02, dividendYield: 0.07 }
    const certain = 100 * Math.exp(-0.04) - 95 * Math.exp(-0.14)
    expect(priceByBoundary({ ...falling, vol: 0 })).toBeCloseTo(certain, 12)
    for (const vol of [1e-9, 1e-7, 1e-5, 1e-3]) {
      expect(Math.abs(priceByBoundary({ ...falling, vol }) - certain)).toBeLessThan(1e-3)
      expect(priceByBoundary({ ...put, vol })).toBe(10)
    }
  })

  test('gives a price within its bounds for any volatility', () => {
    let before = 0
    for (let vol = 0; vol < 100; vol = vol < 1e-3 ? vol + 1e-4 : vol * 1.1) {
      const price = priceByBoundary({ ...put, spot: 101, vol })
      expect(price).toBeGreaterThanOrEqual(before)
      expect(price).toBeLessThan(100)
      before = price
    }
    expect(before).toBeGreaterThan(99.9)
  })

  /** The yield of a call becomes the rate of its mirrored put; numbers below 1e-308 lose digits. */
  test.each([1e-323, 1e-310, 1e-20, 1e-12])('treats a yield of %d as 0', (dividendYield) => {
    for (const rate of [-0.01, -1e-11]) {
      const call = { type: 'call', spot: 101, strike: 100, years: 1.5, rate, dividendYield, vol: 1.1 } as const
      expect(Math.abs(priceByBoundary(call) - priceByBoundary({ ...call, dividendYield: 0 }))).toBeLessThan(1e-8)
    }
  })

  test('handles a rate too small to earn anything, and a slightly larger one', () => {
    const still = { ...put, dividendYield: 0.03 }
    const european = priceEuropean({ ...still, rate: 0 })
    for (const rate of [1e-300, 1e-14, 1e-12, 1e-9]) {
      expect(Math.abs(priceByBoundary({ ...still, rate }) - european)).toBeLessThan(1e-6)
    }
  })

  test('at a rate and yield of 0, the price is European; rho is the effect of a basis point, dampened by early exercise', () => {
    const free = { ...put, rate: 0, dividendYield: 0, years: 1 }
    expect(priceByBoundary(free)).toBe(priceEuropean(free))
    const [greeks, european] = [computeGreeksByBoundary(free), computeEuropeanGreeks(free)]
    const { price, delta, gamma, theta, vega } = european
    expect(greeks).toMatchObject({ price, delta, gamma, theta, vega })
    // At the kink, the difference over one basis point differs by 0.1 from the extrapolation over one and two.
    const basisPoint = (rate: number) => priceByBoundary({ ...free, rate })
    expect(Math.abs(greeks.rho - (basisPoint(1e-4) - basisPoint(-1e-4)) / 2e-4)).toBeLessThan(0.15)
    expect(greeks.rho).toBeGreaterThan(european.rho)
  })

  test('ignores cash dividends', () => {
    const dividends = [{ years: 0.25, cash: 2 }]
    expect(priceByBoundary({ ...put, dividends })).toBe(priceByBoundary(put))
    expect(computeGreeksByBoundary({ ...put, dividends })).toEqual(computeGreeksByBoundary(put))
  })

  test('computes a one-sided rho next to a second boundary', () => {
    const { rho } = computeGreeksByBoundary({ ...put, rate: 0, dividendYield: -0.03 })
    expect(rho).toBeLessThan(0)
    expect(rho).toBeGreaterThan(-50)
  })

  test.each([
    ['spot', 0],
    ['strike', -1],
    ['vol', -0.1],
    ['rate', Number.NaN],
    ['years', Number.POSITIVE_INFINITY],
    ['dividendYield', Number.NaN],
  ] as const)('rejects an invalid %s by name', (name, value) => {
    expect(() => priceByBoundary({ ...put, [name]: value })).toThrow(new RegExp(`^${name} `))
    expect(() => computeGreeksByBoundary({ ...put, [name]: value })).toThrow(new RegExp(`^${name} `))
  })

  test('rejects two boundaries', () => {
    const between = { ...put, rate: -0.01, dividendYield: -0.03 }
    expect(() => priceByBoundary(between)).toThrow('two exercise boundaries')
    expect(() => computeGreeksByBoundary({ ...between, type: 'call', rate: -0.03, dividendYield: -0.01 })).toThrow(
      RangeError,
    )
  })
})
