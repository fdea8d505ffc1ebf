import { describe, expect, test } from '@jest/globals'
import type { Answer } from '../providers/provider.ts'
import { sourceRequests } from '../providers/source-requests.ts'
import {
  type Age,
  backdateRepeated,
  findLifetime,
  judgeAge,
  type LifetimeName,
  nameRequest,
  retentionMs,
} from './answer-lifetimes.ts'
import { createMarketTime } from './market-time.ts'

describe('lifetimes', () => {
  const at = (instant: string) => Date.parse(instant)

  function judge(name: LifetimeName, keptAt: string, now: string, change: Partial<Answer<unknown>> = {}): Age {
    const answer: Answer<unknown> = {
      source: 'test',
      dataClass: 'live',
      asOfMs: at(keptAt),
      value: 1,
      missing: [],
      ...change,
    }
    return judgeAge({ answer, keptAtMs: at(keptAt) }, name, createMarketTime(() => at(now))())
  }

  describe('in session', () => {
    // A Wednesday. New York is four hours behind UTC.
    const noon = '2026-07-08T16:00:00Z'
    test.each<[LifetimeName, string, Age]>([
      ['price', '2026-07-08T15:59:01Z', 'fresh'],
      ['price', '2026-07-08T15:58:30Z', 'aging'],
      ['price', '2026-07-08T15:57:30Z', 'old'],
      ['price', '2026-07-07T16:05:00Z', 'old'],
      ['price', '2026-07-07T15:30:00Z', 'spent'],
      ['price', '2026-07-07T20:20:00Z', 'old'],
      ['bars', '2026-07-08T15:50:00Z', 'fresh'],
      ['bars', '2026-07-08T15:35:00Z', 'aging'],
      ['bars', '2026-07-08T15:20:00Z', 'old'],
      ['symbols', '2026-07-07T17:00:00Z', 'fresh'],
      ['events', '2026-07-08T03:30:00Z', 'aging'],
      ['rates', '2026-07-08T05:00:00Z', 'fresh'],
      ['status', '2026-07-08T15:58:30Z', 'aging'],
    ])('%s cached at %s is %s', (name, keptAt, age) => {
      expect(judge(name, keptAt, noon)).toBe(age)
    })

    test('refreshes a delayed price every five minutes', () => {
      expect(judge('price', '2026-07-08T15:56:00Z', noon, { dataClass: 'delayed' })).toBe('fresh')
      expect(judge('price', '2026-07-08T15:54:00Z', noon, { dataClass: 'delayed' })).toBe('aging')
    })

    test('retries soon after an empty answer', () => {
      expect(judge('symbols', '2026-07-08T15:54:00Z', noon, { value: null })).toBe('aging')
      expect(judge('symbols', '2026-07-08T15:54:00Z', noon, { value: [] })).toBe('fresh')
    })

    test('refreshes a near earnings date every hour', () => {
      const near = { value: { date: '2026-07-10', session: null } }
      expect(judge('earnings', '2026-07-08T13:00:00Z', noon, near)).toBe('old')
      expect(judge('earnings', '2026-07-08T13:00:00Z', noon, { value: { date: '2026-08-10', session: null } })).toBe(
        'fresh',
      )
    })
  })

  describe('closed', () => {
    test.each<[LifetimeName, string, string, Age]>([
      ['price', '2026-07-02T20:20:00Z', '2026-07-03T15:00:00Z', 'fresh'],
      ['price', '2026-07-02T20:20:00Z', '2026-07-06T13:44:00Z', 'fresh'],
      ['price', '2026-07-02T20:20:00Z', '2026-07-06T13:46:00Z', 'old'],
      ['price', '2026-07-02T20:05:00Z', '2026-07-02T20:10:00Z', 'old'],
      ['price', '2026-03-06T21:20:00Z', '2026-03-09T13:44:00Z', 'fresh'],
      ['price', '2026-03-06T21:20:00Z', '2026-03-09T13:46:00Z', 'old'],
      ['price', '2026-10-30T20:20:00Z', '2026-11-02T14:44:00Z', 'fresh'],
      ['price', '2026-11-27T18:20:00Z', '2026-11-28T18:00:00Z', 'fresh'],
      ['bars', '2026-07-02T20:20:00Z', '2026-07-02T21:00:00Z', 'old'],
      ['bars', '2026-07-02T20:40:00Z', '2026-07-05T21:00:00Z', 'fresh'],
      ['fundamentals', '2026-07-02T22:00:00Z', '2026-07-05T21:00:00Z', 'fresh'],
      ['days', '2026-07-01T22:00:00Z', '2026-07-05T21:00:00Z', 'fresh'],
    ])('%s cached at %s, at %s is %s', (name, keptAt, now, age) => {
      expect(judge(name, keptAt, now)).toBe(age)
    })

    test('does not treat a fallback price as final', () => {
      expect(judge('price', '2026-07-02T20:20:00Z', '2026-07-03T15:00:00Z', { dataClass: 'stale' })).toBe('old')
    })
  })

  test('treats an answer dated slightly in the future as new, and reloads one dated further ahead', () => {
    expect(judge('price', '2026-07-08T16:00:50Z', '2026-07-08T16:00:00Z')).toBe('fresh')
    expect(judge('price', '2026-07-08T16:09:00Z', '2026-07-08T16:00:00Z')).toBe('old')
  })

  test('reloads a store’s fallback answer within minutes', () => {
    const moment = createMarketTime(() => at('2026-07-08T16:00:00Z'))()
    const answer: Answer<unknown> = { source: 'test', dataClass: 'delayed', asOfMs: 0, value: [], missing: [] }
    const keptAtMs = backdateRepeated(answer, 'events', moment)
    const judgeAfter = (minutes: number) =>
      judgeAge({ answer, keptAtMs }, 'events', { ...moment, nowMs: moment.nowMs + minutes * 60_000 })
    expect([0, 4, 6, 60, 100].map(judgeAfter)).toEqual(['fresh', 'fresh', 'aging', 'aging', 'old'])
    expect(backdateRepeated({ ...answer, value: null }, 'events', moment)).toBe(moment.nowMs)
  })

  test('keeps answers only as long as they may be served', () => {
    const day = 24 * 3_600_000
    expect(retentionMs('price')).toBe(5 * day)
    expect(retentionMs('symbols')).toBe(2 * day)
  })

  test('does not cache whole-market requests, which only jobs make', () => {
    expect(findLifetime('market_bars')).toBeNull()
    expect(findLifetime('quote')).toBe('price')
  })
})

describe('cache key', () => {
  function name(endpoint: string, ...args: readonly unknown[]) {
    const request = sourceRequests.find((each) => each.endpoint === endpoint)
    if (request === undefined) throw new Error(endpoint)
    return nameRequest(request, args)
  }

  test('equivalent requests get the same key, however their arguments are written', () => {
    expect(name('quote', 'BRK.B').key).toBe('quote:BRK.B')
    expect(name('universe').key).toBe('universe:')
    expect(name('bars', 'ACME', undefined).key).toBe('bars:ACME')
    expect(name('bars', 'ACME', '2025-03-28').key).toBe('bars:ACME')
    const one = name('chain', 'ACME', { type: 'call', expiration: '2026-08-21' })
    expect(one.key).toBe('chain:ACME,expiration=2026-08-21:type=call')
    expect(name('chain', 'ACME', { expiration: '2026-08-21', type: 'call' }).key).toBe(one.key)
    expect(name('chain', 'ACME', { expiration: '2026-08-21' }).key).not.toBe(one.key)
  })

  test('keys contain only a digest of user input', () => {
    const typed = 'a'.repeat(200)
    const { key, args } = name('search', { text: `${typed}:limit=1`, limit: 25 })
    expect(key).toMatch(/^search:[0-9a-f]{32}$/)
    expect(args).toEqual([{ text: `${typed}:limit=1`, limit: 25 }])
    expect(name('search', { text: 'apple', limit: 25 }).key).not.toBe(name('search', { text: 'apple', limit: 50 }).key)
    expect(name('search', { text: 'x:limit=25', limit: 5 }).key).not.toBe(name('search', { text: 'x', limit: 5 }).key)
  })

  test('widens chain filters, so that similar requests share an answer', () => {
    const { args, key } = name('chain', 'ACME', { minDays: 25, maxDays: 50, minStrike: 182.35, maxStrike: 263.4 })
    expect(args).toEqual(['ACME', { minDays: 25, maxDays: 54, minStrike: 180, maxStrike: 270 }])
    expect(name('chain', 'ACME', { minDays: 25, maxDays: 50, minStrike: 183.1, maxStrike: 261 }).key).toBe(key)
    expect(name('chain', 'PENNY', { minStrike: 0.123, maxStrike: 0 }).args).toEqual([
      'PENNY',
      { minStrike: 0.12, maxStrike: 0 },
    ])
  })

  test('rounds a rate’s days to the nearest tenor', () => {
    expect(name('rate', 33).args).toEqual([30])
    expect(name('rate', 400).key).toBe('rate:365')
  })
})
