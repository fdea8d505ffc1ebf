import { expect, test } from '@jest/globals'
import { lastSessionBy, presumeOutcome } from './expiration-outcome.ts'

test.each([
  [49.98, 'presumed_expired'],
  [49.99, 'unclear'],
  [50, 'unclear'],
  [50.01, 'unclear'],
  [50.02, 'presumed_assigned'],
  [null, 'unknown'],
])('a 50 call when the stock closed at %s: %s', (close, state) => {
  expect(presumeOutcome({ strike: 50, expiration: '2026-08-07', close }).state).toBe(state)
})

test.each([
  ['2026-12-24', '2026-12-24'],
  ['2026-12-25', '2026-12-24'],
  ['2026-08-08', '2026-08-07'],
  ['2010-01-02', '2010-01-02'],
])('the last session of a call that expires on %s is %s', (expiration, session) => {
  expect(lastSessionBy(expiration)).toBe(session)
})
