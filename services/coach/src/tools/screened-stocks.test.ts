import { describe, expect, test } from '@jest/globals'
import { averageOf, type LocalConditions, medianOf, meets, summarizeSectors } from './screened-stocks.ts'

const none: LocalConditions = {
  sectors: [],
  withoutSectors: [],
  quietDays: null,
  earningsWithin: null,
  exDividendWithin: null,
  scoreAbove: null,
}

test('a median and an average leave unknown values out', () => {
  expect(medianOf([3, null, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(averageOf([1, undefined, 3])).toBe(2)
  expect(medianOf([null])).toBeNull()
})

describe('conditions that the screener has no filter for', () => {
  const stock = {
    symbol: 'A',
    sector: 'Financials',
    days_to_earnings: 20,
    ex_dividend_date: '2026-12-04',
    cc_score: 30,
  }
  const fits = (more: Partial<LocalConditions>, changed = {}) =>
    meets({ ...stock, ...changed }, { ...none, ...more }, '2026-11-27')

  test.each([
    [{ sectors: ['Energy', 'financial'] as const }, true],
    [{ sectors: ['Energy'] as const }, false],
    [{ withoutSectors: ['financial'] as const }, false],
    [{ quietDays: 20 }, true],
    [{ quietDays: 21 }, false],
    [{ earningsWithin: 20 }, true],
    [{ earningsWithin: 19 }, false],
    [{ exDividendWithin: 7 }, true],
    [{ exDividendWithin: 6 }, false],
    [{ scoreAbove: 29.5 }, true],
    [{ scoreAbove: 30 }, false],
  ])('%j', (conditions, expected) => expect(fits(conditions)).toBe(expected))

  test('an unknown figure passes no condition, and a past date is not within any days', () => {
    expect(fits({ earningsWithin: 90 }, { days_to_earnings: null })).toBe(false)
    expect(fits({ exDividendWithin: 90 }, { ex_dividend_date: null })).toBe(false)
    expect(fits({ exDividendWithin: 90 }, { ex_dividend_date: '2026-11-26' })).toBe(false)
    expect(fits({ scoreAbove: 1 }, { cc_score: null })).toBe(false)
  })
})

test('sectors are ordered by the median yield of their best calls, and stocks without one are left out', () => {
  const stock = (symbol: string, sector: string | null, best_ann_yield: number | null) => ({
    symbol,
    sector,
    best_ann_yield,
    implied_volatility: 0.2,
    iv_rank: null,
  })
  const found = summarizeSectors([
    stock('A', 'Energy', 12),
    stock('B', 'Utilities', 9),
    stock('C', 'Energy', 20),
    stock('D', 'Energy', null),
    stock('E', null, 90),
  ])
  expect(
    found.map(({ sector, stocks, median_yield, top_symbol }) => [sector, stocks, median_yield, top_symbol]),
  ).toEqual([
    ['Energy', 2, 16, 'C'],
    ['Utilities', 1, 9, 'B'],
  ])
  expect(found[0]).toMatchObject({ median_iv: 0.2, median_iv_rank: null, top_yield: 20 })
})
