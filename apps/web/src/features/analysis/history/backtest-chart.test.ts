import { expect, test } from '@jest/globals'
import type { BacktestResult } from '../../../api/history.ts'
import { accumulate } from './backtest-chart.tsx'

const cycle = (expiration: string, coveredReturnPct: number): BacktestResult['cycles'][number] => ({
  soldOn: '2026-01-02',
  expiration,
  strike: 105,
  delta: 0.25,
  premium: 1,
  priceAtSale: 100,
  priceAtEnd: 100,
  dividends: 0,
  outcome: 'expired',
  coveredReturnPct,
  holdingReturnPct: 0,
})

test('the line multiplies the terms and ends at the total, days without a call included', () => {
  const cycles = [cycle('2026-02-06', 10), cycle('2026-03-06', -50)]
  const line = accumulate('2026-01-02', cycles, -39.5, ({ coveredReturnPct }) => coveredReturnPct)
  expect(line.map(([at]) => new Date(at).toISOString().slice(0, 10))).toEqual([
    '2026-01-02',
    '2026-02-06',
    '2026-03-06',
  ])
  // 1.1 × 0.5 = 0.55; the total of 0.605 is 10% more.
  expect(line[0]?.[1]).toBe(0)
  expect(line[1]?.[1]).toBeCloseTo(21, 10)
  expect(line[2]?.[1]).toBeCloseTo(-39.5, 10)
})
