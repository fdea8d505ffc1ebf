import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import {
  computePayoff,
  type HeldToExpiration,
  maxLossUsd,
  maxProfitUsd,
  type PayoffPoint,
  payoffUsd,
  positionBreakeven,
} from './payoff.ts'
import { probabilityAbove, probabilityTouch } from './probabilities.ts'
import { breakeven } from './yields.ts'

describe('payoff', () => {
  /** 200 shares at 50, two 55 calls sold at 2, $3 of fees. */
  const POSITION: HeldToExpiration = { entryPrice: 50, strike: 55, premium: 2, contracts: 2, feesUsd: 3 }

  describe('computed by hand', () => {
    test.each([
      [0, -9603],
      [40, -1603],
      [48, -3],
      [50, 397],
      [55, 1397],
      [70, 1397],
    ])('stock at %d: %d dollars', (price, profit) => {
      expect(payoffUsd(POSITION, price)).toBeCloseTo(profit, 9)
    })

    test('computes maximum profit, maximum loss and breakeven, with fees and dividends', () => {
      expect(maxProfitUsd(POSITION)).toBeCloseTo(1397, 9)
      expect(maxLossUsd(POSITION)).toBeCloseTo(9603, 9)
      expect(positionBreakeven(POSITION)).toBeCloseTo(48.015, 9)
      const paid = { ...POSITION, dividends: 0.5 }
      expect(maxProfitUsd(paid)).toBeCloseTo(1497, 9)
      expect(maxLossUsd(paid)).toBeCloseTo(9503, 9)
      expect(positionBreakeven(paid)).toBeCloseTo(47.515, 9)
    })

    test('uncovered shares raise the maximum profit and share the premium', () => {
      const partly = { ...POSITION, shares: 300 }
      expect(payoffUsd(partly, 70)).toBeCloseTo(300 * 20 + 200 * (2 - 15) - 3, 9)
      expect(maxProfitUsd(partly)).toBeNull()
      expect(positionBreakeven(partly)).toBeCloseTo(50 - 397 / 300, 9)
    })

    test('an adjusted contract uses its own number of shares', () => {
      expect(payoffUsd({ ...POSITION, sharesPerContract: 150 }, 60)).toBeCloseTo(300 * 7 - 3, 9)
    })

    test('a strike below the cost loses at every price unless uncovered shares gain above it', () => {
      const locked = { entryPrice: 50, strike: 40, premium: 2, contracts: 1 }
      expect(positionBreakeven(locked)).toBeNull()
      expect(maxProfitUsd(locked)).toBe(-800)
      // Above the strike, the 100 covered shares lose 800 at every price. At 58, the 100 uncovered shares gain 800.
      expect(positionBreakeven({ ...locked, shares: 200 })).toBeCloseTo(58, 9)
      expect(positionBreakeven({ ...locked, dividends: 60 })).toBeNull()
    })

    test('a position with a payoff of zero at the strike breaks even there, despite rounding', () => {
      // 2.24 − 1.10 is 1.1400000000000001 in floating point.
      expect(positionBreakeven({ entryPrice: 2.24, strike: 1.14, premium: 1.1, contracts: 1 })).toBe(1.14)
      for (let cents = 101; cents <= 1500; cents += 1) {
        const strike = (cents - 100) / 100
        const held = { entryPrice: cents / 100, strike, premium: 1, contracts: 3 }
        expect(positionBreakeven(held)).toBeCloseTo(strike, 12)
        expect(positionBreakeven({ ...held, feesUsd: 0.01 })).toBeNull()
      }
      // The premium equals the cost except for rounding: 0.1 + 0.2 is 0.30000000000000004.
      const paidBack = { entryPrice: 0.3, strike: 1, premium: 0.1 + 0.2, contracts: 1 }
      expect(positionBreakeven(paidBack)).toBe(0)
    })

    test.each([
      [{ shares: 199 }, 'shares must cover the 2 contracts with at least 200, got 199'],
      [{ contracts: 0 }, 'contracts must be'],
      [{ contracts: 1.5 }, 'contracts must be'],
      [{ premium: -1 }, 'premium must be'],
      [{ feesUsd: -1 }, 'feesUsd must be'],
      [{ entryPrice: 0 }, 'entryPrice must be'],
      [{ strike: Number.NaN }, 'strike must be'],
      [{ sharesPerContract: 0 }, 'sharesPerContract must be'],
      [{ dividends: Number.NaN }, 'dividends must be'],
      [{ dividends: -0.1 }, 'dividends must be'],
    ])('rejects %j', (change, message) => {
      expect(() => payoffUsd({ ...POSITION, ...change }, 50)).toThrow(message)
    })
  })

  describe('plot points', () => {
    test('are evenly spaced, include both ends, strike and breakeven', () => {
      const points = computePayoff({ ...POSITION, feesUsd: 0 }, { from: 41, to: 61, count: 5 })
      expect(points.map(({ price, mark }) => [price, mark])).toEqual([
        [41, null],
        [46, null],
        [48, 'breakeven'],
        [51, null],
        [55, 'strike'],
        [56, null],
        [61, null],
      ])
      expect(points.find(({ mark }) => mark === 'breakeven')?.profitUsd).toBeCloseTo(0, 9)
      expect(points.at(-1)?.profitUsd).toBe(1400)
    })

    test('do not duplicate a grid price on the strike, and omit points outside the range', () => {
      const points = computePayoff(POSITION, { from: 50, to: 60, count: 3 })
      expect(points.map(({ price, mark }) => [price, mark])).toEqual([
        [50, null],
        [55, 'strike'],
        [60, null],
      ])
    })

    test('merge a price that equals strike or breakeven up to rounding', () => {
      const near = { entryPrice: 2.24, strike: 1.14, premium: 1.1, contracts: 1 }
      const marks = (points: readonly PayoffPoint[]) =>
        points.flatMap(({ price, mark }) => (mark ? [[price, mark]] : []))
      expect(marks(computePayoff(near, { from: 1, to: 2, count: 11 }))).toEqual([[1.14, 'strike']])
      // The grid has 38.769999999999996, the breakeven is 38.77.
      const points = computePayoff(
        { entryPrice: 40.07, strike: 42, premium: 1.3, contracts: 1 },
        { from: 30, to: 60, count: 3001 },
      )
      expect(points).toHaveLength(3001)
      expect(marks(points).map(([, mark]) => mark)).toEqual(['breakeven', 'strike'])
    })

    test.each([
      [{ from: 50, to: 50, count: 3 }, 'to must be above 50, got 50'],
      [{ from: 50, to: Number.POSITIVE_INFINITY, count: 3 }, 'to must be above 50'],
      [{ from: -1, to: 50, count: 3 }, 'from must be'],
      [{ from: 1, to: 50, count: 1 }, 'count must be a whole number from 2, got 1'],
    ])('rejects %j', (grid, message) => {
      expect(() => computePayoff(POSITION, grid)).toThrow(message)
    })
  })

  describe('properties', () => {
    const positions = fc.record({
      entryPrice: fc.double({ min: 5, max: 500, noNaN: true }),
      strike: fc.double({ min: 5, max: 500, noNaN: true }),
      premium: fc.double({ min: 0, max: 20, noNaN: true }),
      contracts: fc.integer({ min: 1, max: 9 }),
      shares: fc.integer({ min: 900, max: 2000 }),
      feesUsd: fc.double({ min: 0, max: 20, noNaN: true }),
      dividends: fc.double({ min: 0, max: 3, noNaN: true }),
    })
    const price = fc.double({ min: 0, max: 1000, noNaN: true })

    test('the payoff is piecewise linear and continuous: the midpoint of two points on one side of the strike is their mean', () => {
      fc.assert(
        fc.property(positions, price, price, (position, one, other) => {
          const { strike } = position
          for (const [low, high] of [
            [Math.min(one, strike), Math.min(other, strike)],
            [Math.max(one, strike), Math.max(other, strike)],
          ] as const) {
            const mean = (payoffUsd(position, low) + payoffUsd(position, high)) / 2
            expect(payoffUsd(position, (low + high) / 2)).toBeCloseTo(mean, 6)
          }
          expect(payoffUsd(position, strike * (1 + 1e-9))).toBeCloseTo(payoffUsd(position, strike), 1)
        }),
      )
    })

    test('the payoff never falls with the price, is bounded by its extremes, and is zero at the breakeven', () => {
      fc.assert(
        fc.property(positions, price, price, (position, one, other) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)]
          expect(payoffUsd(position, high)).toBeGreaterThanOrEqual(payoffUsd(position, low) - 1e-6)
          expect(payoffUsd(position, low)).toBeGreaterThanOrEqual(-maxLossUsd(position) - 1e-6)
          const most = maxProfitUsd(position)
          if (most !== null) expect(payoffUsd(position, high)).toBeLessThanOrEqual(most + 1e-6)
          const zero = positionBreakeven(position)
          if (zero !== null) expect(payoffUsd(position, zero)).toBeCloseTo(0, 5)
        }),
      )
    })

    test('without fees and uncovered shares, the breakeven equals that of one share', () => {
      fc.assert(
        fc.property(positions, ({ entryPrice, premium, dividends, contracts }) => {
          fc.pre(premium + dividends < entryPrice)
          const held = { entryPrice, premium: premium, dividends, contracts, strike: entryPrice * 1.1 }
          const { strike } = held
          const ofOneShare = breakeven({ price: entryPrice, strike, premium, dividends })
          expect(positionBreakeven(held)).toBeCloseTo(ofOneShare ?? Number.NaN, 9)
        }),
      )
    })
  })
})

describe('price paths', () => {
  /**
   * Stock 100, rate 4%. One ex-date: the density of the paths that have not touched (method of images), integrated
   * adaptively to 1e-12. Several: finite differences in log price on two grids, extrapolated; with one ex-date both programs
   * agree to 2e-11. The first three rows are also within 0.001 of a simulation.
   */
  describe('dividends, compared with other programs', () => {
    test.each([
      [101, 35, 0, 0.2, [[30, 0.75]], 0.8724762408, 0.4014951749],
      [105, 91, 0, 0.2, [[80, 1]], 0.6316759163, 0.2965761623],
      [100.01, 182, 0, 0.2, [[91, 3]], 0.999395781, 0.4431400876],
      [120, 60, 0.02, 0.35, [[59, 2]], 0.1839648378, 0.0736017031],
      [103, 60, 0, 0.25, [[60, 1]], 0.7737565298, 0.354666559],
      [
        110,
        200,
        0,
        0.3,
        [
          [111, 0.6],
          [20, 0.6],
        ],
        0.642007382,
        0.3105692382,
      ],
      [
        115,
        365,
        0,
        0.3,
        [
          [45, 0.75],
          [136, 0.75],
          [227, 0.75],
          [318, 0.75],
        ],
        0.6055239372,
        0.2820921468,
      ],
      [
        104,
        120,
        0,
        0.25,
        [
          [90, 0.5],
          [91, 0.5],
          [92, 0.5],
        ],
        0.7794765372,
        0.3613255095,
      ],
    ] as const)(
      'level %d, %d days, yield %d, volatility %d, %j',
      (level, days, dividendYield, vol, paid, touch, above) => {
        const dividends = paid.map(([day, cash]) => ({ years: day / 365, cash }))
        const question = { spot: 100, level, years: days / 365, rate: 0.04, dividendYield, vol, dividends }
        expect(Math.abs(probabilityTouch(question) - touch)).toBeLessThan(1e-9)
        expect(Math.abs(probabilityAbove(question) - above)).toBeLessThan(2e-6)
      },
    )
  })

  describe('computed by hand', () => {
    test('an early ex-date is like a lower spot, and one on the last day like a higher level', () => {
      const terms = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3 }
      const early = { ...terms, dividends: [{ years: 1e-9, cash: 4 }] }
      expect(probabilityTouch({ ...early, level: 110 })).toBeCloseTo(
        probabilityTouch({ ...terms, spot: 96, level: 110 }),
        6,
      )
      expect(probabilityAbove({ ...early, level: 110 })).toBeCloseTo(
        probabilityAbove({ ...terms, spot: 96, level: 110 }),
        6,
      )
      const last = { ...terms, dividends: [{ years: 0.5, cash: 4 }] }
      // Touching is judged by the price before the drop.
      expect(probabilityTouch({ ...last, level: 110 })).toBeCloseTo(probabilityTouch({ ...terms, level: 110 }), 12)
      expect(probabilityAbove({ ...last, level: 110 })).toBeCloseTo(probabilityAbove({ ...terms, level: 114 }), 6)
    })

    test('reaches a level through drift alone', () => {
      // Adaptive quadrature gives 0.97302 and 0.96967.
      const dividends = [{ years: 0.5, cash: 1 }]
      const question = { spot: 100, years: 5, rate: 0.1, vol: 0.02, dividends, level: 150 }
      expect(probabilityTouch(question)).toBeCloseTo(0.9730151804, 8)
      expect(probabilityAbove(question)).toBeCloseTo(0.9696672692, 6)
    })

    test('handles two close ex-dates with a large first drop', () => {
      const dividends = [
        { years: 5 / 365, cash: 15 },
        { years: 8 / 365, cash: 1 },
      ]
      const question = { spot: 100, years: 1, rate: 0.04, vol: 0.15, dividends, level: 101 }
      // Finite differences give 0.150639127, and 0.675707 for the touch, to 1e-5.
      expect(probabilityAbove(question)).toBeCloseTo(0.1506391273, 5)
      expect(probabilityTouch(question)).toBeCloseTo(0.675707, 5)
    })

    test("a dividend above the stock's value leaves nothing", () => {
      const question = { spot: 10, years: 0.5, rate: 0.04, vol: 0.3, dividends: [{ years: 0.25, cash: 500 }] }
      expect(probabilityAbove({ ...question, level: 1 })).toBe(0)
      const until = { spot: 10, years: 0.25, rate: 0.04, vol: 0.3, level: 12 }
      expect(probabilityTouch({ ...question, level: 12 })).toBeCloseTo(probabilityTouch(until), 12)
    })

    test('adds up dividends with the same ex-date and ignores those today or after the last day', () => {
      const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, level: 110 }
      const parts = [0.7, 0.8].map((cash) => ({ years: 0.25, cash }))
      const whole = [{ years: 0.25, cash: 1.5 }]
      const others = [-0.1, 0, 0.51].map((years) => ({ years, cash: 9 }))
      for (const chance of [probabilityAbove, probabilityTouch]) {
        expect(chance({ ...question, dividends: parts })).toBeCloseTo(chance({ ...question, dividends: whole }), 12)
        expect(chance({ ...question, dividends: others })).toBe(chance(question))
      }
    })
  })

  test.each([1e-7, 1e-5, 1e-4, 1e-3, 0.02])('a dividend of 0, %p years before the end, changes nothing', (left) => {
    for (const near of [0.8, 0.97, 1.001, 1.03, 1.3]) {
      for (const vol of [0.1, 0.4, 1.2]) {
        const question = { spot: 100, years: 0.1, rate: 0.04, vol, level: 100 * near }
        const dividends = [{ years: question.years - left, cash: 1e-12 }]
        for (const probability of [probabilityAbove, probabilityTouch]) {
          expect(Math.abs(probability({ ...question, dividends }) - probability(question))).toBeLessThan(1e-9)
        }
      }
    }
  })
})
