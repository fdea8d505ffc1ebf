/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { shortenSector } from './stock-view.ts'

test.each([
  ['Information Technology', 'Technology'],
  ['Consumer Staples', 'Cons. staples'],
  ['Health Care', 'Health Care'],
])('%s is short %s', (sector, short) => {
  expect(shortenSector(sector)).toBe(short)
})
