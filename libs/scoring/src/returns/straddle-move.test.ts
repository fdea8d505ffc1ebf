import { expect, test } from '@jest/globals'
import { straddleAndStranglesMove, straddleMove } from './straddle-move.ts'

test('the rules of thumb name themselves', () => {
  expect(straddleMove(8)).toEqual({ moveUsd: expect.closeTo(6.8, 12), method: 'straddle_85' })
  expect(straddleAndStranglesMove({ atmStraddle: 8, firstStrangle: 5, secondStrangle: 3 })).toEqual({
    moveUsd: expect.closeTo(6.6, 12),
    method: 'straddle_60_strangles_30_10',
  })
  expect(straddleMove(0).moveUsd).toBe(0)
})

test('broken arguments are refused by name', () => {
  expect(() => straddleMove(-1)).toThrow('atmStraddle must be')
  const prices = { atmStraddle: 8, firstStrangle: 5, secondStrangle: 3 }
  expect(() => straddleAndStranglesMove({ ...prices, firstStrangle: -1 })).toThrow('firstStrangle must be')
  expect(() => straddleAndStranglesMove({ ...prices, secondStrangle: Number.NaN })).toThrow('secondStrangle must be')
})
