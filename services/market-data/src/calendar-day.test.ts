import { expect, test } from '@jest/globals'
import { latestSession, yearsBefore } from './calendar-day.ts'

test('years earlier', () => {
  expect(yearsBefore('2026-07-10', 2)).toBe('2024-07-10')
  expect(yearsBefore('2024-02-29', 2)).toBe('2022-02-28')
})

test.each([
  ['in session', '2026-07-10T15:00:00Z', '2026-07-10'],
  ['at the open', '2026-07-10T13:30:00Z', '2026-07-10'],
  ['before the open', '2026-07-10T13:29:59Z', '2026-07-09'],
  ['on a weekend', '2026-07-12T15:00:00Z', '2026-07-10'],
  ['on a holiday', '2026-11-26T17:00:00Z', '2026-11-25'],
])('the latest session %s', (_name, instant, date) => {
  expect(latestSession(Date.parse(instant))).toBe(date)
})
