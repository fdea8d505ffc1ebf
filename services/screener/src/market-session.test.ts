import { describe, expect, test } from '@jest/globals'
import { isInSession } from './market-session.ts'

describe('isInSession', () => {
  test.each([
    ['2026-07-10T13:29:59Z', false, 'a second before 09:30 in summer'],
    ['2026-07-10T13:30:00Z', true, '09:30 in summer'],
    ['2026-07-10T19:59:59Z', true, 'a second before 16:00'],
    ['2026-07-10T20:00:00Z', false, '16:00'],
    ['2026-01-09T14:30:00Z', true, '09:30 in winter'],
    ['2026-01-09T14:29:00Z', false, '09:29 in winter'],
    ['2026-07-03T15:00:00Z', false, 'Independence Day observed on the Friday before'],
    ['2026-11-27T17:59:59Z', true, 'a second before the early close of the day after Thanksgiving'],
    ['2026-11-27T18:00:00Z', false, '13:00 on an early close'],
    ['2026-07-11T15:00:00Z', false, 'Saturday'],
    ['2026-07-13T01:00:00Z', false, 'Sunday evening in New York, Monday in UTC'],
  ])('%s is %p: %s', (instant, expected) => {
    expect(isInSession(Date.parse(instant))).toBe(expected)
  })
})
