/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { writeRefusedCsv } from './refused-csv.ts'

test('refused rows come as they were written, each with its line and why', () => {
  const text = '\uFEFFticker,strike_price,notes\r\nQAAA,130,"two\r\nlines"\r\nQBBB,x,-\r\nQCCC,90,\r\n'
  expect(writeRefusedCsv(text, [{ line: 4, reason: 'The strike is no number' }], 'comma')).toBe(
    '\uFEFFLine,Reason,ticker,strike_price,notes\r\n4,The strike is no number,QBBB,x,"\'-"\r\n',
  )
})

test('a line that is not there leaves its reason alone', () => {
  expect(writeRefusedCsv('ticker\nQAAA', [{ line: 9, reason: 'Gone' }], 'comma')).toBe(
    '\uFEFFLine,Reason,ticker\r\n9,Gone\r\n',
  )
})

test('rows are taken apart as the server took them apart', () => {
  const text = 'ticker;strike_price\nQAAA;1,125\n'
  expect(writeRefusedCsv(text, [{ line: 2, reason: 'Open' }], 'semicolon')).toBe(
    '\uFEFFLine,Reason,ticker,strike_price\r\n2,Open,QAAA,"1,125"\r\n',
  )
})
