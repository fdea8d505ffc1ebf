/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { countPages, findRowRange, listPageNumbers } from './page-window.ts'

test.each([
  [0, 25, 1],
  [1, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [503, 25, 21],
])('%d rows by %d are %d pages', (total, size, pages) => {
  expect(countPages(total, size)).toBe(pages)
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 21, [1, 2, 3, 4, 5]],
  [3, 21, [1, 2, 3, 4, 5]],
  [4, 21, [2, 3, 4, 5, 6]],
  [19, 21, [17, 18, 19, 20, 21]],
  [21, 21, [17, 18, 19, 20, 21]],
])('page %d of %d shows %j', (page, pages, numbers) => {
  expect(listPageNumbers(page, pages, 5)).toEqual(numbers)
})

test('on a phone there are fewer', () => {
  expect(listPageNumbers(10, 21, 3)).toEqual([9, 10, 11])
})

test.each([
  [1, 25, 503, { first: 1, last: 25 }],
  [21, 25, 503, { first: 501, last: 503 }],
  [22, 25, 503, null],
  [1, 25, 0, null],
])('page %d by %d of %d rows: %j', (page, size, total, range) => {
  expect(findRowRange(page, size, total)).toEqual(range)
})
