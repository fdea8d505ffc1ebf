import { describe, expect, test } from '@jest/globals'
import { findClosedEntry, findClosedExpiry, findUnusualTerms } from './possible-terms.ts'

describe('an expiration on a day without a session', () => {
  test.each([
    ['2026-12-25', 'Christmas Day', '2026-12-24'],
    ['2026-12-26', 'Saturday', '2026-12-24'],
    ['2026-12-27', 'Sunday', '2026-12-24'],
    ['2026-11-26', 'Thanksgiving Day', '2026-11-27'],
    ['2027-01-18', 'Martin Luther King, Jr. Day', '2027-01-22'],
    ['2026-04-03', 'Good Friday', '2026-04-02'],
  ])('%s (%s) has the options of its week expire on %s', (day, reason, listedDay) => {
    expect(findClosedExpiry(day)).toEqual({ reason, listedDay })
  })

  test.each(['2026-12-24', '2026-12-18', '2026-11-27', '2009-12-25'])('%s is not refused', (day) => {
    expect(findClosedExpiry(day)).toBeNull()
  })
})

describe('an entry date on a day without a session', () => {
  test.each([
    ['2026-07-03', 'Independence Day', '2026-07-02'],
    ['2026-07-05', 'Sunday', '2026-07-02'],
    ['2026-12-26', 'Saturday', '2026-12-24'],
  ])('%s (%s) follows the session of %s', (day, reason, sessionBefore) => {
    expect(findClosedEntry(day)).toEqual({ reason, sessionBefore })
  })

  test.each(['2026-07-02', '2026-11-27', '2010-01-02', '2009-12-25'])('%s is accepted', (day) => {
    expect(findClosedEntry(day)).toBeNull()
  })
})

test.each([
  [{ strikePrice: 540, entryPremium: 710, entryPrice: 530 }, ['premium_above_price']],
  [{ strikePrice: 8, entryPremium: 500, entryPrice: 120 }, ['premium_above_price', 'strike_far_from_price']],
  [{ strikePrice: 5300, entryPremium: 7.1, entryPrice: 530 }, ['strike_far_from_price']],
  [{ strikePrice: 5299, entryPremium: 530, entryPrice: 530 }, []],
])('%j is unusual for %j', (figures, unusual) => {
  expect(findUnusualTerms(figures)).toEqual(unusual)
})
