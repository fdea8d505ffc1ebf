import { describe, expect, test } from '@jest/globals'
import { at, noSlots, type Slots } from '../../reading/slots.ts'
import { findFigures } from './figures.ts'
import { readOwnText, readSelection } from './select.ts'
import { orderRows, pickFirst } from './superlatives.ts'

const TODAY = '2026-11-27'
const rows = [
  {
    ticker: 'AAA',
    strike: 50,
    expiry: '2026-12-04',
    dte: 7,
    entry_date: '2026-10-30',
    headroom_pct: -3,
    cc_pnl: -80,
    value: 900,
    delta: 0.8,
  },
  {
    ticker: 'BBB',
    strike: 60,
    expiry: '2026-12-18',
    dte: 21,
    entry_date: '2026-11-02',
    headroom_pct: 1,
    cc_pnl: 40,
    value: 300,
    delta: 0.4,
  },
  {
    ticker: 'CCC',
    strike: 70,
    expiry: '2027-01-15',
    dte: 49,
    entry_date: '2026-11-20',
    headroom_pct: 9,
    cc_pnl: 20,
    value: 600,
    delta: 0.1,
  },
]
function choose(text: string, slots: Partial<Slots> = {}) {
  const { conditions, superlative } = readSelection(text, { ...noSlots, ...slots }, TODAY)
  const kept = rows.filter((row) => conditions.every(({ keep }) => keep(row)))
  return (superlative === null ? kept : pickFirst(kept, superlative)).map(({ ticker }) => ticker)
}

describe('the positions that a message means', () => {
  test.each([
    ['roll the one that expires soonest', ['AAA']],
    ['my furthest dated call', ['CCC']],
    ['which one is nearest to the strike', ['BBB']],
    ['my deepest itm call', ['AAA']],
    ['how is my biggest position', ['AAA']],
    ['the smallest holding', ['BBB']],
    ['my worst position', ['AAA']],
    ['my best trade', ['BBB']],
    ['the call with the highest delta', ['AAA']],
    ['which has the lowest strike', ['AAA']],
    ['my most recent trade', ['CCC']],
    ['roll my only losing one', ['AAA']],
    ['which of mine are in the money', ['AAA']],
    ['which ones are in trouble', ['AAA', 'BBB']],
    ['which of mine are losing and in the money', ['AAA']],
    ['which are in profit and out of the money', ['BBB', 'CCC']],
    ['am i worried about any in the money', ['AAA']],
    ['roll to at least the 70 strike', ['AAA', 'BBB', 'CCC']],
    ['what if it gets called away', ['AAA', 'BBB', 'CCC']],
  ])('%s', (text, tickers) => {
    expect(choose(text)).toEqual(tickers)
  })

  test.each<[string, Partial<Slots>, string[]]>([
    ['anything expiring by dec 18', { expiration: '2026-12-18' }, ['AAA', 'BBB']],
    ['positions expiring after christmas', { expiration: '2026-12-25' }, ['CCC']],
    ['calls expiring in january', { expiration: '2027-01-15', isMonth: true }, ['CCC']],
    ['calls that i opened in october', { expiration: '2027-10-15', isMonth: true }, ['AAA']],
    ['less than 2% headroom', { percent: { least: null, most: 2 } }, ['AAA', 'BBB']],
    ['delta over 0.5', { delta: { least: 0.5, most: null } }, ['AAA']],
    ['the 60 call', { strike: at(60) }, ['BBB']],
  ])('%s, by its figures', (text, slots, tickers) => {
    expect(choose(text, slots)).toEqual(tickers)
  })

  test('an order leaves out rows without the figure, and equal rows are both first', () => {
    const some = [
      { id: 1, delta: null },
      { id: 2, delta: 0.3 },
      { id: 3, delta: 0.3 },
    ]
    expect(orderRows(some, { key: 'delta', order: 'desc' }).map(({ id }) => id)).toEqual([2, 3])
    expect(pickFirst(some, { words: /x/u, key: 'delta', order: 'desc' })).toHaveLength(2)
  })

  test('a follow-up keeps the selection of the question that it continues', () => {
    const { superlative, rest } = readOwnText('and the delta ; which of my calls expires first', noSlots, TODAY)
    expect(superlative?.key).toBe('dte')
    expect(findFigures(rest).map(({ key }) => key)).toEqual(['delta'])
  })
})

describe('the figures that a message asks for', () => {
  test.each([
    ['what percent of max profit am i at on each call', ['profit_captured_pct']],
    ['what does it cost to close each of them', ['cost_to_close']],
    ['how much of the premium is left to earn', ['premium_left']],
    ['time value left on my calls', ['time_value']],
    ['am i up or down on the call if i close it now', ['close_gain']],
    ['how long have i held each of them', ['days_open']],
    [
      'days left, percent of the premium already earned, and distance to the strike',
      ['dte', 'profit_captured_pct', 'headroom_pct'],
    ],
    ['how much premium do i still have to earn', ['premium_left']],
    ['what did i pay for it', ['entry_price']],
    ['my breakeven and delta', ['breakeven', 'delta']],
    ['total gain if everything is called away', ['if_assigned_total']],
    ['which calls have earnings before they expire', ['earnings_before']],
    ['if all my calls expire worthless how much do i keep', ['premium_total']],
    ['how many days are left', ['dte']],
    ['p/l of each', ['cc_pnl']],
    ['tell me a joke', []],
  ])('%s', (text, keys) => {
    expect(findFigures(text).map(({ key }) => key)).toEqual(keys)
  })
})
