import { describe, expect, test } from '@jest/globals'
import { NO_EVENTS } from '../../test/invented-chain.ts'
import {
  type CompanyEvents,
  findEventsInTerm,
  findNextExDate,
  listKnownCash,
  listPricedDividends,
  listStrikeAdjustments,
  listUpcomingDividends,
  sumDividendsInTerm,
} from './events.ts'

const TODAY = '2026-07-10'
const EXPIRATION = '2026-08-07'
const knowing = (known: Partial<CompanyEvents>): CompanyEvents => ({ ...NO_EVENTS, ...known })
const paying = (...dividends: (readonly [string, number | null])[]) => ({
  dividends: dividends.map(([exDate, cash]) => ({ exDate, cash })),
})
const earningsOn = (date: string, session: 'before_open' | 'after_close' | null = null) => ({
  earnings: { date, session },
})

describe('what falls into the term', () => {
  test.each([
    ['nothing known', {}, null, null],
    ['earnings the day before expiration', earningsOn('2026-08-06'), true, null],
    ['earnings on the day, before the open', earningsOn('2026-08-07', 'before_open'), true, null],
    ['earnings on the day, after the close', earningsOn('2026-08-07', 'after_close'), false, null],
    ['earnings after', earningsOn('2026-08-08'), false, null],
    ['earnings today', earningsOn('2026-07-10'), true, null],
    ['earnings of yesterday say nothing of the next', earningsOn('2026-07-09'), null, null],
    ['ex-date tomorrow', paying(['2026-07-11', 1]), null, true],
    ['ex-date on the expiration day', paying(['2026-08-07', 1]), null, true],
    ['ex-date after', paying(['2026-08-08', 1]), null, false],
    ['ex-date of today is gone from the price', paying(['2026-07-10', 1]), null, null],
    ['the last ex-date says nothing of the next', paying(['2026-04-10', 1]), null, null],
    ['amount unknown', paying(['2026-08-07', null]), null, true],
    ['the nearest of several', paying(['2026-10-01', 1], ['2026-08-07', 1], ['2026-04-10', 1]), null, true],
    ['pays none', { paysNoDividend: true }, null, false],
    ['pays none, and yet one is announced', { paysNoDividend: true, ...paying(['2026-08-07', 1]) }, null, true],
  ])('%s', (_name, known, earningsBeforeExpiration, exDividendBeforeExpiration) => {
    const found = findEventsInTerm(knowing(known), EXPIRATION, TODAY)
    expect(found).toEqual({ earningsBeforeExpiration, exDividendBeforeExpiration })
  })

  test.each([
    ['2026-08-06', null, null],
    ['2026-08-07', null, false],
    ['2026-08-08', false, false],
  ])('nothing known on %s: into a term that is over nothing falls', (today, earnings, exDate) => {
    const found = findEventsInTerm(NO_EVENTS, EXPIRATION, today)
    expect(found).toEqual({ earningsBeforeExpiration: earnings, exDividendBeforeExpiration: exDate })
  })
})

describe('dividends of the term', () => {
  test.each([
    ['nothing known', {}, null],
    ['pays none', { paysNoDividend: true }, 0],
    ['the next one after the term', paying(['2026-08-08', 1]), 0],
    ['the last one only', paying(['2026-04-10', 1]), null],
    ['one', paying(['2026-08-07', 0.4], ['2026-07-10', 9], ['2026-08-08', 9]), 0.4],
    ['two', paying(['2026-08-07', 0.4], ['2026-07-11', 0.5]), 0.9],
    ['one without an amount', paying(['2026-08-07', null]), null],
    ['one of two without', paying(['2026-08-07', 0.4], ['2026-07-11', null]), null],
    ['one without an amount after the term', paying(['2026-08-07', 0.4], ['2026-11-06', null]), 0.4],
  ])('%s: %p', (_name, known, usd) => {
    const sum = sumDividendsInTerm(knowing(known), EXPIRATION, TODAY)
    expect([sum]).toEqual([usd === null ? null : expect.closeTo(usd, 12)])
  })
})

test('upcoming dividends: the next first, those of today and earlier gone', () => {
  const events = knowing(paying(['2026-10-01', 3], ['2026-07-10', 9], ['2026-07-11', null], ['2026-01-01', 9]))
  const upcoming = listUpcomingDividends(events, TODAY)
  expect(upcoming).toEqual([
    { exDate: '2026-07-11', cash: null },
    { exDate: '2026-10-01', cash: 3 },
  ])
  expect(listKnownCash(upcoming)).toEqual([{ exDate: '2026-10-01', cash: 3 }])
  expect(findNextExDate(events, TODAY)).toBe('2026-07-11')
  expect(findNextExDate(NO_EVENTS, TODAY)).toBeNull()
})

test('options are priced with declared dividends and the next of a series, special ones apart', () => {
  const quarterly = paying(
    ['2025-09-15', 1],
    ['2025-12-15', 1],
    ['2026-03-16', 1.1],
    ['2026-06-15', 1.1],
    ['2026-09-11', 1.2],
  )
  const special = { exDate: '2026-08-03', cash: 15, kind: 'special' as const }
  const events = knowing({ dividends: [...(quarterly.dividends ?? []), special] })
  expect(listPricedDividends(events, TODAY).slice(0, 3)).toEqual([
    { exDate: '2026-09-11', cash: 1.2 },
    { exDate: '2026-12-15', cash: 1.2, estimated: true },
    { exDate: '2027-03-16', cash: 1.2, estimated: true },
  ])
  expect(listUpcomingDividends(events, TODAY)).toHaveLength(1)
  expect(listStrikeAdjustments(events, TODAY)).toEqual([special])
  expect(findEventsInTerm(events, '2026-08-21', TODAY).exDividendBeforeExpiration).toBe(false)
  expect(listPricedDividends({ ...events, paysNoDividend: true }, TODAY)).toHaveLength(1)
})
