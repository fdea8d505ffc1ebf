import { describe, expect, test } from '@jest/globals'
import type { Answer, DataClass } from '../providers/provider.ts'
import { sourceRequests } from '../providers/source-requests.ts'
import { describeTime, toPresent, trustClock } from './freshness.ts'
import { createMarketTime } from './market-time.ts'

describe('freshness', () => {
  const at = (instant: string) => Date.parse(instant)

  function classOf(endpoint: string, asOf: string, now: string, dataClass: DataClass = 'delayed'): DataClass {
    const request = sourceRequests.find((each) => each.endpoint === endpoint)
    if (request === undefined) throw new Error(endpoint)
    const answer: Answer<unknown> = { source: 'test', dataClass, asOfMs: at(asOf), value: null, missing: [] }
    return toPresent(request, answer, createMarketTime(() => at(now))()).dataClass
  }

  describe('data class of', () => {
    test.each([
      ['daily bars with the current session', 'bars', '2026-07-08T15:00:00Z', '2026-07-08T15:10:00Z', 'delayed'],
      ['daily bars up to the previous close', 'bars', '2026-07-07T20:00:00Z', '2026-07-08T15:00:00Z', 'closed'],
      ['daily bars that lack a session', 'bars', '2026-07-06T20:00:00Z', '2026-07-08T15:00:00Z', 'stale'],
      ['daily bars of yesterday, in the evening', 'bars', '2026-07-07T20:00:00Z', '2026-07-08T23:00:00Z', 'closed'],
      ['daily bars of last week, in the evening', 'bars', '2026-07-01T20:00:00Z', '2026-07-08T23:00:00Z', 'stale'],
      ['minutes of last week', 'intraday_bars', '2026-07-01T20:00:00Z', '2026-07-08T15:00:00Z', 'closed'],
      ['minutes that stopped an hour ago', 'intraday_bars', '2026-07-08T14:00:00Z', '2026-07-08T15:00:00Z', 'stale'],
      ['a dividend list of any age', 'dividends', '2026-07-01T20:00:00Z', '2026-07-08T15:00:00Z', 'delayed'],
    ] as const)('%s', (_name, endpoint, asOf, now, expected) => {
      expect(classOf(endpoint, asOf, now)).toBe(expected)
    })

    test.each([
      ['in session', '2026-07-08T14:30:00Z', '2026-07-08T15:00:00Z', 'indicative'],
      ['after the close', '2026-07-08T20:00:00Z', '2026-07-09T01:00:00Z', 'indicative'],
      ['an hour old in session', '2026-07-08T14:00:00Z', '2026-07-08T15:00:00Z', 'stale'],
    ] as const)('an indicative chain %s', (_name, asOf, now, expected) => {
      expect(classOf('chain', asOf, now, 'indicative')).toBe(expected)
    })

    test('keeps the data class of a market that is not live', () => {
      for (const dataClass of ['recorded', 'simulated', 'stale', 'none'] as const) {
        expect(classOf('quote', '2026-07-01T20:00:00Z', '2026-07-08T15:00:00Z', dataClass)).toBe(dataClass)
      }
    })
  })

  test('formats times in New York, with the date if it is not today', () => {
    const now = at('2026-07-08T16:00:00Z')
    expect(describeTime(at('2026-07-08T14:31:00Z'), now)).toBe('10:31 ET')
    expect(describeTime(at('2026-07-08T04:05:00Z'), now)).toBe('00:05 ET')
    expect(describeTime(at('2026-07-02T20:00:00Z'), now)).toBe('Jul 2, 16:00 ET')
  })

  test('ignores a clock that is slightly ahead', () => {
    const answer: Answer<number> = { source: 'test', dataClass: 'live', asOfMs: 1_030_000, value: 1, missing: [] }
    expect(trustClock(answer, 1_000_000)).toEqual({ ...answer, asOfMs: 1_000_000 })
    expect(trustClock({ ...answer, asOfMs: Number.NaN }, 1_000_000).asOfMs).toBe(1_000_000)
    expect(trustClock(answer, 1_000_000, 61_000).missing[0]?.reason).toContain('1 minute fast')
  })
})

describe('market moment', () => {
  const at = (instant: string) => Date.parse(instant)

  test.each([
    ['before the open', '2026-07-08T13:29:59Z', null, '2026-07-07T20:00:00Z'],
    ['at the open', '2026-07-08T13:30:00Z', '2026-07-08T13:30:00Z', '2026-07-07T20:00:00Z'],
    ['in session', '2026-07-08T19:59:59Z', '2026-07-08T13:30:00Z', '2026-07-07T20:00:00Z'],
    ['at the close', '2026-07-08T20:00:00Z', null, '2026-07-08T20:00:00Z'],
    ['at night', '2026-07-09T05:00:00Z', null, '2026-07-08T20:00:00Z'],
    ['on Sunday', '2026-07-12T15:00:00Z', null, '2026-07-10T20:00:00Z'],
    ['on a holiday', '2026-07-03T15:00:00Z', null, '2026-07-02T20:00:00Z'],
    ['after an early close', '2026-11-27T18:00:00Z', null, '2026-11-27T18:00:00Z'],
    ['on the Sunday that clocks go forward', '2026-03-08T15:00:00Z', null, '2026-03-06T21:00:00Z'],
    [
      'on the first open after clocks go forward',
      '2026-03-09T13:30:00Z',
      '2026-03-09T13:30:00Z',
      '2026-03-06T21:00:00Z',
    ],
    ['just before the first open after clocks go back', '2026-11-02T14:29:59Z', null, '2026-10-30T20:00:00Z'],
    ['on the first open after clocks go back', '2026-11-02T14:30:00Z', '2026-11-02T14:30:00Z', '2026-10-30T20:00:00Z'],
    ['in winter', '2026-12-08T14:30:00Z', '2026-12-08T14:30:00Z', '2026-12-07T21:00:00Z'],
  ])('%s', (_name, now, open, lastClose) => {
    const moment = createMarketTime(() => at(now))()
    expect(moment).toEqual({
      nowMs: at(now),
      openMs: open === null ? null : at(open),
      lastCloseMs: at(lastClose),
    })
  })

  test('follows its clock forward through a day and back again', () => {
    let nowMs = at('2026-07-08T13:00:00Z')
    const read = createMarketTime(() => nowMs)
    const isOpen = () => read().openMs !== null
    expect(isOpen()).toBe(false)
    nowMs = at('2026-07-08T14:00:00Z')
    expect(isOpen()).toBe(true)
    nowMs = at('2026-07-08T21:00:00Z')
    expect([isOpen(), read().lastCloseMs]).toEqual([false, at('2026-07-08T20:00:00Z')])
    nowMs = at('2026-07-08T14:00:00Z')
    expect(isOpen()).toBe(true)
  })
})
