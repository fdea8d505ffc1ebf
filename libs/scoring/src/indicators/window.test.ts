import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { computeEma, computeMacd, latestMacd } from './moving-average.ts'
import { computeWindowMoments, computeWindowRange } from './series.ts'
import { computeAtr } from './volatility.ts'

describe('window moments', () => {
  /** Mean and squares of whole numbers in exact arithmetic: n·Σx² − (Σx)² is n times the sum of squares. */
  function exactMoments(values: readonly number[]): { mean: number; squares: number } {
    const count = BigInt(values.length)
    const sum = values.reduce((total, value) => total + BigInt(value), 0n)
    const squareSum = values.reduce((total, value) => total + BigInt(value) * BigInt(value), 0n)
    return { mean: Number(sum) / values.length, squares: Number(count * squareSum - sum * sum) / values.length }
  }

  function worstErrors(values: readonly number[], window: number): { mean: number; squares: number } {
    const { mean, squares } = computeWindowMoments(Float64Array.from(values), window)
    const worst = { mean: 0, squares: 0 }
    for (let end = window; end <= values.length; end += 1) {
      const exact = exactMoments(values.slice(end - window, end))
      const distance = (got: number, want: number) => Math.abs(got - want) / Math.max(Math.abs(want), Number.MIN_VALUE)
      worst.mean = Math.max(worst.mean, distance(mean[end - 1] ?? Number.NaN, exact.mean))
      worst.squares = Math.max(worst.squares, distance(squares[end - 1] ?? Number.NaN, exact.squares))
    }
    return worst
  }

  describe('mean and sum of squares of every window', () => {
    test('matches windows of three computed by hand', () => {
      const { mean, squares } = computeWindowMoments(Float64Array.from([1, 2, 6, 3, 3, 3, 9]), 3)
      // 1 2 6: mean 3, 4 + 1 + 9; 2 6 3: mean 11/3, (25 + 49 + 4)/9; 6 3 3: mean 4, 4 + 1 + 1.
      expect(mean.slice(0, 2)).toEqual(new Float64Array(2).fill(Number.NaN))
      expect([...squares].map((value) => Number(value.toFixed(12)))).toEqual([
        ...[Number.NaN, Number.NaN, 14],
        ...[Number((78 / 9).toFixed(12)), 6, 0, 24],
      ])
      expect(mean[2]).toBe(3)
      expect(mean[3]).toBeCloseTo(11 / 3, 14)
      expect([mean[4], mean[5], mean[6]]).toEqual([4, 3, 5])
    })

    test.each([
      ['small moves far from zero', 61_500_000_000, 20, 3e-14],
      ['small moves close to zero', 100, 20, 3e-14],
      ['a long window', 1_000_000, 252, 1e-12],
    ])('%s: exact to rounding', (_name, level, window, tolerance) => {
      const values = Array.from(
        { length: 3 * window + 7 },
        (_, index) => level + ((index * index * 7 + index * 13) % 97),
      )
      const worst = worstErrors(values, window)
      expect(worst.mean).toBeLessThan(4e-16)
      expect(worst.squares).toBeLessThan(tolerance)
    })

    test('an enormous value leaves no error once it is outside the window', () => {
      const values = Array.from({ length: 200 }, (_, index) => (index === 30 ? 1e15 : 1 + ((index * index) % 7)))
      const worst = worstErrors(values, 20)
      expect(worst.mean).toBeLessThan(4e-16)
      // While the enormous value is in the window, its square dominates.
      expect(worst.squares).toBeLessThan(1e-13)
    })

    test('a constant price has itself as mean and a sum of squares of exactly 0', () => {
      fc.assert(
        fc.property(
          fc.double({ min: 0.0001, max: 1e6, noNaN: true }),
          fc.integer({ min: 1, max: 30 }),
          (price, window) => {
            const { mean, squares } = computeWindowMoments(new Float64Array(80).fill(price), window)
            expect(new Set(mean.slice(window - 1))).toEqual(new Set([price]))
            expect(new Set(squares.slice(window - 1))).toEqual(new Set([0]))
          },
        ),
      )
    })

    test('a NaN affects exactly the windows that contain it', () => {
      const position = fc.integer({ min: 0, max: 59 })
      fc.assert(
        fc.property(fc.uniqueArray(position, { maxLength: 4 }), fc.integer({ min: 1, max: 25 }), (gaps, window) => {
          const values = Float64Array.from({ length: 60 }, (_, index) =>
            gaps.includes(index) ? Number.NaN : 50 + index,
          )
          const { mean, squares } = computeWindowMoments(values, window)
          for (let end = 0; end < 60; end += 1) {
            const known = end >= window - 1 && !gaps.some((gap) => gap <= end && gap > end - window)
            expect(Number.isFinite(mean[end])).toBe(known)
            expect(Number.isFinite(squares[end])).toBe(known)
          }
        }),
      )
    })

    test('squares are never negative', () => {
      const price = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
      fc.assert(
        fc.property(
          fc.array(price, { minLength: 1, maxLength: 70, size: 'max' }),
          fc.integer({ min: 1, max: 30 }),
          (values, window) => {
            const { squares } = computeWindowMoments(Float64Array.from(values), window)
            expect(squares.every((value) => !(value < 0))).toBe(true)
          },
        ),
      )
    })

    test('windows longer than the series give NaN, invalid ones are rejected', () => {
      expect(computeWindowMoments(Float64Array.of(1, 2), 1_000_000_000).mean).toEqual(
        Float64Array.of(Number.NaN, Number.NaN),
      )
      expect(computeWindowMoments(new Float64Array(), 5).mean).toHaveLength(0)
      expect(() => computeWindowMoments(Float64Array.of(1), 0)).toThrow('window must be a whole number from 1, got 0')
      expect(() => computeWindowMoments(Float64Array.of(1), 2.5)).toThrow(RangeError)
    })
  })
})

describe('window range', () => {
  test('highest and lowest of every window match a plain scan, even around gaps', () => {
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

  test('rejects an invalid window', () => {
    expect(() => computeWindowRange(Float64Array.of(1), Float64Array.of(1), -1)).toThrow('window must be')
  })
})

describe('exact rational', () => {
  /**
   * 80 closes in eighths of a dollar, exact in binary. A separate program computed the expected figures from the
   * formulas in rational arithmetic (fractions of whole numbers) and printed the nearest doubles.
   */
  const close = Array.from({ length: 80 }, (_, index) => 100 + ((index * index * 7 + index * 13) % 97) / 8)
  const high = close.map((price, bar) => price + (((bar * 5) % 7) + 1) / 4)
  const low = close.map((price, bar) => price - (((bar * 3) % 5) + 1) / 4)

  test.each([
    [12, 11, 104.40625],
    [12, 12, 103.72836538461539],
    [12, 40, 106.95210009333432],
    [12, 79, 106.5675119328328],
    [26, 25, 105.2548076923077],
    [26, 26, 105.10630341880342],
    [26, 79, 106.65285888655829],
  ])('EMA of %d at index %d', (window, index, expected) => {
    const ema = computeEma(close, window)
    expect(ema[index]).toBeCloseTo(expected, 12)
    expect(ema[window - 2]).toBeNaN()
  })

  test.each([
    [14, 5.964285714285714],
    [15, 5.841836734693878],
    [40, 5.8003751788782125],
    [79, 6.076723511865587],
  ])('ATR of 14 at index %d', (index, expected) => {
    const atr = computeAtr({ high, low, close })
    expect(atr[index]).toBeCloseTo(expected, 12)
    expect(atr[13]).toBeNaN()
  })

  describe('MACD 12, 26, 9', () => {
    test.each([
      [33, -0.03666559516164798, 0.6114887819942961],
      [50, 0.28008293890339897, 0.6050545252935516],
      [79, -0.08534695372547853, -0.17131339357114428],
    ])('at index %d', (index, macd, signal) => {
      const latest = latestMacd(close.slice(0, index + 1))
      expect(latest.macd).toBeCloseTo(macd, 12)
      expect(latest.signal).toBeCloseTo(signal, 12)
      expect(latest.histogram).toBeCloseTo(macd - signal, 12)
    })

    test('the MACD line starts at index 25, signal and histogram at 33', () => {
      const { macd, signal, histogram } = computeMacd(close)
      expect(macd[25]).toBeCloseTo(1.1610146242711437, 12)
      expect(macd[26]).toBeCloseTo(0.8224693106094424, 12)
      expect([macd, signal, histogram].map((line) => line.findIndex(Number.isFinite))).toEqual([25, 33, 33])
      expect(latestMacd(close.slice(0, 33))).toMatchObject({ signal: null, histogram: null })
      expect(latestMacd(close.slice(0, 25))).toEqual({ macd: null, signal: null, histogram: null })
    })

    test('TA-Lib starts the fast average later; the difference shrinks by 11/13 per bar', () => {
      // TA-Lib's method, also computed with rational numbers: the fast average starts with the mean of closes 14 to
      // 25.
      const talib: readonly (readonly [number, number])[] = [
        [25, 0.7764423076923077],
        [50, 0.27417805532191675],
        [79, -0.08539343114337325],
      ]
      const { macd } = computeMacd(close)
      for (const [index, theirs] of talib) {
        const difference = (macd[index] ?? Number.NaN) - theirs
        expect(difference).toBeCloseTo(0.38457231657883595 * (11 / 13) ** (index - 25), 12)
      }
    })
  })
})
