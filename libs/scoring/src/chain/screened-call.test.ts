import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { valueContracts } from './contract-row.ts'
import { SCREENED_MAX_SPREAD_PCT, screenCalls } from './screened-call.ts'

const NO_RATES = new Map<string, number>()
const call = (change: Partial<QuotedOption> = {}) => quoted({ bid: 2, ask: 2.2, ...change })
const screen = (...rows: QuotedOption[]) => screenCalls(rows, MARKET, NO_RATES)

describe('calls that can be compared across stocks', () => {
  test('have the figures of the chain, at the bid and at the mid', () => {
    const row = call()
    const [found] = screen(row).calls
    const [atBid] = valueContracts([row], MARKET)
    const mid = 2.1
    const [atMid] = valueContracts([{ ...row, bid: mid, ask: mid }], MARKET)
    expect(found).toMatchObject({
      mid: atBid?.mid,
      delta: atBid?.delta,
      impliedVolatility: atBid?.impliedVolatility,
      probabilityItm: atBid?.probabilityItm,
      probabilityProfitAtBid: atBid?.probabilityProfit,
    })
    expect(found?.probabilityProfitAtMid).toBeCloseTo(atMid?.probabilityProfit ?? Number.NaN, 9)
  })

  test.each<[string, QuotedOption, number]>([
    ['a put', call({ type: 'put' }), 0],
    ['no bid', call({ bid: 0 }), 0],
    ['an unknown ask', call({ ask: null }), 0],
    ['a crossed quote', call({ bid: 2, ask: 1.9 }), 0],
    ['a locked quote', call({ bid: 2, ask: 2 }), 1],
    [`a spread of ${SCREENED_MAX_SPREAD_PCT}% of the mid`, call({ bid: 1, ask: 3 }), 1],
    ['a wider spread', call({ bid: 1, ask: 3.01 }), 0],
    ['an expired call', call({ expiration: inDays(-1) }), 0],
    ['a mid at intrinsic value', call({ strike: MARKET.price - 10, bid: 9.9, ask: 10.1 }), 0],
    ['a mid above intrinsic value', call({ strike: MARKET.price - 10, bid: 9.9, ask: 10.2 }), 1],
  ])('%s', (_name, row, expected) => {
    expect(screen(row).calls).toHaveLength(expected)
  })

  test('are valued at the rate of their expiration; a call without a volatility keeps its quote', () => {
    const [usual] = screen(call()).calls
    const [other] = screenCalls([call()], MARKET, new Map([[inDays(35), MARKET.rate + 0.05]])).calls
    expect(other?.impliedVolatility).toBeLessThan(usual?.impliedVolatility ?? 0)
    const dear = call({ bid: MARKET.price + 1, ask: MARKET.price + 2 })
    expect(screen(dear).calls[0]).toMatchObject({ bid: dear.bid, impliedVolatility: null, delta: null })
  })

  test('are counted among all listed calls', () => {
    expect(screen(call(), call({ bid: 0 }), call({ type: 'put' }))).toMatchObject({ listed: 2 })
  })
})
