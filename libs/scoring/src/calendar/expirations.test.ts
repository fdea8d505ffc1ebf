import { describe, expect, test } from '@jest/globals'
import { daysToExpiration, expirationKind, isThirdFriday } from './expirations.ts'

const at = (text: string) => Date.parse(text)

describe('days to expiration', () => {
  test.each([
    ['2026-08-21', '2026-07-10T20:00:00Z', 42],
    ['2026-07-10', '2026-07-10T13:00:00Z', 0],
    ['2026-07-10', '2026-07-10T23:59:00Z', 0],
    ['2026-07-09', '2026-07-10T13:00:00Z', 0],
    // 22:00 on July 9 in New York, already July 10 in London.
    ['2026-07-10', '2026-07-10T02:00:00Z', 1],
    // Across the day of 23 hours and the day of 25 hours.
    ['2026-03-09', '2026-03-07T21:00:00Z', 2],
    ['2026-11-02', '2026-10-31T20:00:00Z', 2],
    ['2026-03-09', '2026-03-08T05:00:00Z', 1],
    ['2026-11-02', '2026-11-01T04:00:00Z', 1],
  ])('%s seen at %s: %d', (expiration, asOf, expected) => {
    expect(daysToExpiration(expiration, at(asOf))).toBe(expected)
  })
})

describe('kinds of expirations', () => {
  const fridays = ['2026-07-17', '2026-07-24', '2026-07-31', '2026-08-21', '2026-09-18', '2026-09-25', '2026-09-30']

  test.each([
    ['2026-07-17', fridays, 'monthly'],
    ['2026-07-24', fridays, 'weekly'],
    ['2026-07-31', fridays, 'weekly'],
    ['2026-07-13', ['2026-07-13', ...fridays], 'weekly'],
    ['2026-08-21', fridays, 'monthly'],
    ['2026-09-18', fridays, 'monthly'],
    ['2026-09-25', fridays, 'weekly'],
    ['2026-09-30', fridays, 'quarterly'],
    ['2026-12-31', ['2026-12-31'], 'quarterly'],
    ['2026-10-30', ['2026-10-30'], 'weekly'],
    // June 19, 2026 is a holiday: the Thursday before stands in, unless the Friday is listed.
    ['2026-06-18', ['2026-06-18', '2026-06-26'], 'monthly'],
    ['2026-07-16', ['2026-07-16', '2026-07-17'], 'weekly'],
    // 365 days are not yet more than a year.
    ['2027-07-16', ['2027-07-16'], 'leaps'],
    ['2028-01-21', ['2028-01-21'], 'leaps'],
    ['2027-06-17', ['2027-06-17'], 'monthly'],
    ['2027-09-30', ['2027-09-30'], 'quarterly'],
  ] as const)('%s among %j is %s', (date, listed, kind) => {
    expect(expirationKind(date, '2026-07-10', listed)).toBe(kind)
  })

  test('a monthly turns into LEAPS after 365 days', () => {
    expect(expirationKind('2027-07-16', '2026-07-16', ['2027-07-16'])).toBe('monthly')
    expect(expirationKind('2027-07-16', '2026-07-15', ['2027-07-16'])).toBe('leaps')
  })

  test('a quarter that ends on Good Friday ends on Thursday', () => {
    expect(expirationKind('2024-03-28', '2024-01-02', ['2024-03-22', '2024-03-28'])).toBe('quarterly')
    expect(expirationKind('2027-12-31', '2027-10-01', ['2027-12-31'])).toBe('quarterly')
  })

  test('third Fridays of a year', () => {
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
