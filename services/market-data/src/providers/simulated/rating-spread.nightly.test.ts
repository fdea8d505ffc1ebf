import { beforeAll, describe, expect, test } from '@jest/globals'
import { quantile } from './testing/path-statistics.ts'
import { runScript } from './testing/run-script.ts'

/** The instant of the recorded pack, shortly before a season of reports, when options cost more than usual. */
const DEAR = '2026-07-10T20:00:00Z'
/** Within a session: before a season of reports, when most are just out, in the middle of one. */
const ORDINARY = ['2026-09-16T15:00:00Z', '2026-11-20T15:00:00Z', '2027-01-20T18:30:00Z']
/** Where the screen's bands begin: weak, fair, good, strong. */
const BANDS = [19, 26, 36, 40] as const

let ratings: Readonly<Record<string, readonly (number | null)[]>> = {}
const ratedAt = (instant: string) => (ratings[instant] ?? []).filter((rating) => rating !== null)
const shareFrom = (from: number, instant: string) => {
  const rated = ratedAt(instant)
  return rated.filter((rating) => rating >= from).length / rated.length
}

beforeAll(async () => {
  ratings = JSON.parse(await runScript('print-ratings.ts', 'UTC', DEAR, ...ORDINARY))
})

test('where options are dear, ratings spread as those of recorded data do', () => {
  expect(quantile(ratedAt(DEAR), 0.5)).toBeGreaterThan(29)
  expect(quantile(ratedAt(DEAR), 0.5)).toBeLessThan(34)
  // One in ten, one in four, four in five by D9. Of all stocks 6 % stand at 40, of the third looked at here 2.4 %.
  expect(shareFrom(40, DEAR)).toBeGreaterThan(0.02)
  expect(shareFrom(40, DEAR)).toBeLessThan(0.15)
  expect(shareFrom(36, DEAR)).toBeGreaterThan(0.12)
  expect(shareFrom(36, DEAR)).toBeLessThan(0.35)
  expect(shareFrom(26, DEAR)).toBeGreaterThan(0.7)
  expect(shareFrom(26, DEAR)).toBeLessThan(0.9)
})

describe.each([DEAR, ...ORDINARY])('at %s', (instant) => {
  test('no band holds most stocks, and none is empty', () => {
    const from = [1, ...BANDS.map((band) => shareFrom(band, instant)), 0]
    const bands = from.slice(1).map((share, index) => (from[index] ?? 0) - share)
    expect(Math.max(...bands)).toBeLessThan(0.62)
    expect(Math.min(...bands)).toBeGreaterThan(0)
    expect(quantile(ratedAt(instant), 0.5)).toBeGreaterThan(26)
  })

  test('nearly every stock has a call to write, and so a rating', () => {
    const all = ratings[instant] ?? []
    expect(all.length).toBeGreaterThan(160)
    expect(ratedAt(instant).length / all.length).toBeGreaterThan(0.93)
  })
})
