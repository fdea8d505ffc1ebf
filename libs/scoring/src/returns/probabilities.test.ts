import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { computeEuropeanDelta } from '../option-math/european.ts'
import { normalCdf } from '../option-math/normal.ts'
import { probabilityAbove, probabilityItm, probabilityProfit, probabilityTouch } from './probabilities.ts'
import { straddleAndStranglesMove, straddleMove } from './straddle-move.ts'
import { crossoverPrice, cushionPct, missedUpsideUsd, timeValueProtectionPct } from './trade-figures.ts'

describe('probabilities', () => {
  describe('computed by hand', () => {
    test('without drift, a touch is twice as likely as ending above, by reflection', () => {
      const vol = 0.4
      // With a rate that exceeds the yield by half the variance, the log price has no drift.
      for (const dividendYield of [0, 0.06]) {
        const rate = dividendYield + 0.5 * vol * vol
        const question = { spot: 100, years: 0.5, rate, dividendYield, vol, level: 120 }
        expect(probabilityTouch(question)).toBeCloseTo(2 * probabilityAbove(question), 12)
      }
    })

    test('equals the published form of MATHS 4 with L = |u|, even with a strong downward drift', () => {
      for (const vol of [0.2, 0.6, 1.5]) {
        for (const [rate, dividendYield] of [
          [-0.02, 0],
          [0.05, 0],
          [0.3, 0],
          [0.05, 0.04],
        ] as const) {
          for (const level of [101, 110, 160]) {
            const years = 2
            const u = (rate - dividendYield - 0.5 * vol * vol) / (vol * vol)
            const total = vol * Math.sqrt(years)
            const length = Math.abs(u)
            const z = Math.log(level / 100) / total + length * total
            const first = (level / 100) ** (u + length) * normalCdf(-z)
            const second = (level / 100) ** (u - length) * normalCdf(2 * length * total - z)
            const question = { spot: 100, years, rate, dividendYield, vol, level }
            expect(probabilityTouch(question)).toBeCloseTo(first + second, 12)
          }
        }
      }
    })

    test('handles a level that is already reached, and a term or volatility of 0', () => {
      const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, level: 120 }
      expect(probabilityTouch({ ...question, level: 100 })).toBe(1)
      expect(probabilityTouch({ ...question, level: 80 })).toBe(1)
      expect(probabilityTouch({ ...question, years: 0 })).toBe(0)
      expect(probabilityTouch({ ...question, vol: 0 })).toBe(0)
      expect(probabilityTouch({ ...question, vol: 0, level: 101 })).toBe(1)
      expect(probabilityAbove({ ...question, years: 0 })).toBe(0)
      expect(probabilityAbove({ ...question, years: 0, level: 100 })).toBe(0.5)
      expect(probabilityAbove({ ...question, years: 0, level: 99 })).toBe(1)
    })

    test('a future dividend does not touch a level above the price', () => {
      const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.2, dividends: [{ years: 0.25, cash: 3 }] }
      expect(probabilityTouch({ ...question, level: 99 })).toBe(1)
      expect(probabilityTouch({ ...question, level: 100 })).toBe(1)
      expect(probabilityTouch({ ...question, level: 100.01 })).toBeLessThan(1)
    })

    test('without volatility, the stock follows one path that drops at each ex-date', () => {
      // 100 grows to 102.02 in half a year, drops to 97.02 and ends at 98.98.
      const question = { spot: 100, years: 1, rate: 0.04, vol: 0, dividends: [{ years: 0.5, cash: 5 }] }
      expect(probabilityTouch({ ...question, level: 102 })).toBe(1)
      expect(probabilityTouch({ ...question, level: 102.03 })).toBe(0)
      expect(probabilityAbove({ ...question, level: 98.97 })).toBe(1)
      expect(probabilityAbove({ ...question, level: 98.99 })).toBe(0)
      // At a rate of 40%, the stock rises to 122.14, falls to 117.14 and ends at 143.07.
      expect(probabilityTouch({ ...question, rate: 0.4, level: 130 })).toBe(1)
      expect(probabilityTouch({ ...question, rate: 0.4, level: 143.1 })).toBe(0)
    })

    test('low volatility with a strong drift neither overflows nor leaves the range 0 to 1', () => {
      for (const vol of [0.001, 0.003, 0.01, 0.03]) {
        const touch = probabilityTouch({ spot: 100, years: 2, rate: 0.08, vol, level: 130 })
        expect(touch).toBeGreaterThanOrEqual(0)
        expect(touch).toBeLessThanOrEqual(1)
      }
      expect(probabilityTouch({ spot: 100, years: 2, rate: 0.08, vol: 0.001, level: 110 })).toBeCloseTo(1, 9)
    })

    test('a dividend inside the term lowers every probability of a rise', () => {
      const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, level: 110 }
      const dividends = [{ years: 0.25, cash: 3 }]
      expect(probabilityAbove({ ...question, dividends })).toBeLessThan(probabilityAbove(question))
      expect(probabilityTouch({ ...question, dividends })).toBeLessThan(probabilityTouch(question))
    })
  })

  describe('probability of profit', () => {
    const covered = { spot: 100, strike: 105, years: 35 / 365, rate: 0.04, vol: 0.2, premium: 1.5 }

    test('is the probability of ending above the breakeven', () => {
      expect(probabilityProfit(covered)).toBe(probabilityAbove({ ...covered, level: 98.5 }))
    })

    test('counts the dividend that lowers the stock as received: 0.6084 by adaptive quadrature, 0.5607 without the cash', () => {
      const dividends = [
        { years: 30 / 365, cash: 0.75 },
        { years: 36 / 365, cash: 9 },
      ]
      expect(probabilityProfit({ ...covered, dividends })).toBeCloseTo(0.6084327559, 5)
    })

    test.each([
      // With the stock at 100, the maximum profit with an 80 call is premium − 20.
      [19.9, 0, true],
      [20, 0, true],
      [20.01, 0, false],
      [19.9, 0.1, true],
      [19.9, 0.11, false],
    ])('80 call sold at %d, dividend %d: no profit at any price: %s', (premium, cash, isLost) => {
      const chance = probabilityProfit({ ...covered, strike: 80, premium, dividends: [{ years: 30 / 365, cash }] })
      if (isLost) expect(chance).toBe(0)
      else expect(chance).toBeGreaterThan(0.99)
    })

    test('is 1 if the premium pays for the stock', () => {
      expect(probabilityProfit({ ...covered, premium: 100 })).toBe(1)
    })

    test.each([
      [{ strike: Number.NaN }, 'strike must be'],
      [{ premium: Number.NaN }, 'premium must be'],
      [{ premium: -1 }, 'premium must be'],
      [{ spot: 0 }, 'spot must be'],
      [{ dividends: [{ years: 0.01, cash: Number.NaN }] }, 'dividend cash must be'],
    ])('rejects %j', (change, message) => {
      expect(() => probabilityProfit({ ...covered, ...change })).toThrow(message)
    })
  })

  test.each([
    [{ level: 0 }, 'level must be'],
    [{ level: Number.NaN }, 'level must be'],
    [{ vol: -0.1 }, 'vol must be'],
    [{ dividendYield: Number.NaN }, 'dividendYield must be'],
  ])('rejects %j', (change, message) => {
    const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, level: 110 }
    expect(() => probabilityAbove({ ...question, ...change })).toThrow(message)
    expect(() => probabilityTouch({ ...question, ...change })).toThrow(message)
  })

  const questions = fc.record({
    spot: fc.double({ min: 10, max: 500, noNaN: true }),
    years: fc.double({ min: 0.005, max: 3, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
    dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
    vol: fc.double({ min: 0.02, max: 2, noNaN: true }),
  })
  const factor = fc.double({ min: 1.0001, max: 2, noNaN: true })

  describe('properties', () => {
    test('a touch is at least as likely as ending above; both fall with the level and stay within 0 to 1', () => {
      fc.assert(
        fc.property(questions, factor, factor, (terms, near, further) => {
          const level = terms.spot * near
          const touch = probabilityTouch({ ...terms, level })
          const ends = probabilityAbove({ ...terms, level })
          expect(touch).toBeGreaterThanOrEqual(ends - 1e-12)
          expect(touch).toBeLessThanOrEqual(1)
          expect(ends).toBeGreaterThanOrEqual(0)
          expect(probabilityTouch({ ...terms, level: level * further })).toBeLessThanOrEqual(touch + 1e-12)
          expect(probabilityAbove({ ...terms, level: level * further })).toBeLessThanOrEqual(ends + 1e-12)
          expect(probabilityTouch({ ...terms, level, years: terms.years * further })).toBeGreaterThanOrEqual(
            touch - 1e-12,
          )
        }),
      )
    })

    test('with up to two dividends, both probabilities are lower and obey the same bounds', () => {
      const dividends = fc.array(
        fc.record({
          years: fc.integer({ min: 1, max: 430 }).map((days) => days / 365),
          cash: fc.double({ min: 0, max: 3, noNaN: true }),
        }),
        { maxLength: 2 },
      )
      fc.assert(
        fc.property(questions, factor, dividends, ({ years, ...law }, near, paid) => {
          const terms = { ...law, years: Math.min(1, years), vol: Math.max(0.1, law.vol), dividends: paid }
          const level = terms.spot * near
          const touch = probabilityTouch({ ...terms, level })
          const ends = probabilityAbove({ ...terms, level })
          expect(touch).toBeGreaterThanOrEqual(ends - 2e-6)
          expect(touch).toBeLessThanOrEqual(probabilityTouch({ ...terms, dividends: [], level }) + 1e-8)
          expect(ends).toBeLessThanOrEqual(probabilityAbove({ ...terms, dividends: [], level }) + 2e-6)
        }),
      )
    })

    test('probabilities of call and put add up to 1, and that of the call is below its delta', () => {
      fc.assert(
        fc.property(questions, factor, (terms, away) => {
          const call = { ...terms, dividendYield: 0, type: 'call', strike: terms.spot * away } as const
          expect(probabilityItm(call) + probabilityItm({ ...call, type: 'put' })).toBeCloseTo(1, 12)
          expect(probabilityItm(call)).toBeLessThanOrEqual(computeEuropeanDelta(call))
        }),
      )
    })
  })
})

describe('risk figures', () => {
  test('computes cushion and time-value protection', () => {
    // Stock 40, 36 call at 5.20: the premium is a cushion of 13%, and the time value of 1.20 is safe down to the
    // strike, 10% lower.
    expect(cushionPct({ price: 40, premium: 5.2 })).toBeCloseTo(13, 12)
    expect(timeValueProtectionPct({ price: 40, strike: 36 })).toBeCloseTo(10, 12)
    expect(timeValueProtectionPct({ price: 40, strike: 40 })).toBe(0)
    expect(timeValueProtectionPct({ price: 40, strike: 44 })).toBe(0)
  })

  test.each([
    [100, 0],
    [107, 0],
    [107.01, 2],
    [112, 1000],
  ])('with the stock at %d, two 105 calls sold at 2 miss %d dollars', (priceAtExpiration, missed) => {
    const call = { strike: 105, premium: 2, contracts: 2 }
    expect(crossoverPrice(call)).toBe(107)
    expect(missedUpsideUsd({ ...call, priceAtExpiration })).toBeCloseTo(missed, 9)
    expect(missedUpsideUsd({ ...call, priceAtExpiration, sharesPerContract: 10 })).toBeCloseTo(missed / 10, 9)
  })

  describe('rejects invalid arguments by name', () => {
    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a price, strike or size of %d', (value) => {
      expect(() => cushionPct({ price: value, premium: 1 })).toThrow('price must be')
      expect(() => timeValueProtectionPct({ price: value, strike: 1 })).toThrow('price must be')
      expect(() => timeValueProtectionPct({ price: 1, strike: value })).toThrow('strike must be')
      expect(() => crossoverPrice({ strike: value, premium: 1 })).toThrow('strike must be')
      const outcome = { strike: 1, premium: 1, contracts: 1, priceAtExpiration: 1 }
      expect(() => missedUpsideUsd({ ...outcome, strike: value })).toThrow('strike must be')
      expect(() => missedUpsideUsd({ ...outcome, contracts: value })).toThrow('contracts must be')
      expect(() => missedUpsideUsd({ ...outcome, sharesPerContract: value })).toThrow('sharesPerContract must be')
    })

    test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])(
      'rejects a premium or price at expiration of %d',
      (value) => {
        expect(() => cushionPct({ price: 1, premium: value })).toThrow('premium must be')
        expect(() => crossoverPrice({ strike: 1, premium: value })).toThrow('premium must be')
        const outcome = { strike: 1, premium: 1, contracts: 1, priceAtExpiration: 1 }
        expect(() => missedUpsideUsd({ ...outcome, premium: value })).toThrow('premium must be')
        expect(() => missedUpsideUsd({ ...outcome, priceAtExpiration: value })).toThrow('priceAtExpiration must be')
      },
    )

    test('rejects half a contract', () => {
      const outcome = { strike: 1, premium: 1, contracts: 0.5, priceAtExpiration: 1 }
      expect(() => missedUpsideUsd(outcome)).toThrow('contracts must be a whole number from 1, got 0.5')
    })

    test('accepts a premium of 0 and a stock at 0', () => {
      expect(cushionPct({ price: 1, premium: 0 })).toBe(0)
      expect(missedUpsideUsd({ strike: 1, premium: 0, contracts: 1, priceAtExpiration: 0 })).toBe(0)
    })
  })
})

describe('straddle move', () => {
  test('each result names its rule of thumb', () => {
    expect(straddleMove(8)).toEqual({ moveUsd: expect.closeTo(6.8, 12), method: 'straddle_85' })
    expect(straddleAndStranglesMove({ atmStraddle: 8, firstStrangle: 5, secondStrangle: 3 })).toEqual({
      moveUsd: expect.closeTo(6.6, 12),
      method: 'straddle_60_strangles_30_10',
    })
    expect(straddleMove(0).moveUsd).toBe(0)
  })

  test('rejects invalid arguments by name', () => {
    expect(() => straddleMove(-1)).toThrow('atmStraddle must be')
    const prices = { atmStraddle: 8, firstStrangle: 5, secondStrangle: 3 }
    expect(() => straddleAndStranglesMove({ ...prices, firstStrangle: -1 })).toThrow('firstStrangle must be')
    expect(() => straddleAndStranglesMove({ ...prices, secondStrangle: Number.NaN })).toThrow('secondStrangle must be')
  })
})
