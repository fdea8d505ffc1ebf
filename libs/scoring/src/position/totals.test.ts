import { expect, test } from '@jest/globals'
import { measured } from '../../test/invented-position.ts'
import { totalPositions } from './totals.ts'

test('sums what is known and says how many are left out', () => {
  const whole = measured()
  const losing = measured({ contracts: 1, entryPrice: 200 }, { price: 190, currentPremium: 2 })
  const noPrice = measured({ contracts: 1 }, { price: null })
  const noPremium = measured({ contracts: 1 }, { currentPremium: null })
  expect(totalPositions([whole, losing, noPrice, noPremium])).toEqual({
    positions: 4,
    contracts: 5,
    costUsd: 20_000 + 20_000 + 10_000 + 10_000,
    premiumUsd: 500 + 250 + 250 + 250,
    // 400 − 1000 + 200 on 50,000
    stockPnl: { usd: -400, pct: -0.8, counted: 3, leftOut: 1 },
    // 200 + 50 on 40,000
    optionPnl: { usd: 250, pct: 0.625, counted: 2, leftOut: 2 },
    coveredCallPnl: { usd: -350, pct: expect.closeTo(-0.875, 12), counted: 2, leftOut: 2 },
  })
})

test('nothing known is not zero', () => {
  const none = { usd: null, pct: null, counted: 0 }
  expect(totalPositions([measured({}, { price: null })]).coveredCallPnl).toEqual({ ...none, leftOut: 1 })
  expect(totalPositions([])).toMatchObject({ positions: 0, costUsd: 0, stockPnl: { ...none, leftOut: 0 } })
})
