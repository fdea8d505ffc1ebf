import { describe, expect, test } from '@jest/globals'
import { probabilityAbove, probabilityTouch } from './probabilities.ts'

/**
 * Stock 100, rate 4 %. One ex-date: the density of the paths that have not touched (method of images), integrated
 * adaptively to 1e-12. Several: finite differences in log price on two grids, extrapolated; with one ex-date both programs
 * agree to 2e-11. The first three rows are also within 0.001 of a simulation.
 */
describe('with dividends, against other programs', () => {
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

describe('worked by hand', () => {
  test('an early ex-date is a lower spot, one on the last day a higher level', () => {
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
    // The price that is touched is that before the drop.
    expect(probabilityTouch({ ...last, level: 110 })).toBeCloseTo(probabilityTouch({ ...terms, level: 110 }), 12)
    expect(probabilityAbove({ ...last, level: 110 })).toBeCloseTo(probabilityAbove({ ...terms, level: 114 }), 6)
  })

  test('a level that only the drift reaches is reached', () => {
    // 0.97302 and 0.96967 by adaptive quadrature.
    const dividends = [{ years: 0.5, cash: 1 }]
    const question = { spot: 100, years: 5, rate: 0.1, vol: 0.02, dividends, level: 150 }
    expect(probabilityTouch(question)).toBeCloseTo(0.9730151804, 8)
    expect(probabilityAbove(question)).toBeCloseTo(0.9696672692, 6)
  })

  test('two ex-dates close by, the first with a large drop, leave the chance of the stock below it', () => {
    const dividends = [
      { years: 5 / 365, cash: 15 },
      { years: 8 / 365, cash: 1 },
    ]
    const question = { spot: 100, years: 1, rate: 0.04, vol: 0.15, dividends, level: 101 }
    // 0.150639127 by finite differences; of the touch they give 0.675707 to 1e-5.
    expect(probabilityAbove(question)).toBeCloseTo(0.1506391273, 5)
    expect(probabilityTouch(question)).toBeCloseTo(0.675707, 5)
  })

  test('a dividend worth more than the stock leaves nothing', () => {
    const question = { spot: 10, years: 0.5, rate: 0.04, vol: 0.3, dividends: [{ years: 0.25, cash: 500 }] }
    expect(probabilityAbove({ ...question, level: 1 })).toBe(0)
    const until = { spot: 10, years: 0.25, rate: 0.04, vol: 0.3, level: 12 }
    expect(probabilityTouch({ ...question, level: 12 })).toBeCloseTo(probabilityTouch(until), 12)
  })

  test('dividends of one ex-date count together; those of today and after the last day do not', () => {
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

test.each([1e-7, 1e-5, 1e-4, 1e-3, 0.02])('a dividend of nothing, %p years before the end, changes nothing', (left) => {
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
