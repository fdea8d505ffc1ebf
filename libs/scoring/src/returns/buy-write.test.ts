import { expect, test } from '@jest/globals'
import { buyWriteStrike } from './buy-write.ts'

const STRIKES = [1610, 1595, 1600, 1605]

test.each([
  [1599.99, 1600, 1600],
  [1600, 1600, 1605],
  [1600.01, 1605, 1605],
  [1610, 1610, null],
  [1610.01, null, null],
])('index %d: BXM writes %d, BXN %d', (level, atOrAbove, strictlyAbove) => {
  expect(buyWriteStrike(level, STRIKES, 'BXM')).toBe(atOrAbove)
  expect(buyWriteStrike(level, STRIKES, 'BXN')).toBe(strictlyAbove)
})

test('a level that is not positive is refused', () => {
  expect(() => buyWriteStrike(0, STRIKES, 'BXM')).toThrow('level must be')
})
