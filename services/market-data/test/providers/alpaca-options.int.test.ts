import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { ChainFilter } from '../../src/providers/provider.ts'
import { CHAIN, CONTRACTS, chainPage, contract, contractPage, forbid, openForTest, row } from './alpaca-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const CALL = 'KO260821C00080000'
const PUT = 'KO260821P00080000'
const OLD = '2026-07-08T17:00:00Z'

describe('options from Alpaca', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => {
    stub.reset()
    stub.onJson(CONTRACTS, contractPage([contract(CALL), contract(PUT, { open_interest: null })]))
  })
  afterAll(() => stub.close())

  async function readRow(change: Readonly<Record<string, unknown>>) {
    stub.onJson(CHAIN, chainPage({ [CALL]: row(change) }))
    return (await openForTest(stub).chains.findChain('KO')).value?.contracts[0]
  }

  test('a chain is indicative, with the newest quote’s time and open interest from the list of contracts', async () => {
    stub.onJson(CHAIN, chainPage({ [PUT]: row({ greeks: undefined }), [CALL]: row() }))
    const answer = await openForTest(stub).chains.findChain('KO', { maxDays: 60, minStrike: 70 })
    expect(answer).toMatchObject({
      source: 'alpaca',
      dataClass: 'indicative',
      asOfMs: Date.parse('2026-07-10T17:59:30.123Z'),
      value: { underlyingPriceUsd: null },
      missing: [{ field: 'quotes', reason: expect.stringContaining('not exchange quotes') }],
    })
    expect(answer.value?.contracts).toEqual([
      {
        contractSymbol: CALL,
        type: 'call',
        expiration: '2026-08-21',
        strike: 80,
        bid: 1.4,
        ask: 1.6,
        last: 1.45,
        volume: 12,
        openInterest: 900,
        vendorGreeks: { delta: 0.4, gamma: 0.05, theta: -0.02, vega: 0.1, rho: 0.03 },
      },
      expect.objectContaining({ contractSymbol: PUT, openInterest: null, vendorGreeks: null }),
    ])
    const [asked, listed] = ['/v1beta1', CONTRACTS].map((path) =>
      stub.requests.find((call) => call.path.startsWith(path)),
    )
    expect(asked?.query).toEqual({
      feed: 'indicative',
      limit: '1000',
      expiration_date_gte: '2026-07-10',
      expiration_date_lte: '2026-10-18',
    })
    expect(asked?.headers).toMatchObject({ 'apca-api-key-id': 'alpaca-id-of-a-test' })
    // Without a last day, the vendor lists only this week's contracts.
    expect(listed?.query).toMatchObject({ expiration_date_gte: '2026-07-10', expiration_date_lte: '2026-10-18' })
  })

  test.each([
    ['no bids', { latestQuote: { bp: 0, ap: 0.05, t: OLD } }, { bid: 0, ask: 0.05 }],
    ['no offer', { latestQuote: { bp: 1, ap: 0, t: OLD } }, { bid: 1, ask: null }],
    ['no quote', { latestQuote: { bp: 0, ap: 0, t: OLD } }, { bid: null, ask: null }],
    ['crossed, which the guard blanks', { latestQuote: { bp: 2, ap: 1, t: OLD } }, { bid: 2, ask: 1 }],
    [
      'an empty row',
      { latestQuote: undefined, latestTrade: undefined, dailyBar: undefined },
      { bid: null, volume: null },
    ],
    [
      'values that are no numbers',
      { latestQuote: { bp: 'NaN', ap: 'N/A' }, greeks: { delta: 7 } },
      { bid: null, ask: null, vendorGreeks: null },
    ],
    ['negative prices', { latestQuote: { bp: -1, ap: -999 } }, { bid: null, ask: null }],
    ['never traded', { latestTrade: undefined, dailyBar: undefined }, { last: null, volume: 0 }],
    [
      'last traded on an earlier day',
      { latestTrade: { p: 3, t: OLD }, dailyBar: { v: 9, t: OLD } },
      { last: 3, volume: 0 },
    ],
    ['traded today, without a bar yet', { dailyBar: undefined }, { last: 1.45, volume: null }],
  ])('a row with %s', async (_name, change, expected) => {
    expect(await readRow(change)).toMatchObject(expected)
  })

  test('rejects rows that are not standard, live contracts of the symbol', async () => {
    const symbols = ['KO1260821C00080000', 'KO260703C00080000', 'KO26082C00080000', 'KO260231C00080000', CALL]
    stub.onJson(CHAIN, chainPage(Object.fromEntries(symbols.map((symbol) => [symbol, row()]))))
    stub.onJson(
      CONTRACTS,
      contractPage([contract(CALL), contract(PUT, { size: '150' }), contract(PUT, { strike_price: '9' })]),
    )
    const { chains, expirations, rejected } = openForTest(stub)
    expect((await chains.findChain('KO')).value?.contracts.map(({ contractSymbol }) => contractSymbol)).toEqual([CALL])
    expect((await expirations.listExpirations('KO')).value).toEqual(['2026-08-21'])
    expect(rejected).toEqual({ adjusted_root: 2, expired: 1, malformed: 2, contract_mismatch: 1 })
  })

  test('a class share: dot in the path, no dot in the contracts', async () => {
    const symbol = 'BRKB260821C00500000'
    stub.onJson('/v1beta1/options/snapshots/BRK.B', chainPage({ [symbol]: row() }))
    stub.onJson(CONTRACTS, contractPage([contract(symbol)]))
    const { value } = await openForTest(stub).chains.findChain('BRK.B')
    expect(value?.contracts).toMatchObject([{ contractSymbol: symbol, openInterest: 900 }])
  })

  test('reads every page of a chain; if one fails, what came before it is marked incomplete', async () => {
    stub.on(CHAIN, { body: JSON.stringify(chainPage({ [CALL]: row() }, 'two')) }, { status: 500 }, { status: 500 })
    const broken = await failureOf(openForTest(stub).chains.findChain('KO'))
    expect(broken).toMatchObject({ kind: 'unavailable', partial: { value: { contracts: [{ contractSymbol: CALL }] } } })
    expect(broken.partial?.missing[1]?.reason).toMatch(/^The chain is incomplete/)
    stub.onJson(CHAIN, chainPage({ [CALL]: row() }, 'two'), chainPage({ [PUT]: row() }))
    const whole = await openForTest(stub).chains.findChain('KO')
    expect(whole.value?.contracts).toHaveLength(2)
    expect(stub.requests.at(-1)?.query.page_token ?? stub.requests.at(-2)?.query.page_token).toBe('two')
    stub.onJson(CHAIN, chainPage({ [CALL]: row() }, 'two'))
    expect(await failureOf(openForTest(stub).chains.findChain('KO'))).toMatchObject({ kind: 'unreadable' })
  })

  test('an open interest that could not be loaded makes the chain partial, not complete', async () => {
    stub.onJson(CHAIN, chainPage({ [CALL]: row() }))
    stub.on(CONTRACTS, { status: 503 })
    const { partial, kind } = await failureOf(openForTest(stub).chains.findChain('KO'))
    expect(kind).toBe('unavailable')
    expect(partial).toMatchObject({ value: { contracts: [{ openInterest: null }] } })
    expect(partial?.missing[0]).toMatchObject({ field: 'open_interest' })
  })

  test('near contracts are requested once for all filters; later ones with the filter', async () => {
    stub.onJson(CHAIN, chainPage({ [CALL]: row(), [PUT]: row() }))
    const { chains, expirations } = openForTest(stub)
    const countCalls = () => [CHAIN, CONTRACTS].map((path) => stub.requests.filter((call) => call.path === path).length)
    const namesOf = async (filter: ChainFilter) =>
      (await chains.findChain('KO', filter)).value?.contracts.map(({ contractSymbol }) => contractSymbol)
    expect(await namesOf({ type: 'call', maxDays: 60 })).toEqual([CALL])
    expect(await namesOf({ type: 'put', maxDays: 45, minStrike: 70 })).toEqual([PUT])
    expect(await namesOf({ expiration: '2026-07-17' })).toEqual([])
    expect(countCalls()).toEqual([1, 1])
    await chains.findChain('KO', { type: 'call', minDays: 90, maxDays: 200 })
    expect(stub.requests.findLast(({ path }) => path === CHAIN)?.query).toMatchObject({
      type: 'call',
      expiration_date_gte: '2026-10-08',
      expiration_date_lte: '2027-01-26',
    })
    await expirations.listExpirations('KO')
    expect(countCalls()).toEqual([2, 2])
  })

  test('a symbol without options has no chain and no expirations', async () => {
    stub.onJson(CHAIN, { snapshots: {} })
    stub.onJson(CONTRACTS, contractPage([]))
    const { chains, expirations } = openForTest(stub)
    expect(await chains.findChain('KO')).toMatchObject({
      value: null,
      missing: [{ reason: 'Alpaca has no option chain for KO' }],
    })
    expect(await expirations.listExpirations('KO')).toMatchObject({ value: [], missing: [{ field: 'chain' }] })
  })

  test.each([
    ['subscription does not permit querying OPRA', 'not_entitled'],
    ['OPRA agreement is not signed', 'not_entitled'],
    ['forbidden.', 'unauthorized'],
    ['', 'unavailable'],
  ])('a 403 with the message "%s" means %s', async (message, kind) => {
    stub.on(CHAIN, message === '' ? { status: 403, body: '<html>blocked</html>' } : forbid(message))
    expect(await failureOf(openForTest(stub).chains.findChain('KO'))).toMatchObject({ kind, status: 403 })
  })

  test('after a 429, calls pause until the reset', async () => {
    const reset = Math.ceil(Date.now() / 1_000) + 30
    stub.on(CHAIN, {
      status: 429,
      headers: { 'x-ratelimit-reset': String(reset) },
      body: '{"message":"too many requests."}',
    })
    const { kind, retryAfterMs } = await failureOf(openForTest(stub).chains.findChain('KO'))
    expect(kind).toBe('rate_limited')
    expect(retryAfterMs).toBeGreaterThan(20_000)
    expect(retryAfterMs).toBeLessThanOrEqual(31_000)
  })
})
