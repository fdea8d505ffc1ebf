import { describe, expect, test } from '@jest/globals'
import { computeAtr } from './average-true-range.ts'
import { computeMacd, latestMacd } from './macd.ts'
import { computeEma } from './moving-average.ts'

/**
 * 80 closes in eighths of a dollar, exact in binary. Every expected figure was worked out from the formulas in rational
 * arithmetic (fractions of whole numbers) by a separate program and printed as the nearest double.
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

  test('the line begins at index 25, signal and histogram at 33', () => {
    const { macd, signal, histogram } = computeMacd(close)
    expect(macd[25]).toBeCloseTo(1.1610146242711437, 12)
    expect(macd[26]).toBeCloseTo(0.8224693106094424, 12)
    expect([macd, signal, histogram].map((line) => line.findIndex(Number.isFinite))).toEqual([25, 33, 33])
    expect(latestMacd(close.slice(0, 33))).toMatchObject({ signal: null, histogram: null })
    expect(latestMacd(close.slice(0, 25))).toEqual({ macd: null, signal: null, histogram: null })
  })

  test('TA-Lib begins the fast average later; the difference fades by 11/13 a bar', () => {
    // TA-Lib's way in the same arithmetic: the fast average begins with the mean of closes 14 to 25.
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
