import { describe, expect, test } from '@jest/globals'
import { crossoverPrice, cushionPct, missedUpsideUsd, timeValueProtectionPct } from './risk-figures.ts'

test('cushion and time-value protection', () => {
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

describe('broken arguments are refused by name', () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a price, strike or size of %d', (value) => {
    expect(() => cushionPct({ price: value, premium: 1 })).toThrow('price must be')
    expect(() => timeValueProtectionPct({ price: value, strike: 1 })).toThrow('price must be')
    expect(() => timeValueProtectionPct({ price: 1, strike: value })).toThrow('strike must be')
    expect(() => crossoverPrice({ strike: value, premium: 1 })).toThrow('strike must be')
    const outcome = { strike: 1, premium: 1, contracts: 1, priceAtExpiration: 1 }
    expect(() => missedUpsideUsd({ ...outcome, strike: value })).toThrow('strike must be')
    expect(() => missedUpsideUsd({ ...outcome, contracts: value })).toThrow('contracts must be')
    expect(() => missedUpsideUsd({ ...outcome, sharesPerContract: value })).toThrow('sharesPerContract must be')
  })

  test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])('a premium or price at expiration of %d', (value) => {
    expect(() => cushionPct({ price: 1, premium: value })).toThrow('premium must be')
    expect(() => crossoverPrice({ strike: 1, premium: value })).toThrow('premium must be')
    const outcome = { strike: 1, premium: 1, contracts: 1, priceAtExpiration: 1 }
    expect(() => missedUpsideUsd({ ...outcome, premium: value })).toThrow('premium must be')
    expect(() => missedUpsideUsd({ ...outcome, priceAtExpiration: value })).toThrow('priceAtExpiration must be')
  })

  test('half a contract', () => {
    const outcome = { strike: 1, premium: 1, contracts: 0.5, priceAtExpiration: 1 }
    expect(() => missedUpsideUsd(outcome)).toThrow('contracts must be a whole number from 1, got 0.5')
  })

  test('nothing received and a stock at zero are no faults', () => {
    expect(cushionPct({ price: 1, premium: 0 })).toBe(0)
    expect(missedUpsideUsd({ strike: 1, premium: 0, contracts: 1, priceAtExpiration: 0 })).toBe(0)
  })
})
