import { expect, test } from '@jest/globals'
import { summarizeHoldings } from './holdings.ts'

const held = (ticker: string, shares: number, adjusted_cost: number | null) => ({ ticker, shares, adjusted_cost })

test('averages a stock’s cost over its accounts, and rounds it, so that a strike at the cost is not below it', () => {
  const { symbols, findCost } = summarizeHoldings([
    held('KO', 100, 60.1),
    held('KO', 300, 60.1),
    held('XOM', 100, 100),
    held('XOM', 300, 110),
  ])
  expect(symbols).toEqual(['KO', 'XOM'])
  expect(findCost('KO')).toBe(60.1)
  expect(findCost('XOM')).toBe(107.5)
  expect(findCost('PG')).toBeNull()
})

test('does not know the cost if one account’s is unknown, or if there are calls but no shares', () => {
  const { symbols, findCost } = summarizeHoldings([held('KO', 100, 60), held('KO', 100, null), held('PG', 0, null)])
  expect(symbols).toEqual(['KO', 'PG'])
  expect([findCost('KO'), findCost('PG')]).toEqual([null, null])
})

test('has a key that changes with a cost', () => {
  expect(summarizeHoldings([held('KO', 100, 60)]).key).not.toBe(summarizeHoldings([held('KO', 100, 61)]).key)
})
