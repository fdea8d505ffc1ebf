import { describe, expect, test } from '@jest/globals'
import {
  computePace,
  decidePlatformRun,
  decideStop,
  isActive,
  isCoolingDown,
  isSameMarket,
  type Market,
  type Run,
  type RunStarter,
} from './run-rules.ts'

const market: Market = { source: 'recorded one', dataClass: 'recorded', asOf: new Date('2026-07-10T20:00:00Z') }
const byUser: RunStarter = { startedBy: 'user', userId: 'u1' }
const byPlatform: RunStarter = { startedBy: 'platform', userId: null }

function run(given: Partial<Omit<Run, keyof RunStarter>> & { starter?: RunStarter } = {}): Run {
  const { starter = byUser, ...rest } = given
  return {
    ...market,
    ...starter,
    id: 'r1',
    sequence: 1,
    state: 'finished',
    stage: null,
    total: 503,
    done: 503,
    failed: 0,
    surveyFailed: 0,
    symbols: 503,
    lastSymbol: null,
    startedAt: new Date(0),
    finishedAt: new Date(10_000),
    elapsedSeconds: 10,
    stageSeconds: 10,
    idleSeconds: 0,
    ageSeconds: 0,
    secondsPerChain: null,
    ...rest,
  }
}

test.each([
  ['running', true],
  ['stopping', true],
  ['finished', false],
  ['stopped', false],
] as const)('a %s run is active: %p', (state, expected) => {
  expect(isActive(run({ state }))).toBe(expected)
})

describe('decideStop', () => {
  test.each([
    [null, 'nothing_runs'],
    [run({ state: 'finished' }), 'nothing_runs'],
    [run({ state: 'stopped', starter: byPlatform }), 'nothing_runs'],
    [run({ state: 'running' }), 'stop'],
    [run({ state: 'stopping' }), 'stop'],
    [run({ state: 'running', starter: { startedBy: 'user', userId: 'u2' } }), 'other_users_run'],
    [run({ state: 'running', starter: byPlatform }), 'platform_run'],
  ] as const)('case %#', (latest, expected) => {
    expect(decideStop(latest, 'u1')).toBe(expected)
  })
})

test.each([
  [null, false],
  [run({ ageSeconds: 59.9 }), true],
  [run({ ageSeconds: 60 }), false],
  [run({ ageSeconds: 1, state: 'running' }), false],
  [run({ ageSeconds: 49.9, state: 'stopped' }), true],
  [run({ ageSeconds: 50, state: 'stopped' }), false],
  [run({ ageSeconds: 1, state: 'stopped', starter: byPlatform }), false],
])('cooling down, case %#', (latest, expected) => {
  expect(isCoolingDown(latest, 60_000)).toBe(expected)
})

describe('isSameMarket', () => {
  const later = new Date('2026-08-19T20:00:00Z')
  test.each([
    [market, { ...market, asOf: new Date(market.asOf) }, true],
    [market, { ...market, asOf: later }, false],
    [market, { ...market, source: 'recorded two' }, false],
    [{ ...market, dataClass: 'delayed' }, { ...market, dataClass: 'delayed', asOf: later }, true],
  ])('case %#', (a, b, expected) => {
    expect(isSameMarket(a, b)).toBe(expected)
  })
})

describe('decidePlatformRun', () => {
  const minutesOn = (minutes: number) => new Date(market.asOf.getTime() + minutes * 60_000)
  const moved = (dataClass: string, minutes: number) => ({ market: { ...market, dataClass, asOf: minutesOn(minutes) } })
  const stored = { count: 503, newestAsOf: market.asOf }
  const empty = { count: 0, newestAsOf: null }
  const sinceMs = market.asOf.getTime()
  const times = { maxAgeMs: 1_800_000, retryAfterMs: 300_000 }
  const given = { market, stored, lastRun: null, phase: { inSession: true, sinceMs }, ...times }
  const closed = { phase: { inSession: false, sinceMs } }
  const ranAt = (ms: number, ageSeconds = 301) => ({
    lastRun: run({ dataClass: 'delayed', ageSeconds, startedAt: new Date(sinceMs + ms) }),
  })

  const twoStages = {
    stage: 'chains',
    ...{ symbols: 6_000, total: 1_100, done: 500, failed: 600, surveyFailed: 600, ageSeconds: 301 },
  } as const

  test.each([
    ['nothing stored', { stored: empty }, 'no_rows'],
    ['nothing stored, but a run is active', { stored: empty, lastRun: run({ state: 'running' }) }, null],
    ['nothing stored, tried a minute ago', { stored: empty, lastRun: run({ ageSeconds: 60 }) }, null],
    ['nothing stored, tried long ago', { stored: empty, lastRun: run({ ageSeconds: 301 }) }, 'no_rows'],
    ['nothing stored, another market was tried', { stored: empty, lastRun: run({ source: 'other' }) }, 'no_rows'],
    ['a market whose clock stands still', {}, null],
    ['the last run failed wholly, long ago', { lastRun: run({ done: 0, failed: 503, ageSeconds: 301 }) }, 'failed'],
    ['it did, a minute ago', { lastRun: run({ done: 0, failed: 503, ageSeconds: 60 }) }, null],
    ['it did, at the close', { lastRun: run({ done: 0, failed: 503, ageSeconds: 301 }), ...closed }, 'failed'],
    ['just over half failed', { lastRun: run({ done: 251, failed: 252, ageSeconds: 301 }) }, 'failed'],
    ['just under half failed', { lastRun: run({ done: 252, failed: 251, ageSeconds: 301 }) }, null],
    ['a tenth of a survey failed, more than there are chains', { lastRun: run({ ...twoStages, failed: 600 }) }, null],
    [
      'over half of the survey failed',
      { lastRun: run({ ...twoStages, surveyFailed: 3_001, failed: 3_001 }) },
      'failed',
    ],
    ['over half of the chains failed', { lastRun: run({ ...twoStages, done: 249, failed: 851 }) }, 'failed'],
    ['that of another market failed', { lastRun: run({ source: 'other', failed: 503, ageSeconds: 301 }) }, null],
    ['half an hour on', moved('delayed', 30), null],
    ['more than half an hour on', moved('delayed', 31), 'aged'],
    ['in session, the last run before the open', { ...moved('delayed', 31), ...ranAt(-1) }, 'aged'],
    ['in session, a run just now told nothing newer', { ...moved('delayed', 31), ...ranAt(0) }, null],
    ['in session, a run half an hour ago', { ...moved('delayed', 31), ...ranAt(0, 1_800) }, 'aged'],
    ['closed, the last run before the closing prices', { ...moved('delayed', 5), ...ranAt(-1), ...closed }, 'closed'],
    ['closed, the last run saw them', { ...moved('delayed', 31), ...ranAt(0), ...closed }, null],
    ['closed, nothing has moved since', { ...moved('delayed', 0), ...ranAt(-1), ...closed }, null],
    ['a simulated market closes like any other', { ...moved('simulated', 31), ...closed }, 'closed'],
    ['an invented market that stands still', { ...moved('simulated', 0), ...closed }, null],
    ['a clock that was set back', moved('simulated', -31), 'aged'],
  ] as const)('%s', (_name, change, expected) => {
    expect(decidePlatformRun({ ...given, ...change })).toBe(expected)
  })
})

describe('computePace', () => {
  const running = { state: 'running', stageSeconds: 10 } as const
  test.each([
    ['nothing done yet', { done: 0 }, null, null],
    ['a hundred in two seconds', { done: 99, failed: 1, stageSeconds: 2 }, 50, 8.06],
    ['all of them', { done: 503 }, 50.3, 0],
    ['a run that is over', { state: 'finished' }, 50.3, null],
    ['half a minute without one', { done: 100, stageSeconds: 40, idleSeconds: 30 }, 2.5, 161.2],
    ['longer without one', { done: 100, stageSeconds: 41, idleSeconds: 31 }, null, null],
    [
      'slow, and nothing for as long as five took',
      { done: 10, stageSeconds: 180, idleSeconds: 60 },
      0.0555555556,
      8_874,
    ],
    ['slow, and nothing for longer', { done: 10, stageSeconds: 181, idleSeconds: 61 }, null, null],
    ['a run that stood still before its end', { state: 'stopped', stageSeconds: 503, idleSeconds: 400 }, 1, null],
    ['a survey, and nobody knows what chains take', { stage: 'survey', done: 103 }, 10.3, null],
    ['a survey after a run that took 2 s a chain', { stage: 'survey', done: 100, secondsPerChain: 2 }, 10, 80.3],
    [
      'chains: what failed in the survey is none of their pace',
      { stage: 'chains', done: 40, failed: 3, surveyFailed: 3 },
      4,
      115,
    ],
  ] as const)('%s', (_name, change, ratePerSecond, etaSeconds) => {
    const pace = computePace(run({ ...running, ...change }), 20)
    expect(pace.ratePerSecond).toEqual(ratePerSecond === null ? null : expect.closeTo(ratePerSecond, 8))
    expect(pace.etaSeconds).toEqual(etaSeconds === null ? null : expect.closeTo(etaSeconds, 8))
  })
})
