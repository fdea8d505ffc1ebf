import { describe, expect, test } from '@jest/globals'
import {
  chooseChains,
  computeNextRefreshMs,
  computePace,
  decidePlatformRun,
  decideStop,
  isActive,
  isCoolingDown,
  isSameMarket,
  isSurveyNeeded,
  type Market,
  type Run,
  type RunStarter,
  type SurveyedSymbol,
  skipsVendorRanks,
} from './run-rules.ts'

describe('run rules', () => {
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
      withoutVendorRanks: false,
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
    ] as const)('returns the expected decision, case %#', (latest, expected) => {
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
  ])('isCoolingDown returns the expected result, case %#', (latest, expected) => {
    expect(isCoolingDown(latest, { cooldownMs: 60_000, minRunGapMs: 0 })).toBe(expected)
  })

  test('a user cannot exceed the limit of the source, but can repeat a run that mostly failed', () => {
    const paced = { cooldownMs: 60_000, minRunGapMs: 600_000 }
    expect(isCoolingDown(run({ ageSeconds: 589 }), paced)).toBe(true)
    expect(isCoolingDown(run({ ageSeconds: 590 }), paced)).toBe(false)
    expect(isCoolingDown(run({ ageSeconds: 60, done: 0, failed: 503 }), paced)).toBe(false)
  })

  describe('computeNextRefreshMs', () => {
    const ended = (at: string) =>
      run({ dataClass: 'delayed', startedAt: new Date(Date.parse(at) - 600_000), finishedAt: new Date(at) })
    const next = (nowAt: string, latest: Run | null, minRunGapMs = 0) => {
      const at = computeNextRefreshMs({ run: latest, nowMs: Date.parse(nowAt), maxAgeMs: 1_800_000, minRunGapMs })
      return at === null ? null : new Date(at).toISOString()
    }
    test.each([
      [
        'half an hour after a run in session',
        '2026-07-10T15:10:00Z',
        ended('2026-07-10T15:00:00Z'),
        0,
        '2026-07-10T15:30:00.000Z',
      ],
      [
        'as the limit of the source allows',
        '2026-07-10T15:10:00Z',
        ended('2026-07-10T15:00:00Z'),
        7_200_000,
        '2026-07-10T16:50:00.000Z',
      ],
      ['for the closing prices', '2026-07-10T19:50:00Z', ended('2026-07-10T19:45:00Z'), 0, '2026-07-10T20:20:00.000Z'],
      [
        'at the next open, after the weekend',
        '2026-07-10T21:00:00Z',
        ended('2026-07-10T20:40:00Z'),
        0,
        '2026-07-13T13:30:00.000Z',
      ],
      ['now: the last run has no closing prices', '2026-07-10T21:00:00Z', ended('2026-07-10T20:15:00Z'), 0, null],
      ['during a run', '2026-07-10T15:10:00Z', run({ state: 'running', finishedAt: null }), 0, null],
      [
        'never in a recorded market',
        '2026-07-10T15:10:00Z',
        { ...ended('2026-07-10T15:00:00Z'), dataClass: 'recorded' },
        0,
        null,
      ],
    ] as const)('%s', (_name, nowAt, latest, minRunGapMs, expected) => {
      expect(next(nowAt, latest, minRunGapMs)).toBe(expected)
    })
  })

  describe('isSameMarket', () => {
    const later = new Date('2026-08-19T20:00:00Z')
    test.each([
      [market, { ...market, asOf: new Date(market.asOf) }, true],
      [market, { ...market, asOf: later }, false],
      [market, { ...market, source: 'recorded two' }, false],
      [{ ...market, dataClass: 'delayed' }, { ...market, dataClass: 'delayed', asOf: later }, true],
    ])('compares source and clock, case %#', (a, b, expected) => {
      expect(isSameMarket(a, b)).toBe(expected)
    })
  })

  test.each([
    ['no run before', true, null, true],
    ['a run over another market before', true, run({ source: 'recorded two' }), true],
    ['a run over this market before', true, run(), false],
    ['ranks that come with other data', false, null, false],
  ] as const)('skipsVendorRanks: %s', (_name, hasSeparateIvRanks, lastRun, expected) => {
    expect(skipsVendorRanks({ market, hasSeparateIvRanks }, lastRun)).toBe(expected)
  })

  describe('decidePlatformRun', () => {
    const minutesOn = (minutes: number) => new Date(market.asOf.getTime() + minutes * 60_000)
    const moved = (dataClass: string, minutes: number) => ({
      market: { ...market, dataClass, asOf: minutesOn(minutes) },
    })
    const stored = { count: 503, newestAsOf: market.asOf }
    const empty = { count: 0, newestAsOf: null }
    const sinceMs = market.asOf.getTime()
    const times = { maxAgeMs: 1_800_000, minRunGapMs: 0, retryAfterMs: 300_000 }
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
      ['nothing stored, last run a minute ago', { stored: empty, lastRun: run({ ageSeconds: 60 }) }, null],
      ['nothing stored, last run long ago', { stored: empty, lastRun: run({ ageSeconds: 301 }) }, 'no_rows'],
      ['nothing stored, last run for another market', { stored: empty, lastRun: run({ source: 'other' }) }, 'no_rows'],
      ['a market whose clock does not move', {}, null],
      [
        'the last run failed completely, long ago',
        { lastRun: run({ done: 0, failed: 503, ageSeconds: 301 }) },
        'failed',
      ],
      [
        'the last run failed completely, a minute ago',
        { lastRun: run({ done: 0, failed: 503, ageSeconds: 60 }) },
        null,
      ],
      [
        'the last run failed completely, now after the close',
        { lastRun: run({ done: 0, failed: 503, ageSeconds: 301 }), ...closed },
        'failed',
      ],
      [
        'the last run left out the vendor’s IV ranks',
        { lastRun: run({ withoutVendorRanks: true }), ...closed },
        'ranks',
      ],
      [
        'the last run left out the vendor’s IV ranks, a minute sooner than the source’s limit allows another',
        { lastRun: run({ withoutVendorRanks: true, elapsedSeconds: 1_449 }), minRunGapMs: 1_509_000, ...closed },
        null,
      ],
      [
        'the last run left out the vendor’s IV ranks, and a user stopped it',
        { lastRun: run({ withoutVendorRanks: true, state: 'stopped' }) },
        null,
      ],
      [
        'the last run left out the vendor’s IV ranks, and most of it failed',
        { lastRun: run({ withoutVendorRanks: true, done: 0, failed: 503, ageSeconds: 301 }) },
        'failed',
      ],
      ['just over half failed', { lastRun: run({ done: 251, failed: 252, ageSeconds: 301 }) }, 'failed'],
      ['just under half failed', { lastRun: run({ done: 252, failed: 251, ageSeconds: 301 }) }, null],
      [
        'a tenth of a survey failed, and that is more symbols than there are chains',
        { lastRun: run({ ...twoStages, failed: 600 }) },
        null,
      ],
      [
        'over half of the survey failed',
        { lastRun: run({ ...twoStages, surveyFailed: 3_001, failed: 3_001 }) },
        'failed',
      ],
      ['over half of the chains failed', { lastRun: run({ ...twoStages, done: 249, failed: 851 }) }, 'failed'],
      [
        'the last run failed, for another market',
        { lastRun: run({ source: 'other', failed: 503, ageSeconds: 301 }) },
        null,
      ],
      ['half an hour later', moved('delayed', 30), null],
      ['more than half an hour later', moved('delayed', 31), 'aged'],
      ['in session, the last run before the open', { ...moved('delayed', 31), ...ranAt(-1) }, 'aged'],
      ['in session, a run just now found nothing newer', { ...moved('delayed', 31), ...ranAt(0) }, null],
      ['in session, a run half an hour ago', { ...moved('delayed', 31), ...ranAt(0, 1_800) }, 'aged'],
      [
        'in session, a run half an hour ago, at a source that allows one an hour',
        { ...moved('delayed', 31), ...ranAt(0, 1_800), minRunGapMs: 3_600_000 },
        null,
      ],
      [
        'in session, a run that started an hour ago, at a source that allows one an hour',
        { ...moved('delayed', 31), ...ranAt(0, 3_590), minRunGapMs: 3_600_000 },
        'aged',
      ],
      ['closed, the last run before the closing prices', { ...moved('delayed', 5), ...ranAt(-1), ...closed }, 'closed'],
      ['closed, the last run after the closing prices', { ...moved('delayed', 31), ...ranAt(0), ...closed }, null],
      ['closed, prices unchanged since', { ...moved('delayed', 0), ...ranAt(-1), ...closed }, null],
      ['closed, a simulated market', { ...moved('simulated', 31), ...closed }, 'closed'],
      ['closed, an invented market whose clock does not move', { ...moved('simulated', 0), ...closed }, null],
      ['a clock that went backwards', moved('simulated', -31), 'aged'],
    ] as const)('%s', (_name, change, expected) => {
      expect(decidePlatformRun({ ...given, ...change })).toBe(expected)
    })
  })

  describe('computePace', () => {
    const running = { state: 'running', stageSeconds: 10 } as const
    test.each([
      ['no symbol done', { done: 0 }, null, null],
      ['a hundred symbols in two seconds', { done: 99, failed: 1, stageSeconds: 2 }, 50, 8.06],
      ['all symbols done', { done: 503 }, 50.3, 0],
      ['a finished run', { state: 'finished' }, 50.3, null],
      ['half a minute without a result', { done: 100, stageSeconds: 40, idleSeconds: 30 }, 2.5, 161.2],
      ['longer without a result', { done: 100, stageSeconds: 41, idleSeconds: 31 }, null, null],
      [
        'slow, and no result for as long as five symbols take',
        { done: 10, stageSeconds: 180, idleSeconds: 60 },
        0.0555555556,
        8_874,
      ],
      ['slow, and no result for longer', { done: 10, stageSeconds: 181, idleSeconds: 61 }, null, null],
      [
        'a stopped run that was stalled before its end',
        { state: 'stopped', stageSeconds: 503, idleSeconds: 400 },
        1,
        null,
      ],
      ['a survey without a known time per chain', { stage: 'survey', done: 103 }, 10.3, null],
      ['a survey after a run with 2 s per chain', { stage: 'survey', done: 100, secondsPerChain: 2 }, 10, 80.3],
      ['chains, without the failures of the survey', { stage: 'chains', done: 40, failed: 3, surveyFailed: 3 }, 4, 115],
    ] as const)('%s', (_name, change, ratePerSecond, etaSeconds) => {
      const pace = computePace(run({ ...running, ...change }), 20)
      expect(pace.ratePerSecond).toEqual(ratePerSecond === null ? null : expect.closeTo(ratePerSecond, 8))
      expect(pace.etaSeconds).toEqual(etaSeconds === null ? null : expect.closeTo(etaSeconds, 8))
    })
  })
})

describe('rotation', () => {
  /** Symbols named by rank: A is the best. */
  const surveyed = (count: number, lastTurns: Readonly<Record<string, number>> = {}): SurveyedSymbol[] =>
    Array.from({ length: count }, (_, index) => {
      const symbol = String.fromCharCode(65 + index)
      return { symbol, points: 40 - index, lastTurn: lastTurns[symbol] ?? null }
    }).reverse()

  test.each([
    [0, 6_000, false],
    [20, 20, false],
    [20, 21, true],
  ])('with %i chains per run, %i symbols are surveyed first: %p', (chainsPerRun, symbols, expected) => {
    expect(isSurveyNeeded({ chainsPerRun, rotationShare: 0.2 }, symbols)).toBe(expected)
  })

  describe('chooseChains', () => {
    const NONE: ReadonlySet<string> = new Set()

    test('puts followed stocks first, in at most half of the chains outside the rotation, by turns', () => {
      const followed = new Set(['E', 'F', 'G', 'ELSEWHERE'])
      const rules = { chainsPerRun: 5, rotationShare: 0.2 }
      expect(chooseChains(surveyed(8, { E: 2, F: 1, G: 2 }), rules, followed).chosen).toEqual(['F', 'E', 'A', 'B', 'C'])
      expect(chooseChains(surveyed(8, { E: 2, F: 3, G: 1, C: 1 }), rules, followed).chosen).toEqual([
        ...['G', 'E', 'A', 'B', 'D'],
      ])
      expect(chooseChains(surveyed(3), rules, new Set(['C'])).chosen).toEqual(['C', 'A', 'B'])
    })

    test('gives four of five chains to the best stocks and the fifth to rotation', () => {
      const { chosen, waiting } = chooseChains(surveyed(8), { chainsPerRun: 5, rotationShare: 0.2 }, NONE)
      expect(chosen).toEqual(['A', 'B', 'C', 'D', 'E'])
      expect(waiting).toEqual([
        { symbol: 'F', runs: 1 },
        { symbol: 'G', runs: 2 },
        { symbol: 'H', runs: 3 },
      ])
    })

    test('rotates to never-requested chains first, then the oldest, breaking ties by points, then by symbol', () => {
      const lastTurns = { A: 9, B: 9, C: 3, D: 2, E: 2, F: 4 }
      const { chosen, waiting } = chooseChains(surveyed(8, lastTurns), { chainsPerRun: 5, rotationShare: 0.6 }, NONE)
      expect(chosen).toEqual(['A', 'B', 'G', 'H', 'D'])
      expect(waiting.map(({ symbol, runs }) => `${symbol}${runs}`)).toEqual(['E1', 'C1', 'F1'])
      const equals = ['QB', 'QA', 'QC'].map((symbol) => ({ symbol, points: 1, lastTurn: null }))
      expect(chooseChains(equals, { chainsPerRun: 1, rotationShare: 0 }, NONE).chosen).toEqual(['QA'])
    })

    test.each([
      [0, ['A', 'B', 'C', 'D'], [null, null, null, null]],
      [0.01, ['A', 'B', 'C', 'H'], [1, 2, 3, 4]],
      [1, ['E', 'F', 'G', 'H'], [1, 1, 1, 1]],
    ])('with a rotation share of %d', (rotationShare, chosen, runs) => {
      const lastTurns = { A: 5, B: 5, C: 5, D: 5, E: 4, F: 4, G: 4 }
      const choice = chooseChains(surveyed(8, lastTurns), { chainsPerRun: 4, rotationShare }, NONE)
      expect([...choice.chosen].sort()).toEqual(chosen)
      expect(choice.waiting.map((entry) => entry.runs)).toEqual(runs)
    })

    test('chooses all chains if there are fewer symbols than chains per run', () => {
      const { chosen, waiting } = chooseChains(surveyed(3), { chainsPerRun: 5, rotationShare: 0.2 }, NONE)
      expect(chosen).toEqual(['A', 'B', 'C'])
      expect(waiting).toEqual([])
    })
  })
})
