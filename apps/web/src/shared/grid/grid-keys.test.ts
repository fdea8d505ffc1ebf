/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { findNextPosition, type GridKey } from './grid-keys.ts'

const shape = { rows: 26, columns: 10, pageRows: 8 }
const press = (key: string, held: Partial<GridKey> = {}): GridKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each([
  ['ArrowDown', 6, 3],
  ['ArrowUp', 4, 3],
  ['ArrowRight', 5, 4],
  ['ArrowLeft', 5, 2],
  ['j', 6, 3],
  ['k', 4, 3],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['PageDown', 13, 3],
  ['PageUp', 0, 3],
])('%s leads to row %d, column %d', (key, row, column) => {
  expect(findNextPosition({ row: 5, column: 3 }, press(key), shape)).toEqual({ row, column })
})

test.each([
  ['Home', { row: 0, column: 0 }],
  ['End', { row: 25, column: 9 }],
])('%s with Ctrl or Cmd leads to the corner', (key, corner) => {
  expect(findNextPosition({ row: 5, column: 3 }, press(key, { ctrlKey: true }), shape)).toEqual(corner)
  expect(findNextPosition({ row: 5, column: 3 }, press(key, { metaKey: true }), shape)).toEqual(corner)
})

test.each([
  ['ArrowUp', { row: 0, column: 0 }],
  ['ArrowLeft', { row: 0, column: 0 }],
  ['ArrowDown', { row: 25, column: 9 }],
  ['ArrowRight', { row: 25, column: 9 }],
  ['PageDown', { row: 25, column: 9 }],
])('%s stops at the edge', (key, edge) => {
  expect(findNextPosition(edge, press(key), shape)).toEqual(edge)
})

test.each([
  press('a'),
  press('Enter'),
  press('Tab'),
  press('ArrowDown', { shiftKey: true }),
  press('ArrowLeft', { altKey: true }),
  press('j', { ctrlKey: true }),
])('%j is left to the page', (pressed) => {
  expect(findNextPosition({ row: 5, column: 3 }, pressed, shape)).toBeNull()
})
