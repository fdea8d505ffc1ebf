/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { describeRsi, formatRsi } from './rsi.ts'

test.each([
  [100, 4, 'Overbought'],
  [70, 4, 'Overbought'],
  [69.99, 3, null],
  [50, 3, null],
  [49.99, 2, null],
  [30.01, 2, null],
  [30, 2, 'Oversold'],
  [29.99, 1, 'Oversold'],
  [0, 1, 'Oversold'],
])('RSI %d stands at step %d: %s', (rsi, step, label) => {
  expect(describeRsi(rsi)).toMatchObject({ step, label })
})

test.each([69.69, 69.99, 49.76, 70, 50, 30, 30.01, 29.99, 30.1])('RSI %d is shown within its own band', (rsi) => {
  expect(describeRsi(Number(formatRsi(rsi)))).toEqual(describeRsi(rsi))
})
