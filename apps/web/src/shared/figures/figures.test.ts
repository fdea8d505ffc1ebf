/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import type { Freshness } from '../../api/market.ts'
import type { Rating } from '../../api/screener.ts'
import { placeLine } from '../charts/line-points.ts'
import { describeFreshness, describeMarket } from '../freshness-view.ts'
import {
  describeChange,
  describeCoverage,
  describeNoRating,
  drawParts,
  findBand,
  hasLowCoverage,
} from '../rating/rating-view.ts'
import { abbreviateBestCall, type BestCallFigures, explainBestCall, nameBestCall } from './best-call.ts'
import { describeRsi, formatRsi } from './indicators.tsx'

describe('best call', () => {
  const call: BestCallFigures = {
    bestStrikeUsd: 395,
    bestExpiration: '2026-09-11',
    bestDelta: 0.2931,
    bestBidUsd: 6.45,
    bestIfCalledReturnPct: 4.12,
    bestLiquidity: 'liquid',
    bestWindow: 'standard',
  }

  test('names the contract, abbreviated in the row', () => {
    expect(nameBestCall(call)).toBe('Sep 11, 2026 $395 call')
    expect(abbreviateBestCall({ ...call, bestStrikeUsd: 382.5 })).toBe('$382.50 Sep 11')
    expect(nameBestCall({ ...call, bestExpiration: null })).toBeNull()
    expect(abbreviateBestCall({ ...call, bestStrikeUsd: null })).toBeNull()
  })

  test.each([
    [{}, ''],
    [{ bestLiquidity: 'thin' }, '\nThin: wide spread or low open interest'],
    [{ bestWindow: 'wide' }, '\nNo liquid call at 30 to 45 days, so 21 to 60 days were searched'],
    [
      { bestLiquidity: 'thin', bestWindow: 'wide' },
      '\nThin: wide spread or low open interest\nNo call at 30 to 45 days qualifies, so 21 to 60 days were searched',
    ],
  ] as const)('explains %j', (change, cautions) => {
    expect(explainBestCall({ ...call, ...change })).toBe(
      `Sep 11, 2026 $395 call, delta 0.293, bid 6.45, if called 4.1%${cautions}`,
    )
  })

  test('omits unknown figures', () => {
    expect(explainBestCall({ ...call, bestDelta: null, bestIfCalledReturnPct: null })).toBe(
      'Sep 11, 2026 $395 call, bid 6.45',
    )
    expect(explainBestCall({ ...call, bestStrikeUsd: null })).toBeNull()
  })
})

describe('RSI', () => {
  test.each([
    [100, 4, 'Overbought'],
    [70, 4, 'Overbought'],
    [69.99, 3, null],
    [50, 3, null],
    [49.99, 2, null],
    [30.01, 2, null],
    [30, 2, 'Oversold'],
    [29.99, 1, 'Oversold'],
    [0, 1, 'Oversold'],
  ])('shows an RSI of %d at level %d: %s', (rsi, step, label) => {
    expect(describeRsi(rsi)).toMatchObject({ step, label })
  })

  test.each([69.69, 69.99, 49.76, 70, 50, 30, 30.01, 29.99, 30.1])('shows an RSI of %d within its band', (rsi) => {
    expect(describeRsi(Number(formatRsi(rsi)))).toEqual(describeRsi(rsi))
  })
})

describe('line points', () => {
  const size = { width: 106, height: 26, edge: 3 }

  test('puts the lowest value at the bottom and the highest at the top, evenly spaced', () => {
    expect(placeLine([10, 30, 20], size)).toEqual([
      { x: 3, y: 23 },
      { x: 53, y: 3 },
      { x: 103, y: 13 },
    ])
  })

  test.each([[[7, 7]], [[7]]])('draws a horizontal line for equal values: %j', (values) => {
    expect(new Set(placeLine(values, size).map(({ y }) => y))).toEqual(new Set([13]))
  })
})

describe('rating', () => {
  const rating: Rating = {
    score: 40,
    max: 60,
    points: [],
    coverage: 1,
    reason: null,
    change: null,
    previous: null,
  }

  test.each([
    [60, 'star', 'Strong'],
    [40, 'star', 'Strong'],
    [39.999999999, 'star', 'Strong'],
    [39.99, 'full', 'Good'],
    [36, 'full', 'Good'],
    [35.99, 'three-quarter', 'Fair'],
    [26, 'three-quarter', 'Fair'],
    [25.99, 'half', 'Weak'],
    [19, 'half', 'Weak'],
    [18.99, 'quarter', 'Avoid'],
    [0, 'quarter', 'Avoid'],
  ])('%d is a %s: %s', (score, glyph, word) => {
    expect(findBand(score)).toMatchObject({ glyph, word })
  })

  test.each([
    [0.49, true],
    [0.5, false],
    [1, false],
    [null, false],
  ])('a coverage of %s is low: %s', (coverage, thin) => {
    expect(hasLowCoverage({ ...rating, coverage })).toBe(thin)
  })

  test.each([
    ['no_writable_call', null, 'No call 21 to 60 days out passes the liquidity and delta rules'],
    ['no_writable_call', 'No option chain of QZZ', 'No option chain of QZZ'],
    ['halted_today', null, 'halted today'],
    ['halted_today', 'No price history', 'No price history'],
    [null, null, 'Not rated'],
  ])('%s with %j reads "%s"', (reason, missingReason, words) => {
    expect(describeNoRating({ rating: { ...rating, score: null, reason }, missingReason })).toBe(words)
  })

  test('draws parts in proportion to their points, in two tones, with missing points at the end', () => {
    expect(drawParts({ max: 60, points: [15, 0, null, 30] })).toBe(
      'linear-gradient(90deg, var(--text-faint) 0px 21px, transparent 21px 22px, ' +
        'color-mix(in srgb, var(--text-faint) 50%, transparent) 22px 65px, transparent 65px 66px, var(--surface-strong) 66px 88px)',
    )
  })

  test.each([
    [1.254, 'up', '+1.25 since Jul 9'],
    [-0.5, 'down', '\u22120.50 since Jul 9'],
    [0.001, 'same', 'Unchanged since Jul 9'],
  ])('a change of %d reads "%s": "%s"', (change, direction, text) => {
    const previous = { score: 40, date: '2026-07-09' }
    expect(describeChange({ ...rating, change, previous })).toEqual({ direction, text })
  })

  test('has no change without an earlier rating', () => {
    expect(describeChange({ ...rating, change: null, previous: { score: 40, date: '2026-07-09' } })).toBeNull()
    expect(describeChange(rating)).toBeNull()
  })

  test.each([
    [1, 'All inputs are available.'],
    [0.999, 'Inputs are available for 99% of the points.'],
    [null, null],
  ])('a coverage of %s reads "%s"', (coverage, text) => {
    expect(describeCoverage({ coverage })).toBe(text)
  })
})

describe('freshness', () => {
  const fresh: Freshness = {
    dataClass: 'recorded',
    source: 'recorded pack',
    asOf: '2026-07-10T20:00:00Z',
    lastUpdated: null,
    cacheStatus: 'fresh',
  }

  test.each([
    ['recorded', 'unreal', 'Recorded · Jul 10, 16:00 ET', 'Recorded'],
    ['simulated', 'unreal', 'Simulated · Jul 10, 16:00 ET', 'Simulated'],
    ['delayed', 'plain', 'Delayed 15 min · Jul 10, 16:00 ET', 'Delayed 15 min'],
    [
      'indicative',
      'plain',
      'Indicative quotes, delayed 15 min · Jul 10, 16:00 ET',
      'Indicative quotes, delayed 15 min',
    ],
    ['live', 'plain', 'Live · Jul 10, 16:00 ET', 'Live'],
    ['closed', 'plain', 'Market closed · Jul 10, 16:00 ET', 'Market closed'],
    ['stale', 'stale', 'Stale since Jul 10, 16:00 ET', 'Stale'],
    ['none', 'stale', 'No data yet', 'No data yet'],
  ] as const)('%s', (dataClass, tone, withTime, without) => {
    expect(describeFreshness({ ...fresh, dataClass })).toEqual({ tone, text: withTime })
    expect(describeFreshness({ ...fresh, dataClass, asOf: null })).toEqual({ tone, text: without })
  })

  test('marks outdated figures of any class as stale, and keeps simulated ones hatched', () => {
    const tone = (dataClass: Freshness['dataClass']) =>
      describeFreshness({ ...fresh, dataClass, cacheStatus: 'stale' }).tone
    expect(tone('delayed')).toBe('stale')
    expect(tone('simulated')).toBe('unreal')
  })

  const SIMULATED = 'Simulated market: not real prices'

  test.each([
    ['recorded', 'recorded pack', 'Recorded market of Jul 10, 2026'],
    ['simulated', 'seed 1', SIMULATED],
    ['recorded', 'Invented pack', SIMULATED],
    ['stale', 'simulated', SIMULATED],
    ['delayed', 'vendor', null],
    ['closed', 'vendor', null],
  ] as const)('%s data of "%s": %s', (dataClass, source, words) => {
    expect(describeMarket({ ...fresh, dataClass, source })).toBe(words)
  })

  test("names a recorded market by the exchange's day, in any time zone of the user", () => {
    const evening = { ...fresh, asOf: '2026-07-11T03:30:00Z' }
    expect(describeMarket(evening)).toBe('Recorded market of Jul 10, 2026')
    expect(describeMarket({ ...fresh, asOf: null })).toBe('Recorded market from a past day')
  })
})
