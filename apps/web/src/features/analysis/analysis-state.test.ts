/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import {
  type AnalysisState,
  analysisAddress,
  chooseExpiration,
  chooseStrike,
  chooseSymbol,
  compareWith,
  defaultAnalysisState,
  renameSymbol,
  toggleCompared,
} from './analysis-state.ts'
import { describeOrder, pickBest } from './recommendations/recommendation-view.ts'

describe('URL state', () => {
  const build = (changes: Partial<AnalysisState> = {}): AnalysisState => ({
    ...defaultAnalysisState,
    symbol: 'QAAA',
    expiration: '2026-08-14',
    strike: 130,
    compared: [125, 135],
    scenario: { price: 100, days: 3, volPct: 40 },
    ...changes,
  })
  const nothingSupposed = { price: null, days: null, volPct: null }

  test.each(['BRK/B', 'BRK B', 'brkb', '$BRK.B', 'BRKB  261218C00520000'])('%s is a valid spelling', (written) => {
    const search = new URLSearchParams({ symbol: written })
    const { state, ignored } = analysisAddress.read(search, false)
    expect(ignored).toEqual([])
    expect(state.symbol).toBe(written.toUpperCase())
  })

  test('falls back to AAPL without a symbol, and names an invalid one', () => {
    expect(analysisAddress.read(new URLSearchParams(), true).state.symbol).toBe('AAPL')
    expect(analysisAddress.read(new URLSearchParams('symbol=&range=1Y'), false).state).toMatchObject({
      symbol: 'AAPL',
      timeframe: '1Y',
    })
    expect(analysisAddress.read(new URLSearchParams('symbol=%25%25'), false)).toMatchObject({
      state: { symbol: 'AAPL' },
      ignored: ['symbol=%%'],
    })
  })

  test("switches to the exchange's spelling, unless the user has moved on", () => {
    expect(renameSymbol(build(), 'QAAA', 'Q.AAA').symbol).toBe('Q.AAA')
    expect(renameSymbol(build(), 'QBBB', 'Q.BBB').symbol).toBe('QAAA')
  })

  describe('selection', () => {
    test('of another stock or expiration clears the call, the comparison and the what-if values', () => {
      const forgotten = { strike: null, compared: [], scenario: nothingSupposed }
      expect(chooseSymbol(build(), 'QAAA')).toEqual(build())
      expect(chooseSymbol(build({ timeframe: '1Y' }), 'QBBB')).toEqual(
        build({ ...forgotten, symbol: 'QBBB', expiration: null, timeframe: '1Y' }),
      )
      expect(chooseExpiration(build(), '2026-08-21')).toEqual(build({ ...forgotten, expiration: '2026-08-21' }))
    })

    test('of a strike adds the shown expiration and keeps the what-if price and days', () => {
      expect(chooseStrike(build({ expiration: null }), 135, '2026-08-21')).toEqual(
        build({
          expiration: '2026-08-21',
          strike: 135,
          compared: [125],
          scenario: { price: 100, days: 3, volPct: null },
        }),
      )
      expect(chooseStrike(build(), 135, '2026-08-21').expiration).toBe('2026-08-14')
    })

    test('of strikes to compare includes the shown call and allows three others', () => {
      const inView = { expiration: '2026-08-21', strike: 140 }
      expect(compareWith(build({ expiration: null, strike: null }), inView, 110)).toEqual(
        build({ expiration: '2026-08-21', strike: 140, compared: [110, 125, 135] }),
      )
      expect(toggleCompared(build({ compared: [110, 125, 135] }), 115).compared).toEqual([110, 125, 135])
      expect(toggleCompared(build(), 125).compared).toEqual([135])
    })
  })
})

describe('list of calls', () => {
  type Liquidity = 'liquid' | 'thin' | null

  const call = (
    expiration: string,
    days: number,
    strike: number,
    annualizedYieldPct: number,
    bestCallLiquidity: Liquidity = 'liquid',
  ) => ({ expiration, days, strike, annualizedYieldPct, bestCallLiquidity, isBestCall: false })

  const name = ({ expiration, strike }: ReturnType<typeof call>) => `${expiration.slice(5)} ${strike}`

  describe('one call per expiration', () => {
    const tomorrow = call('2026-11-27', 1, 100, 198.4)
    const sep = [
      call('2026-12-26', 30, 110, 12),
      call('2026-12-26', 30, 105, 30, 'thin'),
      call('2026-12-26', 30, 115, 8),
    ]
    const jan = call('2027-01-08', 43, 120, 14)
    const thinOne = call('2027-01-02', 37, 118, 40, 'thin')
    const late = call('2027-03-19', 113, 130, 9)

    test('puts 30 to 45 days first, sorted by liquidity and yield, then the other expirations', () => {
      expect(pickBest([late, tomorrow, thinOne, ...sep, jan]).map(name)).toEqual([
        '01-08 120',
        '12-26 110',
        '01-02 118',
        '11-27 100',
        '03-19 130',
      ])
    })

    test("puts the stock's best call first, whatever its expiration and yield", () => {
      const best = { ...call('2027-01-18', 53, 125, 6, 'thin'), isBestCall: true }
      const list = pickBest([call('2027-01-18', 53, 122, 20), jan, best])
      expect(list.map(name)).toEqual(['01-18 125', '01-08 120'])
      expect(describeOrder(list, true, 'best_call')).toMatch(/^The best call first, then one call per expiration/)
    })
  })

  test('a custom list says how it is ranked', () => {
    expect(describeOrder([], false, 'score')).toBe('Recommended calls first, by score.')
    expect(describeOrder([], false, 'best_call')).toBe('The best call first, then by score.')
  })
})
