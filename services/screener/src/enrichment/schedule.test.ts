import { newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { readPhase } from '../market-session.ts'
import { decidePlatformRun, type Run } from './run-rules.ts'

const MINUTE_MS = 60_000
const WEEK_MINUTES = 7 * 24 * 60
/** The supervisor decides every 15 s, but simulating a week at that interval would take too long. */
const STEP_MINUTES = 5
const RUN_MS = 2 * MINUTE_MS

const newYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const tell = (ms: number) => newYork.format(ms).replace(',', '')

/** The market's clock: `delayMs` behind during a session, otherwise at the last close. */
function readClock(nowMs: number, delayMs: number): number {
  const shownMs = nowMs - delayMs
  const today = newYorkDate(shownMs)
  const session = sessionOf(today)
  if (session !== null && shownMs >= session.openMs) return Math.min(shownMs, session.closeMs)
  return sessionOf(previousTradingDay(today))?.closeMs ?? 0
}

/**
 * Lists when runs start in the week from Monday 00:00 New York time. A decision is made every five minutes, and each
 * run takes two minutes.
 */
function runWeek(mondayMidnight: string, delayMs: number): string[] {
  const startMs = Date.parse(mondayMidnight)
  const source = { source: 'a market', dataClass: delayMs === 0 ? 'simulated' : 'delayed' }
  let newestAsOf = new Date(readClock(startMs, delayMs))
  let startedMs = startMs - 60 * 60 * MINUTE_MS
  const starts: string[] = []
  for (let minute = 0; minute < WEEK_MINUTES; minute += STEP_MINUTES) {
    const nowMs = startMs + minute * MINUTE_MS
    const isOver = nowMs >= startedMs + RUN_MS
    const lastRun: Run = {
      id: 'r',
      sequence: 1,
      stage: null,
      withoutVendorRanks: false,
      total: 500,
      done: 500,
      failed: 0,
      surveyFailed: 0,
      symbols: 500,
      lastSymbol: null,
      startedBy: 'platform',
      userId: null,
      state: isOver ? 'finished' : 'running',
      secondsPerChain: null,
      ...source,
      asOf: newestAsOf,
      startedAt: new Date(startedMs),
      finishedAt: isOver ? new Date(startedMs + RUN_MS) : null,
      elapsedSeconds: RUN_MS / 1_000,
      stageSeconds: RUN_MS / 1_000,
      idleSeconds: 0,
      ageSeconds: Math.max(0, nowMs - startedMs - RUN_MS) / 1_000,
    }
    const reason = decidePlatformRun({
      market: { ...source, asOf: new Date(readClock(nowMs, delayMs)) },
      stored: { count: 500, newestAsOf },
      lastRun,
      phase: readPhase(nowMs),
      maxAgeMs: 30 * MINUTE_MS,
      minRunGapMs: 0,
      retryAfterMs: 5 * MINUTE_MS,
    })
    if (reason === null) continue
    starts.push(`${tell(nowMs)} ${reason}`)
    startedMs = nowMs
    newestAsOf = new Date(readClock(nowMs, delayMs))
  }
  return starts
}

/** Lists the number of runs per day, and the times of the first and the last. */
function summarize(starts: readonly string[]): string[] {
  const days = Map.groupBy(starts, (start) => start.slice(0, 3))
  return [...days.values()].map((day) => `${day.length}: ${day.at(0)}, ${day.at(-1)}`)
}

const fullDay = (day: string) => `12: ${day} 09:45 aged, ${day} 16:20 closed`

describe('platform runs in a week with prices delayed by 15 minutes', () => {
  test.each([
    ['an ordinary week', '2026-07-13T00:00-04:00', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map(fullDay)],
    ['the week after clocks go forward', '2026-03-09T00:00-04:00', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map(fullDay)],
    ['the week in which clocks go forward', '2026-03-02T00:00-05:00', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map(fullDay)],
    ['the week after clocks go back', '2026-11-02T00:00-05:00', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map(fullDay)],
    ['a Monday without a session', '2026-09-07T00:00-04:00', ['Tue', 'Wed', 'Thu', 'Fri'].map(fullDay)],
    [
      'Thanksgiving, and the half day after it',
      '2026-11-23T00:00-05:00',
      [...['Mon', 'Tue', 'Wed'].map(fullDay), '7: Fri 09:45 aged, Fri 13:20 closed'],
    ],
  ])('%s', (_name, monday, expected) => {
    expect(summarize(runWeek(monday, 15 * MINUTE_MS))).toEqual(expected)
  })
})

test('starts a run every half hour in a session, and once more for the closing prices', () => {
  const tuesday = runWeek('2026-07-13T00:00-04:00', 15 * MINUTE_MS).filter((start) => start.startsWith('Tue'))
  expect(tuesday.map((start) => start.slice(4, 9))).toEqual([
    ...['09:45', '10:20', '10:55', '11:30', '12:05', '12:40', '13:15', '13:50', '14:25', '15:00', '15:35'],
    ...['16:20'],
  ])
})

test('starts the same runs in a simulated market without a delay', () => {
  const week = runWeek('2026-07-13T00:00-04:00', 0)
  expect(new Set(week.map((start) => start.slice(0, 3)))).toEqual(new Set(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']))
  expect(week.filter((start) => start.endsWith('closed'))).toHaveLength(5)
})

test('starts no run in a recorded market, whose clock does not move', () => {
  const asOf = new Date('2026-07-10T20:00:00Z')
  const market = { source: 'a pack', dataClass: 'recorded', asOf }
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const nowMs = Date.parse('2026-07-13T00:00-04:00') + hour * 60 * MINUTE_MS
    const given = { market, stored: { count: 500, newestAsOf: asOf }, lastRun: null, phase: readPhase(nowMs) }
    expect(decidePlatformRun({ ...given, maxAgeMs: 30 * MINUTE_MS, minRunGapMs: 0, retryAfterMs: 0 })).toBeNull()
  }
})
