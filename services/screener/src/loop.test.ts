import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { createLoop } from './loop.ts'
import { isClockFrozen, isInSession, readPhase } from './market-session.ts'

describe('loop', () => {
  const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener')

  /** Creates work that ends when the test says so, and counts how often it started and how many ran at once. */
  function openWork() {
    const ends: (() => void)[] = []
    const seen = { begun: 0, atOnce: 0, most: 0 }
    const work = async () => {
      seen.begun += 1
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await new Promise<void>((resolve) => ends.push(resolve))
      seen.atOnce -= 1
    }
    return { seen, work, end: () => ends.shift()?.() }
  }

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'never runs the work twice at once when nudged %p microtasks after it ended',
    async (turns) => {
      const { seen, work, end } = openWork()
      const loop = createLoop({ name: 'loop', intervalMs: 1_000_000, log, work })
      const nudged = [loop.nudge(), loop.nudge()]
      end()
      for (let turn = 0; turn < turns; turn += 1) await null
      nudged.push(loop.nudge())
      for (let turn = 0; turn < 20; turn += 1) await null
      expect(seen).toEqual({ begun: 2, atOnce: 1, most: 1 })
      end()
      for (let turn = 0; turn < 20; turn += 1) await null
      end()
      await Promise.all(nudged)
      expect(seen.most).toBe(1)
      await loop.stop()
    },
  )
})

describe('market session', () => {
  describe('isInSession', () => {
    test.each([
      ['2026-07-10T13:29:59Z', false, 'a second before 09:30 in summer'],
      ['2026-07-10T13:30:00Z', true, '09:30 in summer'],
      ['2026-07-10T19:59:59Z', true, 'a second before 16:00'],
      ['2026-07-10T20:00:00Z', false, '16:00'],
      ['2026-01-09T14:30:00Z', true, '09:30 in winter'],
      ['2026-01-09T14:29:00Z', false, '09:29 in winter'],
      ['2026-07-03T15:00:00Z', false, 'Independence Day observed on the Friday before'],
      ['2026-11-27T17:59:59Z', true, 'a second before the early close of the day after Thanksgiving'],
      ['2026-11-27T18:00:00Z', false, '13:00 on a day with an early close'],
      ['2026-07-11T15:00:00Z', false, 'Saturday'],
      ['2026-07-13T01:00:00Z', false, 'Sunday evening in New York, Monday in UTC'],
    ])('%s is %p: %s', (instant, expected) => {
      expect(isInSession(Date.parse(instant))).toBe(expected)
    })
  })

  test.each([
    ['2026-11-20T21:19:59Z', '2026-11-19T21:20:00Z', 'a second before the closing prices'],
    ['2026-11-20T21:20:00Z', '2026-11-20T21:20:00Z', 'twenty minutes after the close'],
    ['2026-11-22T12:00:00Z', '2026-11-20T21:20:00Z', 'Sunday'],
    ['2026-11-23T14:29:59Z', '2026-11-20T21:20:00Z', 'Monday, a second before the open'],
    ['2026-11-27T19:00:00Z', '2026-11-27T18:20:00Z', 'an early close'],
  ])('at %s the last closing prices date from %s: %s', (now, settled) => {
    expect(readPhase(Date.parse(now))).toEqual({ inSession: false, sinceMs: Date.parse(settled) })
  })

  test('during a session, the phase begins at the open', () => {
    const sinceMs = Date.parse('2026-11-23T14:30:00Z')
    expect(readPhase(Date.parse('2026-11-23T19:00:00Z'))).toEqual({ inSession: true, sinceMs })
  })

  test('counts a clock as frozen if it lags by more than the exchange’s longest closure', () => {
    const read = Date.parse('2026-04-06T13:00:00Z')
    expect(isClockFrozen(Date.parse('2026-04-02T20:00:00Z'), read)).toBe(false)
    expect(isClockFrozen(Date.parse('2026-03-31T20:00:00Z'), read)).toBe(true)
  })
})
