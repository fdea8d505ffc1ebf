import { expect, test } from '@jest/globals'
import { yearsBefore } from './calendar-day.ts'

test('years earlier', () => {
  expect(yearsBefore('2026-07-10', 2)).toBe('2024-07-10')
  expect(yearsBefore('2024-02-29', 2)).toBe('2022-02-28')
})
