import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { numberOf, readCsv, testShared } from '../../test/shared-data.ts'
import { computeRealizedVolatility } from '../indicators/volatility.ts'
import { computeExpectedMove } from './expected-move.ts'
import { computeIvRank, computeRealizedIvRank, rankWithin } from './iv-rank.ts'

testShared('golden/iv_rank.csv, all rows', ['golden/iv_rank.csv'], (path) => {
  const rows = readCsv(path)
  const history = new Map<string, number[]>()
  const failures = rows.filter((row) => {
    const series = history.get(row.series ?? '') ?? []
    history.set(row.series ?? '', series)
    series.push(numberOf(row, 'iv'))
    const { ivRank, ivPercentile, sessions } = computeIvRank(series)
    const agrees = (got: number | null, column: string) =>
      row[column] === '' ? got === null : got !== null && Math.abs(got - numberOf(row, column)) <= 1e-9
    const counted = sessions === numberOf(row, 'iv_history_sessions')
    return !(counted && agrees(ivRank, 'iv_rank') && agrees(ivPercentile, 'iv_percentile'))
  })
  expect(failures).toEqual([])
  expect(rows.length).toBeGreaterThan(1000)
})

describe('computed by hand', () => {
  test('matches published case 21: 45 between 30 and 60 ranks 50', () => {
    expect(rankWithin(45, [30, 60])).toBe(50)
  })

  test('matches published case 23, ten days repeated to sixty: 8 of 10 are below 28', () => {
    const days = [14, 15, 13, 14, 14, 15, 20, 26, 34, 28]
    const history = Array.from({ length: 6 }, () => days).flat()
    const { ivRank, ivPercentile, sessions } = computeIvRank(history)
    expect(ivPercentile).toBeCloseTo(80, 12)
    expect(ivRank).toBeCloseTo(1500 / 21, 12)
    expect(sessions).toBe(60)
  })

  test('needs at least 60 sessions', () => {
    const history = Array.from({ length: 60 }, (_, index) => 0.2 + index / 1000)
    expect(computeIvRank(history.slice(1))).toEqual({ ivRank: null, ivPercentile: null, sessions: 59 })
    expect(computeIvRank(history)).toEqual({ ivRank: 100, ivPercentile: (59 / 60) * 100, sessions: 60 })
  })

  test('uses only the last 252 sessions', () => {
    const history = [9, ...Array.from({ length: 251 }, () => 0.2), 0.3]
    expect(computeIvRank([9, ...history])).toMatchObject({ sessions: 252, ivRank: 100 })
    expect(computeIvRank(history.slice(0, 252))).toMatchObject({ sessions: 252, ivRank: 0 })
  })

  test('a flat history has a percentile but no rank; gaps do not count as sessions', () => {
    const flat = Array.from({ length: 80 }, () => 0.25)
    expect(computeIvRank(flat)).toEqual({ ivRank: null, ivPercentile: 0, sessions: 80 })
    expect(computeIvRank([...flat.slice(0, 58), Number.NaN, 0.3]).sessions).toBe(59)
    expect(computeIvRank([])).toEqual({ ivRank: null, ivPercentile: null, sessions: 0 })
  })

  test('ranks within a series, skips gaps and clamps values outside', () => {
    expect(rankWithin(0.25, Float64Array.of(Number.NaN, 0.2, 0.4))).toBeCloseTo(25, 12)
    expect(rankWithin(0.1, [0.2, 0.4])).toBe(0)
    expect(rankWithin(0.9, [0.2, 0.4])).toBe(100)
    expect(rankWithin(0.2, [0.2, 0.2])).toBeNull()
    expect(rankWithin(0.2, [])).toBeNull()
    expect(rankWithin(Number.NaN, [0.2, 0.4])).toBeNull()
  })

  test('the fallback ranks within the last 252 values of realized volatility, once there are 60', () => {
    const close = Array.from({ length: 400 }, (_, index) => 100 * Math.exp(Math.sin(index / 9) * Math.sin(index / 70)))
    const year = computeRealizedVolatility(close).slice(-252)
    expect(computeRealizedIvRank(0.5, close)).toBe(rankWithin(0.5, year))
    expect(computeRealizedIvRank(0.5, close.slice(0, 90))).not.toBeNull()
    expect(computeRealizedIvRank(0.5, close.slice(0, 89))).toBeNull()
  })

  test('computes the expected move of one standard deviation', () => {
    expect(computeExpectedMove(100, 0.365, 1)).toBeCloseTo(36.5 / Math.sqrt(365), 12)
    expect(computeExpectedMove(200, 0.3, 30)).toBeCloseTo(60 * Math.sqrt(30 / 365), 12)
    expect(computeExpectedMove(100, 0.2, 0)).toBe(computeExpectedMove(100, 0.2, 1))
    expect(() => computeExpectedMove(100, -0.2, 5)).toThrow('vol must be')
  })
})

test('rank and percentile stay within 0 to 100 and do not depend on the unit', () => {
  const series = fc.array(fc.double({ min: 0.01, max: 3, noNaN: true }), { minLength: 60, maxLength: 300 })
  fc.assert(
    fc.property(series, (history) => {
      const { ivRank, ivPercentile } = computeIvRank(history)
      const percent = computeIvRank(history.map((value) => value * 128))
      expect(percent.ivPercentile).toBe(ivPercentile)
      if (ivRank === null || ivPercentile === null) return
      expect(percent.ivRank).toBeCloseTo(ivRank, 8)
      for (const value of [ivRank, ivPercentile]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(100)
      }
    }),
  )
})
