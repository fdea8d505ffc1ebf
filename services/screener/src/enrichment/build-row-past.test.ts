import { addDays } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import { INVENTED_DAY, inventFacts } from '../../test/invented-facts.ts'
import { buildRow } from './build-row.ts'

const facts = inventFacts('QAA')
const context = { asOf: new Date('2026-07-10T20:00:00Z'), past: { callVolumes: [], ratings: [] } }

test('today’s rating and call volume are kept under the day, on a weekend under the last session', () => {
  const { row, session } = buildRow(facts, context)
  expect(session).toEqual({ date: INVENTED_DAY, callVolume: 10, score: row.ccScore })
  const saturday = buildRow({ ...facts, as_of: '2026-07-11T15:00:00Z' }, context)
  expect(saturday.session.date).toBe(INVENTED_DAY)
})

test('stored sessions carry the average call volume, 20 with today; today’s earlier value does not count', () => {
  const stored = Array.from({ length: 20 }, (_, index) => ({ date: addDays(INVENTED_DAY, index - 20), callVolume: 41 }))
  const callVolumes = [...stored, { date: INVENTED_DAY, callVolume: 9_999 }]
  const { row } = buildRow(facts, { ...context, past: { ratings: [], callVolumes } })
  expect(row.avgCallVolume).toBeCloseTo((19 * 41 + 10) / 20, 8)
})

test('the volatilities that market-data knows carry the rank', () => {
  const today = buildRow(facts, context).row.impliedVolatility ?? Number.NaN
  const iv_history = Array.from({ length: 60 }, (_, index) => ({
    date: addDays(INVENTED_DAY, index - 60),
    // Today's stands a third of the way up from the lowest.
    implied_volatility: today - 0.06 + (0.18 * index) / 59,
  }))
  const { row } = buildRow({ ...facts, iv_history }, context)
  expect(row).toMatchObject({ ivRankSource: 'implied', ivHistorySessions: 61 })
  expect(row.ivRank).toBeCloseTo(100 / 3, 6)
  expect(row.ivPercentile).toBeCloseTo((20 / 61) * 100, 8)
})

test('the row says how its rating moved, and by which points it stands', () => {
  const ratings = [
    { date: '2026-07-08', score: 30 },
    { date: '2026-07-09', score: 31.5 },
  ]
  const { row } = buildRow(facts, { ...context, past: { callVolumes: [], ratings } })
  const score = row.ccScore ?? Number.NaN
  expect(row).toMatchObject({ ccScorePrevious: 31.5, ccScorePreviousDate: '2026-07-09' })
  expect(row.ccScoreChange).toBeCloseTo(score - 31.5, 10)
  expect(row.scoreHistory).toEqual([...ratings, { date: INVENTED_DAY, score }])
  expect(row.scorePoints).toEqual(row.scoreParts.map(({ points, unknown }) => (unknown ? null : points)))
  expect(row.scorePoints).toHaveLength(6)
})
