import { expect, test } from '@jest/globals'
import { measured } from '../../test/invented-position.ts'
import { addDays } from '../calendar/iso-date.ts'
import { newYorkCloseMs, newYorkMidnightMs } from '../calendar/new-york.ts'
import { buyBackPrice, isRollDue, profitTargetAfterRoll } from './roll-signals.ts'

test.each([
  ['90 % captured', 0.25, 40, true],
  ['a little less', 0.26, 40, false],
  ['15 days, no loss', 2.5, 15, true],
  ['16 days, no loss', 2.5, 16, false],
  ['15 days, a loss', 2.51, 15, false],
  ['premium unknown, far off', null, 40, null],
  ['premium unknown, near', null, 15, null],
])('thetagang: %s', (_name, currentPremium, days, due) => {
  const at = newYorkMidnightMs(addDays('2026-08-07', -days))
  expect(isRollDue(measured({}, { currentPremium }, at))).toBe(due)
})

test('a call that has expired is not rolled', () => {
  const close = newYorkCloseMs('2026-08-07')
  for (const currentPremium of [0.25, null]) {
    expect(isRollDue(measured({}, { currentPremium: 0.25 }, close - 1))).toBe(true)
    expect(isRollDue(measured({}, { currentPremium }, close))).toBe(false)
  }
})

test.each([
  [28, 0.4],
  [15, 0.4],
  [14, 0.2],
  [0, 0.2],
])('Blue Collar Investor, %d days left: a $2.00 call is bought back at $%d', (days, price) => {
  expect(buyBackPrice({ entryPremium: 2, days })).toBeCloseTo(price, 12)
})

test.each([
  ['the published example: sold for 1.00', { firstCredit: 1, netCreditOfChain: 1 }, 0.5],
  ['twice as much', { firstCredit: 2, netCreditOfChain: 2 }, 1],
  ['and rolled for 0.40', { firstCredit: 1, netCreditOfChain: 1.4 }, 0.9],
  ['rolled for a debit that leaves no more than the target', { firstCredit: 1, netCreditOfChain: 0.5 }, null],
  ['for one that leaves less', { firstCredit: 1, netCreditOfChain: 0.3 }, null],
  ['for one that leaves a cent', { firstCredit: 1, netCreditOfChain: 0.51 }, 0.01],
])('tastylive, %s', (_name, chain, price) => {
  expect([profitTargetAfterRoll(chain)]).toEqual([price === null ? null : expect.closeTo(price, 12)])
})

test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])('%d as a premium, days or credit is refused', (value) => {
  expect(() => buyBackPrice({ entryPremium: value, days: 1 })).toThrow('entryPremium')
  expect(() => buyBackPrice({ entryPremium: 1, days: value })).toThrow('days')
  expect(() => profitTargetAfterRoll({ firstCredit: value, netCreditOfChain: 1 })).toThrow('firstCredit')
  expect(() => profitTargetAfterRoll({ firstCredit: 0, netCreditOfChain: Number.NaN })).toThrow('netCreditOfChain')
})
