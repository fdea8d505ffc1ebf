import { describe, expect, test } from '@jest/globals'
import { computeEarlyCalledReturn, computeReturnFigures } from './return-figures.ts'
import type { CoveredCall } from './yields.ts'

const POSITION: CoveredCall = { price: 50, strike: 52, premium: 1, dividends: 0.25, basis: 'net_debit' }

describe('returns that carry their label', () => {
  test('percent, annual percent, days, basis and its dollars', () => {
    const { staticReturn, ifCalledReturn } = computeReturnFigures(POSITION, 73)
    expect(staticReturn).toEqual({
      returnPct: expect.closeTo(125 / 49, 12),
      annualizedPct: expect.closeTo((125 / 49) * 5, 12),
      days: 73,
      basis: 'net_debit',
      basisUsd: 49,
      dividends: 0.25,
    })
    expect(ifCalledReturn.returnPct).toBeCloseTo(325 / 49, 12)
    expect(ifCalledReturn.annualizedPct).toBeCloseTo((325 / 49) * 5, 12)
  })

  test.each([
    [0, 365],
    [1, 365],
    [2, 182.5],
  ])('%d days are annualised × %d, never by less than a day', (days, factor) => {
    const { staticReturn } = computeReturnFigures(POSITION, days)
    expect(staticReturn.days).toBe(days)
    expect(staticReturn.annualizedPct).toBeCloseTo(staticReturn.returnPct * factor, 9)
  })
})

describe('called early for the dividend', () => {
  const dividends = [
    { exDate: '2026-06-12', cash: 0.3 },
    { exDate: '2026-03-13', cash: 0.25 },
    { exDate: '2026-03-02', cash: 9 },
    { exDate: '2026-09-11', cash: 9 },
  ]

  test('for the first one: none is received, to the day before the ex-date', () => {
    const early = computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-03-13', dividends })
    expect(early).toMatchObject({ days: 10, dividends: 0, basis: 'net_debit', basisUsd: 49 })
    expect(early.returnPct).toBeCloseTo(300 / 49, 12)
    expect(early.annualizedPct).toBeCloseTo((300 / 49) * 36.5, 10)
  })

  test('for the second one the first has been received; that of the trade date and later ones have not', () => {
    const early = computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate: '2026-06-12', dividends })
    expect(early).toMatchObject({ days: 101, dividends: 0.25 })
    expect(early.returnPct).toBeCloseTo(325 / 49, 12)
  })

  test('an ex-date of the next day leaves no day; one of the trade date is refused', () => {
    const early = (exDate: string) =>
      computeEarlyCalledReturn(POSITION, { tradeDate: '2026-03-02', exDate, dividends: [] })
    expect(early('2026-03-03').days).toBe(0)
    expect(() => early('2026-03-02')).toThrow('exDate must be after the trade date 2026-03-02, got 2026-03-02')
    expect(() => early('2026-03-1x')).toThrow('2026-03-1x')
  })
})
