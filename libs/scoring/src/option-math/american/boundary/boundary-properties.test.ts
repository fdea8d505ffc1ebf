import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import type { PricedContract } from '../../contract.ts'
import { priceEuropean } from '../../european.ts'
import { priceOnGrid } from '../grid/grid.ts'
import { computeGreeksByBoundary, priceByBoundary } from './boundary.ts'

const drawn = fc.record({
  type: fc.constantFrom('call', 'put'),
  spot: fc.double({ min: 50, max: 200, noNaN: true }),
  strike: fc.constant(100),
  years: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 1100 })).map((days) => days / 365),
  rate: fc.oneof(fc.constantFrom(-0.01, 0, 0.0433), fc.double({ min: -0.01, max: 0.1, noNaN: true })),
  dividendYield: fc.oneof(fc.constantFrom(0, 0.0132, 0.0433), fc.double({ min: 0, max: 0.1, noNaN: true })),
  vol: fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 1, max: 5, noNaN: true })),
})
const intrinsic = ({ type, spot, strike }: PricedContract) => (type === 'put' ? strike - spot : spot - strike)

describe('properties', () => {
  test('at least the European option and exercise at once; at most the strike or the share', () => {
    fc.assert(
      fc.property(drawn, (contract) => {
        const price = priceByBoundary(contract)
        expect(price).toBeGreaterThanOrEqual(intrinsic(contract) - 1e-12)
        expect(price).toBeGreaterThanOrEqual(priceEuropean(contract) - 1e-9)
        // A strike that is paid late at a negative rate is worth more than itself.
        const most =
          contract.type === 'put'
            ? contract.strike * Math.exp(Math.max(0, -contract.rate * contract.years))
            : contract.spot
        expect(price).toBeLessThanOrEqual(most + 1e-9)
      }),
    )
  })

  test('more volatility and more time are never worth less', () => {
    fc.assert(
      fc.property(drawn, fc.double({ min: 1e-4, max: 1, noNaN: true }), (contract, more) => {
        const price = priceByBoundary(contract)
        expect(priceByBoundary({ ...contract, vol: contract.vol * (1 + more) })).toBeGreaterThanOrEqual(price - 1e-6)
        expect(priceByBoundary({ ...contract, years: contract.years * (1 + more) })).toBeGreaterThanOrEqual(
          price - 1e-6,
        )
      }),
    )
  })

  test('convex in the strike', () => {
    fc.assert(
      fc.property(drawn, fc.double({ min: 0.5, max: 20, noNaN: true }), (contract, width) => {
        const at = (strike: number) => priceByBoundary({ ...contract, strike })
        expect(at(100 - width) + at(100 + width)).toBeGreaterThanOrEqual(2 * at(100) - 1e-9)
      }),
    )
  })

  /** Not two boundary prices: a call is priced as its mirrored put, and every put as a multiple of a unit put. */
  const onGrid = drawn.filter(({ vol, years }) => vol * Math.sqrt(years) > 0.05 && vol * Math.sqrt(years) < 1)

  test('call-put symmetry: the grid has the same price for share and strike, rate and yield exchanged', () => {
    fc.assert(
      fc.property(onGrid, ({ rate: drawnRate, ...rest }) => {
        const contract = { ...rest, rate: Math.abs(drawnRate) }
        const { type, spot, strike, rate, dividendYield } = contract
        const exchanged = { spot: strike, strike: spot, rate: dividendYield, dividendYield: rate }
        const mirrored = priceOnGrid({ ...contract, ...exchanged, type: type === 'put' ? 'call' : 'put' })
        expect(Math.abs(priceByBoundary(contract) - mirrored)).toBeLessThan(6e-5 * Math.max(spot, strike))
      }),
    )
  })

  test('homogeneous: the grid has twice the price for twice the share and the strike', () => {
    fc.assert(
      fc.property(onGrid, (contract) => {
        const { spot, strike } = contract
        const doubled = priceOnGrid({ ...contract, spot: 2 * spot, strike: 2 * strike })
        expect(Math.abs(doubled - 2 * priceByBoundary(contract))).toBeLessThan(1.2e-4 * Math.max(spot, strike))
      }),
    )
  })

  test('a call without dividends at a rate from 0, and a put at a rate up to 0, are European', () => {
    fc.assert(
      fc.property(drawn, (contract) => {
        const rate = Math.abs(contract.rate)
        const held = contract.type === 'call' ? { ...contract, rate, dividendYield: 0 } : { ...contract, rate: -rate }
        expect(priceByBoundary(held)).toBe(priceEuropean(held))
      }),
    )
  })

  test('Greeks are the differences of the price', () => {
    fc.assert(
      fc.property(drawn, ({ vol, ...rest }) => {
        const contract = { ...rest, vol: Math.max(vol, 0.05) }
        const { spot, years } = contract
        const greeks = computeGreeksByBoundary(contract)
        const step = 0.02 * spot * Math.min(1, contract.vol * Math.sqrt(years))
        const at = (change: Partial<PricedContract>) => priceByBoundary({ ...contract, ...change })
        const [up, down] = [at({ spot: spot + step }), at({ spot: spot - step })]
        // A difference across the boundary, where gamma jumps, says nothing of either side.
        if (
          up === intrinsic({ ...contract, spot: spot + step }) ||
          down === intrinsic({ ...contract, spot: spot - step })
        )
          return
        expect(Math.abs(greeks.delta - (up - down) / (2 * step))).toBeLessThan(1e-3)
        expect(Math.abs(greeks.gamma - (up - 2 * greeks.price + down) / step ** 2)).toBeLessThan(
          2e-3 * Math.abs(greeks.gamma) + 1e-4 / spot + 2e-7 / step ** 2,
        )
        const later = (at({ years: years * 1.001 }) - at({ years: years * 0.999 })) / (0.002 * years)
        expect(Math.abs(greeks.theta + later)).toBeLessThan(2e-3 * Math.abs(greeks.theta) + 0.02)
      }),
    )
  })
})
