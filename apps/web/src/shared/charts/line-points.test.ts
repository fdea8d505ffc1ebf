/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { placeLine } from './line-points.ts'

const size = { width: 106, height: 26, edge: 3 }

test('the lowest value stands at the foot, the highest at the top, all equally far apart', () => {
  expect(placeLine([10, 30, 20], size)).toEqual([
    { x: 3, y: 23 },
    { x: 53, y: 3 },
    { x: 103, y: 13 },
  ])
})

test.each([[[7, 7]], [[7]]])('values that do not differ make a level line: %j', (values) => {
  expect(new Set(placeLine(values, size).map(({ y }) => y))).toEqual(new Set([13]))
})
