import { describe, expect, test } from '@jest/globals'
import { joinBars } from './bars.ts'

const bar = (date: string, close: number) => ({
  date,
  open: close - 1,
  high: close + 2,
  low: close - 2,
  close,
  volume: 10,
})

describe('joinBars', () => {
  // From a Wednesday to the next Tuesday.
  const days = ['2026-07-01', '2026-07-02', '2026-07-06', '2026-07-07'].map((date, index) => bar(date, 10 + index))

  test('weeks begin on Monday', () => {
    expect(joinBars(days, 'week', 1)).toEqual([
      { date: '2026-07-01', lastDate: '2026-07-02', open: 9, high: 13, low: 8, close: 11, volume: 20 },
      { date: '2026-07-06', lastDate: '2026-07-07', open: 11, high: 15, low: 10, close: 13, volume: 20 },
    ])
  })

  test('where months and multi-day periods begin does not depend on the start of the series', () => {
    const months = ['2025-12-31', '2026-01-02', '2026-02-02', '2026-03-02', '2026-04-01'].map((date) => bar(date, 10))
    expect(joinBars(months, 'month', 3).map(({ date }) => date)).toEqual(['2025-12-31', '2026-01-02', '2026-04-01'])
    expect(joinBars(months.slice(2), 'month', 3).map(({ date }) => date)).toEqual(['2026-02-02', '2026-04-01'])
    // Five weekdays per week, counted from a Monday; July 3 was a holiday.
    expect(joinBars(days, 'day', 5).map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-06'])
    const threes = joinBars(days, 'day', 3).map(({ lastDate }) => lastDate)
    expect(joinBars(days.slice(1), 'day', 3).map(({ lastDate }) => lastDate)).toEqual(threes)
    expect(joinBars([], 'week', 1)).toEqual([])
  })

  test('single days are unchanged', () => {
    expect(joinBars(days, 'day', 1)).toEqual(days.map((day) => ({ ...day, lastDate: day.date })))
  })
})
