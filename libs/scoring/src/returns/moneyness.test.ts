import { expect, test } from '@jest/globals'
import { moneyness } from './moneyness.ts'

test.each([
  [100, 100, 'ATM', 'ATM'],
  [100, 102, 'ATM', 'ATM'],
  [100, 98, 'ATM', 'ATM'],
  [100, 102.0001, 'OTM', 'ITM'],
  [100, 97.9999, 'ITM', 'OTM'],
  [100, 130, 'OTM', 'ITM'],
  [100, 70, 'ITM', 'OTM'],
  // 2 % above 13.7 in floating point is a little more than 2 %.
  [13.7, 13.974, 'ATM', 'ATM'],
] as const)('price %d, strike %d: call %s, put %s', (price, strike, call, put) => {
  expect(moneyness({ type: 'call', price, strike })).toBe(call)
  expect(moneyness({ type: 'put', price, strike })).toBe(put)
})

test('a price or strike that is not positive is refused', () => {
  expect(() => moneyness({ type: 'call', price: 0, strike: 1 })).toThrow('price must be')
  expect(() => moneyness({ type: 'call', price: 1, strike: Number.NaN })).toThrow('strike must be')
  expect(() => moneyness({ type: 'put', price: 1, strike: -5 })).toThrow('strike must be')
})
