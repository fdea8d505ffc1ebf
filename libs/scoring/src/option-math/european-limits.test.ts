import { describe, expect, test } from '@jest/globals'
import type { PricedContract } from './contract.ts'
import { computeEuropeanDelta, computeEuropeanGreeks, priceEuropean } from './european.ts'

const hull = { spot: 42, strike: 40, years: 0.5, rate: 0.1, vol: 0.2 }

describe('dividends worth more than the stock', () => {
  test('a dividend larger than the stock leaves a call worth nothing and a put worth its strike', () => {
    const dividends = [{ years: 0.1, cash: 100 }]
    expect(priceEuropean({ ...hull, type: 'call', dividends })).toBe(0)
    expect(priceEuropean({ ...hull, type: 'put', dividends })).toBeCloseTo(40 * Math.exp(-0.05), 12)
    expect(computeEuropeanGreeks({ ...hull, type: 'put', dividends })).toMatchObject({ gamma: 0, vega: 0, delta: -1 })
  })

  test("the put is then the strike at today's worth, whose slopes are all there is", () => {
    const put = { ...hull, type: 'put', dividends: [{ years: 0.1, cash: 100 }] } as const
    const { theta, rho } = computeEuropeanGreeks(put)
    expect(theta).toBeCloseTo(0.1 * 40 * Math.exp(-0.05), 12)
    expect(rho).toBeCloseTo(-0.5 * 40 * Math.exp(-0.05), 12)
    const call = computeEuropeanGreeks({ ...put, type: 'call' })
    expect([call.theta + 0, call.rho + 0, call.delta]).toEqual([0, 0, 0])
    // With the dividend just under the spot the escrowed amount still counts.
    const almost = { ...put, dividends: [{ years: 0.1, cash: 42 }] }
    expect(computeEuropeanGreeks(almost).rho).not.toBeCloseTo(rho, 1)
  })
})

describe('without volatility the payoff is certain', () => {
  const certain = { spot: 110, strike: 100, years: 0.5, rate: 0.04, dividendYield: 0.01, vol: 0 }
  const stock = 110 * Math.exp(-0.005)
  const strike = 100 * Math.exp(-0.02)

  test('in the money: the slopes of the legs', () => {
    expect(computeEuropeanGreeks({ ...certain, type: 'call' })).toEqual({
      ...{ price: stock - strike, delta: Math.exp(-0.005), gamma: 0, vega: 0, model: 'bsm' },
      ...{ theta: expect.closeTo(0.01 * stock - 0.04 * strike, 12), rho: expect.closeTo(0.5 * strike, 12) },
    })
    const put = computeEuropeanGreeks({ ...certain, type: 'put', strike: 130 })
    const dearer = 130 * Math.exp(-0.02)
    expect(put.price).toBeCloseTo(dearer - stock, 12)
    expect(put.delta).toBe(-Math.exp(-0.005))
    expect(put.theta).toBeCloseTo(0.04 * dearer - 0.01 * stock, 12)
    expect(put.rho).toBeCloseTo(-0.5 * dearer, 12)
  })

  test('out of the money: nothing', () => {
    const { model: _, ...figures } = computeEuropeanGreeks({ ...certain, type: 'put' })
    for (const figure of Object.values(figures)) expect(figure + 0).toBe(0)
  })

  test('at the strike: half of either', () => {
    const atTheStrike = { ...certain, spot: 100, rate: 0, dividendYield: 0 }
    expect(computeEuropeanGreeks({ ...atTheStrike, type: 'call' })).toMatchObject({ delta: 0.5, rho: 25, price: 0 })
    expect(computeEuropeanGreeks({ ...atTheStrike, type: 'put' })).toMatchObject({ delta: -0.5, rho: -25, price: 0 })
    expect(computeEuropeanDelta({ ...atTheStrike, type: 'put' })).toBe(-0.5)
  })

  test('at expiration time is over: no theta, no rho', () => {
    const over = computeEuropeanGreeks({ ...certain, type: 'call', vol: 0.3, years: -0.1 })
    expect(over).toEqual({ price: 10, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0, model: 'bsm' })
  })
})

describe('refusals', () => {
  test.each([
    ['spot', { spot: 0 }],
    ['strike', { strike: -1 }],
    ['vol', { vol: -0.1 }],
    ['rate', { rate: Number.NaN }],
    ['years', { years: Number.POSITIVE_INFINITY }],
    ['years', { years: Number.NEGATIVE_INFINITY }],
    ['dividendYield', { dividendYield: Number.NaN }],
    ['dividend years', { dividends: [{ years: Number.NaN, cash: 1 }] }],
    ['dividend years', { dividends: [{ years: Number.POSITIVE_INFINITY, cash: 1 }] }],
    ['dividend cash', { dividends: [{ years: 0.1, cash: -1 }] }],
    ['dividend cash', { dividends: [{ years: 9, cash: Number.NaN }] }],
  ])('a broken %s is refused by name: %j', (name, change) => {
    const broken: PricedContract = { ...hull, type: 'call', ...change }
    for (const compute of [priceEuropean, computeEuropeanDelta, computeEuropeanGreeks]) {
      expect(() => compute(broken)).toThrow(RangeError)
      expect(() => compute(broken)).toThrow(`${name} must be`)
    }
  })

  test.each([
    ['the strike leg', { rate: -1e4 }],
    ['the stock leg', { dividendYield: -1e4 }],
    ['the legs together', { spot: 1e308, strike: 1e308 }],
    ['their ratio', { spot: 1e200, strike: 1e-200 }],
    ['the total volatility', { vol: 1e308, years: 9 }],
  ])('figures beyond the doubles are refused: %s', (_, change) => {
    for (const type of ['call', 'put'] as const) {
      const beyond = { ...hull, type, ...change }
      for (const compute of [priceEuropean, computeEuropeanDelta, computeEuropeanGreeks]) {
        expect(() => compute(beyond)).toThrow(new RangeError('the legs, their ratio or the total volatility overflow'))
      }
    }
  })

  test('legs that underflow are worth nothing', () => {
    expect(priceEuropean({ ...hull, type: 'call', rate: 1e4 })).toBe(42)
    expect(computeEuropeanGreeks({ ...hull, type: 'put', dividendYield: 1e4 })).toMatchObject({ gamma: 0, vega: 0 })
  })
})
