import { type CompanyEvents, newYorkCloseMs } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { describeExpiration } from './expirations.ts'

const NONE: CompanyEvents = { earnings: null, dividends: [], paysNoDividend: false }
const paying = (exDate: string) => ({ dividends: [{ exDate, cash: 0.5 }] })
const describeOn = (date: string, events: Partial<CompanyEvents> = {}) =>
  describeExpiration(date, newYorkCloseMs('2026-07-10'), { ...NONE, ...events })

describe('describeExpiration', () => {
  test.each([
    ['2026-07-31', 'before_open', '2026-07-31', true],
    ['2026-07-31', null, '2026-07-31', true],
    ['2026-07-31', 'after_close', '2026-07-31', false],
  ] as const)('earnings on %s %s before %s: %p', (date, session, expiration, before) => {
    expect(describeOn(expiration, { earnings: { date, session } }).earningsBefore).toBe(before)
  })

  test('a dividend on the expiration day itself counts; unknown is null; a company that pays none has none', () => {
    expect(describeOn('2026-07-31', paying('2026-07-31')).exDividendBefore).toBe(true)
    expect(describeOn('2026-07-31', paying('2026-08-03')).exDividendBefore).toBe(false)
    expect(describeOn('2026-07-31').exDividendBefore).toBeNull()
    expect(describeOn('2026-07-31', { paysNoDividend: true }).exDividendBefore).toBe(false)
    expect(describeOn('2026-07-31').earningsBefore).toBeNull()
  })

  test('a report or an ex-date of the past says nothing of the next', () => {
    expect(describeOn('2026-07-31', { earnings: { date: '2026-07-09', session: null } }).earningsBefore).toBeNull()
    expect(describeOn('2026-07-31', paying('2026-07-10')).exDividendBefore).toBeNull()
  })

  test('a Thursday that stands in for a holiday Friday is a monthly, given as listed (F45)', () => {
    const june = describeExpiration('2026-06-18', newYorkCloseMs('2026-06-01'), NONE)
    expect(june).toMatchObject({ date: '2026-06-18', days: 17, kind: 'monthly' })
    expect(june.note).toMatch(/holiday/)
    expect(describeOn('2026-08-21').note).toBeNull()
  })

  test('days are New York days: 0 on the day itself', () => {
    expect(describeOn('2026-07-10').days).toBe(0)
    expect(describeOn('2026-07-13').days).toBe(3)
  })
})
