/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { abbreviateBestCall, type BestCallFigures, explainBestCall, nameBestCall } from './best-call.ts'

const call: BestCallFigures = {
  bestStrikeUsd: 395,
  bestExpiration: '2026-09-11',
  bestDelta: 0.2931,
  bestBidUsd: 6.45,
  bestIfCalledReturnPct: 4.12,
  bestLiquidity: 'liquid',
  bestWindow: 'standard',
}

test('names the contract, in the row in short', () => {
  expect(nameBestCall(call)).toBe('Sep 11, 2026 $395 call')
  expect(abbreviateBestCall({ ...call, bestStrikeUsd: 382.5 })).toBe('$382.50 Sep 11')
  expect(nameBestCall({ ...call, bestExpiration: null })).toBeNull()
  expect(abbreviateBestCall({ ...call, bestStrikeUsd: null })).toBeNull()
})

test.each([
  [{}, ''],
  [{ bestLiquidity: 'thin' }, '\nThin: wide spread or low open interest'],
  [{ bestWindow: 'wide' }, '\nNo liquid call at 30 to 45 days, so 21 to 60 days were searched'],
  [
    { bestLiquidity: 'thin', bestWindow: 'wide' },
    '\nThin: wide spread or low open interest\nNo call at 30 to 45 days qualifies, so 21 to 60 days were searched',
  ],
] as const)('%j is explained in words', (change, cautions) => {
  expect(explainBestCall({ ...call, ...change })).toBe(
    `Sep 11, 2026 $395 call, delta 0.293, bid 6.45, if called 4.1%${cautions}`,
  )
})

test('what is unknown of it is left out', () => {
  expect(explainBestCall({ ...call, bestDelta: null, bestIfCalledReturnPct: null })).toBe(
    'Sep 11, 2026 $395 call, bid 6.45',
  )
  expect(explainBestCall({ ...call, bestStrikeUsd: null })).toBeNull()
})
