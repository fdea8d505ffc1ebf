import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { countBoundaries, toUnitPut } from './american-contract.ts'
import { computeGreeksOnCertainPath, priceOnCertainPath } from './boundary.ts'
import {
  angleRule,
  CURVE_NODES,
  CURVE_ROOTS,
  chebyshevPoints,
  curveWeights,
  interpolationWeights,
  isExercised,
} from './boundary-curve.ts'
import { solveLinearSystem } from './exercise-boundary.ts'

describe('boundary curve', () => {
  function integrate(count: number, crowding: 1 | 2, years: number, f: (u: number) => number): number {
    const { sines, cosines, weights } = angleRule(count, crowding)
    return weights.reduce((sum, weight, k) => {
      const sine = sines[k] ?? Number.NaN
      return sum + weight * 2 * years * sine * (cosines[k] ?? Number.NaN) * f(years * sine * sine)
    }, 0)
  }

  describe('rule in the angle', () => {
    test.each([
      [8, 1, 1e-7],
      [24, 2, 1e-10],
    ] as const)('%d nodes, crowding %d: the integrals that defeat a plain rule', (count, crowding, tolerance) => {
      const years = 2.5
      const close = (got: number, want: number) => expect(Math.abs(got / want - 1)).toBeLessThan(tolerance)
      close(
        integrate(count, crowding, years, () => 1),
        years,
      )
      close(
        integrate(count, crowding, years, (u) => u * u),
        years ** 3 / 3,
      )
      close(integrate(count, crowding, years, Math.sqrt), (2 / 3) * years ** 1.5)
      close(
        integrate(count, crowding, years, (u) => 1 / Math.sqrt(years - u)),
        2 * Math.sqrt(years),
      )
      close(
        integrate(count, crowding, years, (u) => Math.sqrt(u * (years - u))),
        (Math.PI / 8) * years ** 2,
      )
    })

    test('crowding moves nodes to the start of the interval', () => {
      const last = (crowding: 1 | 2) => Math.min(...angleRule(24, crowding).cosines)
      expect(last(2)).toBeLessThan(0.01 * last(1))
    })
  })

  describe('curve', () => {
    test('its roots ascend to 1 and exclude 0', () => {
      expect(CURVE_ROOTS.length).toBe(CURVE_NODES)
      expect(CURVE_ROOTS[0]).toBeGreaterThan(0)
      expect(CURVE_ROOTS[CURVE_NODES - 1]).toBe(1)
    })

    test('reproduces squares that are a polynomial without a constant term', () => {
      const square = (x: number) => 0.3 * x ** 2 - 0.1 * x ** 3 + 0.02 * x ** 8
      const places = Float64Array.of(0, 0.01, 0.25, CURVE_ROOTS[3] ?? 0, 0.9, 1)
      const weights = curveWeights(places)
      places.forEach((place, at) => {
        const row = weights.subarray(at * CURVE_NODES, (at + 1) * CURVE_NODES)
        const got = row.reduce((sum, weight, j) => sum + weight * square(CURVE_ROOTS[j] ?? 0), 0)
        expect(got).toBeCloseTo(square(place), 14)
      })
    })

    test('exercises at the boundary and below it', () => {
      const boundary = { logStart: 0, depths: new Float64Array(CURVE_NODES).fill(Math.log(2)) }
      expect(isExercised(boundary, 0.5)).toBe(true)
      expect(isExercised(boundary, 0.5 - 1e-12)).toBe(true)
      expect(isExercised(boundary, 0.5 + 1e-12)).toBe(false)
    })
  })
})

describe('chebyshev', () => {
  function interpolate(degree: number, place: number, f: (x: number) => number): number {
    const values = chebyshevPoints(degree).map(f)
    return interpolationWeights(degree, place).reduce((sum, weight, j) => sum + weight * (values[j] ?? Number.NaN), 0)
  }

  describe('Chebyshev interpolation', () => {
    test('has the points 0, (1 − √½)/2, ½, (1 + √½)/2, 1 for degree 4', () => {
      const points = chebyshevPoints(4)
      const wanted = [0, 0.5 - Math.SQRT1_2 / 2, 0.5, 0.5 + Math.SQRT1_2 / 2, 1]
      expect(points.length).toBe(5)
      wanted.forEach((want, j) => {
        expect(points[j]).toBeCloseTo(want, 15)
      })
      expect([points[0], points[4]]).toEqual([0, 1])
    })

    test('has the weights 3/8, 3/4, −1/8 at ¼ for degree 2 through 0, ½, 1', () => {
      const weights = interpolationWeights(2, 0.25)
      ;[0.375, 0.75, -0.125].forEach((want, j) => {
        expect(weights[j]).toBeCloseTo(want, 15)
      })
    })

    test("uses only a point's own value at that point", () => {
      const points = chebyshevPoints(8)
      points.forEach((point, j) => {
        expect([...interpolationWeights(8, point)]).toEqual([...points].map((_, k) => (k === j ? 1 : 0)))
      })
    })

    test('is exact for polynomials up to the degree', () => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 8 }), (place, power) => {
          expect(interpolate(8, place, (x) => x ** power)).toBeCloseTo(place ** power, 13)
        }),
      )
      expect(Math.abs(interpolate(8, 0.95, (x) => x ** 9) - 0.95 ** 9)).toBeGreaterThan(1e-8)
    })

    test('follows 1/(1 + 25x²) over −1 to 1, where evenly spaced points fail (Runge 1901)', () => {
      const runge = (x: number) => 1 / (1 + 25 * (2 * x - 1) ** 2)
      const worst = (degree: number) =>
        Math.max(
          ...Array.from({ length: 200 }, (_, k) => Math.abs(interpolate(degree, k / 199, runge) - runge(k / 199))),
        )
      expect(worst(10)).toBeLessThan(0.15)
      expect(worst(60)).toBeLessThan(2e-5)
    })

    test.each([0, -1, 1.5, Number.NaN])('rejects degree %p', (degree) => {
      expect(() => chebyshevPoints(degree)).toThrow(RangeError)
    })
  })
})

describe('linear system', () => {
  function solve(matrix: readonly number[], right: readonly number[]): number[] {
    const solution = Float64Array.from(right)
    solveLinearSystem(Float64Array.from(matrix), solution)
    return [...solution]
  }

  describe('linear system', () => {
    test('solves systems computed by hand', () => {
      expect(solve([4], [2])).toEqual([0.5])
      // 2x + y = 5, x + 3y = 10.
      expect(solve([2, 1, 1, 3], [5, 10])).toEqual([1, 3])
      // x + y + z = 6, 2y + 5z = −4, 2x + 5y − z = 27.
      const [x = 0, y = 0, z = 0] = solve([1, 1, 1, 0, 2, 5, 2, 5, -1], [6, -4, 27])
      expect(x).toBeCloseTo(5, 14)
      expect(y).toBeCloseTo(3, 14)
      expect(z).toBeCloseTo(-2, 14)
    })

    test('exchanges rows if the first entry is zero or nearly zero', () => {
      expect(solve([0, 1, 1, 0], [7, 9])).toEqual([9, 7])
      expect(solve([1e-20, 1, 1, 1], [1, 2])).toEqual([1, 1])
    })

    test('gives NaN or infinity for two equal rows', () => {
      expect(solve([1, 2, 1, 2], [1, 2]).every(Number.isFinite)).toBe(false)
    })

    test('the solution reproduces the right side', () => {
      const entry = fc.double({ min: -1, max: 1, noNaN: true })
      const size = 6
      fc.assert(
        fc.property(
          fc.array(entry, { minLength: size * size, maxLength: size * size }),
          fc.array(entry, { minLength: size, maxLength: size }),
          (entries, right) => {
            // Large diagonal entries keep the system far from singular.
            const matrix = entries.map((value, at) => (at % (size + 1) === 0 ? value + size * 2 : value))
            const x = solve(matrix, right)
            right.forEach((want, row) => {
              const got = x.reduce((sum, value, k) => sum + (matrix[row * size + k] ?? 0) * value, 0)
              expect(got).toBeCloseTo(want, 13)
            })
          },
        ),
      )
    })
  })
})

describe('certain path', () => {
  const put = { type: 'put', spot: 90, strike: 100, years: 2, rate: 0.05, dividendYield: 0, vol: 0 } as const

  describe('no volatility', () => {
    test('exercises a put immediately with interest only', () => {
      expect(priceOnCertainPath(put)).toBe(10)
      expect(computeGreeksOnCertainPath(put)).toEqual({ price: 10, delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 })
    })

    test('holds a put to expiration with dividends only, 100 − 90·e^(−0.06·2)', () => {
      const waiting = { ...put, rate: 0, dividendYield: 0.06 }
      expect(priceOnCertainPath(waiting)).toBeCloseTo(20.1771607, 7)
      const { delta, theta, rho, gamma, vega } = computeGreeksOnCertainPath(waiting)
      expect(delta).toBeCloseTo(-Math.exp(-0.12), 14)
      expect(theta).toBeCloseTo(-0.06 * 90 * Math.exp(-0.12), 12)
      expect(rho).toBeCloseTo(-200, 10)
      expect([gamma, vega]).toEqual([0, 0])
    })

    test('with both, holds a put until the falling share pays less than the strike earns', () => {
      // 0.02·K·e^(−0.02t) = 0.07·S·e^(−0.07t) at t = ln(0.07·90/(0.02·100))/0.05 = 22.948 years; with S = 30 at 0.97580.
      expect(priceOnCertainPath({ ...put, rate: 0.02, dividendYield: 0.07 })).toBeCloseTo(17.8367027, 7)
      const early = { ...put, spot: 30, rate: 0.02, dividendYield: 0.07 }
      const time = Math.log((0.07 * 30) / (0.02 * 100)) / 0.05
      expect(time).toBeCloseTo(0.9758033, 7)
      expect(priceOnCertainPath(early)).toBeCloseTo(70.0480814, 7)
      const { delta, theta, rho } = computeGreeksOnCertainPath(early)
      expect(delta).toBeCloseTo(-Math.exp(-0.07 * time), 13)
      expect(theta).toBe(0)
      expect(rho).toBeCloseTo(-time * 100 * Math.exp(-0.02 * time), 10)
    })

    test('exercises a call on a falling share immediately, or waits while the strike gets cheaper', () => {
      const call = { ...put, type: 'call', spot: 130, rate: 0, dividendYield: 0.04 } as const
      expect(priceOnCertainPath(call)).toBe(30)
      expect(computeGreeksOnCertainPath(call).delta).toBe(1)
      expect(priceOnCertainPath({ ...call, rate: 0.05, dividendYield: 0 })).toBeCloseTo(130 - 100 * Math.exp(-0.1), 12)
    })

    test('is 0 if never in the money', () => {
      const far = { ...put, spot: 150 }
      expect(priceOnCertainPath(far)).toBe(0)
      expect(computeGreeksOnCertainPath(far).delta).toBeCloseTo(0, 15)
      expect(computeGreeksOnCertainPath(far)).toMatchObject({ price: 0, gamma: 0, vega: 0 })
    })

    test('finds no better day on a grid of days', () => {
      for (const rate of [-0.02, 0, 0.01, 0.05]) {
        for (const dividendYield of [0, 0.02, 0.07]) {
          for (const spot of [20, 60, 95, 105]) {
            const contract = { ...put, spot, rate, dividendYield }
            const price = priceOnCertainPath(contract)
            let best = 0
            for (let day = 0; day <= 730; day += 1) {
              const t = day / 365
              best = Math.max(best, 100 * Math.exp(-rate * t) - spot * Math.exp(-dividendYield * t))
            }
            expect(price).toBeGreaterThanOrEqual(best - 1e-12)
            expect(price).toBeLessThanOrEqual(best + 1e-6)
          }
        }
      }
    })
  })
})

describe('unit put', () => {
  describe('number of boundaries', () => {
    test.each([
      ['put', 0.05, 0, 1],
      ['put', 1e-12, 0.05, 1],
      ['put', 0, 0, 0],
      ['put', 0, 0.05, 0],
      ['put', 0, -1e-12, 1],
      ['put', -0.01, 0, 0],
      ['put', -0.01, -0.01, 0],
      ['put', -0.01, -0.01 - 1e-12, 2],
      ['call', 0.05, 0, 0],
      ['call', 0.05, 1e-12, 1],
      ['call', 0, 0, 0],
      ['call', -1e-12, 0, 1],
      ['call', -0.02, -0.01, 2],
      ['call', -0.01, -0.01, 0],
      ['call', -0.01, -0.02, 0],
    ] as const)('%s, rate %d, yield %d: %d', (type, rate, dividendYield, count) => {
      expect(countBoundaries(type, rate, dividendYield)).toBe(count)
    })
  })

  describe('unit put', () => {
    const contract = {
      type: 'put',
      spot: 90,
      strike: 120,
      years: 1,
      rate: 0.03,
      dividendYield: 0.01,
      vol: 0.4,
    } as const

    test('scales a put by its strike', () => {
      expect(toUnitPut(contract)).toEqual({
        put: { rate: 0.03, dividendYield: 0.01, vol: 0.4, years: 1 },
        unit: 120,
        moneyness: 0.75,
      })
    })

    test('scales a call by its share and mirrors it', () => {
      expect(toUnitPut({ ...contract, type: 'call', dividendYield: 0.06 })).toEqual({
        put: { rate: 0.06, dividendYield: 0.03, vol: 0.4, years: 1 },
        unit: 90,
        moneyness: 120 / 90,
      })
    })

    test('ends the term where the drift exceeds the volatility by 5 deviations', () => {
      // Drift 0.08 − 0.01²/2 = 0.07995: (5·0.01/0.07995)² = 0.3911137 years.
      const swift = { ...contract, rate: 0.08, dividendYield: 0, vol: 0.01 }
      const cut = (change: object) => toUnitPut({ ...swift, ...change }).put.years
      expect(cut({ years: 0.391 })).toBe(0.391)
      expect(cut({ years: 0.392 })).toBeCloseTo(0.3911137, 7)
      expect(cut({ type: 'call', rate: 0, dividendYield: 0.08, years: 3 })).toBeCloseTo(0.3911137, 7)
      expect(cut({ rate: 0.02, dividendYield: 0.08, years: 3 })).toBe(3)
    })

    test('rejects two boundaries by name', () => {
      expect(() => toUnitPut({ ...contract, rate: -0.01, dividendYield: -0.02 })).toThrow(
        'a put with rate -0.01 and dividendYield -0.02 has two exercise boundaries',
      )
    })
  })
})
