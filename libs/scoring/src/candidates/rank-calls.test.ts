import { describe, expect, test } from '@jest/globals'
import { AS_OF, inDays, MARKET, NO_EVENTS, pricedChain, quoted } from '../../test/invented-chain.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import type { CandidateCriteria } from './criteria.ts'
import { judgeCalls, mergeJudgements } from './judge-calls.ts'
import { chooseNearestExpiration, rankCalls, selectCandidates } from './select-candidates.ts'

const { price, rate, asOfMs } = MARKET
const NOW = { price, rate, asOfMs }
const HOUR_MS = 3_600_000
const ANY_DELTA = { targetDeltaMin: 0, targetDeltaMax: 1 }

function selectOfAll(rows: ListedContract[], criteria: Partial<CandidateCriteria>) {
  return selectCandidates({ rows, market: NOW, events: NO_EVENTS, ivRank: null, criteria, expirations: 'all' })
}

test('the parts of a chain, judged one by one and ranked together, come to the selection of all', () => {
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
  /** The nearer, the higher its score: nothing but the yield a year tells them apart. */
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

  test('those of 30 to 45 days lead, those of 21 to 60 follow, then the others; by score each', () => {
    const { candidates } = selectOfAll(rows, ANY_DELTA)
    const scoreOf = new Map(candidates.map(({ daysToExpiration, score }) => [daysToExpiration, score]))
    const byScore = (days: number[]) => days.toSorted((a, b) => (scoreOf.get(b) ?? 0) - (scoreOf.get(a) ?? 0))
    expect(daysOf({})).toEqual([
      ...byScore([30, 45]),
      ...byScore([21, 29, 46, 60]),
      ...byScore([5, 20, 61]),
      // Pays under 10 % a year.
      200,
    ])
    expect(Math.max(...scoreOf.values())).not.toBe(scoreOf.get(30))
    expect(candidates[0]?.reasons).toContain('It runs for 30 days; 30 to 45 is the range to aim at.')
  })

  test('liquid calls of 21 to 60 days come before thin ones, those of 30 to 45 first of each, whatever the score', () => {
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

  test.each([{ minDays: 1 }, { maxDays: 150 }, { minDays: 1, maxDays: 150 }])('%j: by score alone', (wish) => {
    const { candidates } = selectOfAll(rows, { ...ANY_DELTA, ...wish })
    const scores = candidates.filter(({ belowMinimumYield }) => !belowMinimumYield).map(({ score }) => score)
    expect(scores.length).toBeGreaterThan(8)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect([30, 45]).not.toContain(candidates[0]?.daysToExpiration)
  })
})

test('the nearest expiration of the days asked for, the later of two, none that is over', () => {
  const listed = [-20, 0, 4, 25, 35, 60].map(inDays)
  const nearest = (days: number, instant = asOfMs - HOUR_MS) => chooseNearestExpiration(listed, days, instant)
  expect([30, 29, 1, 400].map((days) => nearest(days))).toEqual([35, 25, 0, 60].map(inDays))
  expect(nearest(0)).toBe(AS_OF)
  expect(nearest(0, asOfMs)).toBe(inDays(4))
  expect(chooseNearestExpiration([inDays(-1)], 30, asOfMs)).toBeNull()
})
