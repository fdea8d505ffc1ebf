import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
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

describe('a forward roll', () => {
  const even = { remainingTimePremium: 1, remainingDays: 10, newTimePremium: 4, newDays: 40 }

  test('equal pay a day is no reason to roll, by whatever bits, and a last day counts as one', () => {
    expect(forwardRollPerDay(even).rollPays).toBe(false)
    expect(forwardRollPerDay({ ...even, newTimePremium: 4.01 }).rollPays).toBe(true)
    expect(forwardRollPerDay({ ...even, newTimePremium: 3.99 }).rollPays).toBe(false)
    // 0.30 / 3 is a bit less than 0.1
    const bits = { remainingTimePremium: 0.3, remainingDays: 3, newTimePremium: 1, newDays: 10 }
    expect(forwardRollPerDay(bits).rollPays).toBe(false)
    expect(forwardRollPerDay({ ...even, remainingDays: 0 }).remainingPerDay).toBe(1)
    expect(forwardRollPerDay({ ...even, newDays: 0 }).newPerDay).toBe(4)
  })

  test.each([
    ['remainingTimePremium', [Number.NaN, Number.POSITIVE_INFINITY]],
    ['newTimePremium', [Number.NaN, Number.NEGATIVE_INFINITY]],
    ['remainingDays', [-1, Number.NaN]],
    ['newDays', [-1, Number.NaN]],
    ['costs', [-0.01, Number.NaN]],
  ] as const)('%s that is none is refused', (name, values) => {
    for (const value of values) {
      expect(() => forwardRollPerDay({ ...even, [name]: value })).toThrow(name)
      expect(() => forwardRollPerDay({ ...even, [name]: value })).toThrow(RangeError)
    }
  })

  test('a time premium under 0 is taken', () => {
    expect(forwardRollPerDay({ ...even, remainingTimePremium: -0.1 }).rollPays).toBe(true)
  })
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

test.each([
  ['newPremium', [-0.01, Number.NaN]],
  ['costToClose', [-0.01, Number.NaN]],
  ['price', [0, Number.NaN]],
  ['oldStrike', [0, Number.NaN]],
  ['newStrike', [0, Number.NaN]],
  ['basis', [0, Number.NaN]],
] as const)('%s that is none is refused', (name, values) => {
  for (const value of values) {
    const roll = { newPremium: 1, costToClose: 1, price: 1, oldStrike: 1, newStrike: 1, basis: 1, [name]: value }
    expect(() => rollReturn(roll)).toThrow(name)
    expect(() => rollReturn(roll)).toThrow(RangeError)
  }
})

test('a fee that is none is refused, premiums of 0 are taken', () => {
  for (const feePerShareUsd of [-0.01, Number.NaN]) {
    expect(() => netRollUsd({ newPremium: 1, costToClose: 1, feePerShareUsd })).toThrow('feePerShareUsd')
  }
  expect(netRollUsd({ newPremium: 0, costToClose: 0, feePerShareUsd: 0 })).toBe(0)
})
