/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { buildDays } from '../../../testing/bar-builders.ts'
import { readEarnings, readPriceLine } from './featured-view.ts'

test.each([
  [null, 35, { kind: 'unknown' }],
  [null, null, { kind: 'unknown' }],
  [36, 35, { kind: 'clear', days: 36 }],
  [35, 35, { kind: 'ahead', days: 35 }],
  [19, 35, { kind: 'ahead', days: 19 }],
  [0, 35, { kind: 'ahead', days: 0 }],
  // Nothing to be clear of.
  [90, null, { kind: 'ahead', days: 90 }],
])('earnings in %s days with a best expiration in %s: %j', (daysToEarnings, bestDteDays, view) => {
  expect(readEarnings({ daysToEarnings, bestDteDays })).toEqual(view)
})

describe('the price line', () => {
  test('takes the bars of the last 30 calendar days, both ends included', () => {
    const bars = buildDays(60, '2026-07-10')
    const line = readPriceLine(bars, 30)
    expect(line).toMatchObject({ from: '2026-06-10', to: '2026-07-10' })
    // June 19 and July 3 are holidays.
    expect(line?.closes).toHaveLength(21)
    expect(line?.closes.at(-1)).toBe(bars.at(-1)?.close)
  })

  test('tells the change from its first close to its last', () => {
    const [first, second] = buildDays(2)
    if (first === undefined || second === undefined) throw new Error('Two days')
    expect(
      readPriceLine(
        [
          { ...first, close: 80 },
          { ...second, close: 100 },
        ],
        30,
      )?.changePct,
    ).toBeCloseTo(25, 10)
  })

  test.each([0, 1])('%d bars make no line', (count) => {
    expect(readPriceLine(buildDays(5).slice(0, count), 30)).toBeNull()
  })
})
