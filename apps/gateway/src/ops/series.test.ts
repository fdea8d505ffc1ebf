import { describe, expect, test } from '@jest/globals'
import { createSeries } from './series.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 6, 10, 14)

describe('a day of one figure', () => {
  test('sums of short windows are ten seconds sharp', () => {
    const series = createSeries('sum')
    for (let index = 0; index < 360; index += 1) series.push(START + index * 10 * SECOND, 1)
    const now = START + 3_590 * SECOND
    expect(series.sum(now, 5 * MINUTE)).toBe(30)
    expect(series.sum(now, 30 * MINUTE)).toBe(180)
    expect(series.sum(now, HOUR)).toBe(360)
    expect(series.sum(now, 6 * HOUR)).toBe(360)
  })

  test('an hour later the short windows are empty and the day still holds it', () => {
    const series = createSeries('sum')
    series.push(START, 7)
    expect(series.sum(START + HOUR + MINUTE, HOUR)).toBe(0)
    expect(series.sum(START + HOUR + MINUTE, 6 * HOUR)).toBe(7)
    expect(series.sum(START + 23 * HOUR, 24 * HOUR)).toBe(7)
    expect(series.sum(START + 25 * HOUR, 24 * HOUR)).toBe(0)
  })

  test('a slot that comes round again does not hold what it held a day before', () => {
    const series = createSeries('sum')
    series.push(START, 100)
    series.push(START + 24 * HOUR, 1)
    expect(series.sum(START + 24 * HOUR, 24 * HOUR)).toBe(1)
  })

  test('values of one minute come together as their mean, or as the largest', () => {
    const means = createSeries('mean')
    const most = createSeries('max')
    for (const [index, value] of [1, 2, 6].entries()) {
      means.push(START + index * 10 * SECOND, value)
      most.push(START + index * 10 * SECOND, value)
    }
    expect(means.read(START, 24 * HOUR, 1_440).at(-1)).toBe(3)
    expect(most.max(START)).toBe(6)
    expect(createSeries('max').max(START)).toBeNull()
  })

  test('what was not seen is null, never 0', () => {
    const series = createSeries('mean')
    series.push(START, 4)
    series.push(START + 40 * SECOND, 0)
    const points = series.read(START + 50 * SECOND, HOUR, 360)
    expect(points).toHaveLength(360)
    expect(points.slice(-6)).toEqual([4, null, null, null, 0, null])
  })

  test('a day is drawn with fewer points, each the mean of what it covers', () => {
    const series = createSeries('mean')
    for (let minute = 0; minute < 8; minute += 1) series.push(START + minute * MINUTE, minute)
    expect(series.read(START + 7 * MINUTE, 24 * HOUR, 360).slice(-3)).toEqual([null, 1.5, 5.5])
  })

  test('time goes forward only, and what is no number is left out', () => {
    const series = createSeries('sum')
    series.push(START + MINUTE, 1)
    series.push(START, 5)
    series.push(START + MINUTE, Number.NaN)
    series.push(START + MINUTE, Number.POSITIVE_INFINITY)
    expect(series.sum(START + MINUTE, HOUR)).toBe(1)
  })
})
