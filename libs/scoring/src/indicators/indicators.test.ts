import { describe, expect, test } from '@jest/globals'
import {
  computeBollingerBands,
  computeEma,
  computeMacd,
  computeSma,
  latestBollingerBands,
  latestEma,
  latestMacd,
  latestSma,
} from './moving-average.ts'
import { computeRsi, computeStochastic, latestRsi, latestStochastic } from './oscillators.ts'
import { computeAtr, computeRealizedVolatility, latestAtr, latestRealizedVolatility } from './volatility.ts'

describe('moving average', () => {
  const NONE = Number.NaN

  describe('simple moving average', () => {
    test('is the mean of three, undefined before the third value and next to a gap', () => {
      expect([...computeSma([1, 2, 6, 3, 3], 3)]).toEqual([NONE, NONE, 3, expect.closeTo(11 / 3, 14), 4])
      expect([...computeSma([1, NONE, 2, 4, 6], 2)]).toEqual([NONE, NONE, NONE, 3, 5])
      expect(latestSma([1, 2, 6, 3], 3)).toBeCloseTo(11 / 3, 14)
      expect(latestSma([1, 2], 3)).toBeNull()
      expect(latestSma([], 3)).toBeNull()
      expect(latestSma([1, 2, NONE], 3)).toBeNull()
    })

    test('a window of one is the series itself', () => {
      expect([...computeSma([3, 1, 4.5], 1)]).toEqual([3, 1, 4.5])
    })

    test('rejects an invalid window with its name and value', () => {
      expect(() => computeSma([1], 0)).toThrow('window must be a whole number from 1, got 0')
      expect(() => latestSma([1], 1.5)).toThrow('window must be a whole number from 1, got 1.5')
    })
  })

  describe('exponential moving average', () => {
    test('starts with the mean of three values, then moves half of each step', () => {
      // (2 + 4 + 9)/3 = 5; 5 + (7 − 5)/2 = 6; 6 + (2 − 6)/2 = 4.
      expect([...computeEma([2, 4, 9, 7, 2], 3)]).toEqual([NONE, NONE, 5, 6, 4])
      expect(latestEma([2, 4, 9, 7, 2], 3)).toBe(4)
      expect(latestEma([2, 4], 3)).toBeNull()
    })

    test('matches the published ten-day worksheet of StockCharts (ChartSchool, Moving Averages) to its two decimals', () => {
      const close = [
        ...[22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61],
        ...[23.36, 24.05, 23.75, 23.83, 23.95, 23.63],
      ]
      const published = [22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34]
      const ema = computeEma(close, 10)
      expect(ema[8]).toBeNaN()
      expect(Array.from(ema.slice(9), (value) => Math.round(value * 100) / 100)).toEqual(published)
    })

    test('the average restarts after a gap', () => {
      expect([...computeEma([2, 4, NONE, 1, 3, 5], 2)]).toEqual([NONE, 3, NONE, NONE, 2, 4])
      expect(latestEma([2, 4, NONE, 1], 2)).toBeNull()
    })

    test('a constant series stays exactly constant', () => {
      expect(new Set(computeEma(new Float64Array(50).fill(0.1), 7).slice(6))).toEqual(new Set([0.1]))
    })

    test('does not change the given series', () => {
      const close = Float64Array.of(2, 4, 9)
      computeEma(close, 2)
      expect([...close]).toEqual([2, 4, 9])
    })

    test('rejects an invalid window with its name and value', () => {
      expect(() => computeEma([1], -3)).toThrow('window must be a whole number from 1, got -3')
    })
  })
})

describe('bollinger bands', () => {
  test('supports population and sample deviation, with bands of four by hand', () => {
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

  test('is undefined until the window is full and next to a gap', () => {
    const { middle, upper, lower } = computeBollingerBands([1, 3, Number.NaN, 5, 7], { window: 2 })
    expect([...middle]).toEqual([Number.NaN, 2, Number.NaN, Number.NaN, 6])
    expect([...upper]).toEqual([Number.NaN, 4, Number.NaN, Number.NaN, 8])
    expect([...lower]).toEqual([Number.NaN, 0, Number.NaN, Number.NaN, 4])
    expect(latestBollingerBands([1, 2, 3])).toEqual({ middle: null, upper: null, lower: null })
  })

  test('all three lines equal the price in a halt', () => {
    const halted = new Float64Array(30).fill(615_432.1)
    expect(latestBollingerBands(halted)).toEqual({ middle: 615_432.1, upper: 615_432.1, lower: 615_432.1 })
  })

  test('rejects invalid arguments with name and value', () => {
    expect(() => computeBollingerBands([1], { window: 0 })).toThrow('window must be a whole number from 1, got 0')
    expect(() => computeBollingerBands([1], { window: 2.5 })).toThrow('window must be a whole number from 1, got 2.5')
    expect(() => computeBollingerBands([1], { window: 1, divisor: 'sample' })).toThrow('window must be at least 2')
    expect(() => computeBollingerBands([1], { deviations: -1 })).toThrow('deviations must be zero or positive, got -1')
    expect(() => latestBollingerBands([1], { window: Number.NaN })).toThrow('window must be')
  })
})

describe('macd', () => {
  const NONE = Number.NaN

  describe('MACD', () => {
    test('matches windows of two, three and two computed by hand', () => {
      // EMA 2 has weight 2/3: (2 + 4)/2 = 3, 3 + (9 − 3)·2/3 = 7, 7, 7 + (1 − 7)·2/3 = 3.
      // EMA 3 has weight 1/2: (2 + 4 + 9)/3 = 5, 5 + (7 − 5)/2 = 6, 6 + (1 − 6)/2 = 3.5.
      // macd 2, 1, −0.5; signal (2 + 1)/2 = 1.5, 1.5 + (−0.5 − 1.5)·2/3 = 1/6.
      const { macd, signal, histogram } = computeMacd([2, 4, 9, 7, 1], { fast: 2, slow: 3, signal: 2 })
      expect([...macd]).toEqual([NONE, NONE, expect.closeTo(2, 12), expect.closeTo(1, 12), expect.closeTo(-0.5, 12)])
      expect([...signal]).toEqual([NONE, NONE, NONE, expect.closeTo(1.5, 12), expect.closeTo(1 / 6, 12)])
      expect([...histogram]).toEqual([NONE, NONE, NONE, expect.closeTo(-0.5, 12), expect.closeTo(-2 / 3, 12)])
    })

    test('a halt gives a MACD and signal of 0', () => {
      expect(latestMacd(new Float64Array(60).fill(12.34))).toEqual({ macd: 0, signal: 0, histogram: 0 })
    })

    test('rejects invalid windows with name and value', () => {
      expect(() => computeMacd([1], { fast: 26, slow: 26 })).toThrow('fast must be shorter than slow, got 26 and 26')
      expect(() => computeMacd([1], { slow: 26.5 })).toThrow('slow must be a whole number from 1, got 26.5')
      expect(() => computeMacd([1], { fast: 0 })).toThrow('fast must be')
      expect(() => latestMacd([1], { signal: 0 })).toThrow('signal must be')
    })
  })
})

describe('average true range', () => {
  const NONE = Number.NaN

  test('an ATR of two counts gaps but not the first bar', () => {
    // True ranges: the first bar has none; 12 − 10 = 2; gap up 16 − 11 = 5; gap down 15 − 11 = 4.
    const bars = { high: [99, 12, 16, 12], low: [1, 10, 14, 11], close: [11, 11, 15, 11.5] }
    expect([...computeAtr(bars, 2)]).toEqual([NONE, NONE, 3.5, 3.75])
    expect(latestAtr(bars, 2)).toBe(3.75)
  })

  test('a halt has a range of 0, too few bars have no range', () => {
    const flat = new Float64Array(20).fill(7)
    expect(latestAtr({ high: flat, low: flat, close: flat })).toBe(0)
    expect(latestAtr({ high: [2, 2], low: [1, 1], close: [1, 2] })).toBeNull()
  })

  test('a missing close affects the next true range, and a missing high its own; both restart the average', () => {
    const bars = { high: [2, 3, 4, 5, 6, 7], low: [1, 2, 3, 4, 5, 6], close: [2, 3, NONE, 5, 6, 7] }
    // True ranges: one dollar at bars 1 and 2, none at bar 3, then one dollar each.
    expect([...computeAtr(bars, 2)]).toEqual([NONE, NONE, 1, NONE, NONE, 1])
    const noHigh = { ...bars, high: [2, 3, NONE, 5, 6, 7], close: [2, 3, 4, 5, 6, 7] }
    expect([...computeAtr(noHigh, 2)]).toEqual([NONE, NONE, NONE, NONE, 1, 1])
  })

  test('rejects invalid arguments with name and value', () => {
    expect(() => computeAtr({ high: [1], low: [1], close: [1] }, 0)).toThrow('window must be')
    expect(() => computeAtr({ high: [1], low: [], close: [1] })).toThrow('the same length')
  })
})

describe('relative strength', () => {
  const NONE = Number.NaN

  test('an RSI of two starts with means, then uses Wilder smoothing', () => {
    // Changes +1, -1, +2, 0: gains 0.5, then (0.5 + 2)/2 = 1.25, 0.625; losses 0.5, 0.25, 0.125.
    const rsi = computeRsi([10, 11, 10, 12, 12], 2)
    expect([...rsi]).toEqual([NONE, NONE, 50, expect.closeTo(250 / 3, 12), expect.closeTo(250 / 3, 12)])
    expect(latestRsi([10, 11, 10, 12, 12], 2)).toBe(rsi[4])
  })

  test('handles only gains, only losses, no change and too few closes', () => {
    expect(latestRsi([1, 2, 3, 4], 3)).toBe(100)
    expect(latestRsi([4, 3, 2, 1], 3)).toBe(0)
    expect(latestRsi([2, 2, 2, 2], 3)).toBeNull()
    expect(latestRsi([1, 2, 3], 3)).toBeNull()
    expect(latestRsi([])).toBeNull()
  })

  test.each([2, 3, 14])('a halt keeps the last value of a window of %d for 500 windows', (window) => {
    const close = Array.from({ length: 40 }, (_, bar) => 10 + ((bar * bar) % 7))
    const before = latestRsi(close, window) ?? NONE
    const halt = new Array<number>(500 * window).fill(close.at(-1) ?? NONE)
    expect(before).toBeGreaterThan(0)
    expect(latestRsi([...close, ...halt], window)).toBeCloseTo(before, 9)
  })

  test('a gap removes the changes on both sides of it and restarts the RSI', () => {
    const rsi = computeRsi([10, 11, 10, 12, NONE, 10, 11, 10, 12], 2)
    expect([...rsi.slice(4, 7)]).toEqual([NONE, NONE, NONE])
    expect(rsi[7]).toBe(50)
    expect(rsi[8]).toBeCloseTo(250 / 3, 12)
  })

  test('rejects an invalid window with its name and value', () => {
    expect(() => computeRsi([1], 1.5)).toThrow('window must be a whole number from 1, got 1.5')
  })
})

describe('stochastic', () => {
  const NONE = Number.NaN

  test('matches a Stochastic of two over two computed by hand', () => {
    const bars = { high: [5, 6, 8, 8], low: [1, 2, 4, 8], close: [3, 5, 7, 8] }
    const { fastK, slowK, slowD } = computeStochastic(bars, 2, 2)
    expect([...fastK]).toEqual([NONE, 80, expect.closeTo(500 / 6, 12), 100])
    expect([...slowK]).toEqual([
      ...[NONE, NONE, expect.closeTo((80 + 500 / 6) / 2, 12)],
      expect.closeTo((500 / 6 + 100) / 2, 12),
    ])
    expect([...slowD]).toEqual([NONE, NONE, NONE, expect.closeTo((80 + 1000 / 6 + 100) / 4, 12)])
    expect(latestStochastic(bars, 2, 2)).toEqual({ k: 100, d: expect.closeTo((500 / 6 + 100) / 2, 12) })
  })

  test('is undefined in a halt and on too few bars', () => {
    const flat = { high: [5, 5, 5], low: [5, 5, 5], close: [5, 5, 5] }
    expect(latestStochastic(flat, 2, 2)).toEqual({ k: null, d: null })
    expect(latestStochastic({ high: [5], low: [4], close: [4.5] }, 2)).toEqual({ k: null, d: null })
    expect(latestStochastic({ high: [], low: [], close: [] })).toEqual({ k: null, d: null })
    expect(latestStochastic({ high: [5, 5, 6], low: [5, 5, 5], close: [5, 5, 6] }, 2, 2)).toEqual({ k: 100, d: null })
  })

  test('a missing low affects the windows that contain it and the means over them', () => {
    const high = [5, 6, 5, 6, 5, 6]
    const low = [3, NONE, 3, 4, 3, 4]
    const { fastK, slowK } = computeStochastic({ high, low, close: [4, 5, 4, 5, 4, 5] }, 2, 2)
    expect([...fastK].map(Number.isFinite)).toEqual([false, false, false, true, true, true])
    expect([...slowK].map(Number.isFinite)).toEqual([false, false, false, false, true, true])
  })

  test('rejects invalid arguments with name and value', () => {
    const bars = { high: [1], low: [1, 2], close: [1] }
    expect(() => computeStochastic(bars)).toThrow('high, low and close must have the same length, got 1, 2, 1')
    expect(() => latestStochastic(bars)).toThrow('the same length')
    expect(() => latestStochastic({ high: [1], low: [1], close: [1] }, 14, 0)).toThrow('smoothing must be')
    expect(() => latestStochastic({ high: [1], low: [1], close: [1] }, 0)).toThrow('window must be')
  })
})

describe('realized volatility', () => {
  const NONE = Number.NaN

  test('matches returns of +x and -x computed by hand', () => {
    // ln 1.1 and -ln 1.1: mean 0, sum of squares 2 (ln 1.1)², divided by 1.
    expect(latestRealizedVolatility([100, 110, 100], 2)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
    expect(latestRealizedVolatility([50, 100, 110, 100], 2)).toBeCloseTo(Math.log(1.1) * Math.sqrt(2 * 252), 12)
  })

  test('N returns need N + 1 closes', () => {
    expect(latestRealizedVolatility([100, 110], 2)).toBeNull()
    const flat = new Float64Array(32).fill(20)
    expect([...computeRealizedVolatility(flat)].map(Number.isFinite).indexOf(true)).toBe(30)
  })

  test('a halt has a volatility of exactly 0', () => {
    expect(latestRealizedVolatility(new Float64Array(31).fill(0.07))).toBe(0)
  })

  test('a missing or zero close affects the returns on both sides of it', () => {
    for (const gap of [NONE, 0]) {
      const volatility = computeRealizedVolatility([10, 11, 10, gap, 10, 11, 10, 11], 2)
      expect([...volatility].map(Number.isFinite)).toEqual([false, false, true, false, false, false, true, true])
    }
  })

  test('rejects fewer than two returns', () => {
    expect(() => computeRealizedVolatility([1], 1)).toThrow('returns must be at least 2, got 1')
    expect(() => latestRealizedVolatility([1], 2.5)).toThrow('returns must be a whole number from 1, got 2.5')
  })
})
