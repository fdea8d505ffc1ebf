import fc from '@callwright/properties'
import { describe, expect, jest, test } from '@jest/globals'
import { guessTotalVolatility, solveTotalVolatility } from './total-volatility.ts'

/** x, beta, s: the exact inverse of the double beta, by Newton steps with 60 digits on both bounds. */
const REFERENCE: readonly (readonly [number, number, number])[] = [
  [0, 3.98942280401416e-7, 1e-6],
  [0, 0.07965567455405796, 0.2],
  [0, 0.7887004526662895, 2.5],
  [-1e-12, 3.9894178040161553e-7, 1e-6],
  [-1e-9, 0.0955168515411677, 0.24],
  [-1e-6, 3.9396222718302724e-5, 0.0001],
  [-0.001, 0.0074886845871202055, 0.02],
  [-0.05, 0.004164947292256312, 0.05],
  [-0.05, 0.05714620505256444, 0.2],
  [-0.05, 0.21168807843594575, 0.6],
  [-0.3, 0.012099470226373855, 0.2401],
  [-0.3, 3.8174101940825157e-5, 0.1],
  [-0.3, 0.318474109994119, 1.2],
  [-0.3, 1.6319363797426035e-201, 0.01],
  [-1, 6.847932680690649e-92, 0.05],
  [-1, 0.004142358750678575, 0.5],
  [-1, 0.1943275190926184, 1.5],
  [-2.5, 1.2297437055834254e-11, 0.4],
  [-2.5, 0.11767490314928583, 2.4],
  [-3.1, 0.02303236207976016, 1.8],
  [-10, 0.0028691920411434797, 4.5],
  [-40, 5.4169095699679625e-42, 3],
  [-100, 1.8398647239668116e-22, 16],
  [-300, 2.3619691640183877e-146, 12],
  [-700, 3.0425957358769497e-169, 30],
]

/** Reference values for low volatilities, where the price is the difference between nearly equal numbers. */
const LITTLE_VOLATILITY: readonly (readonly [number, number, number])[] = [
  [0, 0.01795088799911175, 0.045],
  [-0.0495, 0.0030873660923040796, 0.045],
  [0, 0.01994503639047609, 0.05000000000000001],
  [-0.05500000000000001, 0.0034302733785060457, 0.05],
  [-0.066, 0.004115957394959676, 0.06],
  [-0.161, 0.0002561829472290574, 0.07],
  [-0.08800000000000001, 0.005486685421308623, 0.08],
  [-0.03, 0.026661239197322363, 0.1],
  [-0.14300000000000002, 0.008908203894794131, 0.13],
  [-0.299, 0.0004751867745235831, 0.13],
  [-0.051000000000000004, 0.04527633480018435, 0.17],
  [-0.2585, 0.016052862983665032, 0.235],
]

/** Prices that need the third step, close to x = −3 and with a beta close to the smallest double. */
const THREE_STEPS: readonly (readonly [number, number, number])[] = [
  [-3.0176691074075936, 0.08842204163951715, 2.5650062265341],
  [-1e-290, 2.5e-304, 1.4284094919711564e-291],
]

/** 16-point Gauss-Legendre nodes and weights on [−1, 1], positive half (Abramowitz and Stegun, table 25.4). */
const GAUSS: readonly (readonly [number, number])[] = [
  [0.0950125098376374, 0.1894506104550685],
  [0.2816035507792589, 0.1826034150449236],
  [0.4580167776572274, 0.1691565193950025],
  [0.6178762444026438, 0.1495959888165767],
  [0.755404408355003, 0.1246289712555339],
  [0.8656312023878318, 0.0951585116824928],
  [0.9445750230732326, 0.0622535239386479],
  [0.9894009349916499, 0.0271524594117541],
]

/**
 * b(s) by an independent method: the integral of its slope φ(√(h² + t²)) from 0 to s, in panels with little change of slope,
 * down to where the slope is negligible relative to its peak (at s² = 2|x|).
 */
function integratedPrice(x: number, s: number): number {
  const exponent = (at: number): number => -0.5 * ((x / at) ** 2 + (0.5 * at) ** 2)
  const peak = Math.min(s, Math.sqrt(-2 * x))
  const highest = x === 0 ? 0 : exponent(peak)
  let sum = 0
  let top = s
  while (top > 0) {
    const steepness = (x / top) ** 2 / top + 0.25 * top
    const bottom = Math.max(0, top - Math.min(x === 0 ? top : 0.25 * top, 1 / steepness))
    const half = 0.5 * (top - bottom)
    for (const [node, weight] of GAUSS) {
      const [up, down] = [bottom + half * (1 + node), bottom + half * (1 - node)]
      sum += half * weight * (Math.exp(exponent(up) - highest) + Math.exp(exponent(down) - highest))
    }
    top = bottom < peak && exponent(bottom) - highest < -45 ? 0 : bottom
  }
  return (sum * Math.exp(highest)) / Math.sqrt(2 * Math.PI)
}

/** Each step computes one logarithm, so counting logarithms counts the steps. */
function countSteps(beta: number, x: number): number {
  const logarithm = jest.spyOn(Math, 'log')
  try {
    guessTotalVolatility(beta, x)
    const ofGuess = logarithm.mock.calls.length
    solveTotalVolatility(beta, x)
    return logarithm.mock.calls.length - 2 * ofGuess
  } finally {
    logarithm.mockRestore()
  }
}

describe('total volatility', () => {
  test.each(REFERENCE)('x = %d, beta = %d', (x, beta, s) => {
    expect(Math.abs(solveTotalVolatility(beta, x) / s - 1)).toBeLessThan(5e-15)
  })

  test.each(LITTLE_VOLATILITY)('x = %d, beta = %d, to the last bits', (x, beta, s) => {
    expect(Math.abs(solveTotalVolatility(beta, x) / s - 1)).toBeLessThan(6e-16)
  })

  test.each(THREE_STEPS)('x = %d, beta = %d in three steps', (x, beta, s) => {
    expect(Math.abs(solveTotalVolatility(beta, x) / s - 1)).toBeLessThan(5e-15)
    expect(countSteps(beta, x)).toBe(3)
  })

  test('converges close to the ceiling, where beta has lost its digits', () => {
    expect(Math.abs(solveTotalVolatility(0.9999999980268247, 0) / 12.00000000004094 - 1)).toBeLessThan(1e-12)
    expect(Math.abs(solveTotalVolatility(1 - 2 ** -53, 0) / 16.6 - 1)).toBeLessThan(0.01)
  })

  test.each([
    ['no price', 0, -0.1],
    ['a negative price', -0.1, -0.1],
    ['the ceiling', Math.exp(-0.05), -0.1],
    ['over the ceiling', 1.2, 0],
    ['in the money', 0.1, 0.2],
    ['not a number', Number.NaN, -0.1],
    ['no moneyness', 0.1, Number.NaN],
    ['endless', Number.POSITIVE_INFINITY, -0.1],
  ])('%s has no volatility', (_, beta, x) => {
    expect(solveTotalVolatility(beta, x)).toBeNaN()
  })

  test('at the forward, beta = 2·N(s/2) − 1: the quartiles are 0.67449 deviations out', () => {
    expect(solveTotalVolatility(0.5, 0)).toBeCloseTo(2 * 0.6744897501960817, 14)
  })
})

const logUniform = (min: number, max: number) =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map(Math.exp)
const points = fc
  .record({
    x: fc.oneof(logUniform(1e-12, 700), logUniform(1e-3, 3), fc.constant(0)).map((size) => -size),
    s: fc.oneof(logUniform(1e-6, 30), logUniform(0.01, 3)),
  })
  .filter(({ x, s }) => -x < 37 * s)
  .map(({ x, s }) => ({ x, s, beta: integratedPrice(x, s), ceiling: Math.exp(0.5 * x) }))
  .filter(({ beta, ceiling }) => beta > 1e-300 && beta < ceiling * (1 - 1e-12))

describe('properties', () => {
  test('inverts a price computed by independent integration', () => {
    fc.assert(
      fc.property(points, ({ x, s, beta }) => {
        // How far an error of 1e-13 in beta moves s.
        const slope = Math.exp(-0.5 * ((x / s) ** 2 + 0.25 * s * s)) / Math.sqrt(2 * Math.PI)
        const slack = 1e-13 * Math.max(1, beta / (slope * s))
        expect(Math.abs(solveTotalVolatility(beta, x) / s - 1)).toBeLessThan(slack)
      }),
    )
  })

  test('a higher price never gives a lower volatility', () => {
    fc.assert(
      fc.property(points, logUniform(1e-12, 0.5), ({ x, beta, ceiling }, share) => {
        const dearer = beta + share * (ceiling - beta)
        expect(solveTotalVolatility(dearer, x)).toBeGreaterThanOrEqual(solveTotalVolatility(beta, x) * (1 - 1e-14))
      }),
    )
  })

  test('the guess is within its documented error', () => {
    fc.assert(
      fc.property(points, ({ x, s, beta }) => {
        const isOrdinary = x >= -1 && x >= -6 * s && s <= 2.5
        expect(Math.abs(guessTotalVolatility(beta, x) / s - 1)).toBeLessThan(isOrdinary ? 6e-4 : 0.45)
      }),
    )
  })

  test('needs one step for an ordinary option, at most three for any', () => {
    fc.assert(
      fc.property(points, ({ x, s, beta }) => {
        const isOrdinary = x >= -1 && x >= -6 * s && s <= 2.5
        const steps = countSteps(beta, x)
        expect(steps).toBeGreaterThanOrEqual(1)
        expect(steps).toBeLessThanOrEqual(isOrdinary ? 1 : 3)
      }),
    )
  })
})
