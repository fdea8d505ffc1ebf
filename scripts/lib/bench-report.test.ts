import { describe, expect, test } from '@jest/globals'
import { percentile, renderLatencies } from './bench-report.mjs'
import { barOfCalls, barOfRejections, barOfTime, findExcuse, judge } from './bench-verdicts.mjs'

const upTo = (last: number) => Array.from({ length: last }, (_value, index) => last - index)

test('computes percentiles by nearest rank', () => {
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(upTo(200), share))).toEqual([100, 190, 198, 200])
  expect(percentile([7], 0.95)).toBe(7)
})

test('compares latencies with the p95 of the first row', () => {
  expect(
    renderLatencies([
      ['a', upTo(20)],
      ['b', [38]],
    ])
      .split('\n')
      .slice(2),
  ).toEqual(['| a | 20 | 10.0 | 19.0 | 20.0 | 20.0 | 1.0 |', '| b | 1 | 38.0 | 38.0 | 38.0 | 38.0 | 2.0 |'])
})

describe('verdicts', () => {
  const slow = barOfTime('Chain', [21, 21], 20)
  const late = 'the reference itself took 6.0 ms'

  test('a bar that holds is met, whatever else is running', () => {
    expect(judge([barOfTime('Quote', upTo(20), 20)], late)).toEqual({
      lines: ['Quote, p95 19.0 of 20 ms: met'],
      isMissed: false,
    })
  })

  test('a bar that does not hold is missed, unless other work may be the cause', () => {
    expect(judge([slow], null)).toEqual({ lines: ['Chain, p95 21.0 of 20 ms: MISSED'], isMissed: true })
    expect(judge([slow], late)).toMatchObject({
      lines: [expect.stringContaining(`not judged, ${late}`)],
      isMissed: false,
    })
  })

  test('never excuses a repeated provider call', () => {
    expect(judge([barOfCalls('Quote', { calls: ['/a', '/b'], most: 2 })], late).isMissed).toBe(true)
    expect(judge([barOfCalls('Quote', { calls: [], most: 0 })], late).isMissed).toBe(true)
    expect(judge([barOfCalls('Quote', { calls: ['/a', '/b'], most: 1 })], null).isMissed).toBe(false)
  })

  test('counts rejected requests in all rounds', () => {
    expect(judge([barOfRejections([{ failures: [] }, { failures: [{}] }])], null).lines).toEqual([
      '1 requests rejected: MISSED',
    ])
  })

  test('excuses a miss if other work used the cores or the reference was slow', () => {
    expect(findExcuse(0.1, upTo(5))).toBeNull()
    expect(findExcuse(1.2, upTo(5))).toBe('other work used 1.2 cores')
    expect(findExcuse(0.1, [6])).toBe(late)
  })
})
