import type { CallRow, Query } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { inventFacts } from '../../test/invented-facts.ts'
import { openRowIndex } from '../../test/query-rows.ts'
import { inventRow } from '../../test/rows.ts'
import { readChainMarket } from '../enrichment/figures.ts'
import { readGates } from './call-gates.ts'
import { type CallIndex, createCallIndex } from './call-index.ts'
import { packCalls } from './packed-calls.ts'

const pack = (symbol: string) => {
  const facts = inventFacts(symbol)
  const asOfMs = Date.parse(facts.market_time)
  return packCalls(facts, readChainMarket(facts, asOfMs, asOfMs))
}

function openCallIndex(symbols: readonly string[]): CallIndex {
  const rowIndex = openRowIndex(symbols.map((symbol) => inventRow({ symbol, company_name: `${symbol} Corp.` })))
  const callIndex = createCallIndex(rowIndex)
  callIndex.put(symbols.map((symbol) => ({ symbol, calls: pack(symbol) })))
  return callIndex
}

function queryCalls(callIndex: CallIndex, query: Query<'screener.calls'> = {}) {
  const { premium = 'bid', sort_by = 'symbol', sort_order = 'asc', limit = 500, offset = 0 } = query
  const { rows, ...answer } = callIndex.query({
    gates: readGates(query, premium),
    ...{ premium, column: sort_by, order: sort_order, limit, offset },
  })
  return { ...answer, calls: rows.map((row) => JSON.parse(row.toString()) as CallRow) }
}

const named = ({ calls }: { readonly calls: readonly CallRow[] }) => calls.map((call) => call.contract_symbol)

describe('calls', () => {
  test('are listed by symbol, expiration and strike, with the name of their stock', () => {
    const { calls, total } = queryCalls(openCallIndex(['BBB', 'AAA']))
    expect(total).toBe(calls.length)
    expect(calls.length).toBeGreaterThan(30)
    const keys = calls.map((call) => `${call.symbol} ${call.expiration_date} ${call.strike.toFixed(3).padStart(9)}`)
    expect(keys).toEqual(keys.toSorted())
    expect(new Set(calls.map((call) => call.company_name))).toEqual(new Set(['AAA Corp.', 'BBB Corp.']))
    expect(calls[0]?.contract_symbol).toMatch(/^AAA260731C\d{8}$/)
  })

  test('assume the bid or the mid, as asked', () => {
    const callIndex = openCallIndex(['AAA'])
    const [atBid] = queryCalls(callIndex).calls
    const [atMid] = queryCalls(callIndex, { premium: 'mid' }).calls
    if (atBid === undefined || atMid === undefined) throw new Error('no calls')
    for (const [call, premium] of [
      [atBid, atBid.bid],
      [atMid, atMid.mid],
    ] as const) {
      const { underlying_price: price, strike, days_to_expiration: days } = call
      expect(call.downside_protection_pct).toBeCloseTo((100 * premium) / price, 9)
      expect(call.if_called_return_pct).toBeCloseTo((100 * (strike - price + premium)) / price, 9)
      expect(call.if_called_return_annualized_pct).toBeCloseTo((call.if_called_return_pct * 365) / days, 9)
      expect(call.breakeven).toBeCloseTo(Math.min(strike, price - premium), 9)
    }
    expect(atMid.mid).toBeCloseTo((atBid.bid + atBid.ask) / 2, 12)
  })
})

describe('gates', () => {
  test('apply in their order, whatever the order of the parameters, and count what each removes', () => {
    const callIndex = openCallIndex(['AAA', 'BBB'])
    const all = queryCalls(callIndex).calls
    const { gates, total, calls } = queryCalls(callIndex, {
      headroom_pct_min: 0,
      days_to_expiration_max: 40,
      delta_max: 0.4,
      delta_min: 0.1,
      symbols: 'aaa',
    })
    const ofStock = all.filter(({ symbol }) => symbol === 'AAA')
    const inDelta = ofStock.filter(({ delta }) => delta !== null && delta >= 0.1 && delta <= 0.4)
    const inDays = inDelta.filter((call) => call.days_to_expiration <= 40)
    const outOfMoney = inDays.filter((call) => call.headroom_pct >= 0)
    expect(gates).toEqual([
      { gate: 'stock', parameters: ['symbols'], removed: all.length - ofStock.length },
      { gate: 'delta', parameters: ['delta_max', 'delta_min'], removed: ofStock.length - inDelta.length },
      { gate: 'days', parameters: ['days_to_expiration_max'], removed: inDelta.length - inDays.length },
      { gate: 'moneyness', parameters: ['headroom_pct_min'], removed: inDays.length - outOfMoney.length },
    ])
    expect(total).toBe(outOfMoney.length)
    expect(named({ calls })).toEqual(named({ calls: outOfMoney }))
  })

  test('an unknown event fails the gate; an empty result names the parameter to drop', () => {
    const answer = queryCalls(openCallIndex(['AAA']), { earnings_before_expiration_max: 0, delta_min: 0.3 })
    expect(answer.calls).toEqual([])
    expect(answer.relaxations).toEqual([{ parameter: 'earnings_before_expiration_max', total: expect.any(Number) }])
  })

  test.each<[string, Query<'screener.calls'>, string]>([
    ['an empty range', { delta_min: 0.3, delta_max: 0.2 }, 'delta_min must not be above delta_max'],
    ['a blank search', { q: ' ' }, 'q must not be blank'],
  ])('%s is refused', (_name, query, refusal) => {
    expect(() => readGates(query, 'bid')).toThrow(refusal)
  })
})

describe('changes', () => {
  test('a stock’s calls are replaced and removed; those of the others stay', () => {
    const callIndex = openCallIndex(['AAA', 'BBB'])
    const before = queryCalls(callIndex)
    const less = pack('AAA')
    if (less === null) throw new Error('no calls')
    const head = Object.fromEntries(
      Object.entries(less).map(([name, value]) => [
        name,
        Array.isArray(value) && name !== 'terms' ? value.slice(0, 2) : value,
      ]),
    ) as typeof less
    callIndex.put([{ symbol: 'AAA', calls: head }])
    const ofBbb = named(before).filter((name) => name.startsWith('BBB'))
    expect(named(queryCalls(callIndex))).toEqual([...named(before).slice(0, 2), ...ofBbb])
    callIndex.put([{ symbol: 'AAA', calls: null }])
    expect(named(queryCalls(callIndex))).toEqual(ofBbb)
  })
})
