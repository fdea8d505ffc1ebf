import { describe, expect, test } from '@jest/globals'
import { ALL_EXPIRATIONS_CRITERIA, type CandidateCriteria, DEFAULT_CRITERIA, resolveCriteria } from './criteria.ts'

const resolve = (wishes: Partial<CandidateCriteria>) => resolveCriteria(DEFAULT_CRITERIA, wishes)

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
  '%j: a wish on one side of a range frees the other',
  (wishes, expected) => expect(resolve(wishes)).toEqual({ ...DEFAULT_CRITERIA, ...expected }),
)

describe('what makes no sense is refused', () => {
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
  ] as [Partial<CandidateCriteria>, string][])('%j', (wishes, message) => {
    expect(() => resolve(wishes)).toThrow(message)
    expect(() => resolve(wishes)).toThrow(RangeError)
  })
})
