import { describe, expect, test } from '@jest/globals'
import { reportsByExpiration } from './earnings.ts'
import { daysToExpiration, expirationKind, isExpired, isThirdFriday, optionExpirationFor } from './expirations.ts'
import { addDays } from './iso-date.ts'

describe('expirations', () => {
  const at = (text: string) => Date.parse(text)

  describe('days to expiration', () => {
    test.each([
      ['2026-08-21', '2026-07-10T20:00:00Z', 42],
      ['2026-07-10', '2026-07-10T13:00:00Z', 0],
      ['2026-07-10', '2026-07-10T23:59:00Z', 0],
      ['2026-07-09', '2026-07-10T13:00:00Z', 0],
      // 22:00 on July 9 in New York, already July 10 in London.
      ['2026-07-10', '2026-07-10T02:00:00Z', 1],
      // Across the 23-hour day and the 25-hour day.
      ['2026-03-09', '2026-03-07T21:00:00Z', 2],
      ['2026-11-02', '2026-10-31T20:00:00Z', 2],
      ['2026-03-09', '2026-03-08T05:00:00Z', 1],
      ['2026-11-02', '2026-11-01T04:00:00Z', 1],
    ])('%s seen at %s: %d', (expiration, asOf, expected) => {
      expect(daysToExpiration(expiration, at(asOf))).toBe(expected)
    })
  })

  describe('expired (D4)', () => {
    test.each([
      // A regular Friday in summer and one in winter: 16:00 in New York.
      ['2026-07-17', '2026-07-17T19:59:59.999Z', false],
      ['2026-07-17', '2026-07-17T20:00:00Z', true],
      ['2026-01-16', '2026-01-16T20:59:59.999Z', false],
      ['2026-01-16', '2026-01-16T21:00:00Z', true],
      // Early closes: the day after Thanksgiving, and a July 3 before a Friday that is a holiday.
      ['2026-11-27', '2026-11-27T17:59:59.999Z', false],
      ['2026-11-27', '2026-11-27T18:00:00Z', true],
      ['2025-07-03', '2025-07-03T16:59:59.999Z', false],
      ['2025-07-03', '2025-07-03T17:00:00Z', true],
      // The days before and after expiration, early or late in the day.
      ['2026-07-17', '2026-07-17T03:59:59Z', false],
      ['2026-07-17', '2026-07-18T04:00:00Z', true],
      ['2026-07-18', '2026-07-17T23:00:00Z', false],
      ['1999-01-15', '2026-07-10T14:00:00Z', true],
      ['2050-01-21', '2026-07-10T14:00:00Z', false],
      // A Saturday and a holiday have no session.
      ['2013-01-19', '2013-01-19T12:00:00Z', true],
      ['2026-06-19', '2026-06-19T12:00:00Z', true],
    ])('%s seen at %s: %p', (expiration, asOf, expected) => {
      expect(isExpired(expiration, at(asOf))).toBe(expected)
    })

    test('rejects invalid arguments', () => {
      expect(() => isExpired('2026-7-17', at('2026-07-10T14:00:00Z'))).toThrow('expected a calendar day')
      expect(() => isExpired('2026-07-17', Number.NaN)).toThrow('instantMs must be a finite number, got NaN')
    })

    test('rejects an expiration day before 2010, because its close is unknown', () => {
      expect(isExpired('2009-12-18', at('2009-12-17T23:00:00Z'))).toBe(false)
      expect(() => isExpired('2009-12-18', at('2009-12-18T15:00:00Z'))).toThrow(RangeError)
      expect(isExpired('2009-12-18', at('2009-12-19T15:00:00Z'))).toBe(true)
    })
  })

  describe('expirations on a Friday holiday', () => {
    test.each([
      // Third Fridays: Good Friday, and Juneteenth twice in a row.
      ['2014-04-18', '2014-04-17'],
      ['2019-04-19', '2019-04-18'],
      ['2022-04-15', '2022-04-14'],
      ['2025-04-18', '2025-04-17'],
      ['2026-06-19', '2026-06-18'],
      ['2027-06-18', '2027-06-17'],
      ['2030-04-19', '2030-04-18'],
      ['2032-06-18', '2032-06-17'],
      ['2033-04-15', '2033-04-14'],
      // Weeklies.
      ['2024-03-29', '2024-03-28'],
      ['2020-07-03', '2020-07-02'],
      ['2020-12-25', '2020-12-24'],
      ['2021-12-24', '2021-12-23'],
      ['2016-01-01', '2015-12-31'],
      // Not holidays: New Year's Eve before a Saturday New Year's Day, the day after Thanksgiving, Juneteenth before it
      // became a holiday.
      ['2021-12-31', '2021-12-31'],
      ['2026-11-27', '2026-11-27'],
      ['2020-06-19', '2020-06-19'],
      ['2026-07-17', '2026-07-17'],
    ])('%s: %s', (friday, expected) => {
      expect(optionExpirationFor(friday)).toBe(expected)
    })

    test('lists every third Friday from 2010 to 2035 that moves', () => {
      const moved: string[] = []
      for (let friday = '2010-01-01'; friday < '2036'; friday = addDays(friday, 7)) {
        if (isThirdFriday(friday) && optionExpirationFor(friday) !== friday) moved.push(friday)
      }
      expect(moved).toEqual([
        ...['2014-04-18', '2019-04-19', '2022-04-15', '2025-04-18', '2026-06-19', '2027-06-18', '2030-04-19'],
        ...['2032-06-18', '2033-04-15'],
      ])
    })

    test('rejects other weekdays', () => {
      expect(() => optionExpirationFor('2026-07-16')).toThrow('expected a Friday, got 2026-07-16')
    })

    test('rejects Fridays before 2010, and a holiday whose previous session is before 2010', () => {
      expect(() => optionExpirationFor('2009-12-18')).toThrow(RangeError)
      expect(() => optionExpirationFor('2010-01-01')).toThrow(RangeError)
      expect(optionExpirationFor('2010-01-08')).toBe('2010-01-08')
    })
  })

  describe('kinds of expirations', () => {
    test.each([
      ['2026-07-17', 'monthly'],
      ['2026-07-24', 'weekly'],
      ['2026-07-31', 'weekly'],
      ['2026-07-13', 'weekly'],
      ['2026-07-16', 'weekly'],
      ['2026-08-21', 'monthly'],
      ['2026-09-18', 'monthly'],
      ['2026-09-25', 'weekly'],
      ['2026-09-30', 'quarterly'],
      ['2026-12-31', 'quarterly'],
      ['2026-10-30', 'weekly'],
      // June 19, 2026 is a holiday, so the Thursday before it is the monthly expiration; the Wednesday is not.
      ['2026-06-18', 'monthly'],
      ['2026-06-17', 'weekly'],
      // 365 days are not more than a year.
      ['2027-07-16', 'leaps'],
      ['2028-01-21', 'leaps'],
      ['2027-06-17', 'monthly'],
      ['2027-09-30', 'quarterly'],
      ['2027-12-31', 'quarterly'],
      // A Saturday is not a trading day, so it does not end a quarter.
      ['2028-09-30', 'weekly'],
      ['2028-09-29', 'quarterly'],
    ] as const)('%s is %s', (date, kind) => {
      expect(expirationKind(date, '2026-07-10')).toBe(kind)
    })

    test.each([
      ['2009-12-18', '2009-12-01'],
      ['2026-02-30', '2026-01-05'],
      ['the third Friday', '2026-01-05'],
      ['2026-07-17', 'yesterday'],
      ['2026-07-24', 'yesterday'],
      ['2026-07-24', '2026-02-30'],
    ])('rejects %s seen on %s', (date, asOf) => {
      expect(() => expirationKind(date, asOf)).toThrow(RangeError)
    })

    test('a monthly becomes LEAPS after 365 days', () => {
      expect(expirationKind('2027-07-16', '2026-07-16')).toBe('monthly')
      expect(expirationKind('2027-07-16', '2026-07-15')).toBe('leaps')
    })

    test('a quarter whose last trading day would be Good Friday ends on Thursday', () => {
      expect(expirationKind('2024-03-28', '2024-01-02')).toBe('quarterly')
      expect(expirationKind('2018-03-29', '2018-01-02')).toBe('quarterly')
      expect(expirationKind('2018-03-28', '2018-01-02')).toBe('weekly')
    })

    test('finds the third Fridays of a year', () => {
      const found = Array.from({ length: 31 * 12 }, (_, index) => {
        const month = String(Math.floor(index / 31) + 1).padStart(2, '0')
        return `2026-${month}-${String((index % 31) + 1).padStart(2, '0')}`
      })
        .filter(
          (date) =>
            !Number.isNaN(at(`${date}T00:00:00Z`)) && new Date(at(`${date}T00:00:00Z`)).toISOString().startsWith(date),
        )
        .filter(isThirdFriday)
      expect(found.map((date) => date.slice(5)).join(' ')).toBe(
        '01-16 02-20 03-20 04-17 05-15 06-19 07-17 08-21 09-18 10-16 11-20 12-18',
      )
    })
  })
})

describe('earnings', () => {
  test.each([
    ['2026-07-29', 'after_close', '2026-07-31', true],
    ['2026-07-31', 'before_open', '2026-07-31', true],
    ['2026-07-31', null, '2026-07-31', true],
    ['2026-07-31', 'after_close', '2026-07-31', false],
    ['2026-08-03', 'before_open', '2026-07-31', false],
  ] as const)('a report on %s %s by the expiration of %s: %p', (date, session, expiration, inTime) => {
    expect(reportsByExpiration({ date, session }, expiration)).toBe(inTime)
  })

  test.each([
    ['nonsense', '2026-07-31'],
    ['2026-07-29', '2026-7-31'],
    ['2026-02-30', '2026-07-31'],
  ])('rejects a report on %s by %s', (date, expiration) => {
    expect(() => reportsByExpiration({ date, session: null }, expiration)).toThrow('expected a calendar day')
  })
})
