import fc from '@callwright/properties'
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
    stockPnl: { usd: -400, pct: -0.8, costUsd: 50_000, counted: 3, leftOut: 1 },
    // 200 + 50 on 40,000
    optionPnl: { usd: 250, pct: 0.625, costUsd: 40_000, counted: 2, leftOut: 2 },
    coveredCallPnl: { usd: -350, pct: expect.closeTo(-0.875, 12), costUsd: 40_000, counted: 2, leftOut: 2 },
    // The position without a premium is in the stock P&L and in neither part: −600 + 250 = −350.
    coveredCallParts: { stockUsd: -600, optionUsd: 250 },
  })
})

test('nothing known is not zero', () => {
  const none = { usd: null, pct: null, costUsd: 0, counted: 0 }
  expect(totalPositions([measured({}, { price: null })]).coveredCallPnl).toEqual({ ...none, leftOut: 1 })
  expect(totalPositions([])).toMatchObject({ positions: 0, costUsd: 0, stockPnl: { ...none, leftOut: 0 } })
})

test('the parts of the covered-call P&L add up to it, whatever is unknown', () => {
  const some = <T>(known: fc.Arbitrary<T>) => fc.option(known, { nil: null })
  const cents = fc.integer({ min: 1, max: 50_000 }).map((value) => value / 100)
  const one = fc.record({ price: some(cents), currentPremium: some(cents) }).map((quoted) => measured({}, quoted))
  fc.assert(
    fc.property(fc.array(one), (metrics) => {
      const { coveredCallPnl, coveredCallParts: parts } = totalPositions(metrics)
      const sum = parts.stockUsd === null || parts.optionUsd === null ? null : parts.stockUsd + parts.optionUsd
      if (sum === null) expect(coveredCallPnl.usd).toBeNull()
      else expect(coveredCallPnl.usd).toBeCloseTo(sum, 6)
    }),
  )
})
