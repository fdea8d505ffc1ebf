/** @jest-environment node */

import { latestBollingerBands, latestRsi, latestSma, latestStochastic } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { buildDays, buildEvent, buildMinutes } from '../../testing/bar-builders.ts'
import { buildBarTable, buildTimeTicks } from './bar-table.ts'
import { placeConeName } from './chart-series.ts'
import { indicatorNames, type Timeframe } from './chart-terms.ts'
import {
  buildChartView,
  type ChartQuestion,
  type ChartView,
  findPriceRange,
  measureHeight,
  planPanes,
} from './chart-view.ts'
import { changeWindow } from './chart-zoom.tsx'
import { describeEvent } from './describe-chart.ts'
import { formatAsOf, isClearOfLabels, placeEdgeLabels } from './price-lines.ts'

describe('chart view', () => {
  const days = buildBarTable(buildDays(), 'day')
  const minutes = buildBarTable(buildMinutes(), 'minute')
  const chain = { expiration: '2026-08-14', price: 120.5, expectedMove: 11 }

  function view(changes: Partial<ChartQuestion> = {}): ChartView {
    const built = buildChartView({
      symbol: 'QAAA',
      timeframe: '6M',
      chartStyle: 'candles',
      indicators: indicatorNames,
      table: days,
      events: [],
      chain,
      call: { strike: 130 },
      lastPrice: { price: 120.5, asOf: '2026-07-10T20:00:00Z' },
      ...changes,
    })
    if (built === null) throw new Error('There are bars')
    return built
  }

  const labels = ({ bars, unit }: ChartView, first?: number, last?: number) =>
    buildTimeTicks(bars, unit, first, last).map(({ label }) => label)

  describe('bars of a timeframe', () => {
    test.each<[Timeframe, string, number]>([
      ['1M', '2026-06-11', 20],
      ['3M', '2026-04-13', 62],
      ['6M', '2026-01-12', 124],
      ['1Y', '2025-07-11', 251],
      ['2Y', '2024-07-12', 500],
    ])('%s of daily bars begin on %s', (timeframe, first, count) => {
      const { bars } = view({ timeframe })
      expect(bars[0]?.day).toBe(first)
      expect(bars.at(-1)?.day).toBe('2026-07-10')
      expect(bars.length).toBe(count)
    })

    test('going back to a month without the same day starts after its last day', () => {
      const table = buildBarTable(buildDays(60, '2026-03-31'), 'day')
      expect(view({ table, timeframe: '1M' }).bars[0]?.day).toBe('2026-03-02')
    })

    test('shows one and five days of minute bars, or daily bars if there are none', () => {
      expect(view({ table: minutes, timeframe: '1D' }).bars.length).toBe(78)
      expect(view({ table: minutes, timeframe: '5D' }).bars.length).toBe(5 * 78)
      expect(view({ timeframe: '1D' }).bars.length).toBe(5)
      expect(view({ timeframe: '5D' }).bars.length).toBe(5)
    })

    test('shows no chart without bars', () => {
      expect(
        buildChartView({ ...view(), indicators: [], table: buildBarTable([], 'day'), events: [], chain, call: null }),
      ).toBeNull()
    })
  })

  test("computes indicators over all bars, with the screener's results", () => {
    const { bars, lines } = view({ timeframe: '1M' })
    const all = buildDays()
    const series = {
      high: all.map(({ high }) => high),
      low: all.map(({ low }) => low),
      close: all.map(({ close }) => close),
    }
    const bands = latestBollingerBands(series.close)
    const { k, d } = latestStochastic(series)
    expect(lines).toEqual([
      'sma20',
      'sma50',
      'bollingerUpper',
      'bollingerMiddle',
      'bollingerLower',
      'rsi',
      'stochasticK',
      'stochasticD',
    ])
    expect(bars.at(-1)?.values).toEqual([
      latestSma(series.close, 20),
      latestSma(series.close, 50),
      bands.upper,
      bands.middle,
      bands.lower,
      latestRsi(series.close),
      k,
      d,
    ])
    expect(bars[0]?.values.every((value) => value !== null)).toBe(true)
    // The data begins two years ago, when the indicators do not have enough bars yet.
    expect(view({ timeframe: '2Y' }).bars[0]?.values.every((value) => value === null)).toBe(true)
  })

  describe('time axis', () => {
    test.each<[Timeframe, string[]]>([
      ['1D', ['Jul 6', 'Jul 7', 'Jul 8', 'Jul 9', 'Jul 10']],
      ['1M', ['Jun 15', 'Jun 22', 'Jun 29', 'Jul 6']],
      ['6M', ['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul']],
      ['1Y', ['Oct', '2026', 'Apr', 'Jul']],
      ['2Y', ['Oct', '2025', 'Apr', 'Jul', 'Oct', '2026', 'Apr', 'Jul']],
    ])('has the right ticks for %s', (timeframe, expected) => {
      expect(labels(view({ timeframe }))).toEqual(expected)
    })

    test('labels the hours on a one-day chart, and the days on a five-day chart', () => {
      expect(labels(view({ table: minutes, timeframe: '1D' }))).toEqual([
        '10:00',
        '11:00',
        '12:00',
        '13:00',
        '14:00',
        '15:00',
      ])
      expect(labels(view({ table: minutes, timeframe: '5D' }))).toEqual(['Jul 7', 'Jul 8', 'Jul 9', 'Jul 10'])
    })

    test('gets finer as the chart zooms in', () => {
      const shown = view({ timeframe: '2Y' })
      expect(labels(shown, 470, 499)).toEqual(['Jun 1', 'Jun 8', 'Jun 15', 'Jun 22', 'Jun 29', 'Jul 6'])
    })
  })

  describe('future', () => {
    test('extends to expiration and widens with the square root of time to one expected move', () => {
      const { future, bars } = view()
      const cone = future?.cone ?? []
      expect(future?.width).toBe(25)
      expect(cone[0]).toEqual({ place: bars.length - 1, low: 120.5, high: 120.5 })
      expect(cone.at(-1)).toEqual({ place: bars.length - 1 + 25, low: 109.5, high: 131.5 })
      expect(cone[6]?.high).toBeCloseTo(120.5 + 11 / 2)
    })

    test('is between one and three tenths as wide as the bars', () => {
      expect(view({ timeframe: '1M' }).future?.width).toBeCloseTo(6)
      expect(view({ timeframe: '2Y' }).future?.width).toBeCloseTo(50)
    })

    test('is omitted for minute bars, without a chain, and after expiration', () => {
      expect(view({ table: minutes, timeframe: '1D' }).future).toBeNull()
      expect(view({ chain: null }).future).toBeNull()
      expect(view({ chain: { ...chain, expiration: '2026-07-10' } }).future).toBeNull()
      expect(view({ chain: { ...chain, expectedMove: null } }).future?.cone).toBeNull()
    })
  })

  test('places events at their sessions, and upcoming ones before expiration in the future', () => {
    const events = [
      buildEvent({ date: '2025-07-31' }),
      buildEvent({ date: '2026-04-30' }),
      // A Saturday, so the event is shown at the next session.
      buildEvent({ date: '2026-05-09', kind: 'dividend', cash_amount: 0.26 }),
      buildEvent({ date: '2026-06-01', kind: 'split', split_ratio: 4 }),
      buildEvent(),
      buildEvent({ date: '2026-08-20', kind: 'dividend', cash_amount: null }),
    ]
    const { marks, bars } = view({ events })
    expect(marks.map(({ event, coming }) => ({ words: describeEvent(event), coming }))).toEqual([
      { words: 'Earnings, Apr 30, 2026', coming: false },
      { words: 'Dividend of $0.26, ex May 9, 2026', coming: false },
      { words: 'Split, 4 for 1, Jun 1, 2026', coming: false },
      { words: 'Earnings, Jul 30, 2026', coming: true },
    ])
    expect(bars[marks[1]?.place ?? -1]?.day).toBe('2026-05-11')
    // 14 of the 25 sessions from July 10 to August 14.
    expect(marks[3]?.place).toBe(bars.length - 1 + 14)
  })

  describe('zoom', () => {
    test('fits the prices to the bars shown, with a nearby strike, and leaves out what is not in view', () => {
      const shown = view({ timeframe: '1Y', call: null })
      const bars = shown.bars.slice(100, 121)
      const { low, high } = findPriceRange(shown, { from: 99.5, to: 120.5 })
      const averages = bars.flatMap(({ values }) => values.slice(0, 5).map(Number))
      expect(low).toBeLessThan(Math.min(...bars.map((bar) => bar.low), ...averages))
      expect(high).toBeLessThan(findPriceRange(shown).high)
      expect(high - low).toBeLessThan(1.5 * (Math.max(...averages) - Math.min(...averages)) + 20)
      const strike = Math.max(...bars.map((bar) => bar.high), ...averages) + 3
      expect(findPriceRange({ ...shown, strike }, { from: 99.5, to: 120.5 }).high).toBeGreaterThan(strike)
    })

    test('keeps the place under the pointer, and stops at the ends and at the whole chart', () => {
      expect(changeWindow(null, 100, { scale: 0.5 })).toEqual({ from: 25, to: 75 })
      expect(changeWindow(null, 100, { scale: 0.5, around: 20 })).toEqual({ from: 10, to: 60 })
      expect(changeWindow({ from: 10, to: 30 }, 100, { shift: 0.5 })).toEqual({ from: 20, to: 40 })
      expect(changeWindow({ from: 10, to: 30 }, 100, { shift: -2 })).toEqual({ from: 0, to: 20 })
      expect(changeWindow({ from: 10, to: 14 }, 100, { scale: 0.1 })).toEqual({ from: 9.5, to: 14.5 })
      expect(changeWindow({ from: 10, to: 70 }, 100, { scale: 2 })).toBeNull()
    })
  })

  test('divides its height between the panes, and grows rather than flatten the prices', () => {
    expect(planPanes([], 320).priceHeight).toBe(296)
    expect(planPanes(['rsi'], 320).priceHeight).toBe(222)
    expect(measureHeight(planPanes(['rsi'], 320))).toBe(320)
    expect(measureHeight(planPanes(['rsi', 'stochastic'], 320))).toBe(332)
  })

  test('names the expected move where no line strikes the name through', () => {
    const name = (strike: number) => placeConeName(view({ call: { strike } }), { low: 109.5, high: 131.5 })
    expect(name(131)).toBe('below')
    expect(name(108.5)).toBe('above')
  })

  describe('edge', () => {
    const place = (changes: Partial<ChartQuestion>) => {
      const shown = view(changes)
      return placeEdgeLabels(shown, findPriceRange(shown))
    }

    test('includes a nearby strike in the pane, and labels a distant one at the edge', () => {
      expect(place({}).strikeIsBeyond).toBe(false)
      expect(place({ call: { strike: 400 } })).toMatchObject({ strike: 10, strikeIsBeyond: true })
      expect(findPriceRange(view({ call: { strike: 400 } }))).toEqual(findPriceRange(view({ call: null })))
      expect(place({ call: null }).strike).toBeNull()
    })

    test("moves the strike's label out of the way of the last price", () => {
      const { last, strike } = place({ call: { strike: 120.75 } })
      expect(last - (strike ?? 0)).toBeGreaterThanOrEqual(27)
    })

    test('shows the time or date of the last price', () => {
      expect(formatAsOf(view())).toBe('16:00 ET')
      expect(formatAsOf(view({ lastPrice: { price: 120, asOf: '2026-07-08T20:00:00Z' } }))).toBe('Jul 8')
    })

    test.each([
      [100, 110, false],
      [102, 110, false],
      [105, 110, true],
      [108, 110, false],
      [110, 110, false],
      [112, 110, false],
      [115, 110, true],
      [110, null, true],
    ])('labels %d on the price axis only if no edge label covers it', (price, strike, isClear) => {
      const levels = { strike, lastPrice: { price: 100, asOf: null }, priceHeight: 290 }
      expect(isClearOfLabels(price, levels, { low: 80, high: 120 })).toBe(isClear)
    })
  })
})
