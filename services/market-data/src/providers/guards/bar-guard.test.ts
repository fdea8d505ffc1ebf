import { describe, expect, test } from '@jest/globals'
import type { DailyBar, StockSplit } from '../provider.ts'
import { guardBars } from './bar-guard.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const dateOf = (index: number) => new Date(START + index * 86_400_000).toISOString().slice(0, 10)

function bar(index: number, close: number, overrides: Partial<DailyBar> = {}): DailyBar {
  return {
    date: dateOf(index),
    open: close * 0.995,
    high: close * 1.01,
    low: close * 0.99,
    close,
    volume: 1_000,
    ...overrides,
  }
}

const series = (...closes: number[]) => closes.map((close, index) => bar(index, close))
const calm = (count: number, close = 50) => Array.from({ length: count }, (_value, index) => close + (index % 3) * 0.2)

function guard(rows: readonly DailyBar[], splits: readonly StockSplit[] = []) {
  const rejected: Record<string, number> = {}
  const result = guardBars(rows, {
    asOfDate: '2026-12-31',
    splits,
    reject: (reason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    },
  })
  return { ...result, rejected, closes: result.bars.map(({ close }) => Math.round(close * 100) / 100) }
}

describe('contradictions', () => {
  test.each([
    ['price_not_positive', { close: 0 }],
    ['price_not_positive', { low: -1 }],
    ['not_a_number', { open: Number.NaN }],
    ['not_a_number', { high: Number.POSITIVE_INFINITY }],
    ['not_a_number', { volume: Number.NaN }],
    ['bar_inconsistent', { high: 49 }],
    ['bar_inconsistent', { low: 60 }],
    ['bar_inconsistent', { volume: -5 }],
    ['bar_after_as_of', { date: '2027-01-01' }],
    ['bar_out_of_order', { date: '2026-01-02' }],
    ['malformed', { date: '' }],
  ])('%s: %j', (reason, wrong) => {
    const rows = series(...calm(6))
    const { bars, rejected } = guard([...rows.slice(0, 4), bar(4, 50, wrong), ...rows.slice(5)])
    expect(rejected).toEqual({ [reason]: 1 })
    expect(bars).toHaveLength(5)
  })

  test('an open or close at most 1 % outside high and low widens the range, flagged and counted (D57)', () => {
    const rows = [...series(50, 50.2), bar(2, 50.5, { high: 50, low: 49.6, open: 49.7 }), bar(3, 50)]
    const { bars, rejected, missing } = guard(rows)
    expect(bars[2]).toMatchObject({ open: 49.7, high: 50.5, low: 49.6, close: 50.5 })
    expect(rejected).toEqual({ bar_widened: 1 })
    expect(missing).toEqual([
      {
        field: 'bars',
        reason: 'Jan 3, 2026 with a wider range: the open or close was outside high and low',
      },
    ])
  })

  test('further outside the day is left out, and named', () => {
    const rows = [...series(50, 50.2), bar(2, 50.51, { high: 50 }), bar(3, 50, { low: 50.6, high: 51, open: 50.7 })]
    const { bars, missing } = guard(rows)
    expect(bars).toHaveLength(2)
    expect(missing).toEqual([
      { field: 'bars', reason: 'Jan 3, 2026; Jan 4, 2026 left out: the prices contradict each other' },
    ])
  })

  test('vendors rounding each price apart is no contradiction', () => {
    const rows = [...series(...calm(3)), bar(3, 50, { high: 49.999, open: 49.9 })]
    const { bars, rejected, missing } = guard(rows)
    expect(bars[3]?.high).toBe(50)
    expect([rejected, missing]).toEqual([{}, []])
  })
})

describe('half-adjusted splits', () => {
  const split = (date: string, ratio: number): StockSplit => ({ executionDate: date, ratio, kind: 'split' })

  test('rows left at the other scale come back to the scale of the last one, volume too', () => {
    const rows = series(...calm(5), 98, 97, 101, ...calm(3), 99, 49.5, 97, 48, ...calm(4))
    const { closes, rejected, missing, bars } = guard(rows)
    expect(Math.max(...closes)).toBeLessThan(52)
    expect(Math.min(...closes)).toBeGreaterThan(47)
    expect(rejected).toEqual({ bar_rescaled: 5 })
    expect(bars[5]).toMatchObject({ volume: 2_000, close: 49 })
    expect(missing[0]?.reason).toMatch(/re-scaled by 2/)
  })

  test('a reverse split, three for one', () => {
    const { closes, rejected } = guard(series(30, 30.3, 10.2, 10.1, 30.6, 30))
    expect(closes).toEqual([30, 30.3, 30.6, 30.3, 30.6, 30])
    expect(rejected).toEqual({ bar_rescaled: 2 })
  })

  test('a known split that nobody adjusted', () => {
    const { closes, rejected } = guard(series(100, 101, 102, 51, 50.5), [split(dateOf(3), 2)])
    expect(closes).toEqual([50, 50.5, 51, 51, 50.5])
    expect(rejected).toEqual({ bar_rescaled: 3 })
  })

  test('a known split with an odd mixture before it', () => {
    const { closes } = guard(series(100, 101, 50, 102, 51, 50.5), [split(dateOf(4), 2)])
    expect(closes).toEqual([50, 50.5, 50, 51, 51, 50.5])
  })

  test('an odd mixture of an unknown split: what lies before cannot be told and is cut', () => {
    const { closes, rejected, missing } = guard(series(100, 101, 50, 102, 51, 50.5, 50))
    expect(closes).toEqual([51, 50.5, 50])
    expect(rejected).toEqual({ bar_before_split: 4 })
    expect(missing[0]?.reason).toMatch(/mix two scales/)
  })

  test('a split of long ago, adjusted as it should be, changes nothing', () => {
    const rows = series(...calm(30))
    expect(guard(rows, [split(dateOf(10), 4)]).bars).toEqual(rows)
  })
})

describe('what news can do stays', () => {
  test.each([
    ['earnings, half the price', [...calm(20), 25, 25.5, 24.8, ...calm(20, 25)]],
    ['a takeover, double the price', [...calm(20), 100, 99.5, ...calm(20, 100)]],
    ['a fall and a rise by other factors', [50, 51, 33.7, 34, 45, 46]],
    ['a slow halving and doubling', [...calm(5), 40, 32, 26, 25, 31, 39, 50]],
    ['halved, and doubled a month later', [...calm(5), ...calm(20, 25), ...calm(20)]],
  ])('%s', (_name, closes) => {
    const { bars, rejected } = guard(series(...closes))
    expect(bars).toHaveLength(closes.length)
    expect(rejected).toEqual({})
  })

  test('a spin-off is no split', () => {
    const { rejected } = guard(series(...calm(5), 41, 41.5, 41), [
      { executionDate: dateOf(5), ratio: 1.22, kind: 'spin_off' },
    ])
    expect(rejected).toEqual({})
  })
})

describe('absurd jumps (F25)', () => {
  test('a misprint goes, its neighbours stay', () => {
    const { closes, rejected, missing } = guard(series(50, 51, 365, 50.5, 50))
    expect(closes).toEqual([50, 51, 50.5, 50])
    expect(rejected).toEqual({ bar_spike: 1 })
    expect(missing).toEqual([{ field: 'bars', reason: 'Jan 3, 2026 left out: a misprint, the price came back' }])
  })

  test('ten times the price on the last day: the previous good value, flagged as possibly a split', () => {
    const { closes, missing } = guard(series(...calm(10), 500))
    expect(closes).toHaveLength(10)
    expect(missing[0]?.reason).toMatch(/possibly a split/)
  })

  test('a jump that stays cuts the history before it', () => {
    const { closes, missing } = guard(series(...calm(10, 7), ...calm(10)))
    expect(closes).toHaveLength(10)
    expect(closes[0]).toBe(50)
    expect(missing[0]?.reason).toMatch(/sessions before .* left out: a jump from 7 to 50/)
  })
})
