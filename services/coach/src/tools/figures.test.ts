import { expect, test } from '@jest/globals'
import { shownRsi, shownTenths, shownWhole } from './figures.ts'

test.each([
  [shownWhole, 42.96, 42],
  [shownWhole, 39.999999999, 40],
  [shownWhole, 100, 100],
  [shownTenths, 56.87, 56.8],
  [shownTenths, 32.3, 32.3],
  [shownRsi, 42.19, 42.1],
  [shownRsi, 30.05, 30.1],
  [shownRsi, 30, 30],
  [shownRsi, 29.99, 29.9],
  [shownRsi, null, null],
  [shownWhole, undefined, null],
])('%p of %p is %p, as on a screen', (show, value, shown) => {
  expect(show(value)).toBe(shown)
})
