import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { OUT_AND_UP_ROLL_OPTIONS, type RollOptions } from './roll-options.ts'
import { selectRolls } from './select-rolls.ts'

/** The 98 call of next week, sold for 2.00 on shares that cost 90, now 2.60 to buy back with the stock at 100. */
const HELD = {
  position: { strike: 98, expiration: inDays(7), entryPremium: 2, contracts: 2 },
  costToClose: 2.6,
  costBasis: 90,
  market: MARKET,
}
const select = (rows: readonly QuotedOption[], options: Partial<RollOptions> = {}) =>
  selectRolls({ ...HELD, rows, options: { ...OUT_AND_UP_ROLL_OPTIONS, creditOnly: false, ...options } })

describe('the order among rolls that fit', () => {
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

  test('a verdict that is open comes before one that is no, however well it pays', () => {
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
    ['the credit first, where only credits are wished for', { creditOnly: true }, ['RICH', 'NEAR_STRIKE']],
    ['the delta first, where a debit is allowed', { creditOnly: false }, ['NEAR_STRIKE', 'RICH']],
  ] as const)('%s', (_name, wishes, symbols) => {
    // A lower strike has more delta; here its bid is poor.
    const given = [
      quoted({ strike: 103, expiration: inDays(42), bid: 3, ask: 3.9, contractSymbol: 'NEAR_STRIKE' }),
      quoted({ strike: 104, expiration: inDays(42), bid: 3.1, ask: 3.2, contractSymbol: 'RICH' }),
    ]
    const options = { maxDelta: 1, ...wishes }
    const { candidates } = selectRolls({ ...HELD, rows: given, options })
    expect(candidates.map(({ contractSymbol }) => contractSymbol)).toEqual(symbols)
  })

  test('in all else equal: the other of credit and delta, the tighter spread, the earlier symbol', () => {
    const at = (contractSymbol: string, bid: number, ask: number) =>
      quoted({ strike: 103, expiration: inDays(42), bid, ask, contractSymbol })
    // The same mid and delta, another credit.
    const byCredit = [at('A', 3, 3.4), at('B', 3.1, 3.3)]
    // The same credit, another mid and delta.
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
