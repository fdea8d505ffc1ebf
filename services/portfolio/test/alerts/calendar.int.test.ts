import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventPosition, openStack, type Stack } from '../support.ts'

describe('the calendar feed', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
    stack.market.override('KO', {
      earnings_date: '2026-07-21',
      earnings_session: 'before_open',
      dividends: [{ ex_date: '2026-07-15', cash_amount: 0.53, kind: 'regular', estimated: false }] as never,
    })
  })
  afterAll(() => stack.close())

  const anonymous = { kind: 'anonymous' } as const
  const readFeed = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    stack.ask('portfolio.calendarFeed', { as: anonymous, params: { token: path.split('/').at(-1) ?? '' }, headers })

  test('has expirations, ex-dates and earnings of the positions, without amounts', async () => {
    await stack.get('portfolio.add', { user: 'ann', body: inventPosition() })
    await stack.get('portfolio.add', { user: 'ann', body: inventPosition({ id: 'second', strike_price: 70 }) })
    await stack.get('portfolio.add', { user: 'bob', body: inventPosition({ ticker: 'PEP' }) })
    expect(await stack.get('portfolio.getCalendar', { user: 'ann' })).toMatchObject({ path: null })
    const { path } = await stack.get('portfolio.renewCalendar', { user: 'ann' })
    expect(path).toMatch(/^\/api\/portfolio\/calendar\/[\w-]{43}\.ics$/)
    const { status, headers, text } = await readFeed(path ?? '')
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const events = [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)[\s\S]*?SUMMARY:(.*)\r/g)].map(([, day, what]) => [
      day,
      what,
    ])
    expect(events).toEqual([
      ['20260715', 'KO ex-dividend date'],
      ['20260721', 'KO reports earnings'],
      ['20260724', 'KO call expires'],
    ])
    // The time at which the feed was made may have any digits.
    expect(text.replace(/^DTSTAMP:.*$/gmu, '')).not.toMatch(/65|70|\$|0\.53/)
    expect(text.replaceAll('\r\n ', '')).toContain('DESCRIPTION:Recorded market: dates from a past day.')
  })

  test('is not sent again while it is the same', async () => {
    const { path } = await stack.get('portfolio.getCalendar', { user: 'ann' })
    const tag = String((await readFeed(path ?? '')).headers.etag)
    expect((await readFeed(path ?? '', { 'if-none-match': `W/${tag}` })).status).toBe(304)
    expect((await readFeed(path ?? '', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('has another address after it was renewed, and none after it was deleted', async () => {
    const first = await stack.get('portfolio.getCalendar', { user: 'ann' })
    const second = await stack.get('portfolio.renewCalendar', { user: 'ann' })
    expect((await readFeed(first.path ?? '')).status).toBe(404)
    expect((await readFeed(second.path ?? '')).status).toBe(200)
    expect(await stack.get('portfolio.removeCalendar', { user: 'ann' })).toMatchObject({ path: null })
    expect((await readFeed(second.path ?? '')).status).toBe(404)
  })
})
