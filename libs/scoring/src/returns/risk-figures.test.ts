import { expect, test } from '@jest/globals'
import { crossoverPrice, cushionPct, missedUpsideUsd, timeValueProtectionPct } from './risk-figures.ts'

test('the two meanings of downside protection', () => {
  // Stock 40, call of 36 at 5.20: the premium cushions 13 %, the time value of 1.20 is safe down to the strike, 10 %.
  expect(cushionPct({ price: 40, premium: 5.2 })).toBeCloseTo(13, 12)
  expect(timeValueProtectionPct({ price: 40, strike: 36 })).toBeCloseTo(10, 12)
  expect(timeValueProtectionPct({ price: 40, strike: 40 })).toBe(0)
  expect(timeValueProtectionPct({ price: 40, strike: 44 })).toBe(0)
})

test.each([
  [100, 0],
  [107, 0],
  [107.01, 2],
  [112, 1000],
])('stock at %d: %d dollars missed on two calls of 105 at 2', (priceAtExpiration, missed) => {
  const call = { strike: 105, premium: 2, contracts: 2 }
  expect(crossoverPrice(call)).toBe(107)
  expect(missedUpsideUsd({ ...call, priceAtExpiration })).toBeCloseTo(missed, 9)
  expect(missedUpsideUsd({ ...call, priceAtExpiration, sharesPerContract: 10 })).toBeCloseTo(missed / 10, 9)
})

test('broken arguments are refused by name', () => {
  expect(() => cushionPct({ price: 0, premium: 1 })).toThrow('price must be')
  expect(() => cushionPct({ price: 1, premium: -1 })).toThrow('premium must be')
  expect(() => timeValueProtectionPct({ price: 1, strike: 0 })).toThrow('strike must be')
  expect(() => crossoverPrice({ strike: 1, premium: Number.NaN })).toThrow('premium must be')
  expect(() => missedUpsideUsd({ strike: 1, premium: 1, contracts: -1, priceAtExpiration: 1 })).toThrow(
    'contracts must be',
  )
})
