import { describe, expect, test } from '@jest/globals'
import { angleRule, CURVE_NODES, CURVE_ROOTS, curveWeights, isExercised } from './boundary-curve.ts'

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

  test('crowding moves nodes to the start of the wait', () => {
    const last = (crowding: 1 | 2) => Math.min(...angleRule(24, crowding).cosines)
    expect(last(2)).toBeLessThan(0.01 * last(1))
  })
})

describe('curve', () => {
  test('its roots rise to 1 and leave out 0', () => {
    expect(CURVE_ROOTS.length).toBe(CURVE_NODES)
    expect(CURVE_ROOTS[0]).toBeGreaterThan(0)
    expect(CURVE_ROOTS[CURVE_NODES - 1]).toBe(1)
  })

  test('squares that are a polynomial without a constant are met everywhere', () => {
    const square = (x: number) => 0.3 * x ** 2 - 0.1 * x ** 3 + 0.02 * x ** 8
    const places = Float64Array.of(0, 0.01, 0.25, CURVE_ROOTS[3] ?? 0, 0.9, 1)
    const weights = curveWeights(places)
    places.forEach((place, at) => {
      const row = weights.subarray(at * CURVE_NODES, (at + 1) * CURVE_NODES)
      const got = row.reduce((sum, weight, j) => sum + weight * square(CURVE_ROOTS[j] ?? 0), 0)
      expect(got).toBeCloseTo(square(place), 14)
    })
  })

  test('exercised at the boundary and under it', () => {
    const boundary = { logStart: 0, depths: new Float64Array(CURVE_NODES).fill(Math.log(2)) }
    expect(isExercised(boundary, 0.5)).toBe(true)
    expect(isExercised(boundary, 0.5 - 1e-12)).toBe(true)
    expect(isExercised(boundary, 0.5 + 1e-12)).toBe(false)
  })
})
