import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  CHAIN,
  details,
  indicative,
  NOW,
  NS,
  openForTest,
  page,
  quotedNs,
  row,
  todayNs,
  type Wire,
} from './massive-support.ts'
import { type StubServer, startStubServer } from './stub-server.ts'

const yesterdayNs = Date.parse('2026-07-09T00:00:00-04:00') * NS

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
beforeEach(() => stub.reset())
afterAll(() => stub.close())

async function read(...rows: readonly Wire[]) {
  stub.onJson(CHAIN, page(rows))
  const { chains, rejected } = openForTest(stub, NOW)
  return { ...(await chains.findChain('KO')), rejected }
}

describe('contracts that belong to a chain', () => {
  test.each([
    ['with another number of shares', details({ shares_per_contract: 62 }), 'adjusted_root'],
    [
      'that also delivers cash or another stock',
      details({ additional_underlyings: [{ underlying: 'USD' }] }),
      'adjusted_root',
    ],
    ['of an adjusted root', details({ ticker: 'O:KO1260821C00080000' }), 'adjusted_root'],
    ['of a foreign root', details({ ticker: 'O:PEP260821C00080000' }), 'adjusted_root'],
    ['with another strike than in its symbol', details({ strike_price: 81 }), 'contract_mismatch'],
    ['with another expiration than in its symbol', details({ expiration_date: '2026-08-22' }), 'contract_mismatch'],
    ['with another type than in its symbol', details({ contract_type: 'put' }), 'contract_mismatch'],
    ['that has expired', details({ ticker: 'O:KO260709C00080000', expiration_date: '2026-07-09' }), 'expired'],
    ['without a symbol', details({ ticker: undefined }), 'malformed'],
    ['with an invalid symbol', details({ ticker: 'KO AUG 80 CALL' }), 'malformed'],
    ['with an impossible date', details({ ticker: 'O:KO260231C00080000' }), 'malformed'],
    ['with a strike of zero', details({ ticker: 'O:KO260821C00000000' }), 'malformed'],
    ['without details', undefined, 'malformed'],
    ['with {} for details', {}, 'malformed'],
  ])('a contract %s is left out and counted', async (_name, given, reason) => {
    const { value, rejected } = await read(row(), row({ details: given }))
    expect(value?.contracts.map(({ contractSymbol }) => contractSymbol)).toEqual(['KO260821C00080000'])
    expect(rejected).toEqual({ [reason]: 1 })
  })

  test('a duplicate contract counts once', async () => {
    const { value, rejected } = await read(row(), row({ open_interest: 1 }))
    expect(value?.contracts).toHaveLength(1)
    expect(rejected).toEqual({ duplicate: 1 })
  })

  test('keeps a contract that expires today, and accepts numbers as strings and absent fields', async () => {
    const today = {
      ticker: 'O:KO260710C00080000',
      strike_price: '80.0',
      expiration_date: null,
      shares_per_contract: '100',
    }
    const { value } = await read(row({ details: details(today) }))
    expect(value?.contracts).toMatchObject([{ expiration: '2026-07-10', strike: 80 }])
  })

  test('class shares have a root without the dot', async () => {
    const given = row({ details: details({ ticker: 'O:BRKB260821C00500000', strike_price: 500 }) })
    stub.onJson('/v3/snapshot/options/BRK.B', page([given]))
    const { chains } = openForTest(stub, NOW)
    expect((await chains.findChain('BRK.B')).value?.contracts).toMatchObject([
      { contractSymbol: 'BRKB260821C00500000' },
    ])
  })

  test('are sorted by expiration, strike, then calls before puts', async () => {
    const of = (ticker: string) => ({ details: { ticker: `O:${ticker}`, shares_per_contract: 100 } })
    const tickers = ['KO260918C00080000', 'KO260821P00080000', 'KO260821C00080000', 'KO260821C00077500']
    const { value } = await read(...tickers.map((ticker) => row(of(ticker))))
    const order = ['KO260821C00077500', 'KO260821C00080000', 'KO260821P00080000', 'KO260918C00080000']
    expect(value?.contracts.map(({ contractSymbol }) => contractSymbol)).toEqual(order)
  })
})

describe('quotes', () => {
  test.each([
    ['numbers', { bid: 1.4, ask: 1.6 }, 1.4, 1.6],
    ['strings', { bid: '1.40', ask: ' 1.6 ' }, 1.4, 1.6],
    ['a bid of zero means no bid', { bid: 0, ask: 0.05 }, 0, 0.05],
    ['an ask of zero means no ask', { bid: 0, ask: 0 }, 0, null],
    ['a crossed quote is kept', { bid: 1.7, ask: 1.6 }, 1.7, 1.6],
    ['null', { bid: null, ask: null }, null, null],
    ['N/A', { bid: 'N/A', ask: '' }, null, null],
    ['{} in place of a number', { bid: {}, ask: {} }, null, null],
    ['an empty block', {}, null, null],
    ['no block', null, null, null],
  ])('%s', async (_name, quote, bid, ask) => {
    const { value, rejected } = await read(row({ last_quote: quote }))
    expect(value?.contracts[0]).toMatchObject({ bid, ask })
    expect(rejected).toEqual({})
  })

  test('invalid or negative numbers are blanked and counted', async () => {
    const { value, rejected } = await read(
      row({ last_quote: { bid: -1, ask: 'abc' }, open_interest: true, last_trade: {} }),
    )
    expect(value?.contracts[0]).toMatchObject({ bid: null, ask: null, openInterest: null, last: null })
    expect(rejected).toEqual({ price_not_positive: 1, not_a_number: 2 })
  })

  test('counts are whole numbers even if the wire has floats', async () => {
    const { value } = await read(row({ open_interest: 900.0, day: { volume: 12.7, last_updated: todayNs } }))
    expect(value?.contracts[0]).toMatchObject({ openInterest: 900, volume: 12 })
  })

  test.each([
    ['nanoseconds', quotedNs],
    ['nanoseconds as a string', String(BigInt(quotedNs / NS) * BigInt(NS))],
    ['microseconds', quotedNs / 1_000],
    ['milliseconds', quotedNs / NS],
    ['seconds', quotedNs / NS / 1_000],
  ])('reads the time of a quote in %s', async (_name, lastUpdated) => {
    const { value, asOfMs } = await read(row({ last_quote: { bid: 1, ask: 2, last_updated: lastUpdated } }))
    expect([value?.quotedAtMs, asOfMs]).toEqual([quotedNs / NS, quotedNs / NS])
  })

  test('a quote from the future does not put the time of the answer in the future', async () => {
    const { asOfMs } = await read(row({ last_quote: { bid: 1, ask: 2, last_updated: quotedNs + 600_000 * NS } }))
    expect(asOfMs).toBe(Date.parse(NOW))
  })

  test('the volume of a contract not traded today is unknown', async () => {
    const day = { close: 9, volume: 55, last_updated: yesterdayNs }
    expect((await read(row({ day, last_trade: {} }))).value?.contracts[0]).toMatchObject({ volume: null, last: null })
  })

  test.each([
    ['status DELAYED', { status: 'DELAYED' }, {}],
    ['a delayed quote', {}, { last_quote: { bid: 1, ask: 2, timeframe: 'DELAYED' } }],
    ['a delayed stock', {}, { underlying_asset: { ticker: 'KO', timeframe: 'delayed' } }],
  ])('%s marks the answer as delayed', async (_name, envelope, change) => {
    stub.onJson(CHAIN, { ...page([row(change)]), ...envelope })
    const { chains, provider } = openForTest(stub, NOW)
    expect((await chains.findChain('KO')).dataClass).toBe('delayed')
    expect(provider.stamp().dataClass).toBe('delayed')
  })
})

describe('greeks', () => {
  test.each([
    ['absent', undefined, {}],
    ['{}', {}, {}],
    ['null delta', { delta: null, gamma: 0.1 }, {}],
    ['a delta above one', { delta: 1.2 }, { greeks_out_of_range: 1 }],
    ['an invalid delta', { delta: 'x' }, { greeks_out_of_range: 1 }],
  ])('returns no greeks and says so: %s', async (_name, greeks, counted) => {
    const { value, missing, rejected } = await read(row({ greeks }))
    expect(value?.contracts[0]?.vendorGreeks).toBeNull()
    expect(missing).toEqual([{ field: 'vendor_greeks', reason: 'Massive has no greeks of these contracts' }])
    expect(rejected).toEqual(counted)
  })

  test('a contract can have only some of the greeks', async () => {
    const greeks = { delta: '-0.3', gamma: null, theta: 'N/A', vega: '1e-3' }
    const expected = { delta: -0.3, gamma: null, theta: null, vega: 0.001, rho: null }
    expect((await read(row({ greeks }))).value?.contracts[0]?.vendorGreeks).toEqual(expected)
  })
})

describe('a plan without quotes', () => {
  test('uses the day’s close or average as price, but never the fair market value', async () => {
    const other = { details: details({ ticker: 'O:KO260821C00085000', strike_price: 85 }), fmv: 99 }
    const { value, missing, dataClass } = await read(
      indicative({ close: 1.5, vwap: 1.55, volume: 12, last_updated: todayNs }, { fmv: 99 }),
      indicative({ close: 0, vwap: 0.75, last_updated: todayNs }, other),
    )
    expect(value?.contracts).toMatchObject([
      { bid: null, ask: null, last: 1.5, volume: 12, openInterest: 900 },
      { bid: null, ask: null, last: 0.75, volume: null },
    ])
    expect(missing.map(({ field }) => field)).toEqual(['bid'])
    expect(missing[0]?.reason).toMatch(/^Indicative prices/)
    expect(dataClass).toBe('delayed')
  })

  test('labels prices of earlier days', async () => {
    const { value, missing } = await read(
      indicative({ close: 1.5, volume: 3, last_updated: yesterdayNs }),
      indicative({}),
    )
    expect(value?.contracts[0]).toMatchObject({ last: 1.5, volume: null })
    expect(missing[1]).toEqual({ field: 'last', reason: '1 of the last prices are from earlier sessions' })
  })

  test('one contract with quotes is enough to detect a plan with quotes', async () => {
    const { missing } = await read(
      indicative({}),
      row({ details: details({ ticker: 'O:KO260821C00090000', strike_price: 90 }) }),
    )
    expect(missing).toEqual([])
  })
})

describe('no chain', () => {
  test.each([
    ['an empty list', page([])],
    ['no list', { status: 'OK' }],
    ['null', page(null)],
    ['{}', page({})],
    ['no standard contract', page([row({ details: details({ shares_per_contract: 10 }) })])],
  ])('%s', async (_name, body) => {
    stub.onJson(CHAIN, body)
    const { chains } = openForTest(stub, NOW)
    expect(await chains.findChain('KO')).toMatchObject({
      value: null,
      missing: [{ field: 'chain', reason: 'Massive has no option chain for KO' }],
    })
  })
})
