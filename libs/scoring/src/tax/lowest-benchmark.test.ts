import { describe, expect, test } from '@jest/globals'
import type { CallToQualify } from './qualification.ts'
import { judgeQualifiedCoveredCall } from './qualified-covered-call.ts'

const ladder = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_entry, index) => from + index * step)

/** Stock 102, calls by 5, written on 2026-03-02 for 46 days: the benchmark is 100. */
const CALL: CallToQualify = {
  strike: 100,
  grantDate: '2026-03-02',
  expiration: '2026-04-17',
  priorClose: 102,
  open: 102.5,
  listedStrikes: ladder(50, 150, 5),
}

describe('over twelve months the price is multiplied', () => {
  test.each([
    // Written on 2026-03-02; each pair is the last day of a row and the first of the next.
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
    // 26 CFR 1.1092(c)-1(b)(2)(ii), example 1: 21 months, stock 100, adjusted 112; of the strikes below, 110 and 105, the second.
    ['2027-12-02', 100, 105, 105, 'second_highest_strike_below', true],
    ['2027-12-02', 100, 100, 105, 'second_highest_strike_below', false],
    // Twenty-First Securities, newsletter of spring 2002: 25 months, stock 40, adjusted 46.40, so that it takes 45.
    ['2028-04-02', 40, 45, 45, 'highest_strike_below', true],
    ['2028-04-02', 40, 40, 45, 'highest_strike_below', false],
    // $23 becomes $25.76 over 21 months: the floor of 85 % no longer holds, that of $10 does.
    ['2027-12-02', 23, 20, 20, 'highest_strike_below', true],
  ])(
    'to %s, stock %d, strike %d: benchmark %d by %s, qualified %s',
    (expiration, price, strike, usd, rule, qualified) => {
      const listedStrikes = [...ladder(5, 20, 5), ...ladder(30, 150, 5)]
      const call = { ...CALL, expiration, strike, priorClose: price, open: price, listedStrikes }
      expect(judgeQualifiedCoveredCall(call)).toMatchObject({ qualified, benchmark: { usd, rule } })
    },
  )

  test('the open is compared as it trades, and multiplied where it counts', () => {
    const call = { ...CALL, expiration: '2027-12-02', priorClose: 100, open: 110.5 }
    expect(judgeQualifiedCoveredCall(call).applicablePrice).toEqual({
      usd: 110.5,
      from: 'open',
      openKnown: true,
      factor: 1.12,
      adjustedUsd: expect.closeTo(123.76, 9),
    })
  })

  test('a strike over the stock, but under its adjusted price, is judged by the strikes', () => {
    const call = { ...CALL, expiration: '2027-12-02', priorClose: 100, open: 100 }
    expect(judgeQualifiedCoveredCall({ ...call, strike: 112 })).toMatchObject({ rule: 'strike_not_below_price' })
    expect(judgeQualifiedCoveredCall({ ...call, strike: 111 })).toMatchObject({ rule: 'strike_reaches_benchmark' })
    expect(judgeQualifiedCoveredCall({ ...call, strike: 101 })).toMatchObject({ qualified: false })
  })
})
