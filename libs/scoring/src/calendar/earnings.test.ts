import { expect, test } from '@jest/globals'
import { reportsByExpiration } from './earnings.ts'

test.each([
  ['2026-07-29', 'after_close', '2026-07-31', true],
  ['2026-07-31', 'before_open', '2026-07-31', true],
  ['2026-07-31', null, '2026-07-31', true],
  ['2026-07-31', 'after_close', '2026-07-31', false],
  ['2026-08-03', 'before_open', '2026-07-31', false],
] as const)('a report on %s %s by the expiration of %s: %p', (date, session, expiration, inTime) => {
  expect(reportsByExpiration({ date, session }, expiration)).toBe(inTime)
})

test.each([
  ['nonsense', '2026-07-31'],
  ['2026-07-29', '2026-7-31'],
  ['2026-02-30', '2026-07-31'],
])('a report on %s by %s is refused', (date, expiration) => {
  expect(() => reportsByExpiration({ date, session: null }, expiration)).toThrow('expected a calendar day')
})
