import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { judgeEarlyAssignment, type ShortCall } from './early-assignment.ts'
import { isExercisedByException, isPinRisk } from './expiration.ts'

describe('early assignment', () => {
  /** Stock 55, 50 call at 5.30, of which 0.30 is time value. Dividend of 0.40 with ex-date Thursday 2026-03-12. */
  const CALL: ShortCall = {
    price: 55,
    strike: 50,
    expiration: '2026-03-20',
    callPrice: 5.3,
    putPrice: null,
    dividends: [{ exDate: '2026-03-12', cash: 0.4 }],
    today: '2026-03-11',
  }

  describe('the dividend test', () => {
    test('a dividend above the extrinsic value puts the call at risk, and the result shows its inputs', () => {
      expect(judgeEarlyAssignment(CALL)).toEqual({
        atRisk: true,
        reason: 'dividend_exceeds_extrinsic',
        extrinsic: expect.closeTo(0.3, 12),
        tests: [
          {
            exDate: '2026-03-12',
            cash: 0.4,
            daysToExDate: 1,
            lastTestDate: '2026-03-11',
            dueNow: true,
            exceedsExtrinsic: true,
            exceedsPut: null,
          },
        ],
        inputs: CALL,
      })
    })

    test('special and expected dividends are not a reason to exercise (D60)', () => {
      const special: ShortCall = {
        price: 55,
        strike: 52.5,
        expiration: '2026-10-16',
        callPrice: 3.2,
        putPrice: null,
        today: '2026-09-14',
        dividends: [{ exDate: '2026-09-15', cash: 5, kind: 'special' }],
      }
      const harmless = { atRisk: false, reason: 'no_dividend_before_expiration' }
      expect(judgeEarlyAssignment(special)).toMatchObject(harmless)
      // At its exercise value, and with a put that costs less than the dividend.
      expect(judgeEarlyAssignment({ ...special, callPrice: 2.5, putPrice: 0.1 })).toMatchObject(harmless)
      const both = [...(special.dividends ?? []), { exDate: '2026-09-18', cash: 0.5, kind: 'regular' as const }]
      const { atRisk, tests } = judgeEarlyAssignment({ ...special, dividends: both })
      // Time value 3.20 − 2.50 = 0.70, which the regular 0.50 does not exceed.
      expect([atRisk, tests.map(({ cash }) => cash)]).toEqual([false, [0.5]])
      const estimated = [{ exDate: '2026-03-12', cash: 0.4, estimated: true }]
      expect(judgeEarlyAssignment({ ...CALL, dividends: estimated }).atRisk).toBe(false)
      const small = [{ exDate: '2026-03-12', cash: 0.12, kind: 'special' as const }]
      expect(judgeEarlyAssignment({ ...CALL, callPrice: 5.1, dividends: small }).atRisk).toBe(true)
    })

    test.each([
      // Extrinsic is callPrice − 5; the dividend is 0.40.
      [5.39, true],
      [5.4, false],
      [5.41, false],
      // Quoted below its exercise value.
      [4.95, true],
    ])('call at %d: %s', (callPrice, atRisk) => {
      expect(judgeEarlyAssignment({ ...CALL, callPrice }).atRisk).toBe(atRisk)
    })

    test.each([
      [0.39, true],
      [0.4, false],
      [0.41, false],
    ])('put test with a put at %d: %s', (putPrice, atRisk) => {
      const verdict = judgeEarlyAssignment({ ...CALL, callPrice: null, putPrice })
      expect(verdict.atRisk).toBe(atRisk)
      expect(verdict.reason).toBe(atRisk ? 'dividend_exceeds_put' : 'dividend_within_time_value')
      expect(judgeEarlyAssignment({ ...CALL, callPrice: 6, putPrice }).atRisk).toBe(atRisk)
    })

    test.each([
      [50.01, true],
      [50, false],
      [49.99, false],
    ])('with the stock at %d, only a call in the money is at risk', (price, atRisk) => {
      const verdict = judgeEarlyAssignment({ ...CALL, price, callPrice: 0.05 })
      expect(verdict.atRisk).toBe(atRisk)
      if (!atRisk) expect(verdict).toMatchObject({ reason: 'not_in_the_money', extrinsic: null })
    })
  })

  describe('days on which the test applies', () => {
    test.each([
      ['2026-03-04', false, 'no_ex_date_within_a_week'],
      ['2026-03-05', true, 'dividend_exceeds_extrinsic'],
      ['2026-03-11', true, 'dividend_exceeds_extrinsic'],
      ['2026-03-12', false, 'no_dividend_before_expiration'],
    ])('on %s: %s, %s', (today, atRisk, reason) => {
      expect(judgeEarlyAssignment({ ...CALL, today })).toMatchObject({ atRisk, reason })
    })

    test.each([
      ['2026-03-20', 1],
      ['2026-03-21', 0],
    ])('an ex-date of %s with expiration on the 20th gives %d tests', (exDate, count) => {
      expect(judgeEarlyAssignment({ ...CALL, dividends: [{ exDate, cash: 1 }] }).tests).toHaveLength(count)
    })

    test('the last test is at the close of the previous session, even over a weekend or a holiday', () => {
      const lastTest = (exDate: string, today: string) =>
        judgeEarlyAssignment({ ...CALL, today, expiration: '2026-12-18', dividends: [{ exDate, cash: 1 }] }).tests[0]
          ?.lastTestDate
      expect(lastTest('2026-03-16', '2026-03-11')).toBe('2026-03-13')
      // Labor Day is Monday 2026-09-07.
      expect(lastTest('2026-09-08', '2026-09-01')).toBe('2026-09-04')
    })

    test('several dividends are tested earliest first, and the one that is due decides', () => {
      const dividends = [
        { exDate: '2026-06-11', cash: 0.5 },
        { exDate: '2026-03-12', cash: 0.2 },
        { exDate: '2026-03-13', cash: 0 },
      ]
      const verdict = judgeEarlyAssignment({ ...CALL, expiration: '2026-06-19', dividends })
      expect(verdict).toMatchObject({ atRisk: false, reason: 'dividend_within_time_value' })
      expect(verdict.tests.map(({ exDate, dueNow, exceedsExtrinsic }) => [exDate, dueNow, exceedsExtrinsic])).toEqual([
        ['2026-03-12', true, false],
        ['2026-06-11', false, true],
      ])
      expect(judgeEarlyAssignment({ ...CALL, expiration: '2026-06-19', dividends, today: '2026-06-10' })).toMatchObject(
        {
          atRisk: true,
          reason: 'dividend_exceeds_extrinsic',
        },
      )
    })
  })

  test('dividends with the same ex-date add up', () => {
    const dividends = [
      { exDate: '2026-03-12', cash: 0.2 },
      { exDate: '2026-03-12', cash: 0.15 },
    ]
    const verdict = judgeEarlyAssignment({ ...CALL, dividends })
    expect(verdict.atRisk).toBe(true)
    expect(verdict.tests.map(({ cash }) => cash)).toEqual([expect.closeTo(0.35, 12)])
  })

  describe('unknown figures', () => {
    test.each([
      [{ price: null }, null, 'price_unknown'],
      [{ dividends: null }, null, 'dividends_unknown'],
      [{ callPrice: null }, null, 'option_price_unknown'],
      // Whatever the unknown figure is, the verdict stays the same.
      [{ price: 49, callPrice: null, dividends: null }, false, 'not_in_the_money'],
      [{ price: null, callPrice: null, dividends: [] }, false, 'no_dividend_before_expiration'],
      [{ price: null, today: '2026-03-01' }, false, 'no_ex_date_within_a_week'],
    ])('%j: %s, %s', (change, atRisk, reason) => {
      expect(judgeEarlyAssignment({ ...CALL, ...change })).toMatchObject({ atRisk, reason })
    })

    test('rejects invalid arguments by name', () => {
      expect(() => judgeEarlyAssignment({ ...CALL, strike: 0 })).toThrow('strike must be')
      expect(() => judgeEarlyAssignment({ ...CALL, price: -1 })).toThrow('price must be')
      expect(() => judgeEarlyAssignment({ ...CALL, callPrice: Number.NaN })).toThrow('callPrice must be')
      expect(() => judgeEarlyAssignment({ ...CALL, putPrice: -0.01 })).toThrow('putPrice must be')
      for (const exDate of ['2026-03-1x', '2026-02-30', '2026-3-12', '1999-13-01']) {
        expect(() => judgeEarlyAssignment({ ...CALL, dividends: [{ exDate, cash: 1 }] })).toThrow(exDate)
      }
      for (const cash of [Number.NaN, -0.1]) {
        const dividends = [{ exDate: '2026-03-12', cash }]
        expect(() => judgeEarlyAssignment({ ...CALL, dividends })).toThrow('dividend cash must be')
      }
      expect(() => judgeEarlyAssignment({ ...CALL, expiration: '2026-03-32' })).toThrow('2026-03-32')
      expect(() => judgeEarlyAssignment({ ...CALL, dividends: null, today: 'today' })).toThrow('today')
    })
  })

  test('a larger dividend never removes the risk, a more expensive call never adds it', () => {
    const cents = fc.integer({ min: 0, max: 300 }).map((count) => count / 100)
    fc.assert(
      fc.property(cents, cents, cents, (cash, timeValue, more) => {
        const at = (dividend: number, extrinsic: number) =>
          judgeEarlyAssignment({
            ...CALL,
            callPrice: 5 + extrinsic,
            dividends: [{ exDate: '2026-03-12', cash: dividend }],
          })
        if (at(cash, timeValue).atRisk) expect(at(cash + more, timeValue).atRisk).toBe(true)
        else expect(at(cash, timeValue + more).atRisk).toBe(false)
      }),
    )
  })
})

describe('expiry', () => {
  describe('exercise by exception at $0.01', () => {
    test.each([
      ['call', 50.01, true],
      ['call', 50.009, false],
      ['call', 50, false],
      ['call', 49, false],
      ['put', 49.99, true],
      ['put', 49.991, false],
      ['put', 50, false],
      ['put', 51, false],
    ] as const)('%s of 50, close %d: %s', (type, price, exercised) => {
      expect(isExercisedByException({ type, price, strike: 50 })).toBe(exercised)
    })

    test('treats one cent the same at every strike', () => {
      for (let strike = 1; strike <= 400; strike += 0.5) {
        expect(isExercisedByException({ type: 'call', price: strike + 0.01, strike })).toBe(true)
      }
    })
  })

  describe('pin risk within 1% of the strike', () => {
    test.each([
      [50, true],
      [50.5, true],
      [49.5, true],
      [50.51, false],
      [49.49, false],
    ])('strike 50, close %d: %s', (price, pinned) => {
      expect(isPinRisk({ price, strike: 50 })).toBe(pinned)
    })
  })

  test('rejects invalid arguments by name', () => {
    expect(() => isPinRisk({ price: -1, strike: 1 })).toThrow('price must be')
    expect(() => isPinRisk({ price: 1, strike: 0 })).toThrow('strike must be')
    expect(() => isExercisedByException({ type: 'call', price: 1, strike: 0 })).toThrow('strike must be')
  })
})
