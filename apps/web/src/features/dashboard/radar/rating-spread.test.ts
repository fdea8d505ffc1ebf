/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { spreadRatings } from './rating-spread.ts'

const countsOf = (scores: readonly (number | null)[], max = 60) =>
  Object.fromEntries(
    spreadRatings(scores, max)
      .bins.filter(({ count }) => count > 0)
      .map(({ from, count }) => [from, count]),
  )

test('every rating counts once, at the two points it lies in', () => {
  expect(countsOf([0, 1.99, 2, 40, 41.5, 39.99, 60])).toEqual({ 0: 2, 2: 1, 38: 1, 40: 2, 58: 1 })
})

test('what is not rated is counted apart', () => {
  expect(spreadRatings([50, null, 20, null], 60)).toMatchObject({ rated: 2, unrated: 2 })
  expect(countsOf([null])).toEqual({})
})

test('the bands say how many each has, the best first', () => {
  expect(spreadRatings([18.9, 40, 36, 39.99, 26, 19], 60).bands).toEqual([
    { word: 'Strong', count: 1 },
    { word: 'Good', count: 2 },
    { word: 'Fair', count: 1 },
    { word: 'Weak', count: 1 },
    { word: 'Avoid', count: 1 },
  ])
})

test.each([
  [38, 'Good'],
  [40, 'Strong'],
  [24, 'Weak'],
  [26, 'Fair'],
])('from %d points on a bar is %s', (from, word) => {
  expect(spreadRatings([], 60).bins.find((bin) => bin.from === from)?.band.word).toBe(word)
})
