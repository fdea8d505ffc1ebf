import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { readCsv, testShared } from '../../test/shared-data.ts'
import { addDays, daysBetween, isWeekend } from './iso-date.ts'
import { newYorkDate } from './new-york.ts'
import { countTradingDays, isTradingDay, nextTradingDay, previousTradingDay, sessionOf } from './sessions.ts'

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
const span = fc.integer({ min: -500, max: 500 })
const days = fc.integer({ min: 1_031, max: 9_000 }).map((offset) => addDays('2010-01-01', offset))

describe('sessions', () => {
  test.each([
    ['2026-07-10', '2026-07-10T13:30:00.000Z', '2026-07-10T20:00:00.000Z', false],
    ['2026-01-15', '2026-01-15T14:30:00.000Z', '2026-01-15T21:00:00.000Z', false],
    // The Mondays after both changes of clocks.
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

  test.each(['2026-07-11', '2026-07-12', '2026-07-03', '2026-12-25', '2012-10-29'])('none on %s', (date) => {
    expect(sessionOf(date)).toBeNull()
    expect(isTradingDay(date)).toBe(false)
  })

  test('next and previous skip weekends, holidays and closures', () => {
    expect(nextTradingDay('2026-07-02')).toBe('2026-07-06')
    expect(nextTradingDay('2026-07-06')).toBe('2026-07-07')
    expect(nextTradingDay('2012-10-26')).toBe('2012-10-31')
    expect(nextTradingDay('2027-12-31')).toBe('2028-01-03')
    expect(previousTradingDay('2026-07-06')).toBe('2026-07-02')
    expect(previousTradingDay('2026-07-05')).toBe('2026-07-02')
    expect(previousTradingDay('2012-10-31')).toBe('2012-10-26')
    expect(previousTradingDay('2026-01-02')).toBe('2025-12-31')
  })

  test('counts begin after the first day and end with the last', () => {
    expect(countTradingDays('2026-07-02', '2026-07-06')).toBe(1)
    expect(countTradingDays('2026-07-02', '2026-07-02')).toBe(0)
    expect(countTradingDays('2026-07-02', '2026-07-05')).toBe(0)
    expect(countTradingDays('2026-07-06', '2026-07-02')).toBe(-1)
    // Backwards over a Saturday alone: 0, not −0.
    expect(countTradingDays('2010-02-13', '2010-02-12')).toBe(0)
    // Four weeks over Thanksgiving: 4 + 5 + 5 + 5 sessions after the Friday.
    expect(countTradingDays('2021-11-19', '2021-12-17')).toBe(19)
  })

  test('sessions of each year', () => {
    // 2010 to 2025 as traded; later years by a separate program.
    const known = [
      ...[252, 252, 250, 252, 252, 252, 252, 251, 251, 252, 253, 252, 251, 250, 252, 250],
      ...[251, 251, 251, 251, 251, 251, 252, 251, 250, 251],
    ]
    const counted = known.map((_, index) => countTradingDays(`${2009 + index}-12-31`, `${2010 + index}-12-31`))
    expect(counted).toEqual(known)
  })

  test('before 2010 nothing is known', () => {
    expect(isTradingDay('2010-01-04')).toBe(true)
    expect(() => isTradingDay('2009-12-31')).toThrow(RangeError)
    expect(() => isTradingDay('2009-12-27')).toThrow(RangeError)
    expect(() => previousTradingDay('2010-01-04')).toThrow(RangeError)
    expect(() => countTradingDays('2009-12-30', '2010-01-04')).toThrow(RangeError)
    expect(() => sessionOf('2026-02-30')).toThrow('expected a calendar day')
  })
})

describe('properties', () => {
  test('next and previous are inverse on trading days and leave none out', () => {
    fc.assert(
      fc.property(days, (date) => {
        const next = nextTradingDay(date)
        expect(isTradingDay(next)).toBe(true)
        expect(countTradingDays(date, next)).toBe(1)
        expect(previousTradingDay(next)).toBe(isTradingDay(date) ? date : previousTradingDay(date))
        // Sandy with its weekend is the longest closure: no gap is longer than five days.
        expect(daysBetween(date, next)).toBeLessThanOrEqual(5)
      }),
    )
  })

  test('counts over adjoining spans add up, in any order', () => {
    fc.assert(
      fc.property(days, span, span, (from, first, second) => {
        const middle = addDays(from, first)
        const to = addDays(middle, second)
        expect(countTradingDays(from, middle) + countTradingDays(middle, to)).toBe(countTradingDays(from, to))
      }),
    )
  })

  test('a session lies on its own New York day and lasts six and a half or three and a half hours', () => {
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
