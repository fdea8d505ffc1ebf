import { addDays } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import { describeMoves } from './rating-moves.ts'

const TODAY = '2026-07-10'
const past = [
  { date: '2026-07-07', score: 30.1 },
  { date: '2026-07-09', score: 33.33 },
]

test('against the last session that has a rating, in points to two decimals', () => {
  expect(describeMoves({ date: TODAY, score: 31.03 }, past)).toEqual({
    ccScorePrevious: 33.33,
    ccScorePreviousDate: '2026-07-09',
    ccScoreChange: -2.3,
    scoreHistory: [...past, { date: TODAY, score: 31.03 }],
  })
})

test('the session itself and what comes after it are no past of it', () => {
  const known = [...past, { date: TODAY, score: 50 }, { date: '2026-07-13', score: 60 }]
  expect(describeMoves({ date: TODAY, score: 33.33 }, known)).toMatchObject({
    ccScorePrevious: 33.33,
    ccScoreChange: 0,
  })
})

test('without a rating today the past stays and nothing moved', () => {
  expect(describeMoves({ date: TODAY, score: null }, past)).toEqual({
    ...{ ccScorePrevious: 33.33, ccScorePreviousDate: '2026-07-09', ccScoreChange: null, scoreHistory: past },
  })
})

test('the first session of a stock moved from nowhere', () => {
  expect(describeMoves({ date: TODAY, score: 40 }, [])).toEqual({
    ...{ ccScorePrevious: null, ccScorePreviousDate: null, ccScoreChange: null },
    scoreHistory: [{ date: TODAY, score: 40 }],
  })
})

test('twenty sessions at most, today’s last', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ date: addDays(TODAY, index - 30), score: index }))
  const { scoreHistory } = describeMoves({ date: TODAY, score: 40 }, many)
  expect(scoreHistory).toHaveLength(20)
  expect(scoreHistory.at(0)).toEqual({ date: addDays(TODAY, -19), score: 11 })
  expect(scoreHistory.at(-1)).toEqual({ date: TODAY, score: 40 })
})
