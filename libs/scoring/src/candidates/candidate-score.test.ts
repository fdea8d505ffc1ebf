import fc from '@callwright/properties'
import { expect, test } from '@jest/globals'
import { CANDIDATE_CURVES, type CandidatePartKey, type ScoredFigures, scoreCandidate } from './candidate-score.ts'

const FULL: ScoredFigures = {
  annualizedTimeValueYieldPct: 35,
  delta: 0.25,
  headroomEm: 1,
  spreadPctOfMid: 3,
  openInterest: 1000,
  earningsBeforeExpiration: false,
  exDividendBeforeExpiration: false,
}

test('a call that is full in everything has 100, one that is empty in everything has 0', () => {
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

test('parts say what they rest on, and what is unknown', () => {
  const reasons = (change: Partial<ScoredFigures>) =>
    scoreCandidate({ ...FULL, ...change }).parts.map(({ reason }) => reason)
  expect(reasons({})).toEqual([
    'Time value at the bid pays 35.0 % of the price a year.',
    'The delta is 0.250; 0.15 to 0.30 is the range to aim at.',
    'The strike is 1.00 expected moves above the price.',
    'The spread is 3.0 % of the mid.',
    '1.0k contracts are open.',
    'Earnings not before expiration; ex-dividend not before expiration.',
  ])
  const events = { earningsBeforeExpiration: null, exDividendBeforeExpiration: true }
  expect(reasons({ headroomEm: null, openInterest: null, ...events }).slice(2)).toEqual([
    'How far the strike is in expected moves is unknown.',
    'The spread is 3.0 % of the mid.',
    'The open interest is unknown.',
    'Earnings date unknown; ex-dividend before expiration.',
  ])
  expect(reasons({ headroomEm: -0.5 })[2]).toBe('The strike is 0.50 expected moves under the price.')
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

test('the curves add up to 90 and the events to 10', () => {
  const maxima = Object.values(CANDIDATE_CURVES).map(({ knots }) => Math.max(...knots.map(([, points]) => points)))
  expect(maxima.reduce((sum, max) => sum + max, 0)).toBe(90)
})
