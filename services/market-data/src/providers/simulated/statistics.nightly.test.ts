import { beforeAll, describe, expect, test } from '@jest/globals'
import { quantile } from './testing/path-statistics.ts'
import { runScript } from './testing/run-script.ts'

/**
 * Statistics per company, with the range that holds the middle 90 % of companies in recorded data. The data is 495
 * series of 632 daily bars, 501 chains of US large companies at the close of 2026-07-10, and 144 volatility histories.
 * The simulated companies' median must be within the range. Chains are grouped by option volume: the top tenth of
 * companies, the next 30 %, and the rest.
 */
const RANGES: readonly (readonly [statistic: string, low: number, high: number])[] = [
  ['volatility of a year', 0.185, 0.57],
  ['kurtosis of daily moves', 4.7, 29.6],
  ['clustering of large moves', 0.015, 0.133],
  ['falls stir volatility', -0.076, 0.016],
  ['share of variance at night', 0.194, 0.47],
  ['day range over deviation', 0.9, 1.29],
  ['noise of volume', 0.24, 0.31],
  ['volume with large moves', 0.26, 0.56],
  ['correlation with other sectors', 0.096, 0.289],
  ['correlation within the sector', 0.145, 0.559],
  ['skew', -0.034, 0.154],
  ['bend of the smile', -0.017, 0.048],
  ['term structure', 0.855, 1.115],
  ['busy: expirations', 12, 21.6],
  ['active: expirations', 8, 16.7],
  ['quiet: expirations', 4, 14],
  ['busy: contracts', 590, 4_040],
  ['active: contracts', 260, 1_990],
  ['quiet: contracts', 74, 824],
  ['busy: spread, delta 0.15-0.30', 0.047, 0.549],
  ['active: spread, delta 0.15-0.30', 0.167, 1.16],
  ['quiet: spread, delta 0.15-0.30', 0.304, 1.43],
  ['busy: spread, delta 0.45-0.60', 0.035, 0.22],
  ['active: spread, delta 0.45-0.60', 0.068, 0.362],
  ['quiet: spread, delta 0.45-0.60', 0.087, 0.377],
  ['busy: share of zero bids', 0.061, 0.29],
  ['active: share of zero bids', 0.111, 0.711],
  ['quiet: share of zero bids', 0.204, 0.567],
  ['busy: share without open interest', 0.021, 0.131],
  ['active: share without open interest', 0.039, 0.584],
  ['quiet: share without open interest', 0.067, 0.298],
  ['busy: open calls for a put', 0.81, 1.95],
  ['active: open calls for a put', 0.66, 2.74],
  ['quiet: open calls for a put', 0.67, 5.31],
  ['busy: open calls out over in the money', 0.69, 29.3],
  ['active: open calls out over in the money', 0.64, 28.9],
  ['quiet: open calls out over in the money', 0.27, 35.1],
  ['history: daily noise', 0.039, 0.096],
  ['history: swing', 0.111, 0.26],
  ['history: memory of a session', 0.873, 0.979],
  ['history: memory of 5 sessions', 0.632, 0.89],
  ['history: high over low', 1.68, 3.38],
  ['history: implied over realized', 0.846, 1.19],
  ['history: changes with moves', -0.502, 0.2],
]

let measured: Readonly<Record<string, readonly number[]>> = {}
const middle = (statistic: string) => quantile(measured[statistic] ?? [], 0.5)

beforeAll(async () => {
  measured = JSON.parse(await runScript('print-statistics.ts', 'UTC'))
})

describe('statistics of recorded data', () => {
  test.each(RANGES)('%s is between %d and %d', (statistic, low, high) => {
    expect(measured[statistic]?.length).toBeGreaterThanOrEqual(6)
    expect(middle(statistic)).toBeGreaterThanOrEqual(low)
    expect(middle(statistic)).toBeLessThanOrEqual(high)
  })

  test('actively traded names have tighter quotes and more open interest than others', () => {
    expect(middle('busy: spread, delta 0.15-0.30')).toBeLessThan(middle('active: spread, delta 0.15-0.30'))
    expect(middle('active: spread, delta 0.15-0.30')).toBeLessThan(middle('quiet: spread, delta 0.15-0.30'))
    expect(middle('busy: share of zero bids')).toBeLessThan(middle('quiet: share of zero bids'))
    expect(middle('busy: contracts')).toBeGreaterThan(middle('quiet: contracts'))
  })
})

test('implied moves are consistent with realized ones', () => {
  const together = measured['expected and happened'] ?? []
  expect(together.length).toBeGreaterThan(30)
  expect(middle('expected and happened')).toBeGreaterThan(0.25)
})

test('implied volatility drops after a report', () => {
  const crushes = measured['volatility over a report'] ?? []
  expect(crushes.length).toBeGreaterThan(100)
  expect(quantile(crushes, 0.5)).toBeLessThan(-0.05)
  expect(quantile(crushes, 0.9)).toBeLessThan(0.06)
})

test('two processes give the same answers, regardless of request order and time zone', async () => {
  const first = await runScript('print-market.ts', 'America/New_York', 'forwards')
  const second = await runScript('print-market.ts', 'Asia/Tokyo', 'backwards')
  expect(first.length).toBeGreaterThan(300_000)
  expect(second === first).toBe(true)
})
