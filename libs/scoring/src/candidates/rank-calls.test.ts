import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { AS_OF, inDays, MARKET, NO_EVENTS, pricedChain, quoted } from '../../test/invented-chain.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import { CANDIDATE_CURVES, type CandidatePartKey, type ScoredFigures, scoreCandidate } from './candidate-score.ts'
import { ALL_EXPIRATIONS_CRITERIA, type CandidateCriteria, DEFAULT_CRITERIA, resolveCriteria } from './criteria.ts'
import { judgeCalls, mergeJudgements } from './judge-calls.ts'
import { type GateFigures, judgeLiquidity, type LiquidityGateId } from './liquidity-gates.ts'
import {
  averageCallVolume,
  chooseNearestExpiration,
  rankCalls,
  selectCandidates,
  totalCallVolume,
} from './select-candidates.ts'

describe('rank calls', () => {
  const { price, rate, asOfMs } = MARKET
  const NOW = { price, rate, asOfMs }
  const HOUR_MS = 3_600_000
  const ANY_DELTA = { targetDeltaMin: 0, targetDeltaMax: 1 }

  function selectOfAll(rows: ListedContract[], criteria: Partial<CandidateCriteria>) {
    return selectCandidates({ rows, market: NOW, events: NO_EVENTS, ivRank: null, criteria, expirations: 'all' })
  }

  test('judging a chain in parts and ranking the results together gives the same selection', () => {
    const chain = pricedChain([21, 35, 63], [102, 104, 106, 110, 120], () => 0.45)
    const { criteria, candidates, judged, rejected } = selectOfAll(chain, { ...ANY_DELTA, limit: 8 })
    const request = { market: NOW, events: NO_EVENTS, ivRank: null }
    const parts = [0, 4, 8, 12].map((from) =>
      judgeCalls({ ...request, rows: chain.slice(from, from === 12 ? undefined : from + 4) }, criteria),
    )
    const { passing, ...counts } = mergeJudgements(parts)
    expect(candidates).toHaveLength(8)
    expect(
      rankCalls(passing, criteria)
        .slice(0, 8)
        .map(({ describe }) => describe()),
    ).toEqual(candidates)
    expect(counts).toEqual({ judged, rejected })
    expect(mergeJudgements([])).toEqual({ passing: [], judged: 0, rejected: {} })
  })

  describe('over all expirations', () => {
    /** The calls differ only in yearly yield, so the score falls as the days increase. */
    const rows = [5, 20, 21, 29, 30, 45, 46, 60, 61, 200].map((days) =>
      quoted({
        strike: 105,
        expiration: inDays(days),
        bid: 2,
        ask: 2.02,
        openInterest: 5000,
        contractSymbol: `D${days}`,
      }),
    )
    const daysOf = (criteria: Partial<CandidateCriteria>) =>
      selectOfAll(rows, { ...ANY_DELTA, ...criteria }).candidates.map(({ daysToExpiration }) => daysToExpiration)

    test('ranks 30 to 45 days first, then 21 to 60, then others, by score within each', () => {
      const { candidates } = selectOfAll(rows, ANY_DELTA)
      const scoreOf = new Map(candidates.map(({ daysToExpiration, score }) => [daysToExpiration, score]))
      const byScore = (days: number[]) => days.toSorted((a, b) => (scoreOf.get(b) ?? 0) - (scoreOf.get(a) ?? 0))
      expect(daysOf({})).toEqual([
        ...byScore([30, 45]),
        ...byScore([21, 29, 46, 60]),
        ...byScore([5, 20, 61]),
        // Yields under 10% a year.
        200,
      ])
      expect(Math.max(...scoreOf.values())).not.toBe(scoreOf.get(30))
      expect(candidates[0]?.reasons).toContain('30 days to expiration (target 30-45).')
    })

    test('ranks liquid calls before thin ones, 30 to 45 days first within each, whatever the score', () => {
      const thin = { openInterest: 99, bid: 2.5, ask: 2.52 }
      const mixed = rows.map((row, at) => (at % 2 === 0 ? row : { ...row, ...thin }))
      const groupOf = ({
        daysToExpiration: days,
        openInterest,
      }: {
        daysToExpiration: number
        openInterest: number | null
      }) => (days < 21 || days > 60 ? 4 : (openInterest === 99 ? 2 : 0) + (days >= 30 && days <= 45 ? 0 : 1))
      const { candidates } = selectOfAll(mixed, ANY_DELTA)
      const groups = candidates.filter(({ belowMinimumYield }) => !belowMinimumYield).map(groupOf)
      expect(new Set(groups)).toEqual(new Set([0, 1, 2, 3, 4]))
      expect(groups).toEqual(groups.toSorted((a, b) => a - b))
    })

    test.each([{ minDays: 1 }, { maxDays: 150 }, { minDays: 1, maxDays: 150 }])(
      'ranks by score only with %j',
      (given) => {
        const { candidates } = selectOfAll(rows, { ...ANY_DELTA, ...given })
        const scores = candidates.filter(({ belowMinimumYield }) => !belowMinimumYield).map(({ score }) => score)
        expect(scores.length).toBeGreaterThan(8)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect([30, 45]).not.toContain(candidates[0]?.daysToExpiration)
      },
    )
  })

  test('finds the nearest expiration: the later one in a tie, never an expired one', () => {
    const listed = [-20, 0, 4, 25, 35, 60].map(inDays)
    const nearest = (days: number, instant = asOfMs - HOUR_MS) => chooseNearestExpiration(listed, days, instant)
    expect([30, 29, 1, 400].map((days) => nearest(days))).toEqual([35, 25, 0, 60].map(inDays))
    expect(nearest(0)).toBe(AS_OF)
    expect(nearest(0, asOfMs)).toBe(inDays(4))
    expect(chooseNearestExpiration([inDays(-1)], 30, asOfMs)).toBeNull()
  })
})

describe('candidate score', () => {
  const FULL: ScoredFigures = {
    annualizedTimeValueYieldPct: 35,
    delta: 0.25,
    headroomEm: 1,
    spreadPctOfMid: 3,
    openInterest: 1000,
    earningsBeforeExpiration: false,
    exDividendBeforeExpiration: false,
  }

  test('the best figures score 100, the worst 0', () => {
    expect(scoreCandidate(FULL).score).toBe(100)
    const empty = { annualizedTimeValueYieldPct: 5, delta: 0.5, headroomEm: 0.5, spreadPctOfMid: 40, openInterest: 10 }
    const events = { earningsBeforeExpiration: true, exDividendBeforeExpiration: true }
    expect(scoreCandidate({ ...empty, ...events }).score).toBe(0)
  })

  test.each([
    ['income', { annualizedTimeValueYieldPct: 20 }, 15],
    ['income', { annualizedTimeValueYieldPct: 90 }, 30],
    ['delta', { delta: 0.05 }, 0],
    ['delta', { delta: 0.1 }, 10],
    ['delta', { delta: 0.15 }, 20],
    ['delta', { delta: 0.3 }, 20],
    ['delta', { delta: 0.4 }, 10],
    ['room', { headroomEm: 0.75 }, 10],
    ['room', { headroomEm: -1 }, 0],
    ['room', { headroomEm: null }, 0],
    ['spread', { spreadPctOfMid: Math.sqrt(120) }, 6],
    ['spread', { spreadPctOfMid: 0 }, 12],
    ['open_interest', { openInterest: 100 }, 4],
    ['open_interest', { openInterest: null }, 0],
    ['events', { earningsBeforeExpiration: true }, 3],
    ['events', { exDividendBeforeExpiration: true }, 7],
    ['events', { earningsBeforeExpiration: null }, 3],
    ['events', { earningsBeforeExpiration: null, exDividendBeforeExpiration: null }, 0],
  ] as [CandidatePartKey, Partial<ScoredFigures>, number][])('%s with %j: %d points', (key, change, points) => {
    const { score, parts } = scoreCandidate({ ...FULL, ...change })
    const part = parts.find((each) => each.key === key)
    expect(part?.points).toBe(points)
    expect(score).toBeCloseTo(100 - (part?.max ?? 0) + points, 9)
  })

  test('parts explain their figures and name the unknown ones', () => {
    const reasons = (change: Partial<ScoredFigures>) =>
      scoreCandidate({ ...FULL, ...change }).parts.map(({ reason }) => reason)
    expect(reasons({})).toEqual([
      'Time value at the bid pays 35.0% of the price per year.',
      'Delta 0.250 (target 0.15-0.30).',
      'The strike is 1.00 expected moves above the price.',
      'The spread is 3.0% of the mid.',
      'Open interest is 1.0k.',
      'No earnings or ex-dividend date before expiration.',
    ])
    const events = { earningsBeforeExpiration: null, exDividendBeforeExpiration: true }
    expect(reasons({ headroomEm: null, openInterest: null, ...events }).slice(2)).toEqual([
      'The distance to the strike in expected moves is unknown.',
      'The spread is 3.0% of the mid.',
      'The open interest is unknown.',
      'Earnings date unknown; ex-dividend date before expiration.',
    ])
    expect(reasons({ headroomEm: -0.5 })[2]).toBe('The strike is 0.50 expected moves below the price.')
  })

  test('more income, more room, a tighter spread and more open interest never cost points', () => {
    const figures = fc.record({
      annualizedTimeValueYieldPct: fc.double({ min: 0, max: 100, noNaN: true }),
      delta: fc.double({ min: 0, max: 1, noNaN: true }),
      headroomEm: fc.double({ min: -3, max: 3, noNaN: true }),
      spreadPctOfMid: fc.double({ min: 0, max: 60, noNaN: true }),
      openInterest: fc.integer({ min: 0, max: 100_000 }),
      earningsBeforeExpiration: fc.option(fc.boolean()),
      exDividendBeforeExpiration: fc.option(fc.boolean()),
    })
    fc.assert(
      fc.property(figures, fc.double({ min: 0, max: 5, noNaN: true }), (call, more) => {
        const { score, parts } = scoreCandidate(call)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        expect(score).toBeCloseTo(
          parts.reduce((sum, { points }) => sum + points, 0),
          9,
        )
        const better = [
          { annualizedTimeValueYieldPct: call.annualizedTimeValueYieldPct + more },
          { headroomEm: call.headroomEm + more },
          { spreadPctOfMid: Math.max(0, call.spreadPctOfMid - more) },
          { openInterest: call.openInterest + Math.round(more * 100) },
        ]
        for (const change of better) {
          expect(scoreCandidate({ ...call, ...change }).score).toBeGreaterThanOrEqual(score)
        }
      }),
    )
  })

  test('the maxima of the curves add up to 90, and the points for events to 10', () => {
    const maxima = Object.values(CANDIDATE_CURVES).map(({ knots }) => Math.max(...knots.map(([, points]) => points)))
    expect(maxima.reduce((sum, max) => sum + max, 0)).toBe(90)
  })
})

describe('criteria', () => {
  const resolve = (given: Partial<CandidateCriteria>) => resolveCriteria(DEFAULT_CRITERIA, given)

  test('the defaults are the rules of the best call (D15)', () => {
    expect(resolve({})).toEqual(DEFAULT_CRITERIA)
    expect(DEFAULT_CRITERIA).toMatchObject({
      ...{ targetDeltaMin: 0.15, targetDeltaMax: 0.3, minDays: 30, maxDays: 45 },
      ...{ maxSpreadPct: 40, minOpenInterest: 10, allowInTheMoney: false, returnBasis: 'stock_price', limit: 20 },
    })
    expect(ALL_EXPIRATIONS_CRITERIA).toEqual({ ...DEFAULT_CRITERIA, minDays: null, maxDays: null })
  })

  test.each([
    [{ minDays: 60 }, { minDays: 60, maxDays: null, targetDeltaMin: 0.15, targetDeltaMax: 0.3 }],
    [{ maxDays: 20 }, { minDays: null, maxDays: 20 }],
    [
      { minDays: 10, maxDays: 10 },
      { minDays: 10, maxDays: 10 },
    ],
    [{ targetDeltaMin: 0.4 }, { targetDeltaMin: 0.4, targetDeltaMax: null, minDays: 30, maxDays: 45 }],
    [{ targetDeltaMax: 0.1 }, { targetDeltaMin: null, targetDeltaMax: 0.1 }],
    [{ minStrike: 110 }, { minStrike: 110, maxStrike: null }],
    [{ maxStrike: 110 }, { minStrike: null, maxStrike: 110 }],
    [{ minDays: null }, { minDays: null, maxDays: null }],
  ] as [Partial<CandidateCriteria>, Partial<CandidateCriteria>][])(
    'a limit on one side of a range removes the default on the other: %j',
    (given, expected) => expect(resolve(given)).toEqual({ ...DEFAULT_CRITERIA, ...expected }),
  )

  describe('invalid criteria', () => {
    test.each([
      [{ minDays: 46, maxDays: 45 }, 'minDays must not be above maxDays 45, got 46'],
      [{ targetDeltaMin: 0.3, targetDeltaMax: 0.2 }, 'targetDeltaMin must not be above targetDeltaMax 0.2, got 0.3'],
      [{ minStrike: 2, maxStrike: 1 }, 'minStrike must not be above maxStrike 1, got 2'],
      [{ minAnnualYieldPct: Number.NaN }, 'minAnnualYieldPct must be a finite number, got NaN'],
      [{ targetDeltaMax: Number.POSITIVE_INFINITY }, 'targetDeltaMax'],
      [{ neverBelowCost: true }, 'costBasis must be known, got null'],
      [{ returnBasis: 'cost_basis' }, 'costBasis must be known, got null'],
      [{ costBasis: 0 }, 'costBasis'],
      [{ limit: 0 }, 'limit'],
    ] as [Partial<CandidateCriteria>, string][])('%j', (given, message) => {
      expect(() => resolve(given)).toThrow(message)
      expect(() => resolve(given)).toThrow(RangeError)
    })
  })
})

describe('liquidity gates', () => {
  const GOOD: GateFigures = { bid: 2, spreadUsd: 0.1, openInterest: 500, volume: 20, ivRank: 50 }

  test.each([
    ['blue_collar_investor', { spreadUsd: 0.3, openInterest: 0 }, true],
    ['blue_collar_investor', { spreadUsd: 0.31, openInterest: 100 }, true],
    ['blue_collar_investor', { spreadUsd: 0.31, openInterest: 99 }, false],
    ['blue_collar_investor', { spreadUsd: 0.31, openInterest: null }, null],
    ['blue_collar_investor', { spreadUsd: 0.3, openInterest: null }, true],
    ['montreal_exchange', { bid: 0.2 }, false],
    ['montreal_exchange', { bid: 0.21 }, true],
    ['covered_call_calculator', { spreadUsd: 0.2, ivRank: 30.1 }, true],
    ['covered_call_calculator', { spreadUsd: 0.201 }, false],
    ['covered_call_calculator', { ivRank: 30 }, false],
    ['covered_call_calculator', { ivRank: null }, null],
    ['covered_call_calculator', { ivRank: null, spreadUsd: 1 }, false],
    ['optytrades', { spreadUsd: 0.8 }, true],
    ['optytrades', { spreadUsd: 0.81 }, false],
    ['power_options', { openInterest: 10, spreadUsd: 0.99 }, true],
    ['power_options', { openInterest: 9 }, false],
    ['power_options', { bid: 5, spreadUsd: 1 }, false],
    ['power_options', { bid: 1, spreadUsd: 0.5 }, false],
    ['power_options', { bid: 1, spreadUsd: 0.49 }, true],
    ['power_options', { openInterest: null }, null],
    ['barchart', { volume: 1 }, true],
    ['barchart', { volume: 0 }, false],
    ['barchart', { volume: null }, null],
  ] as [LiquidityGateId, Partial<GateFigures>, boolean | null][])('%s with %j: %p', (gate, change, passes) => {
    expect(judgeLiquidity({ ...GOOD, ...change })[gate]).toBe(passes)
  })
})

describe('volume', () => {
  const { asOfMs } = MARKET

  test('counts calls up to 60 days and skips unknown volumes', () => {
    const rows = [
      quoted({ expiration: inDays(0), volume: 10 }),
      quoted({ expiration: inDays(60), volume: 0 }),
      quoted({ expiration: inDays(30), volume: 80 }),
      quoted({ expiration: inDays(30), volume: null }),
      quoted({ expiration: inDays(61), volume: 1000 }),
      quoted({ expiration: inDays(-1), volume: 1000 }),
      quoted({ expiration: inDays(30), volume: 1000, type: 'put' }),
    ]
    expect(totalCallVolume(rows, asOfMs)).toBe(90)
    expect(averageCallVolume(rows, asOfMs)).toBe(30)
  })

  test('returns null, not zero, if no volume is known', () => {
    for (const rows of [[], [quoted({ volume: null })], [quoted({ expiration: inDays(90) })]]) {
      expect(totalCallVolume(rows, asOfMs)).toBeNull()
      expect(averageCallVolume(rows, asOfMs)).toBeNull()
    }
    expect(totalCallVolume([quoted({ volume: 0 })], asOfMs)).toBe(0)
  })
})
