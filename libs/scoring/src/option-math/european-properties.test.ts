import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import {
  type ContractTerms,
  discountedLegs,
  escrowedSpot,
  isDividend,
  type PricedContract,
  requirePricedContract,
} from './contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, priceEuropean } from './european.ts'

describe('european properties', () => {
  const contracts = fc.record({
    spot: fc.double({ min: 5, max: 1000, noNaN: true }),
    moneyness: fc.double({ min: 0.5, max: 2, noNaN: true }),
    years: fc.double({ min: 0.01, max: 3, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
    dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
    vol: fc.double({ min: 0.05, max: 2, noNaN: true }),
    cash: fc.double({ min: 0, max: 0.02, noNaN: true }),
  })
  type Drawn = Parameters<Parameters<typeof contracts.map>[0]>[0]
  const build = ({ moneyness, cash, ...terms }: Drawn): Omit<PricedContract, 'type'> => ({
    ...terms,
    strike: terms.spot * moneyness,
    dividends: [{ years: terms.years / 3, cash: cash * terms.spot }],
  })

  describe('European options', () => {
    test('price and every Greek obey put-call parity', () => {
      fc.assert(
        fc.property(contracts, (drawn) => {
          const contract = build(drawn)
          const call = computeEuropeanGreeks({ ...contract, type: 'call' })
          const put = computeEuropeanGreeks({ ...contract, type: 'put' })
          const { strike, years, rate, dividendYield = 0, spot } = contract
          const paid = drawn.cash * spot * Math.exp((-rate * years) / 3)
          const stock = (spot - paid) * Math.exp(-dividendYield * years)
          expect(call.price - put.price).toBeCloseTo(stock - strike * Math.exp(-rate * years), 9)
          expect(call.delta - put.delta).toBeCloseTo(Math.exp(-dividendYield * years), 12)
          expect(call.gamma).toBeCloseTo(put.gamma, 12)
          expect(call.vega).toBeCloseTo(put.vega, 9)
          const yieldDiscount = Math.exp(-dividendYield * years)
          const strikeLeg = strike * Math.exp(-rate * years)
          // One year reduces the stock leg by q and the strike leg by r; one unit of rate reduces the strike leg by `years`.
          // The escrowed amount grows by r a year and falls by a third of the term per unit.
          const growth = dividendYield * stock - rate * strikeLeg - rate * paid * yieldDiscount
          expect(call.theta - put.theta).toBeCloseTo(growth, 8)
          expect(call.rho - put.rho).toBeCloseTo(years * strikeLeg + (years / 3) * paid * yieldDiscount, 8)
        }),
      )
    })

    test('prices stay within bounds and are monotone in spot, strike and volatility', () => {
      fc.assert(
        fc.property(contracts, fc.double({ min: 1.001, max: 1.5, noNaN: true }), (drawn, factor) => {
          const call = { ...build(drawn), type: 'call' } as const
          const price = priceEuropean(call)
          const slack = 1e-10 * call.spot
          expect(price).toBeGreaterThanOrEqual(0)
          expect(price).toBeLessThanOrEqual(call.spot + slack)
          expect(priceEuropean({ ...call, spot: call.spot * factor })).toBeGreaterThanOrEqual(price - slack)
          expect(priceEuropean({ ...call, vol: call.vol * factor })).toBeGreaterThanOrEqual(price - slack)
          expect(priceEuropean({ ...call, strike: call.strike * factor })).toBeLessThanOrEqual(price + slack)
          expect(computeEuropeanDelta(call)).toBeGreaterThanOrEqual(0)
          expect(computeEuropeanDelta(call)).toBeLessThanOrEqual(1)
        }),
      )
    })

    test('prices are convex in strike and scale with the currency', () => {
      fc.assert(
        fc.property(
          contracts,
          fc.constantFrom('call', 'put'),
          fc.double({ min: 0.01, max: 0.4, noNaN: true }),
          fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
          (drawn, type, width, factor) => {
            const contract = { ...build(drawn), type }
            const { spot, strike, dividends = [] } = contract
            const at = (strikeNow: number) => priceEuropean({ ...contract, strike: strikeNow })
            const wings = 0.5 * (at(strike * (1 - width)) + at(strike * (1 + width)))
            expect(wings).toBeGreaterThanOrEqual(at(strike) - 1e-13 * (spot + strike))
            const scaled = {
              ...contract,
              spot: spot * factor,
              strike: strike * factor,
              dividends: dividends.map((paid) => ({ ...paid, cash: paid.cash * factor })),
            }
            expect(Math.abs(priceEuropean(scaled) / factor - at(strike))).toBeLessThanOrEqual(1e-13 * (spot + strike))
            expect(computeEuropeanGreeks(scaled).delta).toBeCloseTo(computeEuropeanGreeks(contract).delta, 12)
          },
        ),
      )
    })

    test('at any volatility, time and moneyness, all figures are finite, and price and Greeks agree', () => {
      const wide = fc.record({
        type: fc.constantFrom('call', 'put'),
        spot: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        strike: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        years: fc.oneof(fc.double({ min: -1, max: 30, noNaN: true }), fc.constant(1e-9)),
        rate: fc.double({ min: -0.1, max: 0.3, noNaN: true }),
        dividendYield: fc.double({ min: -0.1, max: 0.3, noNaN: true }),
        vol: fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.constant(1e-9), fc.constant(1e3)),
      } as const)
      fc.assert(
        fc.property(wide, (contract) => {
          const { model, ...figures } = computeEuropeanGreeks(contract)
          expect(model).toBe('bsm')
          expect(Object.values(figures).every(Number.isFinite)).toBe(true)
          expect(figures.price).toBe(priceEuropean(contract))
          expect(figures.delta + 0).toBe(computeEuropeanDelta(contract) + 0)
        }),
      )
    })

    test('Greeks are the slopes of the price, including escrowed dividends', () => {
      fc.assert(
        fc.property(contracts, fc.constantFrom('call', 'put'), (drawn, type) => {
          const contract = { ...build(drawn), type }
          const { spot, years, rate, vol } = contract
          const got = computeEuropeanGreeks(contract)
          const slope = (step: number, moved: (by: number) => PricedContract) =>
            (priceEuropean(moved(step)) - priceEuropean(moved(-step))) / (2 * step)
          const later = (by: number) => ({
            ...contract,
            years: years - by,
            dividends: (contract.dividends ?? []).map((paid) => ({ ...paid, years: paid.years - by })),
          })
          const close = (value: number, by: number) => Math.abs(value - by) <= 2e-5 * (Math.abs(by) + spot)
          expect(close(got.delta * spot, slope(spot * 1e-4, (by) => ({ ...contract, spot: spot + by })) * spot)).toBe(
            true,
          )
          const deltaAt = (by: number) => computeEuropeanDelta({ ...contract, spot: spot + by })
          // Gamma varies on the scale of a deviation.
          const step = 1e-3 * spot * Math.min(1, vol * Math.sqrt(years))
          const gamma = (deltaAt(step) - deltaAt(-step)) / (2 * step)
          expect(Math.abs(got.gamma - gamma)).toBeLessThanOrEqual(1e-4 * got.gamma + 1e-9 / spot)
          expect(
            close(
              got.vega,
              slope(vol * 1e-4, (by) => ({ ...contract, vol: vol + by })),
            ),
          ).toBe(true)
          expect(
            close(
              got.rho,
              slope(1e-5, (by) => ({ ...contract, rate: rate + by })),
            ),
          ).toBe(true)
          expect(close(got.theta, slope(years * 1e-4, later))).toBe(true)
        }),
      )
    })
  })
})

describe('contract', () => {
  const terms: ContractTerms = { type: 'call', spot: 50, strike: 40, years: 0.5, rate: 0.1, dividendYield: 0.02 }

  describe('a contract to price', () => {
    const whole: PricedContract = { ...terms, vol: 0.2 }

    test.each([
      {},
      { vol: 0 },
      { years: -1 },
      { rate: -0.1, dividendYield: -0.1 },
      { dividends: [] },
      { dividends: [{ years: -1, cash: 0 }] },
      { dividends: [{ years: 0.1, cash: 90 }] },
    ])('accepts %j', (change) => {
      expect(() => requirePricedContract({ ...whole, ...change })).not.toThrow()
    })

    test.each([
      [{ spot: 0 }, 'spot must be a positive number, got 0'],
      [{ spot: Number.POSITIVE_INFINITY }, 'spot must be a positive number, got Infinity'],
      [{ strike: Number.NaN }, 'strike must be a positive number, got NaN'],
      [{ years: Number.NaN }, 'years must be a finite number, got NaN'],
      [{ rate: Number.POSITIVE_INFINITY }, 'rate must be a finite number, got Infinity'],
      [{ dividendYield: Number.NaN }, 'dividendYield must be a finite number, got NaN'],
      [{ vol: -0.01 }, 'vol must be zero or positive, got -0.01'],
      [{ dividends: [{ years: Number.NaN, cash: 1 }] }, 'dividend years must be a finite number, got NaN'],
      [{ dividends: [{ years: 0.1, cash: -1 }] }, 'dividend cash must be zero or positive, got -1'],
      [
        {
          dividends: [
            { years: 0.1, cash: 1 },
            { years: 0.2, cash: Number.NaN },
          ],
        },
        'dividend cash must be zero or positive, got NaN',
      ],
    ])('rejects %j', (change, message) => {
      expect(() => requirePricedContract({ ...whole, ...change })).toThrow(new RangeError(message))
    })
  })

  test.each([
    [0.1, 1, true],
    [-0.1, 0, true],
    [Number.NaN, 1, false],
    [Number.POSITIVE_INFINITY, 1, false],
    [Number.NEGATIVE_INFINITY, 1, false],
    [0.1, -1, false],
    [0.1, Number.NaN, false],
    [0.1, Number.POSITIVE_INFINITY, false],
  ])('in %d years, a dividend of $%d is valid: %p', (years, cash, expected) => {
    expect(isDividend({ years, cash })).toBe(expected)
  })

  describe('discounted legs', () => {
    test('subtracts dividends of the term at present value, including the expiration day', () => {
      const dividends = [
        { years: 0, cash: 3 },
        { years: 0.25, cash: 2 },
        { years: 0.5, cash: 1 },
        { years: 0.5001, cash: 7 },
      ]
      const left = 50 - 2 * Math.exp(-0.025) - Math.exp(-0.05)
      expect(escrowedSpot({ ...terms, dividends })).toEqual({ spot: expect.closeTo(left, 12), model: 'bsm_escrowed' })
      expect(discountedLegs({ ...terms, dividends })).toEqual({
        stock: expect.closeTo(left * Math.exp(-0.01), 12),
        strike: expect.closeTo(40 * Math.exp(-0.05), 12),
        model: 'bsm_escrowed',
      })
    })

    test('returns the spot without dividends in the term, and never less than 0', () => {
      expect(escrowedSpot({ ...terms, dividends: [{ years: 0.6, cash: 7 }] })).toEqual({ spot: 50, model: 'bsm' })
      expect(escrowedSpot({ ...terms, years: -1, dividends: [{ years: 0.1, cash: 7 }] }).spot).toBe(50)
      expect(escrowedSpot({ ...terms, dividends: [{ years: 0.1, cash: 70 }] })).toEqual({
        spot: 0,
        model: 'bsm_escrowed',
      })
    })

    test('does not discount after expiration', () => {
      expect(discountedLegs({ ...terms, years: -1 })).toEqual({ stock: 50, strike: 40, model: 'bsm' })
    })
  })
})
