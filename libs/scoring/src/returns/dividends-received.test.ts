import { expect, test } from '@jest/globals'
import { dividendsInTerm, dividendsReceived } from './dividends-received.ts'

test('from after today to the day of expiration', () => {
  const dividends = [-0.1, 0, 0.001, 0.25, 0.5, 0.501].map((years, index) => ({ years, cash: 10 ** index }))
  expect(dividendsReceived(dividends, 0.5)).toBe(100 + 1000 + 10_000)
  expect(dividendsReceived(dividends, 0)).toBe(0)
  expect(dividendsReceived([], 0.5)).toBe(0)
})

test('an expected dividend lowers the price and does not count as received', () => {
  const dividends = [
    { years: 0.1, cash: 1 },
    { years: 0.3, cash: 2, estimated: true },
  ]
  expect(dividendsReceived(dividends, 0.5)).toBe(1)
  expect(dividendsInTerm(dividends, 0.5)).toBe(3)
})
