import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { forwardRollPerDay, netRollUsd, rollReturn } from './roll-return.ts'

test.each([
  ['credit', { newPremium: 2, costToClose: 1.1 }, 0.9],
  ['debit', { newPremium: 1, costToClose: 3 }, -2],
  ['two legs of fees', { newPremium: 2, costToClose: 1.1, feePerShareUsd: 0.0065 }, 0.887],
])('net roll: %s', (_name, roll, net) => expect(netRollUsd(roll)).toBeCloseTo(net, 12))

test('under the old strike nothing is bought up, and all the way to the new one is upside', () => {
  const roll = { newPremium: 1, costToClose: 0.2, price: 90, oldStrike: 100, newStrike: 105, basis: 90 }
  const { rollReturnFrac, upsideFrac } = rollReturn(roll)
  expect(rollReturnFrac).toBeCloseTo(0.8 / 90, 12)
  expect(upsideFrac).toBeCloseTo(15 / 90, 12)
})

test('equal pay a day is no reason to roll, and a last day counts as one', () => {
  const even = { remainingTimePremium: 1, remainingDays: 10, newTimePremium: 4, newDays: 40 }
  expect(forwardRollPerDay(even).rollPays).toBe(false)
  expect(forwardRollPerDay({ ...even, newTimePremium: 4.01 }).rollPays).toBe(true)
  expect(forwardRollPerDay({ ...even, remainingDays: 0 }).remainingPerDay).toBe(1)
})

test('roll return and upside add up to selling at the new strike, and scale away with the prices', () => {
  const dollars = fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(dollars, dollars, dollars, dollars, dollars, (newPremium, costToClose, price, oldStrike, rise) => {
      const roll = { newPremium, costToClose, price, oldStrike, newStrike: oldStrike + rise, basis: oldStrike }
      const { rollReturnFrac, upsideFrac } = rollReturn(roll)
      // In the money before, sold at the new strike after: the old strike is what the shares were good for.
      if (price >= oldStrike) {
        expect((rollReturnFrac + upsideFrac) * oldStrike).toBeCloseTo(newPremium - costToClose + rise, 6)
      }
      const scaled = Object.fromEntries(Object.entries(roll).map(([name, value]) => [name, value * 7])) as typeof roll
      expect(rollReturn(scaled).rollReturnFrac).toBeCloseTo(rollReturnFrac, 9)
    }),
  )
})

test.each(['newPremium', 'costToClose', 'price', 'oldStrike', 'newStrike', 'basis'])(
  '%s below 0 is refused',
  (name) => {
    const roll = { newPremium: 1, costToClose: 1, price: 1, oldStrike: 1, newStrike: 1, basis: 1, [name]: -1 }
    expect(() => rollReturn(roll)).toThrow(name)
    expect(() => rollReturn(roll)).toThrow(RangeError)
  },
)
