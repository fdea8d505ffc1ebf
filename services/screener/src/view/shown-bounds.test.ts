import { type ShownFigure, shownFigures } from '@callwright/contracts'
import { expect, test } from '@jest/globals'
import { findLeast, findMost } from './shown-bounds.ts'

const passes = (shown: ShownFigure, value: number, { min, max }: { min?: number; max?: number }) =>
  (min === undefined || value >= findLeast(shown, min)) && (max === undefined || value <= findMost(shown, max))

test.each([
  ['bid_ask_spread', 0.5000000000000002, { max: 0.5 }, true],
  ['bid_ask_spread', 0.504, { min: 0.5, max: 0.5 }, true],
  ['bid_ask_spread', 0.505, { max: 0.5 }, false],
  ['bid_ask_spread', 0.504, { max: 0.503 }, false],
  ['best_ann_yield', 12.55, { min: 12.6 }, true],
  ['best_ann_yield', 12.549, { min: 12.6 }, false],
  ['best_ann_yield', 12.649, { max: 12.6 }, true],
  ['best_ann_yield', 12.57, { min: 12.58 }, false],
  ['best_ann_yield', 19.95, { min: 20 }, true],
  ['price_vs_ma', -2.25, { max: -2.3 }, true],
  ['price_vs_ma', -2.25, { min: -2.2 }, false],
  ['price_vs_ma', -0.04, { min: 0 }, true],
  ['price_vs_ma', 0.04, { max: 0 }, true],
  ['cc_score', 39.99, { min: 40 }, false],
  ['cc_score', 39.99, { max: 39 }, true],
  ['cc_score', 39.99, { min: 39.5 }, true],
  ['rsi', 69.96, { min: 70 }, false],
  ['rsi', 70.04, { max: 70 }, true],
  ['rsi', 30.05, { max: 30 }, false],
  ['rsi', 30.05, { min: 30.1 }, true],
  ['rsi', 30, { max: 30 }, true],
  ['iv_rank', 69.9, { max: 69 }, true],
  ['iv_rank', 69.9, { min: 70 }, false],
  ['avg_call_volume', 123.4, { min: 123, max: 123 }, true],
  ['market_cap', 999.6e9, { min: 1e12 }, true],
  ['market_cap', 999.4e9, { min: 1e12 }, false],
  ['market_cap', 1.004e12, { max: 1e12 }, true],
  ['market_cap', 447.6e9, { min: 448e9, max: 448e9 }, true],
  ['market_cap', 447.6e9, { min: 447.7e9 }, false],
  ['market_cap', 1, { min: 0 }, true],
] as const)('%s of %d is within %j: %s', (column, value, bounds, within) => {
  expect(passes(shownFigures[column], value, bounds)).toBe(within)
})
