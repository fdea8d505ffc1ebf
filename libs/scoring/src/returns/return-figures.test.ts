import { describe, expect, test } from '@jest/globals'
import { computeEarlyCalledReturn, computeReturnFigures } from './return-figures.ts'
import type { CoveredCall } from './yields.ts'

const POSITION: CoveredCall = { price: 50, strike: 52, premium: 1, dividends: 0.25, basis: 'net_debit' }

describe('returns that carry their label', () => {
  test('percent, annual percent, days, basis and its dollars', () => {
    const { flat, ifCalled } = computeReturnFigures(POSITION, 73)
    expect(flat).toEqual({
      returnPct: expect.closeTo(125 / 49, 12),
      annualizedPct: expect.closeTo((125 / 49) * 5, 12),
      days: 73,
      basis: 'net_debit',
      basisUsd: 49,
    })
    expect(ifCalled.returnPct).toBeCloseTo(325 / 49, 12)
    expect(ifCalled.annualizedPct).toBeCloseTo((325 / 49) * 5, 12)
  })

  test.each([
    [0, 365],
    [1, 365],
    [2, 182.5],
  ])('%d days are annualised × %d, never by less than a day', (days, factor) => {
    const { flat } = computeReturnFigures(POSITION, days)
    expect(flat.days).toBe(days)
    expect(flat.annualizedPct).toBeCloseTo(flat.returnPct * factor, 9)
  })
})

describe('called early for the dividend', () => {
  test('without the dividend, to the day before the ex-date', () => {
    const early = computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-03-13' })
    expect(early.days).toBe(10)
    expect(early.returnPct).toBeCloseTo(300 / 49, 12)
    expect(early.annualizedPct).toBeCloseTo((300 / 49) * 36.5, 10)
  })

  test('an ex-date of the next day leaves no day; one of the trade date is refused', () => {
    expect(computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-03-03' }).days).toBe(0)
    expect(() => computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-03-02' })).toThrow(
      'exDate must be after the trade date 2026-03-02, got 2026-03-02',
    )
  })
})
