import { expect, test } from '@jest/globals'
import { findEventsInTerm, type NextEvents } from './events.ts'

const NONE: NextEvents = { earnings: null, exDividendDate: null, paysNoDividend: false }
const earningsOn = (date: string, session: 'before_open' | 'after_close' | null = null) => ({
  earnings: { date, session },
})

test.each([
  ['nothing known', {}, null, null],
  ['earnings the day before expiration', earningsOn('2026-08-06'), true, null],
  ['earnings on the day, before the open', earningsOn('2026-08-07', 'before_open'), true, null],
  ['earnings on the day, after the close', earningsOn('2026-08-07', 'after_close'), false, null],
  ['earnings after', earningsOn('2026-08-08'), false, null],
  ['earnings today', earningsOn('2026-07-10'), true, null],
  ['earnings of yesterday say nothing of the next', earningsOn('2026-07-09'), null, null],
  ['ex-date tomorrow', { exDividendDate: '2026-07-11' }, null, true],
  ['ex-date on the expiration day', { exDividendDate: '2026-08-07' }, null, true],
  ['ex-date after', { exDividendDate: '2026-08-08' }, null, false],
  ['ex-date of today is gone from the price', { exDividendDate: '2026-07-10' }, null, null],
  ['pays none', { paysNoDividend: true }, null, false],
])('%s', (_name, known, earningsBeforeExpiration, exDividendBeforeExpiration) => {
  const found = findEventsInTerm({ ...NONE, ...known }, '2026-08-07', '2026-07-10')
  expect(found).toEqual({ earningsBeforeExpiration, exDividendBeforeExpiration })
})
