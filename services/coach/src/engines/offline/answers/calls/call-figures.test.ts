import { describe, expect, test } from '@jest/globals'
import type { Answered } from '../../session.ts'
import { describeAsked, listAskedFigures, measureCall, rowAsTrade } from './call-figures.ts'

const call = {
  ...{ strike: 105, bid: 1, ask: 1.2, mid: 1.1, spread_usd: 0.2, spread_pct: 18.2, liquidity: 'thin' },
  ...{ delta: 0.25, probability_itm: 0.22, theta: -0.03, open_interest: 40, volume: 2, iv: null },
}
const trade: Answered = {
  ok: true,
  id: 'r1',
  at: (path) => `{${path}}`,
  result: { contracts: 3, theta_total: -9, bid_to_mid_total: 30, current_price: 100, call, warnings: [] } as never,
}
const list = (text: string) => describeAsked(listAskedFigures(text), trade).list
const names = (text: string) => listAskedFigures(text).map(({ name }) => name)

describe('figures that a message asks of one call', () => {
  test.each([
    ['bid and ask please', ['bid and ask']],
    ['is the open interest thin', ['open interest and volume']],
    ['what do i give up at the bid instead of the mid', ['the amount given up at the bid']],
    ['theta a day for a 20 delta call', ['theta']],
    ['the first strike above the price', []],
    ['how far can it fall before i lose money', ['breakeven']],
    ['how far is the strike', ['the distance']],
    ['how much a day does it pay', ['the premium a day']],
    ['sell 5% out of the money after earnings', []],
  ])('%s', (text, asked) => {
    expect(names(text)).toEqual(asked)
  })

  test('are given for all contracts', () => {
    expect(list('theta')).toBe('theta {call.theta} a share, so {theta_total} a day for {contracts} contracts')
  })

  test('a quote is judged by the rules for the best call', () => {
    expect(list('how wide is the spread')).toContain('thin by the rules for the best call')
  })

  test('an unknown figure is named', () => {
    expect(list('its implied volatility')).toBe('implied volatility unknown')
  })

  test('rank calls so that the lower delta wins', () => {
    const [delta] = listAskedFigures('chance of assignment')
    expect(delta === undefined ? null : measureCall(delta, trade)).toBe(-0.25)
  })

  test('are read from a row of a list of calls', () => {
    const { at, result } = rowAsTrade({ ...trade, result: { rows: [call], warnings: [] } as never })
    expect([at('call.bid'), (result.call as { bid: number }).bid]).toEqual(['{rows.0.bid}', 1])
  })
})
