import { addDays, dayNumber, fromDayNumber, isThirdFriday, isTradingDay } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import { dayInMonth, monthOfDay, openCalendar, thirdFriday, weekdayOf, yearOfDay } from './calendar.ts'
import { readMoment } from './moment.ts'

test('days and dates agree with the calendar of scoring, from 1970 to 2120', () => {
  for (let day = 0; day < 55_000; day += 7) {
    const date = addDays('1970-01-01', day)
    expect(fromDayNumber(day)).toBe(date)
    if (day % 77 > 0) continue
    expect(dayNumber(date)).toBe(day)
    expect(yearOfDay(day)).toBe(Number(date.slice(0, 4)))
    expect(dayInMonth(monthOfDay(day), Number(date.slice(8)))).toBe(day)
  }
  expect(fromDayNumber(dayNumber('2028-02-29') + 1)).toBe('2028-03-01')
  expect(fromDayNumber(dayNumber('2100-02-28') + 1)).toBe('2100-03-01')
})

test('third Fridays', () => {
  for (let month = 2_024 * 12; month < 2_032 * 12; month += 1) {
    expect(isThirdFriday(fromDayNumber(thirdFriday(month)))).toBe(true)
    expect(monthOfDay(thirdFriday(month))).toBe(month)
  }
  expect(weekdayOf(dayNumber('2026-07-10'))).toBe(5)
})

test('sessions before, on and after a day', () => {
  const calendar = openCalendar()
  const friday = dayNumber('2026-07-10')
  expect(calendar.isSession(friday)).toBe(true)
  expect(calendar.isSession(friday + 1)).toBe(false)
  expect(calendar.onOrAfter(friday)).toBe(friday)
  expect(calendar.onOrAfter(friday + 1)).toBe(friday + 3)
  expect(calendar.after(friday)).toBe(friday + 3)
  expect(calendar.before(friday)).toBe(friday - 1)
  expect(calendar.onOrBefore(friday + 2)).toBe(friday)
  expect(fromDayNumber(calendar.onOrBefore(dayNumber('2027-01-01')))).toBe('2026-12-31')
  expect(fromDayNumber(calendar.onOrAfter(dayNumber('2026-12-31') + 1))).toBe('2027-01-04')
  const { dates } = calendar.sessionsOf(2026)
  expect(dates).toHaveLength(251)
  expect(dates.every(isTradingDay)).toBe(true)
})

test.each([
  ['2026-07-10T13:29:59.999Z', '2026-07-09', false, 390],
  ['2026-07-10T13:30:00Z', '2026-07-10', true, 0],
  ['2026-07-10T16:15:30Z', '2026-07-10', true, 165.5],
  ['2026-07-10T20:00:00Z', '2026-07-10', false, 390],
  ['2026-07-11T03:59:00Z', '2026-07-10', false, 390],
  ['2026-11-27T17:59:00Z', '2026-11-27', true, 209],
  ['2026-11-27T18:00:00Z', '2026-11-27', false, 210],
  ['2027-01-01T15:00:00Z', '2026-12-31', false, 390],
])('at %s the session of %s, open %s, is %d minutes old', (instant, date, isOpen, elapsed) => {
  const moment = readMoment(openCalendar(), Date.parse(instant))
  expect(moment).toMatchObject({ isOpen, elapsed })
  expect(moment.session.date).toBe(date)
  expect(moment.asOfMs).toBeLessThanOrEqual(Date.parse(instant))
})
