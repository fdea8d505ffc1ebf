import { describe, expect, test } from '@jest/globals'
import { computeMacd, latestMacd } from './macd.ts'

const NONE = Number.NaN

describe('MACD', () => {
  test('of two, three and two by hand', () => {
    // EMA 2 counts 2/3: (2 + 4)/2 = 3, 3 + (9 − 3)·2/3 = 7, 7, 7 + (1 − 7)·2/3 = 3.
    // EMA 3 counts 1/2: (2 + 4 + 9)/3 = 5, 5 + (7 − 5)/2 = 6, 6 + (1 − 6)/2 = 3.5.
    // macd 2, 1, −0.5; signal (2 + 1)/2 = 1.5, 1.5 + (−0.5 − 1.5)·2/3 = 1/6.
    const { macd, signal, histogram } = computeMacd([2, 4, 9, 7, 1], { fast: 2, slow: 3, signal: 2 })
    expect([...macd]).toEqual([NONE, NONE, expect.closeTo(2, 12), expect.closeTo(1, 12), expect.closeTo(-0.5, 12)])
    expect([...signal]).toEqual([NONE, NONE, NONE, expect.closeTo(1.5, 12), expect.closeTo(1 / 6, 12)])
    expect([...histogram]).toEqual([NONE, NONE, NONE, expect.closeTo(-0.5, 12), expect.closeTo(-2 / 3, 12)])
  })

  test('a halt has no distance and no signal', () => {
    expect(latestMacd(new Float64Array(60).fill(12.34))).toEqual({ macd: 0, signal: 0, histogram: 0 })
  })

  test('broken windows are refused with name and value', () => {
    expect(() => computeMacd([1], { fast: 26, slow: 26 })).toThrow('fast must be shorter than slow, got 26 and 26')
    expect(() => computeMacd([1], { slow: 26.5 })).toThrow('slow must be a whole number from 1, got 26.5')
    expect(() => computeMacd([1], { fast: 0 })).toThrow('fast must be')
    expect(() => latestMacd([1], { signal: 0 })).toThrow('signal must be')
  })
})
