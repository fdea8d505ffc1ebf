import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { measured } from '../../test/invented-position.ts'
import { addDays } from '../calendar/iso-date.ts'
import { newYorkCloseMs, newYorkMidnightMs } from '../calendar/new-york.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { askThreeQuestions } from './roll-candidate.ts'
import { OUT_AND_UP_ROLL_OPTIONS, type RollOptions } from './roll-options.ts'
import {
  buyBackPrice,
  forwardRollPerDay,
  isRollDue,
  netRollUsd,
  profitTargetAfterRoll,
  rollReturn,
} from './roll-return.ts'
import { selectRolls } from './select-rolls.ts'

describe('compare rolls', () => {
  /**
   * Next week's 98 call, sold for 2.00 on shares that cost 90. With the stock at 100, it now costs 2.60 to buy back.
   */
  const HELD = {
    position: { strike: 98, expiration: inDays(7), premium: 2, contracts: 2 },
    costToClose: 2.6,
    costBasis: 90,
    market: MARKET,
  }
  const select = (rows: readonly QuotedOption[], options: Partial<RollOptions> = {}) =>
    selectRolls({ ...HELD, rows, options: { ...OUT_AND_UP_ROLL_OPTIONS, creditOnly: false, ...options } })

  describe('order of rolls that fit', () => {
    const rows = [
      quoted({ strike: 101, expiration: inDays(28), bid: 3.2, ask: 3.3, contractSymbol: 'NEAR' }),
      quoted({ strike: 103, expiration: inDays(42), bid: 3.4, ask: 3.5, contractSymbol: 'TARGET_HIGH' }),
      quoted({ strike: 101, expiration: inDays(42), bid: 4.2, ask: 4.3, contractSymbol: 'TARGET_LOW' }),
      quoted({ strike: 101, expiration: inDays(90), bid: 6, ask: 6.3, contractSymbol: 'FAR' }),
    ]
    test.each([
      ['delta', ['TARGET_LOW', 'TARGET_HIGH', 'NEAR', 'FAR']],
      ['credit', ['TARGET_LOW', 'TARGET_HIGH', 'NEAR', 'FAR']],
      // (credit + 2) / 98 a year: 2.6 × 13.04, 2.8 × 8.69, 3.6 × 8.69, 5.4 × 4.06
      ['annualized_return', ['NEAR', 'TARGET_LOW', 'TARGET_HIGH', 'FAR']],
    ] as const)('by %s', (rankBy, symbols) => {
      for (const given of [rows, rows.toReversed()]) {
        expect(select(given, { rankBy }).candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(symbols)
      }
    })

    test('an open verdict ranks before a negative one, whatever its return', () => {
      const given = [
        quoted({ strike: 103, expiration: inDays(20), bid: 3, ask: 3.1, contractSymbol: 'NO' }),
        quoted({ strike: 110, expiration: inDays(90), bid: 1, ask: 1.1, contractSymbol: 'OPEN' }),
      ]
      const options = { ...OUT_AND_UP_ROLL_OPTIONS, minDaysAdded: 0, rankBy: 'delta' } as const
      const { candidates } = selectRolls({ ...HELD, costToClose: null, rows: given, options })
      expect(candidates.map(({ contractSymbol, verdict }) => [contractSymbol, verdict.roll])).toEqual([
        ['OPEN', null],
        ['NO', false],
      ])
    })

    test.each([
      ['the credit first, if only credits are allowed', { creditOnly: true }, ['RICH', 'NEAR_STRIKE']],
      ['the delta first, if a debit is allowed', { creditOnly: false }, ['NEAR_STRIKE', 'RICH']],
    ] as const)('%s', (_name, change, symbols) => {
      // The call with the lower strike has the higher delta, and here a low bid.
      const given = [
        quoted({ strike: 103, expiration: inDays(42), bid: 3, ask: 3.9, contractSymbol: 'NEAR_STRIKE' }),
        quoted({ strike: 104, expiration: inDays(42), bid: 3.1, ask: 3.2, contractSymbol: 'RICH' }),
      ]
      const options = { maxDelta: 1, ...change }
      const { candidates } = selectRolls({ ...HELD, rows: given, options })
      expect(candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(symbols)
    })

    test('breaks ties by delta for equal credits, by credit for equal deltas, then by spread and symbol', () => {
      const at = (contractSymbol: string, bid: number, ask: number) =>
        quoted({ strike: 103, expiration: inDays(42), bid, ask, contractSymbol })
      // Equal mids and deltas, but different credits.
      const byCredit = [at('A', 3, 3.4), at('B', 3.1, 3.3)]
      // Equal credits, but different mids and deltas.
      const byDelta = [at('A', 3, 3.2), at('B', 3, 3.4)]
      const twins = [at('D', 3, 3.4), at('C', 3, 3.4)]
      const orders = [
        [byCredit, 'delta', ['B', 'A']],
        [byDelta, 'credit', ['B', 'A']],
        [byDelta, 'annualized_return', ['A', 'B']],
        [twins, 'delta', ['C', 'D']],
        [twins, 'annualized_return', ['C', 'D']],
      ] as const
      for (const [given, rankBy, symbols] of orders) {
        for (const rows of [given, given.toReversed()]) {
          expect(select(rows, { rankBy }).candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(symbols)
        }
      }
    })
  })
})

describe('roll return', () => {
  test.each([
    ['credit', { newPremium: 2, costToClose: 1.1 }, 0.9],
    ['debit', { newPremium: 1, costToClose: 3 }, -2],
    ['fees for two legs', { newPremium: 2, costToClose: 1.1, feePerShareUsd: 0.0065 }, 0.887],
  ])('net roll: %s', (_name, roll, net) => expect(netRollUsd(roll)).toBeCloseTo(net, 12))

  test('with the stock below the old strike, a roll unlocks no share value, and the upside is up to the new strike', () => {
    const roll = { newPremium: 1, costToClose: 0.2, price: 90, oldStrike: 100, newStrike: 105, basis: 90 }
    const { rollReturnFrac, upsideFrac } = rollReturn(roll)
    expect(rollReturnFrac).toBeCloseTo(0.8 / 90, 12)
    expect(upsideFrac).toBeCloseTo(15 / 90, 12)
  })

  describe('a forward roll', () => {
    const even = { remainingTimePremium: 1, remainingDays: 10, newTimePremium: 4, newDays: 40 }

    test('equal premium per day is not a reason to roll, despite rounding, and the last day counts as one day', () => {
      expect(forwardRollPerDay(even).rollPays).toBe(false)
      expect(forwardRollPerDay({ ...even, newTimePremium: 4.01 }).rollPays).toBe(true)
      expect(forwardRollPerDay({ ...even, newTimePremium: 3.99 }).rollPays).toBe(false)
      // In floating point, 0.30 / 3 is slightly less than 0.1.
      const bits = { remainingTimePremium: 0.3, remainingDays: 3, newTimePremium: 1, newDays: 10 }
      expect(forwardRollPerDay(bits).rollPays).toBe(false)
      expect(forwardRollPerDay({ ...even, remainingDays: 0 }).remainingPerDay).toBe(1)
      expect(forwardRollPerDay({ ...even, newDays: 0 }).newPerDay).toBe(4)
    })

    test.each([
      ['remainingTimePremium', [Number.NaN, Number.POSITIVE_INFINITY]],
      ['newTimePremium', [Number.NaN, Number.NEGATIVE_INFINITY]],
      ['remainingDays', [-1, Number.NaN]],
      ['newDays', [-1, Number.NaN]],
      ['costs', [-0.01, Number.NaN]],
    ] as const)('rejects an invalid %s by name', (name, values) => {
      for (const value of values) {
        expect(() => forwardRollPerDay({ ...even, [name]: value })).toThrow(name)
        expect(() => forwardRollPerDay({ ...even, [name]: value })).toThrow(RangeError)
      }
    })

    test('accepts a negative time premium', () => {
      expect(forwardRollPerDay({ ...even, remainingTimePremium: -0.1 }).rollPays).toBe(true)
    })
  })

  test('roll return and upside add up to selling at the new strike, and do not depend on the price scale', () => {
    const dollars = fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(dollars, dollars, dollars, dollars, dollars, (newPremium, costToClose, price, oldStrike, rise) => {
        const roll = { newPremium, costToClose, price, oldStrike, newStrike: oldStrike + rise, basis: oldStrike }
        const { rollReturnFrac, upsideFrac } = rollReturn(roll)
        // The call was in the money, so the shares were worth the old strike; now they sell at the new strike.
        if (price >= oldStrike) {
          expect((rollReturnFrac + upsideFrac) * oldStrike).toBeCloseTo(newPremium - costToClose + rise, 6)
        }
        const scaled = Object.fromEntries(Object.entries(roll).map(([name, value]) => [name, value * 7])) as typeof roll
        expect(rollReturn(scaled).rollReturnFrac).toBeCloseTo(rollReturnFrac, 9)
      }),
    )
  })

  test.each([
    ['newPremium', [-0.01, Number.NaN]],
    ['costToClose', [-0.01, Number.NaN]],
    ['price', [0, Number.NaN]],
    ['oldStrike', [0, Number.NaN]],
    ['newStrike', [0, Number.NaN]],
    ['basis', [0, Number.NaN]],
  ] as const)('rejects an invalid %s by name', (name, values) => {
    for (const value of values) {
      const roll = { newPremium: 1, costToClose: 1, price: 1, oldStrike: 1, newStrike: 1, basis: 1, [name]: value }
      expect(() => rollReturn(roll)).toThrow(name)
      expect(() => rollReturn(roll)).toThrow(RangeError)
    }
  })

  test('rejects an invalid fee and accepts premiums of 0', () => {
    for (const feePerShareUsd of [-0.01, Number.NaN]) {
      expect(() => netRollUsd({ newPremium: 1, costToClose: 1, feePerShareUsd })).toThrow('feePerShareUsd')
    }
    expect(netRollUsd({ newPremium: 0, costToClose: 0, feePerShareUsd: 0 })).toBe(0)
  })
})

describe('roll signals', () => {
  test.each([
    ['90% captured', 0.25, 40, true],
    ['slightly less profit', 0.26, 40, false],
    ['15 days, no loss', 2.5, 15, true],
    ['16 days, no loss', 2.5, 16, false],
    ['15 days, a loss', 2.51, 15, false],
    ['premium unknown, many days left', null, 40, null],
    ['premium unknown, few days left', null, 15, null],
  ])('thetagang: %s', (_name, currentPremium, days, due) => {
    const at = newYorkMidnightMs(addDays('2026-08-07', -days))
    expect(isRollDue(measured({}, { currentPremium }, at))).toBe(due)
  })

  test('does not roll an expired call', () => {
    const close = newYorkCloseMs('2026-08-07')
    for (const currentPremium of [0.25, null]) {
      expect(isRollDue(measured({}, { currentPremium: 0.25 }, close - 1))).toBe(true)
      expect(isRollDue(measured({}, { currentPremium }, close))).toBe(false)
    }
  })

  test.each([
    [28, 0.4],
    [15, 0.4],
    [14, 0.2],
    [0, 0.2],
  ])('Blue Collar Investor, %d days left: a $2.00 call is bought back at $%d', (days, price) => {
    expect(buyBackPrice({ premium: 2, days })).toBeCloseTo(price, 12)
  })

  test.each([
    ['the published example, sold for 1.00', { firstCredit: 1, netCreditOfChain: 1 }, 0.5],
    ['sold for twice as much', { firstCredit: 2, netCreditOfChain: 2 }, 1],
    ['sold for 1.00 and rolled for 0.40', { firstCredit: 1, netCreditOfChain: 1.4 }, 0.9],
    ['rolled for a debit that leaves no more than the target', { firstCredit: 1, netCreditOfChain: 0.5 }, null],
    ['rolled for a debit that leaves less than the target', { firstCredit: 1, netCreditOfChain: 0.3 }, null],
    ['rolled for a debit that leaves a cent above the target', { firstCredit: 1, netCreditOfChain: 0.51 }, 0.01],
  ])('tastylive, %s', (_name, chain, price) => {
    expect([profitTargetAfterRoll(chain)]).toEqual([price === null ? null : expect.closeTo(price, 12)])
  })

  test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d as a premium, days or credit', (value) => {
    expect(() => buyBackPrice({ premium: value, days: 1 })).toThrow('premium')
    expect(() => buyBackPrice({ premium: 1, days: value })).toThrow('days')
    expect(() => profitTargetAfterRoll({ firstCredit: value, netCreditOfChain: 1 })).toThrow('firstCredit')
    expect(() => profitTargetAfterRoll({ firstCredit: 0, netCreditOfChain: Number.NaN })).toThrow('netCreditOfChain')
  })
})

describe('three questions', () => {
  const YES = { newStrike: 110, costBasis: 100, daysAdded: 28, netCreditUsd: 0.5 }

  test.each([
    ['three yes answers', {}, [true, true, true], true],
    ['strike at the cost', { newStrike: 100 }, [false, true, true], false],
    ['strike a cent above the cost', { newStrike: 100.01 }, [true, true, true], true],
    ['14 days', { daysAdded: 14 }, [true, true, true], true],
    ['13 days', { daysAdded: 13 }, [true, false, true], false],
    ['even', { netCreditUsd: 0 }, [true, true, false], false],
    ['a cent of credit', { netCreditUsd: 0.01 }, [true, true, true], true],
    ['cost unknown', { costBasis: null }, [null, true, true], null],
    ['credit unknown', { netCreditUsd: null }, [true, true, null], null],
    ['one no decides', { costBasis: null, netCreditUsd: null, daysAdded: 7 }, [null, false, null], false],
  ])('%s', (_name, change, answers, roll) => {
    const verdict = askThreeQuestions({ ...YES, ...change })
    const { strike_above_cost, enough_days, net_credit } = verdict.answers
    expect([strike_above_cost, enough_days, net_credit]).toEqual(answers)
    expect(verdict.roll).toBe(roll)
  })
})
