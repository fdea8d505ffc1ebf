import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { addDays, daysBetween, fromDayNumber, isCalendarDay, isWeekend, weekday } from './iso-date.ts'

const days = fc.integer({ min: 0, max: 36_524 }).map((offset) => addDays('1980-01-01', offset))

describe('calendar days', () => {
  test.each([
    ['2026-07-10', '2026-08-21', 42],
    ['2026-07-10', '2026-07-10', 0],
    ['2026-07-10', '2026-07-09', -1],
    ['2026-03-07', '2026-03-09', 2],
    ['2026-10-31', '2026-11-02', 2],
    ['2024-02-28', '2024-03-01', 2],
    ['2025-02-28', '2025-03-01', 1],
    ['2026-12-31', '2027-01-01', 1],
    ['2022-01-14', '2022-02-04', 21],
  ])('%s to %s is %d days', (from, to, expected) => {
    expect(daysBetween(from, to)).toBe(expected)
    expect(addDays(from, expected)).toBe(to)
  })

  test.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-7-1',
    '20260710',
    '',
    '2026-07-10T00:00:00Z',
  ])('refuses %p', (text) => {
    expect(() => daysBetween(text, '2026-07-10')).toThrow(RangeError)
  })

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
  ])('%p is none', (text) => {
    expect(isCalendarDay(text)).toBe(false)
  })

  test.each([
    ['2026-07-10', false],
    ['2026-07-11', true],
    ['2026-07-12', true],
    ['2026-07-13', false],
    ['1969-12-28', true],
  ])('%s on a weekend: %p', (date, expected) => {
    expect(isWeekend(date)).toBe(expected)
  })

  test('weekdays of known dates', () => {
    expect(weekday('2026-07-10')).toBe(5)
    expect(weekday('1970-01-01')).toBe(4)
    expect(weekday('1969-12-31')).toBe(3)
    expect(weekday('2000-02-29')).toBe(2)
  })

  test('adding days and counting them are inverse, weekdays follow', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (from, count) => {
        const to = addDays(from, count)
        expect(daysBetween(from, to)).toBe(count)
        expect(weekday(to)).toBe((((weekday(from) + count) % 7) + 7) % 7)
      }),
    )
  })

  test('refuses parts of days', () => {
    expect(() => addDays('2026-07-10', 0.5)).toThrow(RangeError)
  })

  test('the years end with four digits', () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(addDays('0000-01-02', -1)).toBe('0000-01-01')
    expect(() => addDays('0000-01-01', -1)).toThrow(RangeError)
    expect(() => fromDayNumber(Number.NaN)).toThrow(RangeError)
    expect(daysBetween('0000-01-01', '0100-01-01')).toBe(36_525)
  })
})
