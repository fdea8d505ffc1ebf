import { describe, expect, test } from '@jest/globals'
import { noSlots } from '../../reading/slots.ts'
import type { Answered } from '../../session.ts'
import { listAskedFigures } from './call-figures.ts'
import { describeList, spreadOut, wantsSeveral } from './call-list.ts'

const row = (strike: number, liquidity: string) => ({
  ...{ strike, expiry: '2026-12-18', dte: 20, delta: 0.3, moneyness: 'OTM', annYield: 10 },
  ...{ open_interest: 5, spread_pct: 9, liquidity },
})
const found: Answered = {
  ok: true,
  id: 'r1',
  at: (path) => `{${path}}`,
  result: { rows: [row(105, 'thin'), row(100, 'liquid')], warnings: [] } as never,
}

describe('several calls of one stock', () => {
  test.each([
    ['which strikes have open interest', true],
    ['open interest on the calls near the money', true],
    ['which strike should i sell', false],
  ])('%s', (text, several) => {
    expect(wantsSeveral(noSlots, text)).toBe(several)
  })

  test('are those around the price if only their market is asked for', () => {
    expect(spreadOut(noSlots, listAskedFigures('open interest'))).toMatchObject({ strikePlaces: [0], count: 5 })
    expect(spreadOut(noSlots, [])).toMatchObject({ strikePlaces: [] })
  })

  test('are listed by strike, with the asked figures and one judgement', () => {
    const text = describeList(found, noSlots, listAskedFigures('open interest'))
    expect(text.indexOf('{rows.1.strike}')).toBeLessThan(text.indexOf('{rows.0.strike}'))
    expect(text).toContain('open interest {rows.0.open_interest}')
    expect(text).toContain('Liquid: {rows.1.strike}. Thin: {rows.0.strike}, by the rules for the best call.')
  })
})
