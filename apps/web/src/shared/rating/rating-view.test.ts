/** @jest-environment node */
import { expect, test } from '@jest/globals'
import type { Rating } from '../../api/screen.ts'
import {
  describeChange,
  describeCoverage,
  describeNoRating,
  drawParts,
  findBand,
  isThinlyJudged,
} from './rating-view.ts'

const rating: Rating = {
  score: 40,
  max: 60,
  points: [],
  coverage: 1,
  reason: null,
  change: null,
  previous: null,
}

test.each([
  [60, 'star', 'Strong'],
  [40, 'star', 'Strong'],
  [39.999999999, 'star', 'Strong'],
  [39.99, 'full', 'Good'],
  [36, 'full', 'Good'],
  [35.99, 'three-quarter', 'Fair'],
  [26, 'three-quarter', 'Fair'],
  [25.99, 'half', 'Weak'],
  [19, 'half', 'Weak'],
  [18.99, 'quarter', 'Avoid'],
  [0, 'quarter', 'Avoid'],
])('%d is a %s: %s', (score, glyph, word) => {
  expect(findBand(score)).toMatchObject({ glyph, word })
})

test.each([
  [0.49, true],
  [0.5, false],
  [1, false],
  [null, false],
])('a coverage of %s is thin: %s', (coverage, thin) => {
  expect(isThinlyJudged({ ...rating, coverage })).toBe(thin)
})

test.each([
  ['no_writable_call', null, 'No call 21 to 60 days out passes the liquidity and delta rules'],
  ['no_writable_call', 'No option chain of QZZ', 'No option chain of QZZ'],
  ['halted_today', null, 'halted today'],
  ['halted_today', 'No price history', 'No price history'],
  [null, null, 'Not rated'],
])('%s with %j reads "%s"', (reason, missingReason, words) => {
  expect(describeNoRating({ rating: { ...rating, score: null, reason }, missingReason })).toBe(words)
})

test('parts are drawn as long as their points, in two tones, with what is missing at the end', () => {
  expect(drawParts({ max: 60, points: [15, 0, null, 30] })).toBe(
    'linear-gradient(90deg, var(--tx3) 0px 21px, transparent 21px 22px, ' +
      'color-mix(in srgb, var(--tx3) 50%, transparent) 22px 65px, transparent 65px 66px, var(--bg3) 66px 88px)',
  )
})

test.each([
  [1.254, 'up', '+1.25 since Jul 9'],
  [-0.5, 'down', '\u22120.50 since Jul 9'],
  [0.001, 'same', 'Unchanged since Jul 9'],
])('a change of %d reads "%s": "%s"', (change, direction, text) => {
  const previous = { score: 40, date: '2026-07-09' }
  expect(describeChange({ ...rating, change, previous })).toEqual({ direction, text })
})

test('without a rating before there is no change to tell', () => {
  expect(describeChange({ ...rating, change: null, previous: { score: 40, date: '2026-07-09' } })).toBeNull()
  expect(describeChange(rating)).toBeNull()
})

test.each([
  [1, 'All of the points could be judged.'],
  [0.999, '99% of the points could be judged.'],
  [null, null],
])('a coverage of %s reads "%s"', (coverage, text) => {
  expect(describeCoverage({ coverage })).toBe(text)
})
