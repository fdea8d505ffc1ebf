/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { readNumber, stepNumber } from './read-number.ts'

const notNumber = 'Write a plain number, such as 2.45'
const wholeOnly = { notNumber: 'Write a whole number', whole: true }

test.each([
  ['9,10', 9.1],
  ['$1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ['1.125', 1.125],
  ['.5', 0.5],
  ['-3', -3],
])('%s is %d', (text, value) => {
  expect(readNumber(text, { notNumber })).toEqual({ value, fault: null })
})

test.each([
  ['1,125', '1,125 could mean 1125 or 1.125. Write the one that you mean'],
  ['2.45x', notNumber],
  ['1,2,3', notNumber],
  ['n/a', notNumber],
  ['590.00555', 'Write at most 4 decimals'],
])('%s is refused: %s', (text, fault) => {
  expect(readNumber(text, { notNumber })).toEqual({ value: null, fault })
})

test.each([
  ['1,125', 1125],
  ['1,000', 1000],
  ['10', 10],
  ['2.5', null],
  ['1.0', 1],
  ['1.000', null],
])('where only whole numbers count, %s is %p', (text, value) => {
  expect(readNumber(text, wholeOnly).value).toBe(value)
})

test.each([
  ['2.45', 0.01, '2.46'],
  ['9,10', -0.01, '9.09'],
  ['', 0.01, '0.01'],
  ['0', -1, '0'],
  ['1,125', 1, null],
])('an arrow key takes %p by %d to %p', (text, by, next) => {
  expect(stepNumber(text, by, 0)).toBe(next)
})
