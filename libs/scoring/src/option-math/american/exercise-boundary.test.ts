import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import type { PricedContract } from '../contract.ts'
import { priceEuropean } from '../european.ts'
import { normalCdf } from '../normal.ts'
import type { UnitPut } from './american-contract.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary.ts'
import { CURVE_NODES, computePremium, GREEKS_RULE } from './boundary-curve.ts'
import { guessDepths, perpetualDepth, solveExerciseBoundary } from './exercise-boundary.ts'
import { priceOnGrid } from './grid.ts'

describe('exercise boundary', () => {
  const drawn = fc.record({
    rate: fc.oneof(fc.double({ min: 0.0005, max: 0.1, noNaN: true }), fc.constantFrom(0.005, 0.02, 0.08)),
    dividendYield: fc.oneof(fc.double({ min: -0.02, max: 0.1, noNaN: true }), fc.constantFrom(0, 0.005, 0.02, 0.08)),
    vol: fc.double({ min: 0.03, max: 3, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 3, noNaN: true }),
  })

  /** With the strongest drift relative to volatility, the depths (0.4% of the strike) do not converge: they fall by 1.47%. */
  const SLOWEST_CONVERGENCE: UnitPut = { rate: 0.1, dividendYield: -0.02, vol: 0.03, years: 3 }
  const SLACK = 0.015

  const lastDepth = (depths: Float64Array) => depths[CURVE_NODES - 1] ?? Number.NaN

  function boundaryPrice(put: UnitPut): number {
    const { logStart, depths } = solveExerciseBoundary(put)
    return Math.exp(logStart - lastDepth(depths))
  }

  describe('exercise boundary', () => {
    /**
     * The same equation on 40 nodes with an 80-node rule, solved by a separate program; matching values instead of
     * slopes gives the same 8 digits.
     */
    test.each([
      [0.05, 0.05, 0.25, 1, 0.64792271],
      [0.08, 0, 0.2, 3, 0.81777232],
      [0.02, 0.07, 0.4, 0.5, 0.24040326],
      [0.0525, 0.005, 0.15, 1 / 365, 0.98192706],
      [0.03, -0.02, 0.6, 2, 0.3128145],
      [0, -0.05, 0.2, 1, 0.79539615],
      [0.08, 0, 0.05, 3, 0.98461896],
    ])('rate %d, yield %d, vol %d, %d years: %d', (rate, dividendYield, vol, years, want) => {
      expect(Math.abs(boundaryPrice({ rate, dividendYield, vol, years }) - want)).toBeLessThan(3e-7)
    })

    test('starts at the strike, or at r/q times the strike with larger dividends', () => {
      const put = { rate: 0.02, dividendYield: 0.02, vol: 0.3, years: 1 }
      expect(solveExerciseBoundary(put).logStart).toBe(0)
      expect(solveExerciseBoundary({ ...put, dividendYield: 0.05 }).logStart).toBeCloseTo(Math.log(0.4), 15)
    })

    test('for a perpetual put, is 2r/(2r + σ²) without dividends (Merton 1973), 1 − σ²/(2|q|) without a rate, or never', () => {
      const depth = (rate: number, dividendYield: number) =>
        perpetualDepth({ rate, dividendYield, vol: 0.2, years: 1 }, 0)
      expect(Math.exp(-depth(0.05, 0))).toBeCloseTo(0.1 / 0.14, 14)
      expect(Math.exp(-depth(0, -0.05))).toBeCloseTo(0.6, 14)
      expect(depth(0, -0.02)).toBe(Number.POSITIVE_INFINITY)
      expect(depth(0, -0.019)).toBe(Number.POSITIVE_INFINITY)
    })

    test('is nearly perpetual after four hundred years: ½σ²λ² + (r − q − ½σ²)λ = r has λ = −0.900521, B = λ/(λ − 1)', () => {
      const put = { rate: 0.05, dividendYield: 0.02, vol: 0.3, years: 400 }
      expect(Math.exp(-perpetualDepth(put, 0))).toBeCloseTo(0.4738284, 6)
      expect(boundaryPrice(put)).toBeCloseTo(0.4738, 2)
    })

    test('falls with the remaining time, but never below the perpetual boundary', () => {
      fc.assert(
        fc.property(drawn, (put) => {
          const { logStart, depths } = solveExerciseBoundary(put)
          let before = 0
          for (const depth of depths) {
            expect(depth).toBeGreaterThanOrEqual(before * (1 - SLACK))
            before = depth
          }
          expect(before).toBeLessThanOrEqual(perpetualDepth(put, logStart))
        }),
        { examples: [[SLOWEST_CONVERGENCE]] },
      )
    })

    test('at the boundary, the price equals exercise and its slope is −1, although only the slope was solved for', () => {
      fc.assert(
        fc.property(drawn, (put) => {
          const { rate, dividendYield, vol, years } = put
          const boundary = solveExerciseBoundary(put)
          const price = Math.exp(boundary.logStart - lastDepth(boundary.depths))
          const total = vol * Math.sqrt(years)
          const dMinus = (Math.log(price) + (rate - dividendYield - 0.5 * vol * vol) * years) / total
          const stock = Math.exp(-dividendYield * years) * normalCdf(-dMinus - total)
          const european = Math.exp(-rate * years) * normalCdf(-dMinus) - price * stock
          const { value, slope } = computePremium({ put, boundary, unit: 1, moneyness: price }, GREEKS_RULE)
          expect(Math.abs(european + value - (1 - price))).toBeLessThan(1e-5)
          expect(Math.abs(slope - stock + 1)).toBeLessThan(1e-4)
        }),
      )
    })

    test('the first guess is within 2.5% for ordinary contracts', () => {
      for (const dividendYield of [0, 0.01, 0.08]) {
        const put = { rate: 0.05, dividendYield, vol: 0.3, years: 0.5 }
        const { logStart, depths } = solveExerciseBoundary(put)
        guessDepths(put, logStart, perpetualDepth(put, logStart)).forEach((depth, j) => {
          expect(Math.abs(depth / (depths[j] ?? Number.NaN) - 1)).toBeLessThan(0.025)
        })
      }
    })

    test('the first guess is within 30% of the depth', () => {
      fc.assert(
        fc.property(drawn, (put) => {
          const { logStart, depths } = solveExerciseBoundary(put)
          const guess = guessDepths(put, logStart, perpetualDepth(put, logStart))
          guess.forEach((depth, j) => {
            expect(Math.abs(depth / (depths[j] ?? Number.NaN) - 1)).toBeLessThan(0.3)
          })
        }),
      )
    })
  })
})

describe('boundary properties', () => {
  const drawn = fc.record({
    type: fc.constantFrom('call', 'put'),
    spot: fc.double({ min: 50, max: 200, noNaN: true }),
    strike: fc.constant(100),
    years: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1100 })).map((days) => days / 365),
    rate: fc.oneof(fc.constantFrom(-0.01, 0, 0.0433), fc.double({ min: -0.01, max: 0.1, noNaN: true })),
    dividendYield: fc.oneof(fc.constantFrom(0, 0.0132, 0.0433), fc.double({ min: 0, max: 0.1, noNaN: true })),
    vol: fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 1, max: 5, noNaN: true })),
  })
  const intrinsic = ({ type, spot, strike }: PricedContract) => (type === 'put' ? strike - spot : spot - strike)

  describe('properties', () => {
    test('is worth at least the European option and immediate exercise, and at most the strike or the share', () => {
      fc.assert(
        fc.property(drawn, (contract) => {
          const price = priceByBoundary(contract)
          expect(price).toBeGreaterThanOrEqual(intrinsic(contract) - 1e-12)
          expect(price).toBeGreaterThanOrEqual(priceEuropean(contract) - 1e-9)
          // At a negative rate, a strike paid later is worth more than its face value.
          const most =
            contract.type === 'put'
              ? contract.strike * Math.exp(Math.max(0, -contract.rate * contract.years))
              : contract.spot
          expect(price).toBeLessThanOrEqual(most + 1e-9)
        }),
      )
    })

    test('is never worth less with more volatility or time', () => {
      fc.assert(
        fc.property(drawn, fc.double({ min: 1e-4, max: 1, noNaN: true }), (contract, more) => {
          const price = priceByBoundary(contract)
          expect(priceByBoundary({ ...contract, vol: contract.vol * (1 + more) })).toBeGreaterThanOrEqual(price - 1e-6)
          expect(priceByBoundary({ ...contract, years: contract.years * (1 + more) })).toBeGreaterThanOrEqual(
            price - 1e-6,
          )
        }),
      )
    })

    test('is convex in the strike', () => {
      fc.assert(
        fc.property(drawn, fc.double({ min: 0.5, max: 20, noNaN: true }), (contract, width) => {
          const at = (strike: number) => priceByBoundary({ ...contract, strike })
          expect(at(100 - width) + at(100 + width)).toBeGreaterThanOrEqual(2 * at(100) - 1e-9)
        }),
      )
    })

    /** Compares with the grid, because the boundary formula prices calls as mirrored puts and scales to a unit put. */
    const onGrid = drawn.filter(({ vol, years }) => vol * Math.sqrt(years) > 0.05 && vol * Math.sqrt(years) < 1)

    test('obeys call-put symmetry: the grid gives the same price with share and strike, rate and yield exchanged', () => {
      fc.assert(
        fc.property(onGrid, ({ rate: drawnRate, ...rest }) => {
          const contract = { ...rest, rate: Math.abs(drawnRate) }
          const { type, spot, strike, rate, dividendYield } = contract
          const exchanged = { spot: strike, strike: spot, rate: dividendYield, dividendYield: rate }
          const mirrored = priceOnGrid({ ...contract, ...exchanged, type: type === 'put' ? 'call' : 'put' })
          expect(Math.abs(priceByBoundary(contract) - mirrored)).toBeLessThan(6e-5 * Math.max(spot, strike))
        }),
      )
    })

    test('is homogeneous: the grid gives twice the price for twice the share and the strike', () => {
      fc.assert(
        fc.property(onGrid, (contract) => {
          const { spot, strike } = contract
          const doubled = priceOnGrid({ ...contract, spot: 2 * spot, strike: 2 * strike })
          expect(Math.abs(doubled - 2 * priceByBoundary(contract))).toBeLessThan(1.2e-4 * Math.max(spot, strike))
        }),
      )
    })

    test('a call without dividends at a rate of 0 or more, and a put at a rate of 0 or less, are European', () => {
      fc.assert(
        fc.property(drawn, (contract) => {
          const rate = Math.abs(contract.rate)
          const held = contract.type === 'call' ? { ...contract, rate, dividendYield: 0 } : { ...contract, rate: -rate }
          expect(priceByBoundary(held)).toBe(priceEuropean(held))
        }),
      )
    })

    test('Greeks match differences of the price', () => {
      fc.assert(
        fc.property(drawn, ({ vol, ...rest }) => {
          const contract = { ...rest, vol: Math.max(vol, 0.05) }
          const { spot, years } = contract
          const greeks = computeGreeksByBoundary(contract)
          const step = 0.02 * spot * Math.min(1, contract.vol * Math.sqrt(years))
          const at = (change: Partial<PricedContract>) => priceByBoundary({ ...contract, ...change })
          const [up, down] = [at({ spot: spot + step }), at({ spot: spot - step })]
          // A difference taken across the boundary, where gamma jumps, is wrong on both sides.
          if (
            up === intrinsic({ ...contract, spot: spot + step }) ||
            down === intrinsic({ ...contract, spot: spot - step })
          )
            return
          // Near the boundary gamma changes within one step, so delta needs a shorter one.
          const short = step / 4
          const slope = (at({ spot: spot + short }) - at({ spot: spot - short })) / (2 * short)
          expect(Math.abs(greeks.delta - slope)).toBeLessThan(1e-3)
          expect(Math.abs(greeks.gamma - (up - 2 * greeks.price + down) / step ** 2)).toBeLessThan(
            2e-3 * Math.abs(greeks.gamma) + 1e-4 / spot + 2e-7 / step ** 2,
          )
          const later = (at({ years: years * 1.001 }) - at({ years: years * 0.999 })) / (0.002 * years)
          expect(Math.abs(greeks.theta + later)).toBeLessThan(2e-3 * Math.abs(greeks.theta) + 0.02)
        }),
      )
    })
  })
})
