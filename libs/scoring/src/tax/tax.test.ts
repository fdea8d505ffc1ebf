import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { type CallToQualify, judgeQualifiedCoveredCall } from './qualified-covered-call.ts'

describe('qualified covered call', () => {
  const ladder = (from: number, to: number, step: number): number[] =>
    Array.from({ length: Math.round((to - from) / step) + 1 }, (_entry, index) => from + index * step)

  /** Stock at 102, strikes $5 apart, sold on 2026-03-02 with 46 days to expiration: the benchmark is 100. */
  const CALL: CallToQualify = {
    strike: 100,
    grantDate: '2026-03-02',
    expiration: '2026-04-17',
    priorClose: 102,
    open: 102.5,
    listedStrikes: ladder(50, 150, 5),
  }

  describe('term', () => {
    test.each([
      ['2026-04-01', 30, false, 'term_too_short'],
      ['2026-04-02', 31, true, 'strike_reaches_benchmark'],
      ['2027-03-02', 365, true, 'strike_reaches_benchmark'],
      ['2027-03-03', 366, false, 'strike_below_benchmark'],
      ['2028-12-02', 1006, false, 'strike_below_benchmark'],
      ['2028-12-03', 1007, false, 'term_too_long'],
    ])('to %s, %d days: %s, %s', (expiration, termDays, qualified, rule) => {
      expect(judgeQualifiedCoveredCall({ ...CALL, expiration })).toMatchObject({ termDays, qualified, rule })
    })

    test.each([
      ['2028-02-29', '2029-02-28', 1],
      ['2028-02-29', '2029-03-01', 1.08],
      ['2027-12-31', '2028-12-31', 1],
      ['2027-12-31', '2029-01-01', 1.08],
    ])('twelve months from %s: the factor to %s is %d', (grantDate, expiration, factor) => {
      const { applicablePrice } = judgeQualifiedCoveredCall({ ...CALL, grantDate, expiration })
      expect(applicablePrice?.factor).toBe(factor)
    })
  })

  describe('applicable price', () => {
    test.each([
      // The prior close is 102; 110% of it is 112.20.
      [112.2, 102, 'prior_close', 100],
      [112.21, 112.21, 'open', 110],
      [80, 102, 'prior_close', 100],
      [null, 102, 'prior_close', 100],
    ])('open %d: %d from %s, benchmark %d', (open, usd, from, benchmark) => {
      expect(judgeQualifiedCoveredCall({ ...CALL, open })).toMatchObject({
        applicablePrice: { usd, from, openKnown: open !== null },
        benchmark: { usd: benchmark },
        qualified: open === null ? null : benchmark <= 100,
      })
    })
  })

  describe('benchmark', () => {
    test.each([
      // The highest strike strictly below the price.
      [{ priorClose: 102, strike: 100 }, 100, 'highest_strike_below', true],
      [{ priorClose: 102, strike: 99 }, 100, 'highest_strike_below', false],
      [{ priorClose: 100, strike: 100 }, 95, 'highest_strike_below', true],
      [{ priorClose: 100.01, strike: 95 }, 100, 'highest_strike_below', false],
      // Up to $25: 85% of the price, here above the next strike down.
      [{ priorClose: 25, strike: 21.25, listedStrikes: [20, 21.25, 25, 30] }, 21.25, 'highest_strike_below', true],
      [{ priorClose: 25, strike: 20, listedStrikes: [20, 25, 30] }, 21.25, 'share_of_price', false],
      [{ priorClose: 25.01, strike: 20, listedStrikes: [20, 25.5, 30] }, 20, 'highest_strike_below', true],
      // Up to $150: $10 below the price, here above the next strike down.
      [{ priorClose: 150, strike: 135, listedStrikes: [135, 155] }, 140, 'dollars_below_price', false],
      [{ priorClose: 150, strike: 140, listedStrikes: [135, 155] }, 140, 'dollars_below_price', true],
      [{ priorClose: 150.01, strike: 135, listedStrikes: [135, 155] }, 135, 'highest_strike_below', true],
    ])('%j: %d by %s, qualified %s', (change, usd, rule, qualified) => {
      const verdict = judgeQualifiedCoveredCall({ ...CALL, open: change.priorClose, ...change })
      expect(verdict.benchmark?.usd).toBeCloseTo(usd, 9)
      expect(verdict).toMatchObject({ qualified, benchmark: { rule } })
    })

    test.each([
      // 2026-05-31 is 90 days from the grant, 2026-06-01 is 91.
      ['2026-05-31', 60, 62, [50, 55, 60, 65], 60, 'highest_strike_below'],
      ['2026-06-01', 60, 62, [50, 55, 60, 65], 55, 'second_highest_strike_below'],
      ['2026-06-01', 50, 51, [45, 50, 55], 50, 'highest_strike_below'],
      ['2026-06-01', 50.5, 51, [45, 50, 50.5, 55], 50, 'second_highest_strike_below'],
    ])('to %s, strike %d, stock %d: benchmark %5$d', (expiration, strike, priorClose, listedStrikes, usd, rule) => {
      const call = { ...CALL, expiration, strike, priorClose, listedStrikes, open: null }
      expect(judgeQualifiedCoveredCall(call).benchmark).toEqual({ usd, rule })
    })
  })

  /** McMillan, Options as a Strategic Investment, appendix E: strikes $5 apart up to 100 and $10 apart above it. */
  describe('published table: lowest strike in the money that qualifies', () => {
    const strikes = [...ladder(5, 95, 5), ...ladder(100, 260, 10)]
    const lowest = (priorClose: number, expiration: string): number | null =>
      strikes.find((strike) => {
        const call = { ...CALL, strike, priorClose, expiration, open: priorClose, listedStrikes: strikes }
        return strike < priorClose && judgeQualifiedCoveredCall(call).qualified
      }) ?? null

    test.each([
      [5.13, 5, 5],
      [5.88, 5, 5],
      [6, null, null],
      [10, null, null],
      [10.13, 10, 10],
      [11.75, 10, 10],
      [11.88, null, null],
      [15.13, 15, 15],
      [17.63, 15, 15],
      [17.75, null, null],
      [20.13, 20, 20],
      [23.5, 20, 20],
      [23.63, null, null],
      [25.13, 25, 25],
      [30, 25, 25],
      [45.13, 45, 45],
      [60, 55, 55],
      [60.13, 60, 55],
      [75, 70, 65],
      [75.13, 75, 70],
      [95.13, 95, 90],
      [100.13, 100, 95],
      [105, 100, 95],
      [105.13, 100, 100],
      [110, 100, 100],
      [110.13, 110, 110],
      [150, 140, 140],
      [150.13, 150, 140],
      [220, 210, 200],
    ])('stock %d: %d within 90 days, %d beyond', (priorClose, near, far) => {
      expect(lowest(priorClose, '2026-04-17')).toBe(near)
      expect(lowest(priorClose, '2026-09-18')).toBe(far)
    })
  })

  describe('unknown and invalid inputs', () => {
    test.each([
      [{ priorClose: null }, null, 'price_unknown'],
      [{ listedStrikes: [] }, null, 'strikes_unknown'],
      // The second strike below 102 applies, but only 100 is listed: the verdict is open below 100 and settled at 100.
      [{ strike: 99, listedStrikes: [100, 105], expiration: '2026-09-18' }, null, 'too_few_strikes'],
      [{ listedStrikes: [100, 105], expiration: '2026-09-18' }, true, 'strike_reaches_benchmark'],
      [{ strike: 99, listedStrikes: [105] }, null, 'too_few_strikes'],
      // The price alone decides: $10 below 100, 85% of 20.
      [{ priorClose: 100, open: 100, strike: 80, listedStrikes: [] }, false, 'strike_below_benchmark'],
      [{ priorClose: 100, open: 100, strike: 89.99, listedStrikes: [] }, false, 'strike_below_benchmark'],
      [{ priorClose: 100, open: 100, strike: 90, listedStrikes: [] }, null, 'strikes_unknown'],
      [{ priorClose: 20, open: 20, strike: 16.99, listedStrikes: [] }, false, 'strike_below_benchmark'],
      [{ priorClose: 20, open: 20, strike: 17, listedStrikes: [] }, null, 'strikes_unknown'],
      [{ priorClose: 151, open: 151, strike: 80, listedStrikes: [] }, null, 'strikes_unknown'],
      [
        { priorClose: 100, open: 100, strike: 80, listedStrikes: [95], expiration: '2026-09-18' },
        false,
        'strike_below_benchmark',
      ],
      // Without the open, no call qualifies yet, but a call that fails with the prior close fails for good.
      [{ open: null }, null, 'open_unknown'],
      [{ strike: 105, priorClose: 100, open: null }, null, 'open_unknown'],
      [{ strike: 80, priorClose: 100, open: null, listedStrikes: [] }, false, 'strike_below_benchmark'],
      [{ strike: 105, priorClose: 100, open: 111 }, false, 'strike_below_benchmark'],
      // An out-of-the-money strike is above every benchmark.
      [{ strike: 102, listedStrikes: [] }, true, 'strike_not_below_price'],
      [{ strike: 101.99, listedStrikes: [] }, null, 'strikes_unknown'],
      // A term that is too short needs no price.
      [{ priorClose: null, expiration: '2026-03-20' }, false, 'term_too_short'],
    ])('%j: %s, %s', (change, qualified, rule) => {
      expect(judgeQualifiedCoveredCall({ ...CALL, ...change })).toMatchObject({ qualified, rule })
    })

    test.each([
      [{ strike: 0 }, 'strike must be'],
      [{ listedStrikes: [100, Number.NaN] }, 'listed strike must be'],
      [{ priorClose: 0 }, 'priorClose must be'],
      [{ open: -1 }, 'open must be'],
      [{ expiration: '2026-03-01' }, 'expiration must not be before the grant date 2026-03-02, got 2026-03-01'],
      [{ expiration: '2026-02-30' }, 'expected a calendar day'],
    ])('rejects %j', (change, message) => {
      expect(() => judgeQualifiedCoveredCall({ ...CALL, ...change })).toThrow(message)
    })
  })

  test.each([
    [
      {},
      'Qualified: the strike of $100.00 is not below the benchmark of $100.00, the highest listed strike below the prior close of $102.00. Not tax advice.',
    ],
    [{ strike: 110 }, 'Qualified: the strike of $110.00 is not below the prior close of $102.00. Not tax advice.'],
    [
      { strike: 95, open: null },
      'Not qualified: the strike of $95.00 is below the benchmark of $100.00, the highest listed strike below the prior close of $102.00 (the open is unknown). Not tax advice.',
    ],
    [
      { strike: 95, open: 120 },
      'Not qualified: the strike of $95.00 is below the benchmark of $115.00, the highest listed strike below the open of $120.00. Not tax advice.',
    ],
    [{ expiration: '2026-03-20' }, 'Not qualified: 18 days to expiration, and the minimum is 31. Not tax advice.'],
    [{ expiration: '2029-03-16' }, 'Not qualified: the call runs longer than 33 months. Not tax advice.'],
    [
      { expiration: '2027-06-18' },
      'Not qualified: the strike of $100.00 is below the benchmark of $105.00, the second highest listed strike below $112.20, the prior close of $102.00 times 1.1 for the term. Not tax advice.',
    ],
    [
      { open: null },
      'Unknown: the open is missing. The call is qualified unless the stock opens above $112.20, 110% of the prior close. Not tax advice.',
    ],
    [
      { priorClose: 20, open: 20, strike: 16, listedStrikes: [] },
      'Not qualified: the strike of $16.00 is below the benchmark of $17.00, 85% of the prior close of $20.00. Not tax advice.',
    ],
    [
      { priorClose: 100, strike: 80, open: 100, listedStrikes: [] },
      'Not qualified: the strike of $80.00 is below the benchmark of $90.00, $10.00 below the prior close of $100.00. Not tax advice.',
    ],
    [
      { strike: 93, listedStrikes: [95, 105, 110], expiration: '2026-09-18' },
      'Unknown: too few strikes are listed below the prior close of $102.00 to find the benchmark. Not tax advice.',
    ],
    [{ priorClose: null }, 'Unknown: the close before the grant date is missing. Not tax advice.'],
    [{ listedStrikes: [] }, 'Unknown: the listed strikes are missing. Not tax advice.'],
  ])('explains %j in one sentence', (change, sentence) => {
    expect(judgeQualifiedCoveredCall({ ...CALL, ...change }).explanation).toBe(sentence)
  })

  test('a higher strike never loses the qualification, and every strike out of the money qualifies', () => {
    const prices = fc.integer({ min: 600, max: 40_000 }).map((cents) => cents / 100)
    const strikes = ladder(5, 400, 5)
    fc.assert(
      fc.property(prices, fc.constantFrom('2026-04-17', '2026-09-18'), (priorClose, expiration) => {
        const verdicts = strikes.map((strike) =>
          judgeQualifiedCoveredCall({
            ...CALL,
            strike,
            priorClose,
            expiration,
            open: priorClose,
            listedStrikes: strikes,
          }),
        )
        strikes.forEach((strike, index) => {
          if (strike >= priorClose) expect(verdicts[index]?.qualified).toBe(true)
        })
        // The rule changes at a strike of $50, so the property is checked separately on each side.
        for (const side of [strikes.filter((one) => one <= 50), strikes.filter((one) => one > 50)]) {
          const qualified = side.map((strike) => verdicts[strikes.indexOf(strike)]?.qualified)
          expect(qualified.lastIndexOf(false)).toBeLessThan(
            qualified.indexOf(true) === -1 ? 99 : qualified.indexOf(true),
          )
        }
      }),
    )
  })
})

describe('lowest benchmark', () => {
  const ladder = (from: number, to: number, step: number): number[] =>
    Array.from({ length: Math.round((to - from) / step) + 1 }, (_entry, index) => from + index * step)

  /** Stock at 102, strikes $5 apart, sold on 2026-03-02 with 46 days to expiration: the benchmark is 100. */
  const CALL: CallToQualify = {
    strike: 100,
    grantDate: '2026-03-02',
    expiration: '2026-04-17',
    priorClose: 102,
    open: 102.5,
    listedStrikes: ladder(50, 150, 5),
  }

  describe('price factor for terms over twelve months', () => {
    test.each([
      // Sold on 2026-03-02; each pair is the last day of one row and the first of the next.
      ['2027-03-02', 1],
      ['2027-03-03', 1.08],
      ['2027-06-02', 1.08],
      ['2027-06-03', 1.1],
      ['2027-09-02', 1.1],
      ['2027-09-03', 1.12],
      ['2027-12-02', 1.12],
      ['2027-12-03', 1.14],
      ['2028-03-02', 1.14],
      ['2028-03-03', 1.16],
      ['2028-06-02', 1.16],
      ['2028-06-03', 1.18],
      ['2028-09-02', 1.18],
      ['2028-09-03', 1.2],
      ['2028-12-02', 1.2],
    ])('to %s by %d', (expiration, factor) => {
      const { applicablePrice } = judgeQualifiedCoveredCall({ ...CALL, expiration })
      expect(applicablePrice).toMatchObject({ usd: 102, factor })
      expect(applicablePrice?.adjustedUsd).toBeCloseTo(102 * factor, 9)
    })

    test.each([
      // 26 CFR 1.1092(c)-1(b)(2)(ii), example 1: 21 months, stock at 100, adjusted to 112. The strikes below that are
      // 110 and 105, and the second applies.
      ['2027-12-02', 100, 105, 105, 'second_highest_strike_below', true],
      ['2027-12-02', 100, 100, 105, 'second_highest_strike_below', false],
      // Twenty-First Securities, newsletter of spring 2002: 25 months, stock 40, adjusted 46.40, so the benchmark is 45.
      ['2028-04-02', 40, 45, 45, 'highest_strike_below', true],
      ['2028-04-02', 40, 40, 45, 'highest_strike_below', false],
      // $23 becomes $25.76 over 21 months: the floor of 85% no longer applies, the $10 limit does.
      ['2027-12-02', 23, 20, 20, 'highest_strike_below', true],
    ])(
      'to %s, stock %d, strike %d: benchmark %d by %s, qualified %s',
      (expiration, price, strike, usd, rule, qualified) => {
        const listedStrikes = [...ladder(5, 20, 5), ...ladder(30, 150, 5)]
        const call = { ...CALL, expiration, strike, priorClose: price, open: price, listedStrikes }
        expect(judgeQualifiedCoveredCall(call)).toMatchObject({ qualified, benchmark: { usd, rule } })
      },
    )

    test('compares the unadjusted open with the close, and multiplies it by the factor if it applies', () => {
      const call = { ...CALL, expiration: '2027-12-02', priorClose: 100, open: 110.5 }
      expect(judgeQualifiedCoveredCall(call).applicablePrice).toEqual({
        usd: 110.5,
        from: 'open',
        openKnown: true,
        factor: 1.12,
        adjustedUsd: expect.closeTo(123.76, 9),
      })
    })

    test('a strike above the stock but below its adjusted price is judged by the listed strikes', () => {
      const call = { ...CALL, expiration: '2027-12-02', priorClose: 100, open: 100 }
      expect(judgeQualifiedCoveredCall({ ...call, strike: 112 })).toMatchObject({ rule: 'strike_not_below_price' })
      expect(judgeQualifiedCoveredCall({ ...call, strike: 111 })).toMatchObject({ rule: 'strike_reaches_benchmark' })
      expect(judgeQualifiedCoveredCall({ ...call, strike: 101 })).toMatchObject({ qualified: false })
    })
  })
})
