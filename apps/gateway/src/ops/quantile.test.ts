import { describe, expect, test } from '@jest/globals'
import { computeQuantile, countWithin, toBuckets } from './quantile.ts'

const buckets = (...pairs: [string, number][]) =>
  toBuckets(pairs.map(([le, value], index) => ({ key: String(index), labels: { le }, value })))

describe('quantiles of a histogram', () => {
  test('events lie evenly within their bucket', () => {
    const hundred = buckets(['0.1', 50], ['0.5', 90], ['1', 100], ['+Inf', 100])
    expect(computeQuantile(hundred, 0.5)).toBeCloseTo(0.1, 9)
    expect(computeQuantile(hundred, 0.7)).toBeCloseTo(0.3, 9)
    expect(computeQuantile(hundred, 0.95)).toBeCloseTo(0.75, 9)
  })

  test('what lies beyond the last bound counts as that bound', () => {
    expect(computeQuantile(buckets(['1', 10], ['10', 12], ['+Inf', 100]), 0.99)).toBe(10)
  })

  test('nothing is known without events', () => {
    expect(computeQuantile([], 0.5)).toBeNull()
    expect(computeQuantile(buckets(['1', 0], ['+Inf', 0]), 0.5)).toBeNull()
  })

  test('series of the same bound add up, whatever their order', () => {
    expect(buckets(['+Inf', 3], ['0.5', 1], ['0.5', 2], ['+Inf', 1])).toEqual([
      { bound: 0.5, count: 3 },
      { bound: Number.POSITIVE_INFINITY, count: 4 },
    ])
  })

  test('events up to a bound, and between two', () => {
    const hundred = buckets(['0.25', 60], ['0.5', 100], ['+Inf', 110])
    expect(countWithin(hundred, 0.25, [0.25, 0.25])).toBe(60)
    expect(countWithin(hundred, 0.4, [0.25, 0.5])).toBeCloseTo(84, 9)
  })
})
