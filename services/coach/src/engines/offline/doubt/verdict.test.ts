import { describe, expect, test } from '@jest/globals'
import type { Call } from '../../../turn/types.ts'
import { judge } from './verdict.ts'

const trade = (result: Record<string, unknown>) =>
  ({ id: 'r2', name: 'analyze_trade', args: {}, result }) as unknown as Call

describe('judge', () => {
  test.each([
    [12, /^Worth it by the rules/u],
    [7.4, /^Not worth it by the rules/u],
  ])('judges a yield of %d%% a year', (static_annualized_pct, expected) => {
    expect(
      judge('ko calls, worth selling?', ['ko calls, worth selling?'], [trade({ static_annualized_pct })], [])?.line,
    ).toMatch(expected)
  })

  test('leaves open what the app has no limits for, and asks nothing of a plain question', () => {
    expect(judge('my gain, is that good', ['is that good'], [], [])).toEqual({
      ...{ asked: 'is that good', line: null, isGiven: false },
    })
    expect(judge('what is a good delta', ['what is a good delta'], [], [])).toBeNull()
    const given = ['MA has a rating of 35: 37 of 503 stocks in the screener have 35 or more.']
    expect(judge('ma rating, is that good', ['is that good'], [], given)?.isGiven).toBe(true)
  })
})
