import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createMassiveClient } from '../../src/providers/massive/massive-client.ts'
import { describeShared } from '../support.ts'
import { fixtureAnswer, listFixtures } from './fixtures.ts'
import { KEY, openForTest } from './massive-support.ts'
import { buildDeps } from './provider-deps.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const ms = Date.parse
const AGGS = '/v2/aggs/ticker/AAPL/range/1/day/'
const CHAIN = '/v3/snapshot/options/'
const CONTRACTS = '/v3/reference/options/contracts'
const TICKERS = '/v3/reference/tickers'
const SNAPSHOT = '/v2/snapshot/locale/us/markets/stocks/tickers/AAPL'

describeShared('recorded and documented responses from Massive', () => {
  let stub: StubServer
  const replayed = new Set<string>()
  beforeAll(async () => {
    stub = await startStubServer()
  })
  afterEach(() => {
    for (const { query, headers } of stub.requests) {
      expect(query).not.toHaveProperty('apiKey')
      expect(headers.authorization).toBe(`Bearer ${KEY}`)
    }
    stub.reset()
  })
  afterAll(async () => {
    expect([...replayed].sort()).toEqual(
      listFixtures('massive')
        .map(({ file }) => file)
        .sort(),
    )
    await stub.close()
  })

  function replay(path: string, ...names: readonly string[]): void {
    stub.on(path, ...names.map((name) => fixtureAnswer(note(name))))
  }
  /** Replays a payload for paths that contain the current day. */
  function replayUnder(prefix: string, name: string): void {
    const answer = fixtureAnswer(note(name))
    stub.route(({ path }) => (path.startsWith(prefix) ? answer : null))
  }
  function note(name: string): string {
    replayed.add(`massive/${name}.json`)
    return `massive/${name}.json`
  }

  test('start times of daily bars map to New York days in winter and summer', async () => {
    replayUnder(AGGS, 'aggs-day-AAPL')
    const { bars } = openForTest(stub, '2026-07-10T15:00:00-04:00')
    const { value, dataClass, asOfMs } = await bars.listDailyBars('AAPL')
    expect(value).toEqual([
      { date: '2005-04-01', open: 1.5032, high: 1.5064, low: 1.4489, close: 1.4604, volume: 642_646_396 },
      { date: '2005-04-04', open: 1.4639, high: 1.4754, low: 1.4343, close: 1.4675, volume: 578_172_308 },
    ])
    expect([dataClass, asOfMs]).toEqual(['delayed', ms('2005-04-04T16:00:00-04:00')])
    const [{ path, query } = { path: '', query: {} }] = stub.requests
    expect(path).toBe(`${AGGS}2023-07-10/2026-07-10`)
    expect(query).toEqual({ adjusted: 'true', sort: 'asc', limit: '50000' })
  })

  test('reads the last trade of the session, bid and ask of a stock with quotes', async () => {
    replay(SNAPSHOT, 'stock-snapshot-AAPL')
    const { quotes } = openForTest(stub, '2022-04-29T13:06:00-04:00')
    expect(await quotes.findQuote('AAPL')).toEqual({
      source: 'massive',
      dataClass: 'live',
      // The wire's nanoseconds are beyond the exact range of a double.
      asOfMs: 1_651_251_948_294,
      value: { lastPrice: 159.99, previousClose: 163.64, bid: 159.98, ask: 159.99, volume: 68_840_127 },
      missing: [],
    })
  })

  test('reads a chain with quotes', async () => {
    replay(`${CHAIN}AAPL`, 'option-chain-AAPL')
    const { chains } = openForTest(stub, '2022-04-29T13:50:00-04:00')
    expect(await chains.findChain('AAPL')).toMatchObject({
      dataClass: 'live',
      asOfMs: 1_651_254_260_800,
      missing: [],
      value: {
        quotedAtMs: 1_651_254_260_800,
        contracts: [
          {
            contractSymbol: 'AAPL230616C00150000',
            type: 'call',
            expiration: '2023-06-16',
            strike: 150,
            bid: 28.9,
            ask: 29.25,
            last: 29.25,
            volume: 8,
            openInterest: 8_133,
            vendorGreeks: { delta: 0.6436614934293701, gamma: 0.0061735291012820675, rho: null },
          },
        ],
      },
    })
  })

  test('ignores the day’s close in a chain with quotes, and reads {} as no trade', async () => {
    replay(`${CHAIN}SPY`, 'option-chain-SPY-quotes-excerpt')
    const { chains } = openForTest(stub, '2024-05-30T16:10:00-04:00')
    const contracts = (await chains.findChain('SPY')).value?.contracts
    // The close is 2.96, but the quote is 73.74 to 74.16.
    expect(contracts?.[0]).toMatchObject({
      strike: 451,
      bid: 73.74,
      ask: 74.16,
      last: null,
      volume: 3_706,
      openInterest: 0,
    })
    expect(contracts?.[1]).toMatchObject({ strike: 452, bid: 72.74, ask: 73.16, last: null, volume: null })
  })

  test('uses the day’s close, without liquidity, in a chain without quotes', async () => {
    replay(`${CHAIN}AAPL`, 'option-contract-snapshot-no-quote')
    const { chains } = openForTest(stub, '2025-10-24T16:20:00-04:00')
    const { value, missing, dataClass, asOfMs } = await chains.findChain('AAPL')
    expect(value?.contracts).toEqual([
      {
        contractSymbol: 'AAPL251219C00275000',
        type: 'call',
        expiration: '2025-12-19',
        strike: 275,
        bid: null,
        ask: null,
        last: 5.64,
        volume: 1_951,
        openInterest: 23_049,
        vendorGreeks: {
          delta: 0.4461209929334776,
          gamma: 0.016082781536618015,
          theta: -0.10498879244813095,
          vega: 0.4138059640477654,
          rho: null,
        },
      },
    ])
    expect(missing).toEqual([{ field: 'bid', reason: expect.stringMatching(/^Indicative prices: .*no bid and ask/) }])
    expect([dataClass, asOfMs]).toEqual(['delayed', ms('2025-10-24T16:00:00-04:00')])
  })

  test('treats an object in place of a list as a list of one', async () => {
    replay(`${CHAIN}AAPL`, 'option-contract-snapshot')
    const { chains } = openForTest(stub, '2022-04-29T13:50:00-04:00')
    expect((await chains.findChain('AAPL')).value?.contracts).toHaveLength(1)
    replay(CONTRACTS, 'options-contract-one')
    const { expirations } = openForTest(stub, '2023-11-01T12:00:00-04:00')
    expect((await expirations.listExpirations('EVRI')).value).toEqual(['2024-01-19'])
  })

  test('reads expirations from both pages, the second from the configured host with the key', async () => {
    replay(`${CONTRACTS}?cursor=YXA9JTdCJTIySUQlMjIlM0ElMjIy`, 'options-contracts-page2')
    replay(CONTRACTS, 'options-contracts-page1')
    const { expirations } = openForTest(stub, '2022-04-28T12:00:00-04:00')
    expect((await expirations.listExpirations('A')).value).toEqual(['2022-05-20'])
    expect(stub.requests.map(({ query }) => query)).toEqual([
      {
        underlying_ticker: 'A',
        contract_type: 'call',
        'expiration_date.gte': '2022-04-28',
        limit: '1000',
        sort: 'expiration_date',
        order: 'asc',
      },
      { cursor: 'YXA9JTdCJTIySUQlMjIlM0ElMjIy' },
    ])
  })

  test('search finds stocks and funds, in the product’s terms', async () => {
    replay(TICKERS, 'tickers-page1', 'tickers-page2')
    const { search } = openForTest(stub, '2022-04-28T12:00:00-04:00')
    const ask = async () => (await search.searchSymbols({ text: 'a', limit: 25 })).value
    expect(await ask()).toMatchObject([
      { symbol: 'A', name: 'Agilent Technologies Inc.', exchange: 'NYSE', type: 'stock', optionable: true },
      { symbol: 'AA', name: 'Alcoa Corporation', sector: null },
    ])
    expect(await ask()).toMatchObject([
      { symbol: 'AAA', exchange: 'NYSE Arca', type: 'etf' },
      { symbol: 'AAAU', exchange: 'Cboe BZX', type: 'etf' },
    ])
    expect(stub.requests).toHaveLength(2)
  })

  test('reads a symbol and its market capitalization', async () => {
    replay(`${TICKERS}/AAPL`, 'ticker-details-AAPL')
    replay(CONTRACTS, 'options-contracts-page1')
    stub.onJson('/stocks/financials/v1/ratios', { status: 'OK', results: [] })
    stub.onJson('/vX/reference/financials', { status: 'OK', results: [] })
    const { reference, fundamentals } = openForTest(stub, '2022-05-02T12:00:00-04:00')
    expect(await reference.findSymbol('AAPL')).toMatchObject({ name: 'Apple Inc.', exchange: 'NASDAQ', hasChain: true })
    const { value, missing } = await fundamentals.findFundamentals('AAPL')
    expect(value).toMatchObject({ marketCapUsd: 2_488_795_282_370, netMarginPct: null, debtToEquity: null })
    expect(missing.map(({ field }) => field)).toEqual(['credit_rating', 'net_margin', 'debt_to_equity'])
  })

  test('a quarterly statement gives no margin, a yearly one does', async () => {
    replay('/vX/reference/financials', 'financials')
    stub.onJson(`${TICKERS}/NXPI`, { status: 'OK', results: { ticker: 'NXPI', market_cap: 5e10 } })
    stub.onJson('/stocks/financials/v1/ratios', { status: 'OK', results: [] })
    const { fundamentals } = openForTest(stub, '2022-05-10T12:00:00-04:00')
    expect((await fundamentals.findFundamentals('NXPI')).value).toMatchObject({
      netMarginPct: null,
      negativeEquity: false,
    })
    const text = String(fixtureAnswer('massive/financials.json').body).replace('2022-01-01', '2021-04-05')
    stub.on('/vX/reference/financials', { body: text })
    // Net income of $666 million on revenue of $3,136 million.
    expect((await fundamentals.findFundamentals('NXPI')).value.netMarginPct).toBeCloseTo(21.2372, 4)
  })

  test('lists only the symbol’s dividends, oldest first', async () => {
    replay('/v3/reference/dividends', 'dividends')
    stub.onJson('/v3/reference/splits', { status: 'OK', results: [] })
    const { dividends } = openForTest(stub, '2024-07-01T12:00:00-04:00')
    const value = (await dividends.listDividends('CSSEN')).value ?? []
    expect(value).toHaveLength(8)
    expect([value[0], value.at(-1)]).toEqual([
      { exDate: '2023-09-14', cashUsd: 0.59375, kind: 'regular' },
      { exDate: '2025-06-12', cashUsd: 0.59375, kind: 'regular' },
    ])
  })

  test('reads forward and reverse splits', async () => {
    replay('/v3/reference/splits', 'splits')
    const { splits } = openForTest(stub, '2022-08-01T12:00:00-04:00')
    expect((await splits.listSplits('GOOG')).value).toEqual([{ executionDate: '2022-07-18', ratio: 20, kind: 'split' }])
    expect((await splits.listSplits('BRW')).value).toEqual([{ executionDate: '2022-05-20', ratio: 0.5, kind: 'split' }])
    expect((await splits.listSplits('SHOP')).value).toMatchObject([
      { executionDate: '2022-06-22' },
      { executionDate: '2022-06-29' },
    ])
  })

  test('reads the status of the exchanges by their own clock', async () => {
    replay('/v1/marketstatus/now', 'marketstatus-now')
    const { clock } = openForTest(stub, '2022-04-28T16:48:08-04:00')
    expect((await clock.findStatus?.())?.value).toEqual({
      session: 'extended',
      serverMs: ms('2022-04-28T16:48:08-04:00'),
    })
  })

  test('reads special days from a top-level array, without duplicates', async () => {
    replay('/v1/marketstatus/upcoming', 'marketstatus-upcoming')
    const { clock } = openForTest(stub, '2022-04-28T16:48:08-04:00')
    const days = (await clock.listSpecialDays?.())?.value ?? []
    expect(days.map(({ date }) => date)).toEqual([
      '2022-05-30',
      '2022-06-20',
      '2022-07-04',
      '2022-09-05',
      '2022-11-24',
      '2022-11-25',
      '2022-12-26',
    ])
    expect(days[5]).toEqual({ date: '2022-11-25', name: 'Thanksgiving', closeMs: ms('2022-11-25T13:00:00-05:00') })
    expect(days[6]?.closeMs).toBeNull()
  })

  test('responses that no capability uses are still valid', async () => {
    const client = createMassiveClient({ apiKey: KEY, baseUrl: stub.url }, buildDeps())
    for (const { file } of listFixtures('massive').filter(({ status }) => status === 200)) {
      replay('/any', file.replace('massive/', '').replace('.json', ''))
      expect(await client.getAny('/any')).toEqual(JSON.parse(String(fixtureAnswer(file).body)))
    }
  })

  test.each([
    ['error-401', 'unauthorized', 401, 'Unknown API Key (HTTP 401)'],
    ['error-403-not-entitled', 'not_entitled', 403, 'You are not entitled to this data. (HTTP 403)'],
    ['error-403-history', 'not_entitled', 403, "Your plan doesn't include this data timeframe. (HTTP 403)"],
    [
      'error-403-today-eod-plan',
      'not_entitled',
      403,
      "Attempted to request today's data before end of day. (HTTP 403)",
    ],
    ['error-429', 'rate_limited', 429, "You've exceeded the maximum requests per minute (HTTP 429)"],
  ] as const)('%s fails any request', async (name, kind, status, detail) => {
    const answer = fixtureAnswer(note(name))
    stub.route(() => answer)
    const provider = openForTest(stub, '2026-07-10T12:00:00-04:00')
    for (const ask of provider.questions('KO')) {
      expect(await failureOf(ask())).toMatchObject({ provider: 'massive', kind, status, detail, retryAfterMs: null })
    }
    await expect(provider.ping()).rejects.toMatchObject({ kind, status })
  })
})
