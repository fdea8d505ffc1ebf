import { expect, test } from '@jest/globals'
import { describeWait } from './limits.ts'

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3_600, '60 minutes'],
])('a wait of %d s reads "%s"', (seconds, text) => {
  expect(describeWait(seconds)).toBe(text)
})
