import { expect, test } from '@jest/globals'
import { formatMarketCap } from './format-market-cap.ts'

test.each([
  [2.774e12, '$2.77T'],
  [448.4e9, '$448B'],
  [69.93e9, '$69.9B'],
  [1e12, '$1.00T'],
  [999.4e9, '$999B'],
  [999.6e9, '$1.00T'],
  [9.994e9, '$9.99B'],
  [9.995e9, '$10.0B'],
  [99.96e9, '$100B'],
  [312_400_000, '$312M'],
  [999_600_000, '$1.00B'],
  [500_000, '$500000'],
])('%p shows as %s', (value, shown) => {
  expect(formatMarketCap(value)).toBe(shown)
})
