import { readFileSync } from 'node:fs'
import fc, { drawsRareCases } from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { dividendContractOf, type GoldenCase, rowOf } from '../../../golden/rows.ts'
import { numberOf, testShared } from '../../../test/shared-data.ts'
import type { AmericanContract } from '../contract.ts'
import { computeEuropeanGreeks, type NaturalGreeks, priceEuropean } from '../european.ts'
import { computeAmericanDelta, computeAmericanGreeks, priceAmerican } from './american.ts'
import { chooseMethod, isNearRateKink, slopeByRate } from './american-contract.ts'
import { priceByBoundary } from './boundary.ts'
import { gaussLegendre } from './gauss-legendre.ts'
import { priceOnGrid } from './grid.ts'

describe('american', () => {
  const omitRho = ({ rho: _, ...others }: NaturalGreeks) => others

  const terms: AmericanContract = { type: 'call', spot: 100, strike: 95, years: 0.5, rate: 0.04, vol: 0.3 }
  const early = { years: 0.1, cash: 1 }
  const late = { years: 0.35, cash: 1 }

  describe('choice of the formula', () => {
    test.each([
      ['call, no dividend', {}, 'bsm'],
      ['call at rate 0', { rate: 0 }, 'bsm'],
      ['call at a negative rate', { rate: -0.01 }, 'american_boundary'],
      ['call with a yield', { dividendYield: 0.02 }, 'american_boundary'],
      ['call with a negative yield', { dividendYield: -0.02 }, 'bsm'],
      ['call with two boundaries', { rate: -0.02, dividendYield: -0.01 }, 'american_grid'],
      ['put', { type: 'put' }, 'american_boundary'],
      ['put at rate 0', { type: 'put', rate: 0 }, 'bsm'],
      ['put at rate 0 with a yield', { type: 'put', rate: 0, dividendYield: 0.03 }, 'bsm'],
      ['put with two boundaries', { type: 'put', rate: -0.01, dividendYield: -0.02 }, 'american_grid'],
      ['call, one dividend', { dividends: [early] }, 'american_one_dividend'],
      ['the same, escrowed', { dividends: [early], dividendModel: 'escrowed' }, 'american_one_dividend_escrowed'],
      ['call, one dividend at a negative rate', { rate: -0.01, dividends: [early] }, 'american_grid'],
      ['call, one dividend and a yield', { dividendYield: 0.01, dividends: [early] }, 'american_grid'],
      ['call, two dividends', { dividends: [early, late] }, 'american_grid'],
      ['put, one dividend', { type: 'put', dividends: [early] }, 'american_grid'],
      ['put, escrowed', { type: 'put', dividends: [early], dividendModel: 'escrowed' }, 'american_grid_escrowed'],
      ['two amounts on one ex-date', { dividends: [early, early] }, 'american_one_dividend'],
      ['a dividend on expiration day', { dividends: [{ years: 0.5, cash: 1 }] }, 'american_one_dividend'],
      [
        'one today, one after expiration',
        {
          dividends: [
            { years: 0, cash: 1 },
            { years: 0.51, cash: 1 },
          ],
        },
        'bsm',
      ],
      ['dividends of 0', { dividends: [{ years: 0.1, cash: 0 }, late] }, 'american_one_dividend'],
      ['escrowed without a dividend', { dividends: [], dividendModel: 'escrowed' }, 'bsm'],
      ['on expiration day', { years: 0, type: 'put' }, 'bsm'],
    ] as const)('%s: %j is %s', (_name, change, model) => {
      const contract: AmericanContract = { ...terms, ...change }
      expect(chooseMethod(contract).model).toBe(model)
      expect(priceAmerican(contract).model).toBe(model)
    })

    test('treats two amounts on one ex-date as one dividend', () => {
      const together = priceAmerican({ ...terms, dividends: [{ years: 0.1, cash: 2 }] })
      expect(priceAmerican({ ...terms, dividends: [early, early] })).toEqual(together)
    })
  })

  testShared('golden/edges.json, odd dividends', ['golden/edges.json'], (path) => {
    const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: GoldenCase[] }
    const odd = cases.filter(({ kind }) => kind === 'discrete_dividend')
    expect(odd.length).toBe(4)
    for (const edge of odd) {
      const row = rowOf(edge)
      const contract = { ...dividendContractOf(row), vol: numberOf(row, 'vol') }
      const { spot, strike } = contract
      const { price, ...greeks } = computeAmericanGreeks(contract)
      for (const value of Object.values(greeks)) expect(typeof value === 'string' || Number.isFinite(value)).toBe(true)
      expect(price).toBeGreaterThanOrEqual(Math.max(0, spot - strike))
      expect(price).toBeLessThanOrEqual(spot)
      if ('same_as' in edge.expect) expect(price).toBe(priceEuropean({ ...contract, dividends: [] }))
    }
  })

  const drawn = fc.record({
    type: fc.constantFrom('call' as const, 'put' as const),
    spot: fc.constant(100),
    strike: fc.double({ min: 50, max: 200, noNaN: true }),
    years: fc.double({ min: 0.01, max: 2, noNaN: true }),
    rate: fc.double({ min: 0, max: 0.1, noNaN: true }),
    dividendYield: fc.constantFrom(0, 0, 0.03),
    vol: fc.double({ min: 0.05, max: 1.5, noNaN: true }),
  })

  describe('properties', () => {
    test('is worth at least immediate exercise and the European option, and at most the stock or the strike', () => {
      fc.assert(
        fc.property(drawn, (contract) => {
          const { type, spot, strike } = contract
          const { price } = priceAmerican(contract)
          const exercise = type === 'call' ? spot - strike : strike - spot
          expect(price).toBeGreaterThanOrEqual(Math.max(exercise, priceEuropean(contract)) - 1e-5)
          expect(price).toBeLessThanOrEqual(type === 'call' ? spot : strike)
        }),
      )
    })

    test('delta is the slope of the price in the spot and equals the delta of the Greeks, for every formula', () => {
      const models = new Set<string>()
      fc.assert(
        fc.property(drawn, fc.constantFrom([], [early], [early, late]), (contract, dividends) => {
          const { spot, strike, vol, years } = contract
          const whole = { ...contract, vol: Math.max(vol, 0.1), years: years + 0.1, dividends }
          // A hundredth of a deviation. A smaller step would not help, since delta bends on either side of a
          // boundary.
          const step = 0.01 * spot * Math.min(1, whole.vol * Math.sqrt(whole.years))
          const at = (by: number) => priceAmerican({ ...whole, spot: spot + by })
          models.add(at(0).model)
          const difference = (at(step).price - at(-step).price) / (2 * step)
          expect(Math.abs(computeAmericanDelta(whole) - difference)).toBeLessThan(2e-3 * Math.max(1, strike / spot))
          const greeks = computeAmericanGreeks(whole)
          expect(greeks.price).toBeCloseTo(at(0).price, 10)
          expect(computeAmericanDelta(whole)).toBe(greeks.delta)
        }),
      )
      if (drawsRareCases)
        expect([...models].sort()).toEqual(['american_boundary', 'american_grid', 'american_one_dividend', 'bsm'])
    })
  })

  describe('rho at the rate where early exercise starts to pay', () => {
    const BASIS_POINT = 1e-4
    const atTheMoney = { ...terms, strike: 100, rate: 0 }
    /** Central differences of fourth order over one and two basis points, and Richardson's extrapolation. */
    const slopeOf = (priceAt: (by: number) => number) => {
      const central = (h: number) => (8 * (priceAt(h) - priceAt(-h)) - priceAt(2 * h) + priceAt(-2 * h)) / (12 * h)
      return (16 * central(BASIS_POINT) - central(2 * BASIS_POINT)) / 15
    }

    test.each([
      ['put', 30, 0],
      ['put', 45, 0],
      ['put', 45, -0.5 * BASIS_POINT],
      ['put', 365, 0],
      ['put', 365, -3.9 * BASIS_POINT],
      ['call', 30, 0],
      ['call', 45, 0.5 * BASIS_POINT],
    ] as const)('a %s of %d days at rate %d: the difference of prices on both sides', (type, days, rate) => {
      const contract = { ...atTheMoney, type, years: days / 365, rate }
      const difference = slopeOf((by) => priceByBoundary({ ...contract, rate: rate + by }))
      const { rho, model, ...others } = computeAmericanGreeks(contract)
      const european = computeEuropeanGreeks(contract)
      expect(rho).toBeCloseTo(difference, 4)
      expect(Math.abs(rho - european.rho)).toBeGreaterThan(5e-4)
      expect({ ...others, model }).toEqual(omitRho(european))
      expect(model).toBe('bsm')
    })

    test.each([60, 100])(
      'a call struck at %d with one dividend, at rate 0: between the slopes of both sides',
      (strike) => {
        const contract = { ...terms, strike, years: 1, rate: 0, dividends: [{ years: 0.5, cash: 2 }] }
        const at = (rate: number) => priceAmerican({ ...contract, rate }).price
        const slopes = [-1, 1].map((side) => (at(side * 3e-4) - at(0)) / (side * 3e-4)).sort((a, b) => a - b)
        const { rho, ...others } = computeAmericanGreeks(contract)
        expect(rho).toBeGreaterThan(slopes[0] ?? Number.NaN)
        expect(rho).toBeLessThan(slopes[1] ?? Number.NaN)
        expect(rho).toBeCloseTo(
          slopeOf((by) => priceOnGrid({ ...contract, rate: by })),
          6,
        )
        const away = computeAmericanGreeks({ ...contract, rate: 4.1 * BASIS_POINT })
        const smooth = (at(4.2 * BASIS_POINT) - at(4 * BASIS_POINT)) / (0.2 * BASIS_POINT)
        expect(away.rho).toBeCloseTo(smooth, 2)
        expect(others.price).toBe(at(0))
      },
    )

    test.each([
      ['farther from 0', { type: 'put', rate: -4.01 * BASIS_POINT }],
      ['with a yield', { type: 'put', dividendYield: 0.01 }],
      ['a call at an ordinary rate', { type: 'call', rate: 0.04 }],
      ['without volatility', { type: 'put', vol: 0 }],
      ['at expiration', { type: 'put', years: 0 }],
    ] as const)('has European Greeks: %s', (_name, change) => {
      const contract = { ...atTheMoney, strike: 101, ...change }
      expect(computeAmericanGreeks(contract)).toEqual(computeEuropeanGreeks(contract))
    })
  })

  test.each([
    [{ spot: 0 }, 'spot must be'],
    [{ vol: -0.1 }, 'vol must be'],
    [{ years: Number.NaN }, 'years must be'],
    [{ dividends: [{ years: 0.1, cash: -1 }] }, 'dividend cash must be'],
    [{ dividends: [{ years: Number.POSITIVE_INFINITY, cash: 1 }] }, 'dividend years must be'],
  ])('rejects %j by name', (change, message) => {
    for (const compute of [priceAmerican, computeAmericanGreeks, computeAmericanDelta]) {
      expect(() => compute({ ...terms, ...change })).toThrow(message)
    }
  })
})

describe('gauss legendre', () => {
  function integrate(count: number, integrand: (x: number) => number): number {
    const { nodes, weights } = gaussLegendre(count)
    return nodes.reduce((sum, x, i) => sum + (weights[i] ?? Number.NaN) * integrand(x), 0)
  }

  describe('Gauss-Legendre rule', () => {
    /** Abramowitz and Stegun, table 25.4: the largest node of each rule and its weight. */
    test.each([
      [2, 0.577350269189626, 1],
      [3, 0.774596669241483, 0.555555555555556],
      [5, 0.906179845938664, 0.236926885056189],
      [10, 0.973906528517172, 0.066671344308688],
      [24, 0.995187219997021, 0.012341229799987],
      [48, 0.998771007252426, 0.003153346052306],
    ])('matches published nodes for %d', (count, node, weight) => {
      const rule = gaussLegendre(count)
      expect(rule.nodes[count - 1]).toBeCloseTo(node, 14)
      expect(rule.weights[count - 1]).toBeCloseTo(weight, 14)
      expect(rule.nodes[0]).toBe(-(rule.nodes[count - 1] ?? 0))
    })

    test('uses the midpoint for one node', () => {
      const { nodes, weights } = gaussLegendre(1)
      expect(nodes[0]).toBeCloseTo(0, 15)
      expect(weights[0]).toBeCloseTo(2, 14)
    })

    test.each([1, 2, 3, 7, 8, 16, 25, 40])(
      'is exact with %d nodes for every power up to 2n − 1, and not for 2n',
      (count) => {
        for (let power = 0; power < 2 * count; power += 1) {
          expect(integrate(count, (x) => x ** power)).toBeCloseTo(power % 2 === 0 ? 2 / (power + 1) : 0, 13)
        }
        const missed = Math.abs(integrate(count, (x) => x ** (2 * count)) - 2 / (2 * count + 1))
        if (count < 8) expect(missed).toBeGreaterThan(1e-8)
      },
    )

    test('integrates a smooth function: ∫ eˣ = e − 1/e', () => {
      expect(integrate(12, Math.exp)).toBeCloseTo(Math.E - 1 / Math.E, 14)
    })

    test('computes each rule once', () => {
      expect(gaussLegendre(31)).toBe(gaussLegendre(31))
    })

    test.each([0, -1, 2.5, Number.NaN])('rejects %p nodes', (count) => {
      expect(() => gaussLegendre(count)).toThrow(/^count must be/)
    })
  })
})

describe('rate slope', () => {
  test('is exact for a smooth price up to the sixth power of the rate', () => {
    expect(slopeByRate((rate) => 3 + 7 * rate, 0.04)).toBeCloseTo(7, 9)
    expect(slopeByRate((rate) => rate ** 6 - 2 * rate ** 3, 0.5, 0.1)).toBeCloseTo(6 * 0.5 ** 5 - 6 * 0.25, 12)
    expect(slopeByRate(Math.exp, 0.04)).toBeCloseTo(Math.exp(0.04), 9)
  })

  test('is the mean of both slopes at a kink', () => {
    expect(slopeByRate((rate) => (rate > 0 ? 5 * rate : -3 * rate), 0)).toBeCloseTo(1, 12)
  })

  test.each([
    [0, 0, true],
    [3.9e-4, 0, true],
    [-3.9e-4, 0, true],
    [4e-4, 0, false],
    [-4.1e-4, 0, false],
    [0, 0.01, false],
    [0, -0.01, false],
  ])('rate %d, yield %d: within reach of the kink, %p', (rate, dividendYield, isNear) => {
    expect(isNearRateKink(rate, dividendYield)).toBe(isNear)
  })
})
