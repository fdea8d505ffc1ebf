import { expect, test } from '@jest/globals'
import { computeBollingerBands, latestBollingerBands } from './bollinger-bands.ts'

test('bands of four: population and sample deviation', () => {
  // 2, 4, 4, 6: mean 4, squares 4 + 0 + 0 + 4 = 8.
  const close = [2, 4, 4, 6]
  expect(latestBollingerBands(close, { window: 4 })).toEqual({
    middle: 4,
    upper: expect.closeTo(4 + 2 * Math.sqrt(2), 14),
    lower: expect.closeTo(4 - 2 * Math.sqrt(2), 14),
  })
  const wider = latestBollingerBands(close, { window: 4, divisor: 'sample', deviations: 1 })
  expect(wider.upper).toBeCloseTo(4 + Math.sqrt(8 / 3), 14)
  expect(wider.lower).toBeCloseTo(4 - Math.sqrt(8 / 3), 14)
})

test('undefined until the window is full and beside a gap', () => {
  const { middle, upper, lower } = computeBollingerBands([1, 3, Number.NaN, 5, 7], { window: 2 })
  expect([...middle]).toEqual([Number.NaN, 2, Number.NaN, Number.NaN, 6])
  expect([...upper]).toEqual([Number.NaN, 4, Number.NaN, Number.NaN, 8])
  expect([...lower]).toEqual([Number.NaN, 0, Number.NaN, Number.NaN, 4])
  expect(latestBollingerBands([1, 2, 3])).toEqual({ middle: null, upper: null, lower: null })
})

test('in a halt the three lines are the price', () => {
  const halted = new Float64Array(30).fill(615_432.1)
  expect(latestBollingerBands(halted)).toEqual({ middle: 615_432.1, upper: 615_432.1, lower: 615_432.1 })
})

test('broken arguments are refused with name and value', () => {
  expect(() => computeBollingerBands([1], { window: 0 })).toThrow('window must be a whole number from 1, got 0')
  expect(() => computeBollingerBands([1], { window: 2.5 })).toThrow('window must be a whole number from 1, got 2.5')
  expect(() => computeBollingerBands([1], { window: 1, divisor: 'sample' })).toThrow('window must be at least 2')
  expect(() => computeBollingerBands([1], { deviations: -1 })).toThrow('deviations must be zero or positive, got -1')
  expect(() => latestBollingerBands([1], { window: Number.NaN })).toThrow('window must be')
})
