/** @jest-environment node */
import { expect, test } from '@jest/globals'
import {
  formatDay,
  formatDuration,
  formatEtDay,
  formatEtTime,
  formatEtTimeLong,
  formatLocalTime,
  readEtDay,
} from './times.ts'

test.each([
  ['2026-07-10T20:00:00Z', 'Jul 10, 16:00 ET'],
  ['2026-11-20T16:15:00Z', 'Nov 20, 11:15 ET'],
  ['2026-07-11T03:59:59Z', 'Jul 10, 23:59 ET'],
  ['2026-07-11T04:00:00Z', 'Jul 11, 00:00 ET'],
  ['2026-03-08T06:59:00Z', 'Mar 8, 01:59 ET'],
  ['2026-03-08T07:00:00Z', 'Mar 8, 03:00 ET'],
  [null, '—'],
  ['yesterday', '—'],
])('%s in New York is %s', (instant, text) => {
  expect(formatEtTime(instant)).toBe(text)
})

test('the long form names the year', () => {
  expect(formatEtTimeLong('2027-01-01T03:30:00Z')).toBe('Dec 31, 2026, 22:30 ET')
  expect(formatEtTimeLong(null)).toBe('—')
})

test('a day is the day in New York', () => {
  expect(formatEtDay('2027-01-01T03:30:00Z')).toBe('31 December 2026')
  expect(formatEtDay(null)).toBe('—')
})

test("the exchange's day as a date", () => {
  expect(readEtDay('2027-01-01T03:30:00Z')).toBe('2026-12-31')
  expect(readEtDay('2026-07-10T20:00:00Z')).toBe('2026-07-10')
  expect(readEtDay(null)).toBeNull()
})

test('a calendar day belongs to no zone', () => {
  expect(formatDay('2026-07-10')).toBe('Jul 10')
  expect(formatDay('2026-01-01')).toBe('Jan 1')
  expect(formatDay('soon')).toBe('—')
})

test('the local form names its zone', () => {
  expect(formatLocalTime('2026-07-10T20:00:00Z')).toMatch(/^Jul 1[01], \d\d:\d\d \S+/)
  expect(formatLocalTime(null)).toBe('—')
})

test.each([
  [0, '0 s'],
  [44.6, '45 s'],
  [89, '89 s'],
  [89.2, '2 min'],
  [119, '2 min'],
  [121, '3 min'],
  [3_540, '59 min'],
  [3_541, '1 h'],
  [3_900, '1 h 5 min'],
  [-3, '0 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
