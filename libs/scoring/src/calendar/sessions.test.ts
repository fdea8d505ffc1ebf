import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { readCsv, testShared } from '../../test/shared-data.ts'
import { addDays, daysBetween, isWeekend } from './iso-date.ts'
import { earlyCloseName, earlyCloses, holidayName, marketHolidays } from './market-holidays.ts'
import { newYorkDate } from './new-york.ts'
import {
  countTradingDays,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  sessionDayAt,
  sessionOf,
} from './sessions.ts'

describe('sessions', () => {
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  const span = fc.integer({ min: -500, max: 500 })
  const days = fc.integer({ min: 1_031, max: 9_000 }).map((offset) => addDays('2010-01-01', offset))

  describe('sessions', () => {
    test.each([
      ['2026-07-10', '2026-07-10T13:30:00.000Z', '2026-07-10T20:00:00.000Z', false],
      ['2026-01-15', '2026-01-15T14:30:00.000Z', '2026-01-15T21:00:00.000Z', false],
      // The Mondays after both clock changes.
      ['2026-03-09', '2026-03-09T13:30:00.000Z', '2026-03-09T20:00:00.000Z', false],
      ['2026-11-02', '2026-11-02T14:30:00.000Z', '2026-11-02T21:00:00.000Z', false],
      // Early closes, in winter and in summer.
      ['2026-11-27', '2026-11-27T14:30:00.000Z', '2026-11-27T18:00:00.000Z', true],
      ['2026-12-24', '2026-12-24T14:30:00.000Z', '2026-12-24T18:00:00.000Z', true],
      ['2025-07-03', '2025-07-03T13:30:00.000Z', '2025-07-03T17:00:00.000Z', true],
    ])('%s from %s to %s, early %p', (date, open, close, earlyClose) => {
      const session = sessionOf(date)
      expect(session).toMatchObject({ date, earlyClose })
      expect([iso(session?.openMs), iso(session?.closeMs)]).toEqual([open, close])
    })

    test.each(['2026-07-11', '2026-07-12', '2026-07-03', '2026-12-25', '2012-10-29'])(
      'has no session on %s',
      (date) => {
        expect(sessionOf(date)).toBeNull()
        expect(isTradingDay(date)).toBe(false)
      },
    )

    test.each([
      ['before the open of a Monday', '2026-07-13T13:29:59Z', '2026-07-10'],
      ['at its open', '2026-07-13T13:30:00Z', '2026-07-13'],
      ['after midnight', '2026-07-14T04:30:00Z', '2026-07-13'],
      ['on a holiday', '2026-07-03T18:00:00Z', '2026-07-02'],
    ])('sessionDayAt is the day of the last session that has opened: %s', (_name, time, day) => {
      expect(sessionDayAt(Date.parse(time))).toBe(day)
    })

    test('nextTradingDay and previousTradingDay skip weekends, holidays and closures', () => {
      expect(nextTradingDay('2026-07-02')).toBe('2026-07-06')
      expect(nextTradingDay('2026-07-06')).toBe('2026-07-07')
      expect(nextTradingDay('2012-10-26')).toBe('2012-10-31')
      expect(nextTradingDay('2027-12-31')).toBe('2028-01-03')
      expect(previousTradingDay('2026-07-06')).toBe('2026-07-02')
      expect(previousTradingDay('2026-07-05')).toBe('2026-07-02')
      expect(previousTradingDay('2012-10-31')).toBe('2012-10-26')
      expect(previousTradingDay('2026-01-02')).toBe('2025-12-31')
    })

    test('countTradingDays excludes the first day and includes the last', () => {
      expect(countTradingDays('2026-07-02', '2026-07-06')).toBe(1)
      expect(countTradingDays('2026-07-02', '2026-07-02')).toBe(0)
      expect(countTradingDays('2026-07-02', '2026-07-05')).toBe(0)
      expect(countTradingDays('2026-07-06', '2026-07-02')).toBe(-1)
      // Counting backward over a Saturday alone gives 0, not −0.
      expect(countTradingDays('2010-02-13', '2010-02-12')).toBe(0)
      // Four weeks over Thanksgiving: 4 + 5 + 5 + 5 sessions after the Friday.
      expect(countTradingDays('2021-11-19', '2021-12-17')).toBe(19)
    })

    test('counts the sessions of each year', () => {
      // Years to 2025 are as traded; later years are from a separate program.
      const known = [
        ...[252, 252, 250, 252, 252, 252, 252, 251, 251, 252, 253, 252, 251, 250, 252, 250],
        ...[251, 251, 251, 251, 251, 251, 252, 251, 250, 251],
      ]
      const counted = known.map((_, index) => countTradingDays(`${2009 + index}-12-31`, `${2010 + index}-12-31`))
      expect(counted).toEqual(known)
    })

    test('rejects days before 2010', () => {
      expect(isTradingDay('2010-01-04')).toBe(true)
      expect(() => isTradingDay('2009-12-31')).toThrow(RangeError)
      expect(() => isTradingDay('2009-12-27')).toThrow(RangeError)
      expect(() => previousTradingDay('2010-01-04')).toThrow(RangeError)
      expect(() => countTradingDays('2009-12-30', '2010-01-04')).toThrow(RangeError)
      expect(() => sessionOf('2026-02-30')).toThrow('expected a calendar day')
    })
  })

  describe('properties', () => {
    test('nextTradingDay and previousTradingDay undo each other on trading days and skip none', () => {
      fc.assert(
        fc.property(days, (date) => {
          const next = nextTradingDay(date)
          expect(isTradingDay(next)).toBe(true)
          expect(countTradingDays(date, next)).toBe(1)
          expect(previousTradingDay(next)).toBe(isTradingDay(date) ? date : previousTradingDay(date))
          // The longest closure was Hurricane Sandy and the weekend before it: no gap is longer than five days.
          expect(daysBetween(date, next)).toBeLessThanOrEqual(5)
        }),
      )
    })

    test('counts over adjoining periods add up, in any order', () => {
      fc.assert(
        fc.property(days, span, span, (from, first, second) => {
          const middle = addDays(from, first)
          const to = addDays(middle, second)
          expect(countTradingDays(from, middle) + countTradingDays(middle, to)).toBe(countTradingDays(from, to))
        }),
      )
    })

    test('a session is on its own New York day and lasts six and a half or three and a half hours', () => {
      fc.assert(
        fc.property(days, (date) => {
          const session = sessionOf(date)
          expect(session !== null).toBe(isTradingDay(date))
          if (session === null) return
          expect(isWeekend(date)).toBe(false)
          expect([newYorkDate(session.openMs), newYorkDate(session.closeMs)]).toEqual([date, date])
          expect((session.closeMs - session.openMs) / 3_600_000).toBe(session.earlyClose ? 3.5 : 6.5)
        }),
      )
    })
  })

  testShared(
    'every session of the recorded bars, and no other day',
    ['market-data/us-2026-07-10/bars/AAPL.csv.gz'],
    (path) => {
      const dates = readCsv(path).map(({ date = '' }) => date)
      const [first = '', last = ''] = [dates[0], dates.at(-1)]
      expect(countTradingDays(first, last) + 1).toBe(dates.length)
      expect(dates.filter((date) => !isTradingDay(date))).toEqual([])
    },
  )
})

describe('market holidays', () => {
  /**
   * Holidays as the exchange announced them: NYSE calendars of 2010, 2011-2013, 2014-2016, 2017, 2018-2020,
   * 2020-2022, 2022-2024, 2025-2027 and 2026-2028. 2029 to 2035 are not announced yet: these days are from a separate
   * program that computes Easter by Gauss's rule and months with Python's calendar module.
   */
  const HOLIDAYS: Readonly<Record<number, string>> = {
    2010: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
    2011: '01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26',
    2012: '01-02 01-16 02-20 04-06 05-28 07-04 09-03 11-22 12-25',
    2013: '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25',
    2014: '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25',
    2015: '01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25',
    2016: '01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26',
    2017: '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25',
    2018: '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-25',
    2019: '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25',
    2020: '01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25',
    2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
    2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
    2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
    2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
    2025: '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
    2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
    2028: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25',
    2029: '01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25',
    2030: '01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25',
    2031: '01-01 01-20 02-17 04-11 05-26 06-19 07-04 09-01 11-27 12-25',
    2032: '01-01 01-19 02-16 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
    2033: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
    2034: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
    2035: '01-01 01-15 02-19 03-23 05-28 06-19 07-04 09-03 11-22 12-25',
  }

  /** Closures that the published lists did not contain: the hurricane of 2012 and two days of mourning. */
  const CLOSURES: Readonly<Record<number, readonly string[]>> = {
    2012: ['10-29', '10-30'],
    2018: ['12-05'],
    2025: ['01-09'],
  }

  /** Closes at 13:00, from the same announcements; 2029 to 2035 as above. */
  const EARLY: Readonly<Record<number, string>> = {
    2010: '11-26',
    2011: '11-25',
    2012: '07-03 11-23 12-24',
    2013: '07-03 11-29 12-24',
    2014: '07-03 11-28 12-24',
    2015: '11-27 12-24',
    2016: '11-25',
    2017: '07-03 11-24',
    2018: '07-03 11-23 12-24',
    2019: '07-03 11-29 12-24',
    2020: '11-27 12-24',
    2021: '11-26',
    2022: '11-25',
    2023: '07-03 11-24',
    2024: '07-03 11-29 12-24',
    2025: '07-03 11-28 12-24',
    2026: '11-27 12-24',
    2027: '11-26',
    2028: '07-03 11-24',
    2029: '07-03 11-23 12-24',
    2030: '07-03 11-29 12-24',
    2031: '07-03 11-28 12-24',
    2032: '11-26',
    2033: '11-25',
    2034: '07-03 11-24',
    2035: '07-03 11-23 12-24',
  }

  const YEARS = Array.from({ length: 26 }, (_, index) => 2010 + index)

  describe('announced holidays and early closes', () => {
    test.each(YEARS)('matches the holidays and closures of %d', (year) => {
      const days = [...(HOLIDAYS[year] ?? '').split(' '), ...(CLOSURES[year] ?? [])].sort()
      expect(marketHolidays(year).map(({ date }) => date)).toEqual(days.map((day) => `${year}-${day}`))
    })

    test.each(YEARS)('matches the early closes of %d', (year) => {
      const days = (EARLY[year] ?? '').split(' ')
      expect(earlyCloses(year).map(({ date }) => date)).toEqual(days.map((day) => `${year}-${day}`))
    })

    test('names every holiday and closure', () => {
      expect(marketHolidays(2027)).toEqual([
        { date: '2027-01-01', name: "New Year's Day" },
        { date: '2027-01-18', name: 'Martin Luther King, Jr. Day' },
        { date: '2027-02-15', name: "Washington's Birthday" },
        { date: '2027-03-26', name: 'Good Friday' },
        { date: '2027-05-31', name: 'Memorial Day' },
        { date: '2027-06-18', name: 'Juneteenth' },
        { date: '2027-07-05', name: 'Independence Day' },
        { date: '2027-09-06', name: 'Labor Day' },
        { date: '2027-11-25', name: 'Thanksgiving Day' },
        { date: '2027-12-24', name: 'Christmas Day' },
      ])
      expect(holidayName('2012-10-30')).toBe('Hurricane Sandy')
      expect(holidayName('2018-12-05')).toMatch(/Bush/)
      expect(holidayName('2025-01-09')).toMatch(/Carter/)
      expect(earlyCloses(2024).map(({ name }) => name)).toEqual([
        'Day before Independence Day',
        'Day after Thanksgiving',
        'Christmas Eve',
      ])
    })
  })

  describe('days that look like holidays', () => {
    test.each([
      ["a Saturday New Year's Day does not close the Friday", '2010-12-31'],
      ["a Saturday New Year's Day does not close the Friday", '2021-12-31'],
      ["a Saturday New Year's Day does not close the Friday", '2027-12-31'],
      ["a Saturday New Year's Day does not close the Monday", '2011-01-03'],
      ['Juneteenth began in 2022', '2021-06-18'],
      ['Juneteenth began in 2022', '2020-06-19'],
      ['Columbus Day', '2026-10-12'],
      ['Veterans Day', '2026-11-11'],
      ['Easter Monday', '2026-04-06'],
      ['Maundy Thursday', '2026-04-02'],
      ['the Friday after a Thursday holiday', '2024-07-05'],
      ['the day after Christmas', '2025-12-26'],
    ])('%s: %s is a full session', (_reason, date) => {
      expect(holidayName(date)).toBeNull()
      expect(earlyCloseName(date)).toBeNull()
    })

    test.each([
      ['Independence Day is observed that day', '2015-07-03'],
      ['Independence Day is observed that day', '2020-07-03'],
      ['Christmas is observed that day', '2021-12-24'],
      ['a Saturday', '2016-12-24'],
      ['a Sunday', '2022-07-03'],
      ['a full session: the holiday is the Friday', '2020-07-02'],
      ['a full session: the holiday is the Friday', '2021-12-23'],
      ['a full session: July 3 is a Sunday', '2016-07-01'],
    ])('no early close, %s: %s', (_reason, date) => {
      expect(earlyCloseName(date)).toBeNull()
    })

    test('weekends are not holidays, even on the date itself', () => {
      expect(holidayName('2026-07-04')).toBeNull()
      expect(holidayName('2021-12-25')).toBeNull()
      expect(holidayName('2026-04-05')).toBeNull()
    })
  })

  test('matches published dates of Good Friday, even at the ends of the range', () => {
    // The earliest and latest from 2010 to 2100, and two years for which shorter Easter rules fail (2049, 2076).
    const goodFridays = ['2011-04-22', '2035-03-23', '2038-04-23', '2049-04-16', '2076-04-17', '2100-03-26']
    for (const date of goodFridays) expect([date, holidayName(date)]).toEqual([date, 'Good Friday'])
  })

  test('the calendar starts in 2010 and has no end', () => {
    expect(() => holidayName('2009-12-31')).toThrow("the exchange's calendar is known from 2010 on, got 2009-12-31")
    expect(() => earlyCloseName('2009-11-27')).toThrow(RangeError)
    expect(() => marketHolidays(2009)).toThrow(RangeError)
    expect(() => marketHolidays(2026.5)).toThrow(RangeError)
    expect(() => holidayName('2026-02-30')).toThrow('expected a calendar day YYYY-MM-DD, got 2026-02-30')
    expect(marketHolidays(2150)).toHaveLength(10)
    expect(holidayName(addDays('2150-11-25', 1))).toBe('Thanksgiving Day')
  })
})
