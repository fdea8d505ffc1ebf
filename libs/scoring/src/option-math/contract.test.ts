import { describe, expect, test } from '@jest/globals'
import {
  type ContractTerms,
  discountedLegs,
  escrowedSpot,
  isDividend,
  type PricedContract,
  requirePricedContract,
} from './contract.ts'

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
  ])('%j is one', (change) => {
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
  ])('%j is none', (change, message) => {
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
])('in %d years $%d is a dividend: %p', (years, cash, expected) => {
  expect(isDividend({ years, cash })).toBe(expected)
})

describe('what is left of the spot and the strike', () => {
  test('dividends of the term at their present value, on the day of expiration too', () => {
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

  test('without one in the term the spot itself; never less than nothing', () => {
    expect(escrowedSpot({ ...terms, dividends: [{ years: 0.6, cash: 7 }] })).toEqual({ spot: 50, model: 'bsm' })
    expect(escrowedSpot({ ...terms, years: -1, dividends: [{ years: 0.1, cash: 7 }] }).spot).toBe(50)
    expect(escrowedSpot({ ...terms, dividends: [{ years: 0.1, cash: 70 }] })).toEqual({
      spot: 0,
      model: 'bsm_escrowed',
    })
  })

  test('past expiration nothing is discounted', () => {
    expect(discountedLegs({ ...terms, years: -1 })).toEqual({ stock: 50, strike: 40, model: 'bsm' })
  })
})
