import { describe, expect, test } from '@jest/globals'
import { chooseSendTime, DEFAULT_SCHEDULE, isQuiet, isTimeZone, retryAfterMs } from './send-time.ts'

const at = (time: string) => Date.parse(time)
const night = { ...DEFAULT_SCHEDULE, quietFrom: '22:00', quietTo: '07:00' }

describe('quiet hours', () => {
  test.each([
    ['2026-07-10T01:59:00Z', false],
    ['2026-07-10T02:00:00Z', true],
    ['2026-07-10T10:59:59Z', true],
    ['2026-07-10T11:00:00Z', false],
  ])('over midnight in New York at %s: %s', (time, quiet) => {
    expect(isQuiet(at(time), night)).toBe(quiet)
  })

  test('within a day, and none without both ends or with equal ends', () => {
    const noon = { ...DEFAULT_SCHEDULE, timeZone: 'UTC', quietFrom: '12:00', quietTo: '13:30' }
    expect(isQuiet(at('2026-07-10T13:29:00Z'), noon)).toBe(true)
    expect(isQuiet(at('2026-07-10T13:30:00Z'), noon)).toBe(false)
    expect(isQuiet(at('2026-07-10T12:30:00Z'), { ...noon, quietTo: null })).toBe(false)
    expect(isQuiet(at('2026-07-10T12:00:00Z'), { ...noon, quietTo: '12:00' })).toBe(false)
  })

  test('postpone a message to their end', () => {
    expect(chooseSendTime(at('2026-07-10T03:15:20Z'), night)).toEqual({
      at: new Date('2026-07-10T11:00:00Z'),
      held: 'quiet_hours',
      digestFor: null,
    })
    expect(chooseSendTime(at('2026-07-10T15:00:00Z'), night)).toEqual({
      at: new Date('2026-07-10T15:00:00Z'),
      held: null,
      digestFor: null,
    })
  })

  test.each([
    ['spring', '2026-03-08T03:30:00Z', '2026-03-08T11:00:00Z'],
    ['fall', '2026-11-01T03:30:00Z', '2026-11-01T12:00:00Z'],
  ])('end at the right time when clocks change in %s', (_season, now, end) => {
    expect(chooseSendTime(at(now), night).at.toISOString()).toBe(new Date(end).toISOString())
  })
})

describe('a digest', () => {
  const daily = { ...night, digestAt: '17:30' }

  test('is sent at the next time that the clock shows', () => {
    const later = new Date('2026-07-10T21:30:00Z')
    expect(chooseSendTime(at('2026-07-10T15:00:00Z'), daily)).toEqual({ at: later, held: 'digest', digestFor: later })
    expect(chooseSendTime(at('2026-07-10T21:30:00Z'), daily).at).toEqual(new Date('2026-07-11T21:30:00Z'))
  })

  test('ignores quiet hours', () => {
    const late = chooseSendTime(at('2026-07-10T15:00:00Z'), { ...night, digestAt: '23:00' })
    expect(late.at).toEqual(new Date('2026-07-11T03:00:00Z'))
  })
})

test('a time zone must exist', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})

test('retries wait longer each time, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 8].map(retryAfterMs)).toEqual([30_000, 120_000, 480_000, 1_920_000, 3_600_000, 3_600_000])
})
