import { expect, test } from '@jest/globals'
import { type GateFigures, judgeLiquidity, type LiquidityGateId } from './liquidity-gates.ts'

const GOOD: GateFigures = { bid: 2, spreadUsd: 0.1, openInterest: 500, volume: 20, ivRank: 50 }

test.each([
  ['blue_collar_investor', { spreadUsd: 0.3, openInterest: 0 }, true],
  ['blue_collar_investor', { spreadUsd: 0.31, openInterest: 100 }, true],
  ['blue_collar_investor', { spreadUsd: 0.31, openInterest: 99 }, false],
  ['blue_collar_investor', { spreadUsd: 0.31, openInterest: null }, null],
  ['blue_collar_investor', { spreadUsd: 0.3, openInterest: null }, true],
  ['montreal_exchange', { bid: 0.2 }, false],
  ['montreal_exchange', { bid: 0.21 }, true],
  ['covered_call_calculator', { spreadUsd: 0.2, ivRank: 30.1 }, true],
  ['covered_call_calculator', { spreadUsd: 0.201 }, false],
  ['covered_call_calculator', { ivRank: 30 }, false],
  ['covered_call_calculator', { ivRank: null }, null],
  ['covered_call_calculator', { ivRank: null, spreadUsd: 1 }, false],
  ['optytrades', { spreadUsd: 0.8 }, true],
  ['optytrades', { spreadUsd: 0.81 }, false],
  ['power_options', { openInterest: 10, spreadUsd: 0.99 }, true],
  ['power_options', { openInterest: 9 }, false],
  ['power_options', { bid: 5, spreadUsd: 1 }, false],
  ['power_options', { bid: 1, spreadUsd: 0.5 }, false],
  ['power_options', { bid: 1, spreadUsd: 0.49 }, true],
  ['power_options', { openInterest: null }, null],
  ['barchart', { volume: 1 }, true],
  ['barchart', { volume: 0 }, false],
  ['barchart', { volume: null }, null],
] as [LiquidityGateId, Partial<GateFigures>, boolean | null][])('%s with %j: %p', (gate, change, passes) => {
  expect(judgeLiquidity({ ...GOOD, ...change })[gate]).toBe(passes)
})
