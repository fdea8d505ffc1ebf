import fc from '@callwright/properties'
import { expect, test } from '@jest/globals'
import { computeWindowRange } from './window-range.ts'

test('highest and lowest of every window equal a plain scan, also round gaps', () => {
  const value = fc.oneof(
    { weight: 19, arbitrary: fc.double({ min: 1, max: 500, noNaN: true }) },
    fc.constant(Number.NaN),
  )
  const bars = fc.array(fc.tuple(value, value), { maxLength: 70, size: 'max' })
  fc.assert(
    fc.property(bars, fc.integer({ min: 1, max: 25 }), (pairs, window) => {
      const high = Float64Array.from(pairs, ([first]) => first)
      const low = Float64Array.from(pairs, ([, second]) => second)
      const { highest, lowest } = computeWindowRange(high, low, window)
      for (let end = 0; end < pairs.length; end += 1) {
        const full = end >= window - 1
        const scan = (column: Float64Array, pick: (...values: number[]) => number) =>
          full ? pick(...column.slice(end - window + 1, end + 1)) : Number.NaN
        expect(highest[end]).toBe(scan(high, Math.max))
        expect(lowest[end]).toBe(scan(low, Math.min))
      }
    }),
  )
})

test('a broken window is refused', () => {
  expect(() => computeWindowRange(Float64Array.of(1), Float64Array.of(1), -1)).toThrow('window must be')
})
