import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { isExpired } from './expirations.ts'
import { addDays, daysBetween, fromDayNumber, isCalendarDay, isWeekend, weekday } from './iso-date.ts'
import {
  newYorkCloseMs,
  newYorkDate,
  newYorkMidnightMs,
  newYorkTimeMs,
  yearsUntilClose,
  yearsUntilCloseFrom,
} from './new-york.ts'
import { sessionOf } from './sessions.ts'

describe('new york', () => {
  const at = (text: string) => Date.parse(text)
  const iso = (ms: number) => new Date(ms).toISOString()

  describe('New York clock', () => {
    test.each([
      ['2026-07-10T20:00:00Z', '2026-07-10'],
      ['2026-07-11T03:59:59.999Z', '2026-07-10'],
      ['2026-07-11T04:00:00Z', '2026-07-11'],
      ['2026-01-15T04:59:59.999Z', '2026-01-14'],
      ['2026-01-15T05:00:00Z', '2026-01-15'],
      // The night the clocks go forward (March 8) and back (November 1).
      ['2026-03-08T04:59:59Z', '2026-03-07'],
      ['2026-03-09T03:59:59Z', '2026-03-08'],
      ['2026-03-09T04:00:00Z', '2026-03-09'],
      ['2026-11-01T03:59:59Z', '2026-10-31'],
      ['2026-11-02T04:59:59Z', '2026-11-01'],
      ['2026-11-02T05:00:00Z', '2026-11-02'],
      ['1969-12-31T12:00:00.500Z', '1969-12-31'],
    ])('%s falls on %s', (instant, date) => {
      expect(newYorkDate(at(instant))).toBe(date)
    })

    test.each([
      ['2026-07-10', '2026-07-10T04:00:00.000Z', '2026-07-10T20:00:00.000Z'],
      ['2026-01-15', '2026-01-15T05:00:00.000Z', '2026-01-15T21:00:00.000Z'],
      ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-08T20:00:00.000Z'],
      ['2026-03-09', '2026-03-09T04:00:00.000Z', '2026-03-09T20:00:00.000Z'],
      ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-01T21:00:00.000Z'],
      ['2026-11-02', '2026-11-02T05:00:00.000Z', '2026-11-02T21:00:00.000Z'],
    ])('midnight and close of %s', (date, midnight, close) => {
      expect(iso(newYorkMidnightMs(date))).toBe(midnight)
      expect(iso(newYorkCloseMs(date))).toBe(close)
    })

    test('handles days of 23, 24 and 25 hours, and midnight belongs to the new day (F44)', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
          const date = addDays('1990-01-01', offset)
          const midnight = newYorkMidnightMs(date)
          expect(newYorkDate(midnight)).toBe(date)
          expect(newYorkDate(midnight - 1)).toBe(addDays(date, -1))
          expect(newYorkDate(newYorkCloseMs(date))).toBe(date)
          expect([23, 24, 25]).toContain((newYorkMidnightMs(addDays(date, 1)) - midnight) / 3_600_000)
        }),
      )
    })

    test('between closes, years are calendar days / 365, even across a clock change', () => {
      const close = newYorkCloseMs('2026-07-10')
      for (const date of ['2026-07-10', '2026-08-21', '2026-11-20', '2027-06-17']) {
        expect(yearsUntilClose(date, close)).toBe(daysBetween('2026-07-10', date) / 365)
      }
    })

    test('counts the rest of today until the close, and nothing after it', () => {
      expect(yearsUntilClose('2026-07-10', at('2026-07-10T14:00:00Z'))).toBeCloseTo(0.25 / 365, 15)
      expect(yearsUntilClose('2026-07-10', at('2026-07-10T20:00:01Z'))).toBeLessThan(0)
    })

    // Wall-clock hours from an instant to the close of a day. November 27, 2026 closes at 13:00.
    test.each([
      ['2026-11-27', '2026-11-25T21:00:00Z', 45],
      ['2026-11-27', '2026-11-27T15:00:00Z', 3],
      ['2026-11-27', '2026-11-27T18:00:00Z', 0],
      ['2026-11-27', '2026-11-27T20:00:00Z', -2],
      // From an early close to a regular one, and across an early close in between.
      ['2026-11-30', '2026-11-27T18:00:00Z', 75],
      ['2026-11-30', '2026-11-25T21:00:00Z', 120],
      ['2025-07-03', '2025-07-03T16:00:00Z', 1],
      ['2024-12-24', '2024-12-23T21:00:00Z', 21],
      // Days without a session, including a holiday that would otherwise close early: 16:00.
      ['2026-06-19', '2026-06-19T14:00:00Z', 6],
      ['2021-12-24', '2021-12-24T15:00:00Z', 6],
      ['2026-07-11', '2026-07-10T20:00:00Z', 24],
    ])('to the close of %s from %s: %d hours', (date, instant, hours) => {
      expect(yearsUntilClose(date, at(instant)) * 365 * 24).toBeCloseTo(hours, 10)
    })

    test('counts milliseconds, even before 1970', () => {
      const dayMs = 86_400_000
      expect(yearsUntilClose('2026-07-10', newYorkCloseMs('2026-07-10') - 1) * 365 * dayMs).toBeCloseTo(1, 9)
      // 18:59:59.999 in New York.
      const untilClose = daysBetween('1969-12-31', '2010-01-04') * dayMs - 3 * 3_600_000 + 1
      expect(yearsUntilClose('2010-01-04', -1) * 365 * dayMs).toBeCloseTo(untilClose, 3)
    })

    test('an option has time left until it expires', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 9_000 }).map((offset) => addDays('2010-01-01', offset)),
          fc.oneof(
            fc.integer({ min: 0, max: 86_399_999 }),
            fc.constantFrom(13, 16).map((hour) => hour * 3_600_000),
          ),
          (date, wallMs) => {
            fc.pre(sessionOf(date) !== null)
            const asOfMs = newYorkTimeMs(date, 0) + wallMs
            expect(yearsUntilClose(date, asOfMs) > 0).toBe(!isExpired(date, asOfMs))
          },
        ),
      )
    })

    test('converts one instant for many days', () => {
      const asOfMs = at('2026-11-24T15:00:00Z')
      const yearsUntil = yearsUntilCloseFrom(asOfMs)
      for (const date of ['2026-11-24', '2026-11-27', '2026-12-18']) {
        expect(yearsUntil(date)).toBe(yearsUntilClose(date, asOfMs))
      }
    })

    test('rejects invalid instants and days before the calendar starts', () => {
      expect(() => newYorkDate(Number.NaN)).toThrow('instantMs must be a finite number, got NaN')
      expect(() => yearsUntilClose('2009-12-31', at('2026-07-10T20:00:00Z'))).toThrow(RangeError)
      expect(() => yearsUntilClose('2026-02-30', at('2026-07-10T20:00:00Z'))).toThrow('expected a calendar day')
    })

    test.each([
      ['0100-01-01T05:00:00Z', '0100-01-01'],
      ['9999-12-31T23:59:59Z', '9999-12-31'],
    ])('supports %s, at the edge of its range of years', (instant, date) => {
      expect(newYorkDate(at(instant))).toBe(date)
    })

    test.each(['0100-01-01T04:59:59Z', '0050-06-01T12:00:00Z', '-000001-06-01T12:00:00Z', '+010000-01-01T00:00:00Z'])(
      'rejects %s, outside the supported years',
      (instant) => {
        expect(() => newYorkDate(at(instant))).toThrow('instantMs must be in the years 100 to 9999')
      },
    )

    test('rejects midnight and close of years outside the range', () => {
      expect(() => newYorkMidnightMs('0050-01-01')).toThrow(RangeError)
      expect(() => newYorkCloseMs('0099-12-31')).toThrow(RangeError)
    })

    test("is independent of the process's time zone (F44)", () => {
      const script = fileURLToPath(new URL('../../test/print-calendar.ts', import.meta.url))
      const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']
      const printed = zones.map((zone) =>
        execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
          env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
          encoding: 'utf8',
        }),
      )
      expect(printed[0]).toContain('["2026-03-08",1772946000000,1773000000000,23,')
      expect(printed[0]).toContain('["2026-11-01",1793505600000,1793566800000,25,')
      expect(new Set(printed).size).toBe(1)
    })
  })
})

describe('iso date', () => {
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
    ])('rejects %p', (text) => {
      expect(() => daysBetween(text, '2026-07-10')).toThrow(RangeError)
    })

    test.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '2026-04-30'])('accepts %s', (date) => {
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
    ])('%p is not a calendar day', (text) => {
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

    test('knows the weekdays of known dates', () => {
      expect(weekday('2026-07-10')).toBe(5)
      expect(weekday('1970-01-01')).toBe(4)
      expect(weekday('1969-12-31')).toBe(3)
      expect(weekday('2000-02-29')).toBe(2)
    })

    test('adding and counting days are inverse operations, and weekdays advance with them', () => {
      fc.assert(
        fc.property(days, fc.integer({ min: -4000, max: 4000 }), (from, count) => {
          const to = addDays(from, count)
          expect(daysBetween(from, to)).toBe(count)
          expect(weekday(to)).toBe((((weekday(from) + count) % 7) + 7) % 7)
        }),
      )
    })

    test('rejects fractions of days', () => {
      expect(() => addDays('2026-07-10', 0.5)).toThrow(RangeError)
    })

    test('rejects years with five digits', () => {
      expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
      expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
      expect(addDays('0000-01-02', -1)).toBe('0000-01-01')
      expect(() => addDays('0000-01-01', -1)).toThrow(RangeError)
      expect(() => fromDayNumber(Number.NaN)).toThrow(RangeError)
      expect(daysBetween('0000-01-01', '0100-01-01')).toBe(36_525)
    })
  })
})
