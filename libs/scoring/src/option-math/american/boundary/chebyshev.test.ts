import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { chebyshevPoints, interpolationWeights } from './chebyshev.ts'

function interpolate(degree: number, place: number, f: (x: number) => number): number {
  const values = chebyshevPoints(degree).map(f)
  return interpolationWeights(degree, place).reduce((sum, weight, j) => sum + weight * (values[j] ?? Number.NaN), 0)
}

describe('Chebyshev interpolation', () => {
  test('points of degree 4: 0, (1 − √½)/2, ½, (1 + √½)/2, 1', () => {
    const points = chebyshevPoints(4)
    const wanted = [0, 0.5 - Math.SQRT1_2 / 2, 0.5, 0.5 + Math.SQRT1_2 / 2, 1]
    expect(points.length).toBe(5)
    wanted.forEach((want, j) => {
      expect(points[j]).toBeCloseTo(want, 15)
    })
    expect([points[0], points[4]]).toEqual([0, 1])
  })

  test('by hand, degree 2 through 0, ½, 1: at ¼ the weights are 3/8, 3/4, −1/8', () => {
    const weights = interpolationWeights(2, 0.25)
    ;[0.375, 0.75, -0.125].forEach((want, j) => {
      expect(weights[j]).toBeCloseTo(want, 15)
    })
  })

  test('at a point its own value alone', () => {
    const points = chebyshevPoints(8)
    points.forEach((point, j) => {
      expect([...interpolationWeights(8, point)]).toEqual([...points].map((_, k) => (k === j ? 1 : 0)))
    })
  })

  test('exact for polynomials up to the degree', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 8 }), (place, power) => {
        expect(interpolate(8, place, (x) => x ** power)).toBeCloseTo(place ** power, 13)
      }),
    )
    expect(Math.abs(interpolate(8, 0.95, (x) => x ** 9) - 0.95 ** 9)).toBeGreaterThan(1e-8)
  })

  test('a function that evenly spaced points cannot follow (Runge 1901): 1/(1 + 25x²) over −1 to 1', () => {
    const runge = (x: number) => 1 / (1 + 25 * (2 * x - 1) ** 2)
    const worst = (degree: number) =>
      Math.max(...Array.from({ length: 200 }, (_, k) => Math.abs(interpolate(degree, k / 199, runge) - runge(k / 199))))
    expect(worst(10)).toBeLessThan(0.15)
    expect(worst(60)).toBeLessThan(2e-5)
  })

  test.each([0, -1, 1.5, Number.NaN])('degree %p: refused', (degree) => {
    expect(() => chebyshevPoints(degree)).toThrow(RangeError)
  })
})
