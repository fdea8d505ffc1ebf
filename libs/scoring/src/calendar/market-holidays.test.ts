import { describe, expect, test } from '@jest/globals'
import { addDays } from './iso-date.ts'
import { earlyCloseName, earlyCloses, holidayName, marketHolidays } from './market-holidays.ts'

/**
 * Holidays as the exchange announced them: NYSE calendars of 2010, 2011-2013, 2014-2016, 2017, 2018-2020, 2020-2022,
 * 2022-2024, 2025-2027 and 2026-2028. 2029 to 2035 are not announced yet: a separate program's days, with Easter by
 * Gauss's rule and months by the calendar of Python.
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

/** Closures that were not on the lists: the hurricane of 2012 and two days of mourning. */
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

describe('the exchange as announced', () => {
  test.each(YEARS)('holidays and closures of %d', (year) => {
    const days = [...(HOLIDAYS[year] ?? '').split(' '), ...(CLOSURES[year] ?? [])].sort()
    expect(marketHolidays(year).map(({ date }) => date)).toEqual(days.map((day) => `${year}-${day}`))
  })

  test.each(YEARS)('early closes of %d', (year) => {
    const days = (EARLY[year] ?? '').split(' ')
    expect(earlyCloses(year).map(({ date }) => date)).toEqual(days.map((day) => `${year}-${day}`))
  })

  test('every holiday has its name, and the closures theirs', () => {
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
    ['New Year on a Saturday closes no Friday', '2010-12-31'],
    ['New Year on a Saturday closes no Friday', '2021-12-31'],
    ['New Year on a Saturday closes no Friday', '2027-12-31'],
    ['New Year on a Saturday closes no Monday', '2011-01-03'],
    ['Juneteenth began in 2022', '2021-06-18'],
    ['Juneteenth began in 2022', '2020-06-19'],
    ['Columbus Day', '2026-10-12'],
    ['Veterans Day', '2026-11-11'],
    ['Easter Monday', '2026-04-06'],
    ['Maundy Thursday', '2026-04-02'],
    ['the Friday of the Thursday holiday', '2024-07-05'],
    ['the day after Christmas', '2025-12-26'],
  ])('%s: %s is a full session', (_reason, date) => {
    expect(holidayName(date)).toBeNull()
    expect(earlyCloseName(date)).toBeNull()
  })

  test.each([
    ['Independence Day is kept that day', '2015-07-03'],
    ['Independence Day is kept that day', '2020-07-03'],
    ['Christmas is kept that day', '2021-12-24'],
    ['a Saturday', '2016-12-24'],
    ['a Sunday', '2022-07-03'],
    ['a full session: the holiday is the Friday', '2020-07-02'],
    ['a full session: the holiday is the Friday', '2021-12-23'],
    ['a full session: 3 July is a Sunday', '2016-07-01'],
  ])('no early close, %s: %s', (_reason, date) => {
    expect(earlyCloseName(date)).toBeNull()
  })

  test('weekends are no holidays, not even on the date itself', () => {
    expect(holidayName('2026-07-04')).toBeNull()
    expect(holidayName('2021-12-25')).toBeNull()
    expect(holidayName('2026-04-05')).toBeNull()
  })
})

test('Good Friday falls on the days of the table, also at the edges of the range', () => {
  // Earliest and latest of 2010 to 2100, and years on which shorter rules for Easter err (2049, 2076).
  const goodFridays = ['2011-04-22', '2035-03-23', '2038-04-23', '2049-04-16', '2076-04-17', '2100-03-26']
  for (const date of goodFridays) expect([date, holidayName(date)]).toEqual([date, 'Good Friday'])
})

test('the calendar begins with 2010 and does not end', () => {
  expect(() => holidayName('2009-12-31')).toThrow("the exchange's calendar is known from 2010 on, got 2009-12-31")
  expect(() => earlyCloseName('2009-11-27')).toThrow(RangeError)
  expect(() => marketHolidays(2009)).toThrow(RangeError)
  expect(() => marketHolidays(2026.5)).toThrow(RangeError)
  expect(() => holidayName('2026-02-30')).toThrow('expected a calendar day YYYY-MM-DD, got 2026-02-30')
  expect(marketHolidays(2150)).toHaveLength(10)
  expect(holidayName(addDays('2150-11-25', 1))).toBe('Thanksgiving Day')
})
