/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { formatDeltaBound, formatHeadroomEm, formatToneDelta } from './figure-tones.ts'

test.each([
  [0.91, '0.91'],
  [0.496, '0.496'],
  [0.4999, '0.4999'],
  [0.504, '0.50'],
  [0.997, '0.997'],
  [-2.31, '\u22122.31'],
])('a headroom of %d moves reads %s, on the side of the bound that its color says', (headroomEm, text) => {
  expect(formatHeadroomEm(headroomEm)).toBe(text)
})

test.each([
  [0.2194, '0.219'],
  [0.2497, '0.2497'],
  [0.5003, '0.5003'],
])('a delta of %d reads %s', (delta, text) => expect(formatToneDelta(delta)).toBe(text))

test.each([
  [0.013, '0.02'],
  [0.02, '0.03'],
])('a delta of at most %d is under %s', (atMost, text) => expect(formatDeltaBound(atMost)).toBe(text))
