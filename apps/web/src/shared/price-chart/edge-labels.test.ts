/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { isClearOfLabels, placeEdgeLabels } from './edge-labels.ts'

/** A pane of 290 px for the prices from 80 to 120. */
const priceHeight = 290
const toY = (price: number) => ((120 - price) / 40) * priceHeight
const place = (strike: number | null, price: number) =>
  placeEdgeLabels({ strike, lastPrice: { price, asOf: null }, priceHeight }, { toY })

describe('a price of the axis', () => {
  test.each([
    [100, false],
    [102, false],
    [105, true],
    [108, false],
    [110, false],
    [112, false],
    [115, true],
  ])('%d is named only where no label lies over it: %p', (price, isClear) => {
    expect(isClearOfLabels(toY(price), place(110, 100))).toBe(isClear)
  })

  test('has only the last price in its way where there is no strike', () => {
    expect(isClearOfLabels(toY(110), place(null, 100))).toBe(true)
  })
})
