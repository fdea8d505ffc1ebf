import { describe, expect, test } from '@jest/globals'
import type { AmericanContract } from '../../contract.ts'
import { middleAt, stateGridProblem } from './grid-problem.ts'

const put: AmericanContract = { type: 'put', spot: 100, strike: 100, years: 1, rate: 0.05, vol: 0.2 }
const twoDividends = [
  { years: 0.6, cash: 1 },
  { years: 0.2, cash: 2 },
]

describe('the contract divided into periods', () => {
  test('no dividend: one period, and no waiting', () => {
    const { periods, payoffStrike, movingSpot } = stateGridProblem(put)
    expect(periods).toEqual([{ begin: 0, end: 1, middle: 100, stretch: 1, cash: 0, waitFrom: 1 }])
    expect([payoffStrike, movingSpot]).toEqual([100, 100])
  })

  test('by date, one period per date, the dates outside the term left out', () => {
    const dividends = [...twoDividends, { years: 0.6, cash: 0.5 }, { years: 0, cash: 9 }, { years: 1.1, cash: 9 }]
    const { periods } = stateGridProblem({ ...put, dividends })
    expect(periods.map(({ begin, end, cash }) => [begin, end, cash])).toEqual([
      [0, 0.2, 2],
      [0.2, 0.6, 1.5],
      [0.6, 1, 0],
    ])
  })

  test('spot model: the middle follows the median path and drops', () => {
    const problem = stateGridProblem({ ...put, dividends: twoDividends })
    const [first, second] = problem.periods
    if (first === undefined || second === undefined) throw new Error('two periods at least')
    expect(problem.drift).toBeCloseTo(0.05 - 0.02, 12)
    expect(middleAt(problem, first, 0.2)).toBeCloseTo(100 * Math.exp(0.03 * 0.2), 10)
    expect(second.middle).toBeCloseTo(100 * Math.exp(0.03 * 0.2) - 2, 10)
    expect(second.stretch).toBeCloseTo((second.middle + 2) / second.middle, 10)
  })

  test('escrowed: what moves is worth less and does not drop', () => {
    const problem = stateGridProblem({ ...put, dividends: twoDividends, dividendModel: 'escrowed' })
    expect(problem.movingSpot).toBeCloseTo(100 - Math.exp(-0.03) - 2 * Math.exp(-0.01), 10)
    expect(problem.periods.map(({ stretch }) => stretch.toFixed(9))).toEqual([
      '1.000000000',
      '1.000000000',
      '1.000000000',
    ])
  })

  test('a dividend on expiration day changes the payoff: of a put K + D − S and at most K, escrowed of a call', () => {
    const dividends = [{ years: 1, cash: 3 }]
    const payoffOf = (terms: Partial<AmericanContract>) => {
      const { payoffStrike, lastDrop } = stateGridProblem({ ...put, dividends, ...terms })
      return [payoffStrike, lastDrop]
    }
    expect(payoffOf({})).toEqual([103, 3])
    expect(payoffOf({ type: 'call' })).toEqual([100, 0])
    expect(payoffOf({ dividendModel: 'escrowed' })).toEqual([100, 0])
    expect(payoffOf({ type: 'call', dividendModel: 'escrowed' })).toEqual([97, 0])
    const problem = stateGridProblem({ ...put, dividends, dividendModel: 'escrowed' })
    expect(problem.escrowedAtExpiration).toBeCloseTo(3 * Math.exp(-0.05), 12)
    expect(problem.periods.length).toBe(1)
  })

  test('a put waits for a drop as long as the interest on its strike is less', () => {
    const waits = (terms: Partial<AmericanContract>) =>
      stateGridProblem({ ...put, dividends: twoDividends, ...terms }).periods.map(({ waitFrom }) => waitFrom)
    // 1 a share at 5 % of 100: 0.199 years before the second ex-date; 2 are worth waiting 0.396 years for, all the time.
    expect(waits({})[0]).toBe(0)
    expect(waits({})[1]).toBeCloseTo(0.6 - Math.log(1.01) / 0.05, 12)
    expect(waits({})[2]).toBe(1)
    // The whole of the second period is waited through: what it brings is waited for in the first one too.
    const both = waits({
      rate: 0.01,
      years: 10,
      dividends: [
        { years: 5, cash: 1 },
        { years: 5.2, cash: 1 },
      ],
    })
    const atFirst = 101 * Math.exp(-0.002) + 1
    expect(both[1]).toBe(5)
    expect(both[0]).toBeCloseTo(5 - Math.log(atFirst / 100) / 0.01, 10)
    for (const terms of [{ rate: 0 }, { type: 'call' }, { dividendYield: 0.01 }] as const) {
      expect(waits(terms)).toEqual([0.2, 0.6, 1])
    }
  })

  test('extremes are kept where the grid can hold them', () => {
    expect(stateGridProblem({ ...put, vol: 0 })).toMatchObject({ vol: 1e-5, isCertain: true })
    expect(stateGridProblem({ ...put, vol: 50 })).toMatchObject({ vol: 6, isCertain: false })
    const dividends = [{ years: 0.5, cash: 150 }]
    expect(stateGridProblem({ ...put, dividends, dividendModel: 'escrowed' }).movingSpot).toBeCloseTo(1e-4, 10)
    const beforeDrop = 100 * Math.exp(0.03 * 0.5)
    expect(stateGridProblem({ ...put, dividends }).periods[1]?.middle).toBeCloseTo(0.1 * beforeDrop, 10)
  })
})
