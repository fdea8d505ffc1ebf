import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { computeEuropeanDelta } from '../option-math/european.ts'
import { normalCdf } from '../option-math/normal.ts'
import { probabilityAbove, probabilityItm, probabilityProfit, probabilityTouch } from './probabilities.ts'

describe('worked by hand', () => {
  test('without drift the touch is twice the end, by reflection', () => {
    const vol = 0.4
    // A rate of half the variance takes the drift of the logarithm away.
    const question = { spot: 100, years: 0.5, rate: 0.5 * vol * vol, vol, level: 120 }
    expect(probabilityTouch(question)).toBeCloseTo(2 * probabilityAbove(question), 12)
  })

  test('equals the published form of MATHS 4 with L = |u|, also where the drift is strongly downwards', () => {
    for (const vol of [0.2, 0.6, 1.5]) {
      for (const rate of [-0.02, 0.05, 0.3]) {
        for (const level of [101, 110, 160]) {
          const years = 2
          const [u, total] = [(rate - 0.5 * vol * vol) / (vol * vol), vol * Math.sqrt(years)]
          const length = Math.abs(u)
          const z = Math.log(level / 100) / total + length * total
          const first = (level / 100) ** (u + length) * normalCdf(-z)
          const second = (level / 100) ** (u - length) * normalCdf(2 * length * total - z)
          expect(probabilityTouch({ spot: 100, years, rate, vol, level })).toBeCloseTo(first + second, 12)
        }
      }
    }
  })

  test('a level already reached, no time, no volatility', () => {
    const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, level: 120 }
    expect(probabilityTouch({ ...question, level: 100 })).toBe(1)
    expect(probabilityTouch({ ...question, level: 80 })).toBe(1)
    expect(probabilityTouch({ ...question, years: 0 })).toBe(0)
    expect(probabilityTouch({ ...question, vol: 0 })).toBe(0)
    expect(probabilityTouch({ ...question, vol: 0, level: 101 })).toBe(1)
    expect(probabilityAbove({ ...question, years: 0 })).toBe(0)
    expect(probabilityAbove({ ...question, years: 0, level: 100 })).toBe(0.5)
    expect(probabilityAbove({ ...question, years: 0, level: 99 })).toBe(1)
    expect(probabilityProfit({ ...question, premium: 100 })).toBe(1)
  })

  test('a profit is the stock above the breakeven; dividends count as income only where they are named', () => {
    const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.3, dividends: [{ years: 0.25, cash: 3 }] }
    expect(probabilityProfit({ ...question, premium: 4 })).toBe(probabilityAbove({ ...question, level: 96 }))
    expect(probabilityProfit({ ...question, premium: 4, dividendsReceived: 3 })).toBe(
      probabilityAbove({ ...question, level: 93 }),
    )
  })

  test('a level within the coming dividend below the price has been touched already', () => {
    const question = { spot: 100, years: 0.5, rate: 0.04, vol: 0.2, dividends: [{ years: 0.25, cash: 3 }] }
    expect(probabilityTouch({ ...question, level: 99 })).toBe(1)
    expect(probabilityTouch({ ...question, level: 100.01 })).toBeLessThan(1)
  })

  test('low volatility against a strong drift neither overflows nor leaves 0 to 1', () => {
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

const questions = fc.record({
  spot: fc.double({ min: 10, max: 500, noNaN: true }),
  years: fc.double({ min: 0.005, max: 3, noNaN: true }),
  rate: fc.double({ min: -0.02, max: 0.1, noNaN: true }),
  dividendYield: fc.double({ min: 0, max: 0.08, noNaN: true }),
  vol: fc.double({ min: 0.02, max: 2, noNaN: true }),
})
const factor = fc.double({ min: 1.0001, max: 2, noNaN: true })

describe('properties', () => {
  test('a touch is at least as likely as the end, both fall with the level and stay within 0 and 1', () => {
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

  test('call and put share the whole; the call ends in the money less often than its delta says', () => {
    fc.assert(
      fc.property(questions, factor, (terms, away) => {
        const call = { ...terms, dividendYield: 0, type: 'call', strike: terms.spot * away } as const
        expect(probabilityItm(call) + probabilityItm({ ...call, type: 'put' })).toBeCloseTo(1, 12)
        expect(probabilityItm(call)).toBeLessThanOrEqual(computeEuropeanDelta(call))
      }),
    )
  })
})
