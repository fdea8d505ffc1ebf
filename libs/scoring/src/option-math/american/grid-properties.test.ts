import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import type { AmericanContract } from '../contract.ts'
import { priceEuropean } from '../european.ts'
import { computeGreeksOnGrid, priceOnGrid } from './grid.ts'

/** Numerical noise of the grid, as a fraction of the strike. */
const ROUGHNESS = 1e-5

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

/** Strikes 0.5-2 times a spot of 100, 14-730 days, up to eight dividends of at most 3% of the spot. */
const anyContract: fc.Arbitrary<AmericanContract> = fc
  .record({
    type: fc.constantFrom('call' as const, 'put' as const),
    dividendModel: fc.constantFrom('spot' as const, 'escrowed' as const),
    strike: between(50, 200),
    years: between(14 / 365, 2),
    rate: fc.oneof(fc.constant(0), between(0.001, 0.08)),
    vol: between(0.1, 1.1),
    dividends: fc.array(fc.record({ share: between(0.002, 1), cash: between(0.05, 3) }), { maxLength: 8 }),
  })
  .map(({ dividends, ...terms }) => ({
    ...terms,
    spot: 100,
    dividends: dividends.map(({ share, cash }) => ({ years: share * terms.years, cash })),
  }))

const firstDateOf = ({ years, dividends = [] }: AmericanContract) =>
  Math.min(years, ...dividends.map((dividend) => dividend.years))

const holds = (claim: (contract: AmericanContract, price: number, slack: number) => void) =>
  fc.assert(
    fc.property(anyContract, (contract) => claim(contract, priceOnGrid(contract), ROUGHNESS * contract.strike)),
    { endOnFailure: true },
  )

describe('properties', () => {
  test('is worth at least intrinsic value, and at most the share or the strike', () => {
    holds((contract, price) => {
      const { type, spot, strike } = contract
      expect(price).toBeGreaterThanOrEqual(Math.max(0, type === 'call' ? spot - strike : strike - spot))
      expect(price).toBeLessThanOrEqual(type === 'call' ? spot : strike)
    })
  })

  test('is worth at least the European price in the escrowed model', () => {
    holds((contract, _price, slack) => {
      const escrowed = { ...contract, dividendModel: 'escrowed' } as const
      expect(priceOnGrid(escrowed)).toBeGreaterThanOrEqual(priceEuropean(escrowed) - slack)
    })
  })

  test('in the spot model, is worth at least the European price up to just before the first dividend', () => {
    holds((contract, _price, slack) => {
      const spotModel = { ...contract, dividendModel: 'spot' } as const
      const shorter = { ...contract, years: firstDateOf(contract) * 0.999, dividends: [] }
      expect(priceOnGrid(spotModel)).toBeGreaterThanOrEqual(priceEuropean(shorter) - slack)
    })
  })

  test('rises with the volatility', () => {
    holds((contract, price, slack) => {
      expect(priceOnGrid({ ...contract, vol: contract.vol + 0.01 })).toBeGreaterThanOrEqual(price - slack)
    })
  })

  test('changes with the spot by at most the spot, in the right direction, and is convex in it', () => {
    holds((contract, price, slack) => {
      const sign = contract.type === 'call' ? 1 : -1
      const up = sign * (priceOnGrid({ ...contract, spot: 101 }) - price)
      const down = sign * (price - priceOnGrid({ ...contract, spot: 99 }))
      for (const move of [up, down]) {
        expect(move).toBeGreaterThanOrEqual(-slack)
        expect(move).toBeLessThanOrEqual(1 + slack)
      }
      expect(sign * (up - down)).toBeGreaterThanOrEqual(-2 * slack)
    })
  })

  test('changes with the strike by at most the strike, in the right direction', () => {
    holds((contract, price, slack) => {
      const move = priceOnGrid({ ...contract, strike: contract.strike + 1 }) - price
      const gain = contract.type === 'call' ? -move : move
      expect(gain).toBeGreaterThanOrEqual(-slack)
      expect(gain).toBeLessThanOrEqual(1 + slack)
    })
  })

  test('in the spot model, a dividend makes a call cheaper and a put more expensive', () => {
    holds((contract, _price, slack) => {
      const price = priceOnGrid({ ...contract, dividendModel: 'spot' })
      const without = priceOnGrid({ ...contract, dividends: [] })
      const gain = contract.type === 'call' ? without - price : price - without
      expect(gain).toBeGreaterThanOrEqual(-slack)
    })
  })

  test('scales with the currency', () => {
    holds((contract, price, slack) => {
      const dividends = contract.dividends?.map(({ years, cash }) => ({ years, cash: 7 * cash })) ?? []
      const scaled = priceOnGrid({ ...contract, spot: 700, strike: 7 * contract.strike, dividends })
      expect(Math.abs(scaled - 7 * price)).toBeLessThan(7e-3 * slack)
    })
  })

  test('theta is the change as time passes, including the dividends', () => {
    const day = 1 / 365
    holds((contract, price, slack) => {
      const { type, spot, strike, years, dividends = [] } = contract
      const timeValue = price - Math.max(0, type === 'call' ? spot - strike : strike - spot)
      if (firstDateOf(contract) < 10 * day || timeValue < 2e-3 * strike) return
      const later = (by: number) =>
        priceOnGrid({
          ...contract,
          years: years - by,
          dividends: dividends.map((d) => ({ ...d, years: d.years - by })),
        })
      const { theta } = computeGreeksOnGrid(contract)
      const difference = (later(day) - later(-day)) / (2 * day)
      expect(Math.abs(theta - difference)).toBeLessThan(0.02 * Math.abs(theta) + slack / day)
    })
  })

  test('the price is smooth in the volatility', () => {
    const terms = {
      spot: 100,
      years: 1.2,
      rate: 0.06,
      dividends: [0.1, 0.35, 0.6, 0.85].map((years) => ({ years, cash: 1 })),
    }
    for (const [type, strike] of [
      ['put', 105],
      ['call', 80],
    ] as const) {
      const prices = Array.from({ length: 100 }, (_, i) => priceOnGrid({ ...terms, type, strike, vol: 0.2 + 2e-4 * i }))
      const bends = prices.slice(2).map((price, i) => price - 2 * (prices[i + 1] ?? 0) + (prices[i] ?? 0))
      expect(Math.max(...bends.map(Math.abs))).toBeLessThan(ROUGHNESS * strike)
    }
  })
})
