import { expect, test } from '@jest/globals'
import { headroomEm, headroomPct } from './headroom.ts'

test('headroom is the distance to the strike in percent of the price, negative in the money', () => {
  expect(headroomPct({ price: 80, strike: 100 })).toBe(25)
  expect(headroomPct({ price: 125, strike: 100 })).toBe(-20)
  expect(headroomPct({ price: 100, strike: 100 })).toBe(0)
})

test('in expected moves it is the dollars to the strike over the dollars of the move', () => {
  expect(headroomEm({ price: 80, strike: 100, expectedMove: 8 })).toBe(2.5)
  expect(headroomEm({ price: 125, strike: 100, expectedMove: 10 })).toBe(-2.5)
  expect(headroomEm({ price: 80, strike: 100, expectedMove: 0 })).toBeNull()
})

test('broken arguments are refused by name', () => {
  expect(() => headroomPct({ price: 0, strike: 1 })).toThrow('price must be')
  expect(() => headroomPct({ price: 1, strike: Number.NaN })).toThrow('strike must be')
  expect(() => headroomEm({ price: 1, strike: 1, expectedMove: -1 })).toThrow('expectedMove must be')
})
