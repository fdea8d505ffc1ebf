import { expect, test } from '@jest/globals'
import { isNearRateKink, slopeByRate } from './rate-slope.ts'

test('the slope of a smooth price, to the sixth power of the rate', () => {
  expect(slopeByRate((rate) => 3 + 7 * rate, 0.04)).toBeCloseTo(7, 9)
  expect(slopeByRate((rate) => rate ** 6 - 2 * rate ** 3, 0.5, 0.1)).toBeCloseTo(6 * 0.5 ** 5 - 6 * 0.25, 12)
  expect(slopeByRate(Math.exp, 0.04)).toBeCloseTo(Math.exp(0.04), 9)
})

test('at a kink the mean of both slopes', () => {
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
