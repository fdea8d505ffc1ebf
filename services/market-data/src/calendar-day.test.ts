import { expect, test } from '@jest/globals'
import { isCalendarDay, yearsBefore } from './calendar-day.ts'

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '2026-04-30'])('%s is a day', (date) => {
  expect(isCalendarDay(date)).toBe(true)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '20260101',
  '',
  '2026-01-01\n',
])('%p is none', (date) => {
  expect(isCalendarDay(date)).toBe(false)
})

test('years earlier', () => {
  expect(yearsBefore('2026-07-10', 2)).toBe('2024-07-10')
  expect(yearsBefore('2024-02-29', 2)).toBe('2022-02-28')
})
