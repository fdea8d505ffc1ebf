import type { CallRow, Query } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { inventFacts } from '../../test/invented-facts.ts'
import { openRowIndex } from '../../test/query-rows.ts'
import { inventRow } from '../../test/rows.ts'
import { readChainMarket } from '../enrichment/figures.ts'
import type { ReturnTerms } from './call-figures.ts'
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

const AT_BID: ReturnTerms = { premium: 'bid', basis: 'stock_price', costs: null }
const costsOf = (costs: Readonly<Record<string, number>>) => ({
  key: JSON.stringify(costs),
  findCost: (symbol: string) => costs[symbol] ?? null,
})

function queryCalls(callIndex: CallIndex, query: Query<'screener.calls'> = {}, costs: ReturnTerms['costs'] = null) {
  const {
    premium = 'bid',
    basis = 'stock_price',
    sort_by = 'symbol',
    sort_order = 'asc',
    limit = 500,
    offset = 0,
  } = query
  const terms: ReturnTerms = { premium, basis, costs }
  const { rows, ...answer } = callIndex.query({
    gates: readGates(query, terms, null),
    ...{ terms, column: sort_by, order: sort_order, limit, offset },
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
      expect(call.if_called_return_annualized_pct).toBeCloseTo(((call.if_called_return_pct ?? 0) * 365) / days, 9)
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
      { gate: 'stock', parameters: ['symbols'], removed: all.length - ofStock.length, unknown_cost: null },
      {
        gate: 'delta',
        parameters: ['delta_max', 'delta_min'],
        removed: ofStock.length - inDelta.length,
        unknown_cost: null,
      },
      {
        gate: 'days',
        parameters: ['days_to_expiration_max'],
        removed: inDelta.length - inDays.length,
        unknown_cost: null,
      },
      {
        gate: 'moneyness',
        parameters: ['headroom_pct_min'],
        removed: inDays.length - outOfMoney.length,
        unknown_cost: null,
      },
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
    expect(() => readGates(query, AT_BID, null)).toThrow(refusal)
  })
})

describe('own costs', () => {
  test('are the basis of the returns; a call without a positive cost has none and sorts last', () => {
    const callIndex = openCallIndex(['AAA', 'BBB', 'CCC'])
    const atPrice = queryCalls(callIndex).calls
    const { calls } = queryCalls(
      callIndex,
      { basis: 'own_cost', sort_by: 'if_called_return_pct', sort_order: 'desc' },
      costsOf({ AAA: 80, BBB: -2 }),
    )
    const ofAaa = calls.filter(({ symbol }) => symbol === 'AAA')
    expect(calls.slice(0, ofAaa.length)).toEqual(ofAaa)
    for (const call of ofAaa) {
      expect(call.own_cost).toBe(80)
      expect(call.static_return_pct).toBeCloseTo(
        (100 * (call.bid - Math.max(0, call.underlying_price - call.strike))) / 80,
        6,
      )
      expect(call.if_called_return_pct).toBeCloseTo((100 * (call.strike - 80 + call.bid)) / 80, 6)
    }
    for (const call of calls.filter(({ symbol }) => symbol !== 'AAA')) {
      expect([call.static_return_pct, call.if_called_return_annualized_pct]).toEqual([null, null])
      expect(call.own_cost).toBe(call.symbol === 'BBB' ? -2 : null)
    }
    expect(queryCalls(callIndex).calls).toEqual(atPrice)
  })

  test('let no call below them through the gate, which counts the calls without a known cost', () => {
    const callIndex = openCallIndex(['AAA', 'BBB'])
    const all = queryCalls(callIndex).calls
    const cost = all.filter(({ symbol }) => symbol === 'AAA')[3]?.strike ?? 0
    const { gates, calls } = queryCalls(callIndex, { never_below_cost: true }, costsOf({ AAA: cost }))
    const passing = all.filter(({ symbol, strike }) => symbol === 'AAA' && strike >= cost)
    expect(named({ calls })).toEqual(named({ calls: passing }))
    expect(gates).toEqual([
      {
        gate: 'cost',
        parameters: ['never_below_cost'],
        removed: all.length - passing.length,
        unknown_cost: all.filter(({ symbol }) => symbol === 'BBB').length,
      },
    ])
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
