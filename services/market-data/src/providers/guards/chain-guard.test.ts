import { describe, expect, test } from '@jest/globals'
import type { OptionQuote, StockSplit } from '../provider.ts'
import { guardChain } from './chain-guard.ts'

const GREEKS = { delta: 0.5, gamma: null, theta: null, vega: null, rho: null }

function call(
  strike: number,
  bid: number | null,
  ask: number | null,
  overrides: Partial<OptionQuote> = {},
): OptionQuote {
  return {
    contractSymbol: `XYZ${strike}${overrides.type ?? 'call'}${overrides.expiration ?? ''}`,
    type: 'call',
    expiration: '2026-08-21',
    strike,
    bid,
    ask,
    last: null,
    volume: 1,
    openInterest: 20,
    vendorGreeks: GREEKS,
    ...overrides,
  }
}
const put = (strike: number, bid: number | null, ask: number | null, overrides: Partial<OptionQuote> = {}) =>
  call(strike, bid, ask, { type: 'put', ...overrides })
const old = { vendorGreeks: null }

const LADDER = [call(90, 11.5, 12), call(100, 4.2, 4.4), call(110, 1.1, 1.2), call(120, 0.3, 0.35), call(130, 0, 0.1)]

function guard(contracts: readonly OptionQuote[], { spot = 100, splits = [] as StockSplit[] } = {}) {
  const rejected: Record<string, number> = {}
  const result = guardChain(contracts, {
    spot,
    splits,
    asOfDate: '2026-07-10',
    reject: (reason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    },
  })
  return { ...result, rejected, strikes: result.contracts.map(({ strike }) => strike) }
}

describe('superseded contracts', () => {
  const split: StockSplit = { executionDate: '2025-11-17', ratio: 10, kind: 'split' }
  const ancient = [call(1_000, 0, null, old), call(1_300, 1.5, 2, old)]

  test('go where a split is known, also those that quote nothing', () => {
    const { strikes, rejected, missing } = guard([...LADDER, ...ancient], { splits: [split] })
    expect(strikes).toEqual([90, 100, 110, 120, 130])
    expect(rejected).toEqual({ superseded_contract: 2 })
    expect(missing[0]?.reason).toMatch(/^2 contracts left out/)
  })

  test('go where one of them quotes what cannot be', () => {
    const { strikes } = guard([...LADDER, ...ancient, call(480, 400, 410, old)])
    expect(strikes).toEqual([90, 100, 110, 120, 130])
  })

  test('stay where nothing speaks against them: some vendors value no deep contracts', () => {
    const unvalued = [call(40, 59, 62, old), call(160, 0, 0.05, old)]
    expect(guard([...LADDER, ...unvalued]).contracts).toHaveLength(LADDER.length + 2)
  })

  test('a chain the vendor did not value at all is kept', () => {
    const night = LADDER.map((contract) => ({ ...contract, ...old }))
    expect(guard(night, { splits: [split] }).contracts).toEqual(night)
  })

  test('a split of six years ago is no reason', () => {
    const silent = [call(1_000, 0, null, old), call(1_300, 0, null, old)]
    const { contracts } = guard([...LADDER, ...silent], { splits: [{ ...split, executionDate: '2020-01-02' }] })
    expect(contracts).toHaveLength(LADDER.length + 2)
  })
})

describe('impossible quotes are blanked, the contract stays', () => {
  test.each([
    ['a call dearer than the stock', call(40, 108, 112), 'quote_out_of_bounds'],
    ['a put dearer than its strike', put(90, 95, 97), 'quote_out_of_bounds'],
    ['an offer far under exercise', call(60, 25, 27), 'quote_out_of_bounds'],
    ['a put offered far under exercise', put(150, 30, 33), 'quote_out_of_bounds'],
    ['a bid above two nearer offers', call(140, 2.8, 3.1), 'quote_inconsistent'],
  ])('%s', (_name, contract, reason) => {
    const { contracts, rejected } = guard([...LADDER, contract])
    const found = contracts.find(({ contractSymbol }) => contractSymbol === contract.contractSymbol)
    expect(found).toEqual({ ...contract, bid: null, ask: null })
    expect(rejected).toEqual({ [reason]: 1 })
  })

  test.each([
    ['an ordinary chain', LADDER],
    [
      'a put far out of the money bid a tick over its neighbours',
      [put(95, 2, 2.1), put(90, 1, 1.1), put(85, 1.2, 1.5)],
    ],
    ['one cheap offer accuses nobody', [call(101, 0.01, 0.05), call(110, 1.1, 1.2), call(120, 0.9, 1)]],
    ['a crossed quote', [call(100, 4.4, 4.2), call(110, 1.1, 1.2)]],
    ['a deep call offered a little under exercise', [call(60, 37, 38.5)]],
  ])('%s stays as it is', (_name, contracts) => {
    expect(guard(contracts)).toMatchObject({ contracts, rejected: {} })
  })

  test('without a price of the stock nothing is judged', () => {
    const contracts = [...LADDER, call(40, 108, 112)]
    const result = guardChain(contracts, { spot: null, splits: [], asOfDate: '2026-07-10', reject: () => undefined })
    expect(result.contracts).toEqual(contracts)
  })
})
