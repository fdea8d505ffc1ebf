import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { priceAmerican } from '../option-math/american/american.ts'
import { computeGreeks } from '../option-math/greeks.ts'
import { type ContractRow, type ListedContract, valueContracts } from './contract-row.ts'
import { openGreekFill } from './greek-fill.ts'

const EXPIRATION = inDays(42)
const VENDOR = { delta: 0.9, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.01 }
const terms = (type: 'call' | 'put', strike: number, vol: number) => ({
  ...{ type, strike, vol, spot: MARKET.price, years: 42 / 365, rate: MARKET.rate, dividends: [] },
})

/** A contract quoted at a volatility; without a volatility it has no quote. */
function contract(type: 'call' | 'put', strike: number, vol: number | null): ListedContract {
  const mid = vol === null ? null : priceAmerican(terms(type, strike, vol)).price
  const prices = mid === null ? { bid: 0, ask: null } : { bid: mid - 0.01, ask: mid + 0.01 }
  return quoted({ type, strike, expiration: EXPIRATION, ...prices, vendorGreeks: VENDOR })
}

function fillRows(contracts: readonly ListedContract[], others: readonly ListedContract[] = []): ContractRow[] {
  const rows = valueContracts(contracts, MARKET)
  return rows.map(openGreekFill(rows, [...contracts, ...others], MARKET))
}
const deltas = (rows: readonly ContractRow[]) => rows.map(({ delta }) => delta ?? Number.NaN)
const deltaAt = (strike: number, vol: number) => computeGreeks(terms('call', strike, vol)).delta

describe('greeks of one source within an expiration', () => {
  test('a call without a volatility takes the variance between its neighbors, never the source’s greeks', () => {
    const calls = [
      contract('call', 90, null),
      contract('call', 95, 0.3),
      contract('call', 100, null),
      contract('call', 105, 0.2),
      contract('call', 115, null),
    ]
    const rows = fillRows(calls)
    const model = expect.not.stringMatching(/vendor|interpolated/)
    const sources = ['interpolated', model, 'interpolated', model, 'interpolated']
    expect(rows.map(({ greeksSource }) => greeksSource)).toEqual(sources)
    const expected = [0.3, 0.3, Math.sqrt((0.09 + 0.04) / 2), 0.2, 0.2]
    for (const [index, delta] of deltas(rows).entries()) {
      expect(delta).toBeCloseTo(deltaAt(calls[index]?.strike ?? 0, expected[index] ?? 0), 5)
    }
    expect(deltas(rows)).toEqual(deltas(rows).toSorted((a, b) => b - a))
    expect(rows[0]).toMatchObject({ impliedVolatility: null, probabilityItm: null, timeValueUsd: null })
    expect(rows[0]?.flags).toContain('iv_unsolvable')
  })

  test('where no call has one the puts have it; where nothing has one the source’s greeks stay', () => {
    const calls = [contract('call', 95, null), contract('call', 105, null)]
    const puts = [contract('put', 95, 0.3), contract('put', 105, 0.3)]
    const [low, high] = fillRows(calls, puts)
    expect(low?.delta).toBeCloseTo(deltaAt(95, 0.3), 5)
    expect(high?.delta).toBeCloseTo(deltaAt(105, 0.3), 5)
    expect(fillRows(calls)).toEqual(valueContracts(calls, MARKET))
    expect(fillRows(calls)[0]).toMatchObject({ ...VENDOR, greeksSource: 'vendor' })
  })

  test('the target is judged by the delta shown', () => {
    const [, , filled] = fillRows([contract('call', 100, 0.3), contract('call', 105, 0.3), contract('call', 110, null)])
    expect(filled?.delta).toBeCloseTo(deltaAt(110, 0.3), 5)
    expect(filled?.inTarget).toBe(deltaAt(110, 0.3) >= 0.15 && deltaAt(110, 0.3) <= 0.25)
  })
})
