import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { type CsvRow, numberOf, readCsv, testShared } from '../../test/shared-data.ts'
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
import type { PriceSeries } from './series.ts'
import { computeAtr, computeRealizedVolatility, latestAtr, latestRealizedVolatility } from './volatility.ts'

describe('golden series', () => {
  const MADE = [
    ...['bigprice', 'biotech', 'down', 'exact15', 'exact20', 'flat', 'halts', 'largecap', 'midcap', 'penny', 'short10'],
    ...['splitadj', 'up', 'utility', 'zigzag'],
  ]
  const REAL = ['AAPL', 'KO', 'NVR', 'TSLA']
  const COLUMNS = [
    ...['sma20', 'sma50', 'rsi14', 'fast_k', 'slow_k', 'slow_d', 'bb_mid', 'bb_up_pop', 'bb_lo_pop'],
    ...['bb_up_smp', 'bb_lo_smp', 'atr14', 'rv20', 'rv30', 'rv252'],
  ]

  /** Our values under the golden columns' names, with the README's tolerance for each kind of column. */
  function computeColumns(bars: readonly CsvRow[]) {
    const column = (name: string) => Float64Array.from(bars, (row) => numberOf(row, name))
    const [high, low, close] = [column('high'), column('low'), column('close')]
    const stochastic = computeStochastic({ high, low, close })
    const population = computeBollingerBands(close)
    const sample = computeBollingerBands(close, { divisor: 'sample' })
    const prices = {
      sma20: computeSma(close, 20),
      sma50: computeSma(close, 50),
      atr14: computeAtr({ high, low, close }),
    }
    const bands = { bb_mid: population.middle, bb_up_pop: population.upper, bb_lo_pop: population.lower }
    const sampleBands = { bb_up_smp: sample.upper, bb_lo_smp: sample.lower }
    const { fastK: fast_k, slowK: slow_k, slowD: slow_d } = stochastic
    const rv = (returns: number) => computeRealizedVolatility(close, returns)
    return [
      { values: { ...prices, ...bands, ...sampleBands }, tolerance: (price: number) => 1e-9 * Math.max(1, price) },
      { values: { rsi14: computeRsi(close), fast_k, slow_k, slow_d }, tolerance: () => 1e-7 },
      { values: { rv20: rv(20), rv30: rv(30), rv252: rv(252) }, tolerance: () => 1e-9 },
    ]
  }

  /** Differences between a golden file and our values; empty cells must be NaN, all others finite. */
  function differences(expected: readonly CsvRow[], bars: readonly CsvRow[]): string[] {
    const found: string[] = []
    const seen: string[] = []
    for (const { values, tolerance } of computeColumns(bars)) {
      for (const [name, series] of Object.entries(values)) {
        seen.push(name)
        expected.forEach((row, index) => {
          const want = numberOf(row, name)
          const got = series[index] ?? Number.POSITIVE_INFINITY
          const allowed = tolerance(numberOf(bars[index] ?? {}, 'close'))
          const agrees = Number.isNaN(want) ? Number.isNaN(got) : Math.abs(got - want) <= allowed
          if (!agrees) found.push(`${row.date} ${name}: expected ${want}, got ${got}, tolerance ${allowed}`)
        })
      }
    }
    expect(seen.sort()).toEqual([...COLUMNS].sort())
    return found
  }

  const datesOf = (rows: readonly CsvRow[]) => rows.map(({ date }) => date)

  describe('golden series', () => {
    for (const name of MADE) {
      testShared(`indicators/${name}.csv`, [`golden/indicators/${name}.csv`], (path) => {
        const rows = readCsv(path)
        expect(rows.length).toBeGreaterThanOrEqual(10)
        expect(Object.keys(rows[0] ?? {}).slice(6)).toEqual(COLUMNS)
        expect(differences(rows, rows)).toEqual([])
      })
    }

    for (const symbol of REAL) {
      const files = [`golden/indicators-real/${symbol}.csv`, `market-data/us-2026-07-10/bars/${symbol}.csv.gz`] as const
      testShared(`indicators-real/${symbol}.csv`, files, (path, barsPath) => {
        const [rows, bars] = [readCsv(path), readCsv(barsPath)]
        expect(rows.length).toBeGreaterThan(500)
        expect(Object.keys(rows[0] ?? {}).slice(1)).toEqual(COLUMNS)
        expect(datesOf(rows)).toEqual(datesOf(bars))
        expect(differences(rows, bars)).toEqual([])
      })
    }
  })
})

describe('properties', () => {
  interface Bars extends PriceSeries {
    readonly high: readonly number[]
    readonly low: readonly number[]
    readonly close: readonly number[]
  }

  const amount = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  /** Bars with the close between low and high; up to 90 of them, so most series fill every window. */
  const barSeries: fc.Arbitrary<Bars> = fc
    .array(fc.tuple(amount(1, 500), amount(0, 20), amount(0, 1)), { minLength: 1, maxLength: 90, size: 'max' })
    .map((bars) => ({
      low: bars.map(([low]) => low),
      high: bars.map(([low, range]) => low + range),
      close: bars.map(([low, range, part]) => Math.min(low + range * part, low + range)),
    }))

  const transform = ({ high, low, close }: Bars, change: (price: number) => number): Bars => ({
    high: high.map(change),
    low: low.map(change),
    close: close.map(change),
  })

  /** Every indicator by name, with windows so short that most random series fill them. */
  const seriesOf = (bars: PriceSeries): Record<string, Float64Array> => ({
    sma: computeSma(bars.close, 20),
    ema: computeEma(bars.close, 12),
    rsi: computeRsi(bars.close),
    ...computeStochastic(bars),
    ...computeBollingerBands(bars.close),
    ...computeMacd(bars.close),
    atr: computeAtr(bars),
    volatility: computeRealizedVolatility(bars.close, 20),
  })

  describe('indicators', () => {
    test('the latest value equals the last value of the series bit for bit', () => {
      const last = (series: Float64Array | undefined) => {
        const value = series?.at(-1) ?? Number.NaN
        return Number.isNaN(value) ? null : value
      }
      fc.assert(
        fc.property(barSeries, (bars) => {
          const series = seriesOf(bars)
          const { close } = bars
          expect(latestSma(close, 20)).toBe(last(series.sma))
          expect(latestEma(close, 12)).toBe(last(series.ema))
          expect(latestRsi(close)).toBe(last(series.rsi))
          expect(latestStochastic(bars)).toEqual({ k: last(series.fastK), d: last(series.slowK) })
          const [middle, upper, lower] = [last(series.middle), last(series.upper), last(series.lower)]
          expect(latestBollingerBands(close)).toEqual({ middle, upper, lower })
          const [macd, signal, histogram] = [last(series.macd), last(series.signal), last(series.histogram)]
          expect(latestMacd(close)).toEqual({ macd, signal, histogram })
          expect(latestAtr(bars)).toBe(last(series.atr))
          expect(latestRealizedVolatility(close, 20)).toBe(last(series.volatility))
        }),
      )
    })

    test('each series starts with the bar that fills its window and has no gaps after it', () => {
      const close = Array.from({ length: 90 }, (_, index) => 100 + ((index * index) % 17))
      const bars = { close, high: close.map((price) => price + 1), low: close.map((price) => price - 1) }
      const firsts = Object.entries(seriesOf(bars)).map(([name, series]) => {
        const first = series.findIndex(Number.isFinite)
        expect([name, series.subarray(first).every(Number.isFinite)]).toEqual([name, true])
        return [name, first]
      })
      expect(Object.fromEntries(firsts)).toEqual({
        sma: 19,
        ema: 11,
        rsi: 14,
        fastK: 13,
        slowK: 15,
        slowD: 17,
        middle: 19,
        upper: 19,
        lower: 19,
        macd: 25,
        signal: 33,
        histogram: 33,
        atr: 14,
        volatility: 20,
      })
    })

    test('RSI and Stochastic stay within 0 and 100, ranges and deviations are not negative', () => {
      fc.assert(
        fc.property(barSeries, (bars) => {
          const { rsi, fastK, slowK, slowD, atr, volatility, middle, upper, lower } = seriesOf(bars)
          for (const series of [rsi, fastK]) expect(series?.every((value) => !(value < 0 || value > 100))).toBe(true)
          for (const series of [slowK, slowD]) {
            expect(series?.every((value) => !(value < -1e-9 || value > 100 + 1e-9))).toBe(true)
          }
          for (const series of [atr, volatility]) expect(series?.every((value) => !(value < 0))).toBe(true)
          middle?.forEach((value, index) => {
            expect((upper?.[index] ?? value) < value || (lower?.[index] ?? value) > value).toBe(false)
          })
        }),
      )
    })

    test('scaling every price changes no RSI, Stochastic or volatility', () => {
      // Powers of two scale without rounding, so equality is exact.
      fc.assert(
        fc.property(barSeries, fc.integer({ min: -8, max: 8 }), (bars, power) => {
          const scale = 2 ** power
          const before = seriesOf(bars)
          const after = seriesOf(transform(bars, (price) => price * scale))
          for (const [name, series] of Object.entries(before)) {
            const same = ['rsi', 'fastK', 'slowK', 'slowD', 'volatility'].includes(name)
            expect([name, after[name]]).toEqual([name, same ? series : series.map((value) => value * scale)])
          }
        }),
      )
    })

    test('shifting all prices shifts the averages but not the oscillators and ranges', () => {
      fc.assert(
        fc.property(barSeries, amount(0, 1000), (bars, shift) => {
          const before = seriesOf(bars)
          const after = seriesOf(transform(bars, (price) => price + shift))
          for (const name of ['sma', 'ema', 'middle', 'upper', 'lower', 'macd', 'signal', 'histogram', 'atr']) {
            const moved = ['sma', 'ema', 'middle', 'upper', 'lower'].includes(name) ? shift : 0
            before[name]?.forEach((value, index) => {
              const got = after[name]?.[index] ?? Number.POSITIVE_INFINITY
              expect(Number.isNaN(value) ? Number.isNaN(got) : Math.abs(got - value - moved) < 1e-6).toBe(true)
            })
          }
        }),
      )
    })

    test('after a gap, smoothed lines match a series that starts there', () => {
      fc.assert(
        fc.property(barSeries, fc.integer({ min: 0, max: 60 }), (bars, gap) => {
          const cut = (column: readonly number[]) => column.map((price, index) => (index === gap ? Number.NaN : price))
          const after = seriesOf({ high: cut(bars.high), low: cut(bars.low), close: cut(bars.close) })
          const rest = (column: readonly number[]) => column.slice(gap + 1)
          const fresh = seriesOf({ high: rest(bars.high), low: rest(bars.low), close: rest(bars.close) })
          for (const name of ['ema', 'rsi', 'atr', 'macd', 'signal', 'histogram']) {
            expect([name, after[name]?.slice(gap + 1)]).toEqual([name, fresh[name]])
          }
        }),
      )
    })
  })
})
