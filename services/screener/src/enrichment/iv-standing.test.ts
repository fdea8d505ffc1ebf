import { addDays } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { computeIvStanding } from './iv-standing.ts'

const TODAY = '2026-07-10'
const sessions = (count: number, volAt: (index: number) => number, last = '2026-07-09') =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays(last, index - count + 1),
    impliedVolatility: volAt(index),
  }))

describe('computeIvStanding', () => {
  test('60 sessions with today: rank (0.32 - 0.20)/(0.40 - 0.20) = 60, percentile 30 of 60 below = 50', () => {
    const history = sessions(59, (index) => (index === 0 ? 0.2 : index < 30 ? 0.25 : index === 30 ? 0.4 : 0.35))
    const standing = computeIvStanding({
      today: { date: TODAY, impliedVolatility: 0.32 },
      ...{ history, close: [] },
    })
    expect(standing.ivRank).toBeCloseTo(60, 10)
    expect(standing).toMatchObject({ ivRankSource: 'implied', ivPercentile: 50, ivHistorySessions: 60 })
  })

  test('a day that is told twice counts once, as told last', () => {
    const history = [...sessions(70, () => 0.3), { date: '2026-07-09', impliedVolatility: 0.4 }]
    const standing = computeIvStanding({ today: { date: TODAY, impliedVolatility: 0.35 }, history, close: [] })
    expect(standing.ivRank).toBeCloseTo(50, 10)
    expect(standing.ivHistorySessions).toBe(71)
  })

  test('a year is 252 sessions with today: older ones no longer count', () => {
    const history = sessions(300, (index) => (index < 49 ? 0.01 : 0.3))
    const standing = computeIvStanding({
      today: { date: TODAY, impliedVolatility: 0.4 },
      ...{ history, close: [] },
    })
    expect(standing).toMatchObject({ ivRank: 100, ivHistorySessions: 252 })
    expect(standing.ivPercentile).toBeCloseTo((251 / 252) * 100, 10)
  })

  test('market-data that already lists today does not count it twice', () => {
    const history = [...sessions(60, () => 0.3), { date: TODAY, impliedVolatility: 0.9 }]
    const standing = computeIvStanding({
      today: { date: TODAY, impliedVolatility: 0.4 },
      ...{ history, close: [] },
    })
    expect(standing).toMatchObject({ ivRank: 100, ivHistorySessions: 61 })
  })

  test('59 sessions: realised volatility stands in, labelled, without a percentile', () => {
    const close = Array.from({ length: 200 }, (_, index) => 100 * Math.exp(0.004 * Math.sin(index * index)))
    const standing = computeIvStanding({
      today: { date: TODAY, impliedVolatility: 9 },
      history: sessions(58, () => 0.3),
      close,
    })
    expect(standing).toEqual({ ivRank: 100, ivRankSource: 'realized', ivPercentile: null, ivHistorySessions: 59 })
  })

  test('too little of either: unknown, and the count says how little', () => {
    const given = { history: sessions(3, () => 0.3), close: [100, 101] }
    expect(computeIvStanding({ today: { date: TODAY, impliedVolatility: 0.3 }, ...given })).toEqual({
      ...{ ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: 4 },
    })
    expect(computeIvStanding({ today: null, ...given })).toEqual({
      ...{ ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: 3 },
    })
  })
})
