import { expect, test } from '@jest/globals'
import { averageOf, medianOf, summarizeSectors } from './screened-stocks.ts'

test('a median and an average leave unknown values out', () => {
  expect(medianOf([3, null, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(averageOf([1, undefined, 3])).toBe(2)
  expect(medianOf([null])).toBeNull()
})

test('sectors are ordered by the median yield of their best calls, and stocks without one are left out', () => {
  const stock = (symbol: string, sector: string | null, best_ann_yield: number | null) => ({
    symbol,
    sector,
    best_ann_yield,
    implied_volatility: 0.2,
    iv_rank: null,
    dividend_yield: null,
    cc_score: null,
  })
  const found = summarizeSectors(
    [
      stock('A', 'Energy', 12),
      stock('B', 'Utilities', 9),
      stock('C', 'Energy', 20),
      stock('D', 'Energy', null),
      stock('E', null, 90),
    ],
    'median_yield',
  )
  expect(
    found.map(({ sector, stocks, median_yield, top_symbol }) => [sector, stocks, median_yield, top_symbol]),
  ).toEqual([
    ['Energy', 2, 16, 'C'],
    ['Utilities', 1, 9, 'B'],
  ])
  expect(found[0]).toMatchObject({ median_iv: 0.2, median_iv_rank: null, top_yield: 20 })
})
