import { describe, expect, test } from '@jest/globals'
import { describeDay, detectDateOrder, readDay } from './read-dates.ts'

describe('the order of day and month in a file', () => {
  test.each([
    ['month_first', ['11/10/2026', '12/18/2026']],
    ['day_first', ['11/10/2026', '18/12/2026']],
    ['open', ['11/10/2026', '12/12/2026']],
    ['contradictory', ['18/12/2026', '12/18/2026']],
    [null, ['2026-11-10', '12/12/2026', '18.12.2026', 'Dec 18, 2026', 'soon', '']],
  ] as const)('is %s of %j', (order, cells) => {
    expect(detectDateOrder(cells)).toBe(order)
  })
})

test.each([
  ['2026-12-18', '2026-12-18'],
  ['2026/12/8', '2026-12-08'],
  ['20261218', '2026-12-18'],
  ['12/18/2026', '2026-12-18'],
  ['12/8/26', '2026-12-08'],
  ['12-18-2026', '2026-12-18'],
  ['18.12.2026', '2026-12-18'],
  ['18-Dec-26', '2026-12-18'],
  ['18 December 2026', '2026-12-18'],
  ['Dec 18, 2026', '2026-12-18'],
  ['soon', 'soon'],
  ['12/18', '12/18'],
])('%s is %s', (cell, day) => {
  expect(readDay(cell, 'month_first')).toBe(day)
})

test('with the day first, 10/11/2026 is in November', () => {
  expect(readDay('10/11/2026', 'day_first')).toBe('2026-11-10')
})

test.each([
  ['10/11/2026', 'Nov 10, 2026'],
  ['18-Dec-26', 'Dec 18, 2026'],
  ['00/10/2026', '2026-10-00'],
  ['soon', 'soon'],
])('a sentence has %s as %s', (cell, shown) => {
  expect(describeDay(cell, 'day_first')).toBe(shown)
})
