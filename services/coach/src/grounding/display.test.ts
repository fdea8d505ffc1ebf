import { expect, test } from '@jest/globals'
import { displayText } from './display.ts'

test.each([
  ['2026-12-18', 'Dec 18, 2026'],
  ['The $330.00 call of 2027-02-19 is above cost.', 'The $330.00 call of Feb 19, 2027 is above cost.'],
  ['2026-12-18T21:00:00Z', 'Dec 18, 2026, 4:00 PM ET'],
  ['There is no 2026-13-45, and no file a-2026-12-18.csv.', 'There is no 2026-13-45, and no file a-2026-12-18.csv.'],
])('%s is shown as %s', (text, shown) => {
  expect(displayText(text)).toBe(shown)
})
