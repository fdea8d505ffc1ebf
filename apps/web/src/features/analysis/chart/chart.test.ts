/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { readScreen } from '../../../api/screener.ts'
import { buildBarTable } from '../../../shared/price-chart/bar-table.ts'
import type { Timeframe } from '../../../shared/price-chart/chart-terms.ts'
import { buildChartView, type ChartQuestion, listComing } from '../../../shared/price-chart/chart-view.ts'
import { describeBar, nameChart, readBar, summarizeChart } from '../../../shared/price-chart/describe-chart.ts'
import { buildDays, buildEvent, buildMinutes } from '../../../testing/bar-builders.ts'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { writeBarsCsv } from './bars-sheet.ts'
import { formatVol, judgeIvRank, judgeStochastic, judgeVol, nameRsi, readSignal } from './summary-row.tsx'

describe('chart texts', () => {
  const events = [buildEvent({ date: '2026-07-09', kind: 'dividend', cash_amount: 0.5 }), buildEvent()]

  function view(timeframe: Timeframe = '1M', changes: Partial<ChartQuestion> = {}) {
    const built = buildChartView({
      symbol: 'QAAA',
      timeframe,
      chartStyle: 'candles',
      indicators: ['sma20', 'rsi'],
      table: buildBarTable(buildDays(60), 'day'),
      events,
      chain: null,
      call: null,
      lastPrice: { price: 120.5, asOf: null },
      ...changes,
    })
    if (built === null) throw new Error('There are bars')
    return built
  }

  test('names and summarizes the chart', () => {
    expect(nameChart(view())).toBe('Price of QAAA, one month')
    expect(nameChart(view('1D'))).toBe('Price of QAAA, recent days')
    expect(summarizeChart(view(), listComing(events, view()))).toBe(
      'QAAA is at 106.18 on Jul 10, 2026, +17.4% since Jun 11, 2026, between 89.02 and 107.52. Upcoming: Earnings, Jul 30, 2026.',
    )
  })

  test('counts the change of a day from the previous close, and tells lines of minute bars from daily ones', () => {
    const table = buildBarTable(buildMinutes(), 'minute')
    const today = view('1D', { table, previousClose: 121.4 })
    expect(summarizeChart(today, [])).toMatch(
      /^QAAA is at 120\.50 on Jul 10, 2026, [-−]0\.7% since the previous close,/,
    )
    expect(readBar(today, 10).map(({ name }) => name)).toContain('SMA 20, 5 min')
  })

  test('describes a bar in the legend and for screen readers, with its events', () => {
    expect(readBar(view(), 18).map(({ name, short, text }) => [name, short, text])).toEqual([
      ['Open', 'O', '105.57'],
      ['High', 'H', '106.57'],
      ['Low', 'L', '103.83'],
      ['Close', 'C', '104.83'],
      ['Volume', 'Vol', '1.06M'],
      ['SMA 20', 'SMA 20', '94.87'],
      ['RSI 14', 'RSI 14', '78.9'],
    ])
    expect(describeBar(view(), 18)).toMatch(/^Jul 9, Open .*RSI 14 [\d.]+, Dividend of \$0\.50, ex Jul 9, 2026$/)
  })

  test('exports every bar with its indicators, unknown values empty', () => {
    const freshness = {
      dataClass: 'recorded',
      source: 'pack',
      asOf: '2026-07-10T20:00:00Z',
      lastUpdated: null,
      cacheStatus: 'fresh',
    } as const
    const lines = writeBarsCsv(view('2Y'), freshness).trimEnd().split('\r\n')
    const head = lines.findIndex((line) => line.startsWith('Date,'))
    expect(lines[head]).toBe(
      'Date,Open ($),High ($),Low ($),Close ($),Volume (shares),SMA 20 ($),RSI 14 (0-100),Events',
    )
    expect(lines.length - head - 1).toBe(60)
    expect(lines[head + 1]).toMatch(/^2026-04-15,[\d.]+,[\d.]+,[\d.]+,[\d.]+,1000000,,,$/)
    expect(lines.at(-2)).toMatch(/^2026-07-09,.*"?Dividend of \$0\.50, ex Jul 9, 2026"?$/)
  })
})

describe('chart summary', () => {
  const toStock = (changes: Parameters<typeof buildStock>[0]) => {
    const [stock] = readScreen(buildView([buildStock(changes)]), { fields: [] }).stocks
    if (stock === undefined) throw new Error('There is one')
    return stock
  }

  test.each([
    [80, null],
    [80.01, 'High'],
    [20, null],
    [19.99, 'Low'],
  ])('stochastic %d is %s', (value, level) => expect(judgeStochastic(value)).toBe(level))

  test.each([
    [70, null],
    [70.5, 'High'],
    [30, null],
    [29, 'Low'],
  ])('IV rank %d is %s', (value, level) => expect(judgeIvRank(value)).toBe(level))

  test.each([
    [0.3, null],
    [0.301, 'High'],
    [0.15, null],
    [0.149, 'Low'],
  ])('a volatility of %d is %s', (value, level) => expect(judgeVol(value)).toBe(level))

  test.each([
    [70, 'Overbought'],
    [50, 'Neutral'],
    [30, 'Oversold'],
  ])('RSI %d is %s', (value, word) => expect(nameRsi(value)).toBe(word))

  test('shows dashes for an unknown volatility', () => {
    expect(formatVol(0.2722)).toBe('27.22%')
    expect(formatVol(null)).toBe('--.--%')
  })

  describe('CC Signal', () => {
    test.each([
      [40, 'Strong'],
      [39.99, 'Good'],
      [36, 'Good'],
      [26, 'Fair'],
      [19, 'Weak'],
      [18.99, 'Avoid'],
    ])('a rating of %d is %s', (cc_score, word) => {
      expect(readSignal(toStock({ cc_score }), false).word).toBe(word)
    })

    test('explains the rating with its bands and parts', () => {
      const { why } = readSignal(toStock({ cc_score: 37.5, score_points: [5, 3, null, 8, 12, 6] }), false)
      expect(why.split('\n')).toEqual([
        'Good: the rating is 37 of 60.',
        'Strong from 40, Good from 36, Fair from 26, Weak from 19, else Avoid.',
        'Trading volume: 5.00 of 6',
        'Option spread: 3.00 of 4',
        'IV rank: unknown',
        'Technical setup: 8.00 of 10',
        'Stock quality: 12.00 of 15',
        'Income: 6.00 of 10',
      ])
    })

    test('explains a missing rating or call', () => {
      expect(readSignal(toStock({ cc_score: null, score_reason: 'no_writable_call' }), false)).toMatchObject({
        band: null,
        word: 'No call',
        why: 'No call 21 to 60 days out passes the liquidity and delta rules',
      })
    })
  })
})
