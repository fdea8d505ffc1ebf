import { describe, expect, test } from '@jest/globals'
import { listConditions, listTests, type StockConditions, stockArgs, toStockQuery } from './stock-conditions.ts'

const none = Object.fromEntries(Object.keys(stockArgs).map((name) => [name, null])) as unknown as StockConditions

describe('conditions that the screener has no filter for', () => {
  const stock = {
    symbol: 'A',
    sector: 'Financials',
    days_to_earnings: 20,
    ex_dividend_date: '2026-12-04',
    cc_score: 30,
    implied_volatility: 0.25,
  }
  const fits = (more: Partial<StockConditions>, changed = {}, average: number | null = null) =>
    listTests({ ...none, ...more }, '2026-11-27', average).every((meets) => meets({ ...stock, ...changed }))

  test.each([
    [{}, true],
    [{ sector: 'Energy', or_sectors: ['financial'] }, true],
    [{ sector: 'Energy', or_sectors: ['Utilities'] }, false],
    [{ without_sectors: ['financial'] }, false],
    [{ only_symbols: ['A', 'B'] }, true],
    [{ only_symbols: [] }, false],
    [{ without_symbols: ['A'] }, false],
    [{ iv_min: 25 }, true],
    [{ iv_max: 24 }, false],
    [{ earnings_after_days: 20 }, true],
    [{ earnings_after_days: 21 }, false],
    [{ earnings_within_days: 20 }, true],
    [{ earnings_within_days: 19 }, false],
    [{ ex_dividend_within_days: 7 }, true],
    [{ ex_dividend_within_days: 6 }, false],
    [{ ex_dividend_after_days: 8 }, false],
  ] as const)('%j', (conditions, expected) => expect(fits(conditions as Partial<StockConditions>)).toBe(expected))

  test('a rating must exceed the average', () => {
    expect(fits({}, {}, 29.5)).toBe(true)
    expect(fits({}, {}, 30)).toBe(false)
  })

  test('an unknown figure passes no condition, and a past date is not within any days', () => {
    expect(fits({ earnings_within_days: 90 }, { days_to_earnings: null })).toBe(false)
    expect(fits({ ex_dividend_within_days: 90 }, { ex_dividend_date: null })).toBe(false)
    expect(fits({ ex_dividend_within_days: 90 }, { ex_dividend_date: '2026-11-26' })).toBe(false)
    expect(fits({ iv_max: 90 }, { implied_volatility: null })).toBe(false)
    expect(fits({}, { cc_score: null }, 1)).toBe(false)
  })
})

test('the screener filters by the other conditions, with bounds in order', () => {
  const asked = { ...none, sector: 'Energy' as const, min_price: 60, max_price: 40, min_dividend_yield: 3, iv_max: 25 }
  expect(toStockQuery(asked)).toEqual({
    sector: 'Energy',
    current_price_min: 40,
    current_price_max: 60,
    dividend_yield_min: 3,
  })
  expect(listConditions(asked)).toEqual({
    sector: 'Energy',
    min_price: 40,
    max_price: 60,
    min_dividend_yield: 3,
    iv_max: 25,
  })
})
