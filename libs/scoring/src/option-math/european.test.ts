import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { contractOf, type GoldenCase, rowOf } from '../../golden/rows.ts'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import type { PricedContract } from './contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, priceEuropean } from './european.ts'
import { computeGreeks } from './greeks.ts'

describe('european', () => {
  testShared('golden/european.csv, all rows', ['golden/european.csv'], (path) => {
    const failures: string[] = []
    const rows = readCsv(path)
    for (const row of rows) {
      const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
      const { spot, strike, years, rate, dividendYield, vol } = contract
      const got = computeEuropeanGreeks(contract)
      const larger = Math.max(spot, strike)
      const tolerances = {
        price: numberOf(row, 'price') > 1e-6 * spot ? 1e-11 * numberOf(row, 'price') : 1e-14 * larger,
        delta: 1e-13,
        gamma: 1e-11 / spot,
        vega: 1e-13 * spot * Math.sqrt(years),
        rho: 1e-13 * strike * years,
        theta: 1e-13 * larger * (vol / Math.sqrt(years) + Math.abs(rate) + dividendYield),
      }
      for (const [name, tolerance] of Object.entries(tolerances)) {
        const want = numberOf(row, name)
        const value = got[name as keyof typeof tolerances]
        if (!(Math.abs(value - want) <= tolerance))
          failures.push(`row ${row.id} ${name}: expected ${want}, got ${value}`)
      }
      if (!(Math.abs(priceEuropean(contract) - numberOf(row, 'price')) <= 1e-14 * larger))
        failures.push(`row ${row.id}`)
      const relative = Math.abs(got.price / numberOf(row, 'price') - 1)
      if (numberOf(row, 'price') > 0 && !(relative <= 1e-11)) failures.push(`row ${row.id}: price off by ${relative}`)
      if (computeEuropeanDelta(contract) !== got.delta) failures.push(`row ${row.id}: two deltas`)
    }
    expect(failures).toEqual([])
    expect(rows.length).toBeGreaterThan(600)
  })

  testShared('golden/edges.json, European cases', ['golden/edges.json'], (path) => {
    const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
    const european = cases.filter(({ kind }) => kind === 'european')
    expect(european.length).toBeGreaterThan(9)
    for (const edge of european) {
      const row = rowOf(edge)
      const contract = { ...contractOf(row), vol: numberOf(row, 'vol') }
      const got = computeEuropeanGreeks(contract)
      for (const [name, want] of Object.entries(edge.expect)) {
        const value = got[name as 'price' | 'delta' | 'gamma' | 'vega']
        if (want === null) expect(Number.isFinite(value)).toBe(true)
        else expect(Math.abs(value - Number(want))).toBeLessThanOrEqual(1e-9 * contract.strike)
      }
      for (const value of [got.theta, got.rho]) expect(Number.isFinite(value)).toBe(true)
    }
  })

  testShared('golden/edges.json, American options that equal the European', ['golden/edges.json'], (path) => {
    const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
    const equal = cases.filter(({ kind, expect: wanted }) => kind === 'american' && wanted.rel_tol !== undefined)
    expect(equal.length).toBe(5)
    for (const edge of equal) {
      const row = rowOf(edge)
      const price = priceEuropean({ ...contractOf(row), vol: numberOf(row, 'vol') })
      expect(Math.abs(price / Number(edge.expect.price) - 1)).toBeLessThanOrEqual(Number(edge.expect.rel_tol))
    }
  })

  describe('computed by hand', () => {
    // Hull, Options, Futures and Other Derivatives, example of the Black-Scholes chapter: call 4.76, put 0.81.
    const hull = { spot: 42, strike: 40, years: 0.5, rate: 0.1, vol: 0.2 }

    test('matches a textbook call and put', () => {
      expect(priceEuropean({ ...hull, type: 'call' })).toBeCloseTo(4.76, 2)
      expect(priceEuropean({ ...hull, type: 'put' })).toBeCloseTo(0.81, 2)
      expect(computeEuropeanDelta({ ...hull, type: 'call' })).toBeCloseTo(0.7791, 4)
    })

    // 60-digit prices of calls far out of the money, rate 0: spot, strike, years, volatility, price.
    test.each([
      [100, 150, 0.25, 0.1, 1.8672551913332252e-16],
      [100, 200, 1, 0.08, 2.8885647679093054e-18],
      [100, 103, 1 / 365, 0.05, 1.6196102004517289e-31],
      [100, 100.5, 1 / 365, 0.01, 4.2942123121379546e-24],
      [64, 128, 0.0625, 0.5, 2.8214333492165705e-8],
    ])('a tiny price keeps its digits: spot %d, strike %d', (spot, strike, years, vol, price) => {
      const call = priceEuropean({ type: 'call', spot, strike, years, rate: 0, vol })
      const put = priceEuropean({ type: 'put', spot: strike, strike: spot, years, rate: 0, vol })
      expect(Math.abs(call / price - 1)).toBeLessThan(1e-11)
      expect(Math.abs(put / price - 1)).toBeLessThan(1e-11)
    })

    // 60-digit delta and price of options with very little volatility: type, spot, strike, years, rate, yield,
    // volatility.
    test.each([
      ['call', 29.28687, 29.287, 1.6e-4, 0, 0, 0.01, 0.4860283636756832, 0.0014138062511395105],
      ['put', 29.28687, 29.2862, 1.6e-4, 0, 0, 0.01, -0.4282132096319645, 0.0011669818967288638],
      ['call', 29.28687, 29.287, 1.6e-4, 0.05, 0.02, 0.01, 0.5011626961246359, 0.001483182724673525],
      ['call', 100, 100.01, 1 / 365, 0, 0, 0.0005, 6.651230467183926e-5, 4.077885742469155e-8],
      ['put', 100, 99.99, 1 / 365, 0.03, 0.01, 0.0005, -1.660396636169293e-9, 6.976640456383938e-13],
      ['call', 61.3, 61.301, 1.7e-5, 0.02, 0, 0.0006, 5.34933775676172e-11, 1.2022899675063289e-15],
    ] as const)(
      '%s, spot %d, strike %d, %d years, rate %d, yield %d, vol %d',
      (type, spot, strike, years, rate, yieldRate, vol, delta, price) => {
        const contract = { type, spot, strike, years, rate, dividendYield: yieldRate, vol }
        const got = computeEuropeanGreeks(contract)
        expect(Math.abs(got.delta - delta)).toBeLessThan(5e-15)
        expect(computeEuropeanDelta(contract)).toBe(got.delta)
        // Error limit of the kernel: 1e-15·(d1² + |d1|/(σ√T)), with at most 7 deviations.
        expect(Math.abs(got.price / price - 1)).toBeLessThan(1e-15 * (49 + 7 / (vol * Math.sqrt(years))))
      },
    )

    test('escrowed dividends lower the spot by their present value, except with an ex-date today or after expiration', () => {
      const dividends = [
        { years: 0, cash: 5 },
        { years: 0.25, cash: 1 },
        { years: 0.5, cash: 0.5 },
        { years: 0.51, cash: 7 },
      ]
      const spot = hull.spot - Math.exp(-0.025) - 0.5 * Math.exp(-0.05)
      const escrowed = { ...hull, type: 'call', dividends } as const
      expect(priceEuropean(escrowed)).toBeCloseTo(priceEuropean({ ...hull, type: 'call', spot }), 12)
      expect(computeEuropeanGreeks(escrowed).model).toBe('bsm_escrowed')
      expect(computeEuropeanGreeks({ ...escrowed, dividends: dividends.slice(3) }).model).toBe('bsm')
    })
  })
})

describe('european limits', () => {
  const hull = { spot: 42, strike: 40, years: 0.5, rate: 0.1, vol: 0.2 }

  describe("dividends above the stock's value", () => {
    test('a dividend larger than the stock leaves a call worth nothing and a put worth its strike', () => {
      const dividends = [{ years: 0.1, cash: 100 }]
      expect(priceEuropean({ ...hull, type: 'call', dividends })).toBe(0)
      expect(priceEuropean({ ...hull, type: 'put', dividends })).toBeCloseTo(40 * Math.exp(-0.05), 12)
      expect(computeEuropeanGreeks({ ...hull, type: 'put', dividends })).toMatchObject({ gamma: 0, vega: 0, delta: -1 })
    })

    test('the put then equals the discounted strike, with its slopes', () => {
      const put = { ...hull, type: 'put', dividends: [{ years: 0.1, cash: 100 }] } as const
      const { theta, rho } = computeEuropeanGreeks(put)
      expect(theta).toBeCloseTo(0.1 * 40 * Math.exp(-0.05), 12)
      expect(rho).toBeCloseTo(-0.5 * 40 * Math.exp(-0.05), 12)
      const call = computeEuropeanGreeks({ ...put, type: 'call' })
      expect([call.theta + 0, call.rho + 0, call.delta]).toEqual([0, 0, 0])
      // If the dividend is just below the spot, the escrowed amount still matters.
      const almost = { ...put, dividends: [{ years: 0.1, cash: 42 }] }
      expect(computeEuropeanGreeks(almost).rho).not.toBeCloseTo(rho, 1)
    })
  })

  describe('without volatility the payoff is certain', () => {
    const certain = { spot: 110, strike: 100, years: 0.5, rate: 0.04, dividendYield: 0.01, vol: 0 }
    const stock = 110 * Math.exp(-0.005)
    const strike = 100 * Math.exp(-0.02)

    test('has the slopes of the legs in the money', () => {
      expect(computeEuropeanGreeks({ ...certain, type: 'call' })).toEqual({
        price: stock - strike,
        delta: Math.exp(-0.005),
        gamma: 0,
        vega: 0,
        model: 'bsm',
        theta: expect.closeTo(0.01 * stock - 0.04 * strike, 12),
        rho: expect.closeTo(0.5 * strike, 12),
      })
      const put = computeEuropeanGreeks({ ...certain, type: 'put', strike: 130 })
      const dearer = 130 * Math.exp(-0.02)
      expect(put.price).toBeCloseTo(dearer - stock, 12)
      expect(put.delta).toBe(-Math.exp(-0.005))
      expect(put.theta).toBeCloseTo(0.04 * dearer - 0.01 * stock, 12)
      expect(put.rho).toBeCloseTo(-0.5 * dearer, 12)
    })

    test('is 0 out of the money', () => {
      const { model: _, ...figures } = computeEuropeanGreeks({ ...certain, type: 'put' })
      for (const figure of Object.values(figures)) expect(figure + 0).toBe(0)
    })

    test("has half of both legs' slopes at the strike", () => {
      const atTheStrike = { ...certain, spot: 100, rate: 0, dividendYield: 0 }
      expect(computeEuropeanGreeks({ ...atTheStrike, type: 'call' })).toMatchObject({ delta: 0.5, rho: 25, price: 0 })
      expect(computeEuropeanGreeks({ ...atTheStrike, type: 'put' })).toMatchObject({ delta: -0.5, rho: -25, price: 0 })
      expect(computeEuropeanDelta({ ...atTheStrike, type: 'put' })).toBe(-0.5)
    })

    test('has no theta and no rho at expiration', () => {
      const over = computeEuropeanGreeks({ ...certain, type: 'call', vol: 0.3, years: -0.1 })
      expect(over).toEqual({ price: 10, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0, model: 'bsm' })
    })
  })

  describe('invalid input', () => {
    test.each([
      ['spot', { spot: 0 }],
      ['strike', { strike: -1 }],
      ['vol', { vol: -0.1 }],
      ['rate', { rate: Number.NaN }],
      ['years', { years: Number.POSITIVE_INFINITY }],
      ['years', { years: Number.NEGATIVE_INFINITY }],
      ['dividendYield', { dividendYield: Number.NaN }],
      ['dividend years', { dividends: [{ years: Number.NaN, cash: 1 }] }],
      ['dividend years', { dividends: [{ years: Number.POSITIVE_INFINITY, cash: 1 }] }],
      ['dividend cash', { dividends: [{ years: 0.1, cash: -1 }] }],
      ['dividend cash', { dividends: [{ years: 9, cash: Number.NaN }] }],
    ])('rejects an invalid %s by name: %j', (name, change) => {
      const broken: PricedContract = { ...hull, type: 'call', ...change }
      for (const compute of [priceEuropean, computeEuropeanDelta, computeEuropeanGreeks]) {
        expect(() => compute(broken)).toThrow(RangeError)
        expect(() => compute(broken)).toThrow(`${name} must be`)
      }
    })

    test.each([
      ['the strike leg', { rate: -1e4 }],
      ['the stock leg', { dividendYield: -1e4 }],
      ['the legs together', { spot: 1e308, strike: 1e308 }],
      ['their ratio', { spot: 1e200, strike: 1e-200 }],
      ['the total volatility', { vol: 1e308, years: 9 }],
    ])('rejects overflow: %s', (_, change) => {
      for (const type of ['call', 'put'] as const) {
        const beyond = { ...hull, type, ...change }
        for (const compute of [priceEuropean, computeEuropeanDelta, computeEuropeanGreeks]) {
          expect(() => compute(beyond)).toThrow(
            new RangeError('the legs, their ratio or the total volatility overflow'),
          )
        }
      }
    })

    test('legs that underflow are worth nothing', () => {
      expect(priceEuropean({ ...hull, type: 'call', rate: 1e4 })).toBe(42)
      expect(computeEuropeanGreeks({ ...hull, type: 'put', dividendYield: 1e4 })).toMatchObject({ gamma: 0, vega: 0 })
    })
  })
})

describe('screen units: per day, per volatility point, per rate point', () => {
  // Hull, Options, Futures and Other Derivatives, the Greek letters: S 49, K 50, r 5%, vol 20%, 20 weeks.
  const hull = { type: 'call', spot: 49, strike: 50, years: 0.3846, rate: 0.05, vol: 0.2 } as const

  test('matches a textbook call', () => {
    const { price, delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint, model } = computeGreeks(hull)
    expect(price).toBeCloseTo(2.4, 2)
    expect(delta).toBeCloseTo(0.522, 3)
    expect(gamma).toBeCloseTo(0.066, 3)
    expect(thetaPerDay * 365).toBeCloseTo(-4.31, 2)
    expect(vegaPerPoint * 100).toBeCloseTo(12.1, 1)
    expect(rhoPerPoint * 100).toBeCloseTo(8.91, 2)
    expect(model).toBe('bsm')
  })

  test('a step in each input changes the price by its Greek', () => {
    const dividends = [{ years: 0.2, cash: 0.5 }]
    const base = computeGreeks({ ...hull, dividends })
    const nextDay = computeGreeks({
      ...hull,
      years: hull.years - 1 / 365,
      dividends: [{ years: 0.2 - 1 / 365, cash: 0.5 }],
    })
    expect(nextDay.price - base.price).toBeCloseTo(base.thetaPerDay, 3)
    expect(computeGreeks({ ...hull, dividends, vol: 0.21 }).price - base.price).toBeCloseTo(base.vegaPerPoint, 3)
    expect(computeGreeks({ ...hull, dividends, rate: 0.06 }).price - base.price).toBeCloseTo(base.rhoPerPoint, 2)
    expect(base.model).toBe('american_one_dividend')
  })
})
