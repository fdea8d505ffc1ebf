import { expect, test } from '@jest/globals'
import type { Rating } from '../../api/screen.ts'
import { describeNoRating, drawParts, findBand, isThinlyJudged } from './rating-view.ts'

const rating: Rating = { score: 40, max: 60, parts: [], coverage: 1, reason: null }

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
  const part = { key: 'a', label: 'A', max: 30, unknown: false, explanation: '' }
  const parts = [
    { ...part, points: 15 },
    { ...part, key: 'b', points: 0 },
    { ...part, key: 'c', points: 30 },
  ]
  expect(drawParts({ ...rating, parts })).toBe(
    'linear-gradient(90deg, var(--tx3) 0px 21px, transparent 21px 22px, ' +
      'color-mix(in srgb, var(--tx3) 50%, transparent) 22px 65px, transparent 65px 66px, var(--bg3) 66px 88px)',
  )
})
