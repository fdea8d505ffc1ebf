import { beforeAll, describe, expect, test } from '@jest/globals'
import { quantile } from './testing/path-statistics.ts'
import { runScript } from './testing/run-script.ts'

/** The recorded pack's time, shortly before an earnings season, when options are expensive. */
const EXPENSIVE = '2026-07-10T20:00:00Z'
/** Times during sessions: before an earnings season, just after most reports, and in the middle of a season. */
const ORDINARY = ['2026-09-16T15:00:00Z', '2026-11-20T15:00:00Z', '2027-01-20T18:30:00Z']
/** Lower bounds of the rating bands: weak, fair, good, strong. */
const BANDS = [19, 26, 36, 40] as const

let ratings: Readonly<Record<string, readonly (number | null)[]>> = {}
const ratedAt = (instant: string) => (ratings[instant] ?? []).filter((rating) => rating !== null)
const shareFrom = (from: number, instant: string) => {
  const rated = ratedAt(instant)
  return rated.filter((rating) => rating >= from).length / rated.length
}

beforeAll(async () => {
  ratings = JSON.parse(await runScript('print-ratings.ts', 'UTC', EXPENSIVE, ...ORDINARY))
})

test('when options are expensive, ratings are distributed as in recorded data', () => {
  expect(quantile(ratedAt(EXPENSIVE), 0.5)).toBeGreaterThan(29)
  expect(quantile(ratedAt(EXPENSIVE), 0.5)).toBeLessThan(34)
  // D9 expects one stock in ten at 40 or more, one in four at 36 and four in five at 26. Of all stocks, 4 % have at
  // least 40; of the third used here, 1.2 %.
  expect(shareFrom(40, EXPENSIVE)).toBeGreaterThan(0.01)
  expect(shareFrom(40, EXPENSIVE)).toBeLessThan(0.15)
  expect(shareFrom(36, EXPENSIVE)).toBeGreaterThan(0.12)
  expect(shareFrom(36, EXPENSIVE)).toBeLessThan(0.35)
  expect(shareFrom(26, EXPENSIVE)).toBeGreaterThan(0.7)
  expect(shareFrom(26, EXPENSIVE)).toBeLessThan(0.9)
})

describe.each([EXPENSIVE, ...ORDINARY])('at %s', (instant) => {
  test('no rating band has most stocks, and none is empty', () => {
    const from = [1, ...BANDS.map((band) => shareFrom(band, instant)), 0]
    const bands = from.slice(1).map((share, index) => (from[index] ?? 0) - share)
    expect(Math.max(...bands)).toBeLessThan(0.67)
    expect(Math.min(...bands)).toBeGreaterThan(0)
    expect(quantile(ratedAt(instant), 0.5)).toBeGreaterThan(26)
  })

  test('nearly every stock has a call to write and therefore a rating', () => {
    const all = ratings[instant] ?? []
    expect(all.length).toBeGreaterThan(160)
    expect(ratedAt(instant).length / all.length).toBeGreaterThan(0.93)
  })
})
