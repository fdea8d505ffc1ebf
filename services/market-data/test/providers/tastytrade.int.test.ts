import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createAccessTokens } from '../../src/providers/http/access-tokens.ts'
import { createLocalFiles } from '../../src/providers/http/vendor-files.ts'
import { openTastytrade } from '../../src/providers/tastytrade/tastytrade-provider.ts'
import { buildDeps } from './provider-deps.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

/** Invented answers in the vendor's shape. */
const items = (...list: readonly unknown[]) => ({ data: { items: list } })
const IN_SESSION = '2026-10-02T15:00:00Z'
const AFTER_HOURS = '2026-10-02T22:00:00Z'

describe('tastytrade', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => {
    stub.reset()
    stub.onJson('/oauth/token', { access_token: 'demo-access', expires_in: 900 })
  })
  afterAll(() => stub.close())

  function open(at = IN_SESSION) {
    const rejected: string[] = []
    const nowMs = Date.parse(at)
    const deps = buildDeps({
      now: () => nowMs,
      reject: (reason) => rejected.push(reason),
      files: createLocalFiles('tastytrade'),
      tokens: createAccessTokens('tastytrade', () => nowMs),
    })
    const config = { clientSecret: 'demo-client-secret', refreshToken: 'demo-refresh-token', baseUrl: stub.url }
    const { capabilities } = openTastytrade(config, deps)
    const { quotes, chains, ivRank, earnings, dividends } = capabilities
    if (!quotes || !chains || !ivRank || !earnings || !dividends) throw new Error('a capability is missing')
    return { quotes, chains, ivRank, earnings, dividends, rejected }
  }

  test('logs in once, names itself, and writes a share class with a slash', async () => {
    stub.onJson('/market-data/by-type', items({ symbol: 'BRK/B', last: '501.25', 'updated-at': IN_SESSION }))
    const { quotes } = open()
    expect((await quotes.findQuote('BRK.B')).value).toMatchObject({ lastPrice: 501.25, previousClose: null, bid: null })
    await quotes.findQuote('DEMO')
    expect(stub.requests.map(({ path }) => path)).toEqual(['/oauth/token', ...Array(2).fill('/market-data/by-type')])
    expect(stub.requests[1]?.query).toEqual({ equity: 'BRK/B' })
    for (const { headers } of stub.requests) expect(headers['user-agent']).toMatch(/^\w+\/[\d.]+$/)
    expect(stub.requests[1]?.headers.authorization).toBe('Bearer demo-access')
  })

  test('after hours, the price is the close of the session, without bid and ask', async () => {
    const item = { symbol: 'DEMO', last: '103', close: '101.25', 'prev-close': '101.65', bid: '90', ask: '110' }
    stub.onJson('/market-data/by-type', items({ ...item, 'updated-at': AFTER_HOURS }))
    const answer = await open(AFTER_HOURS).quotes.findQuote('DEMO')
    expect(answer).toMatchObject({
      value: { lastPrice: 101.25, previousClose: 101.65, bid: null, ask: null },
      asOfMs: Date.parse('2026-10-02T20:00:00Z'),
    })
  })

  test('a chain has standard contracts only, whatever order and gaps the quotes have', async () => {
    const strikes = [
      { 'strike-price': '100.0', call: 'DEMO  261218C00100000', put: 'DEMO  261218P00100000' },
      { 'strike-price': '105.0', call: 'DEMO  261218C00105000', put: null },
      { 'strike-price': '110.0', call: 'malformed', put: 'DEMO  260918P00110000' },
    ]
    const chain = { 'root-symbol': 'DEMO', 'shares-per-contract': 100, expirations: [{ strikes }] }
    stub.onJson('/option-chains/DEMO/nested', items({ ...chain, 'root-symbol': 'DEMO1' }, chain))
    stub.onJson(
      '/market-data/by-type',
      items(
        { symbol: 'DEMO  261218P00100000', bid: '0', ask: '0.0', last: 'NaN', volume: null, 'updated-at': IN_SESSION },
        {
          symbol: 'DEMO  261218C00100000',
          bid: '0.0',
          ask: '1.25',
          last: '1.2',
          volume: '56.0',
          'open-interest': '1234.0',
        },
      ),
    )
    const { chains, rejected } = open()
    const { value } = await chains.findChain('DEMO')
    expect(value?.contracts.map(({ contractSymbol }) => contractSymbol)).toEqual([
      'DEMO261218C00100000',
      'DEMO261218P00100000',
      'DEMO261218C00105000',
    ])
    expect(value?.contracts[0]).toMatchObject({ bid: 0, ask: 1.25, last: 1.2, volume: 56, openInterest: 1_234 })
    expect(value?.contracts.slice(1)).toMatchObject(Array(2).fill({ bid: null, ask: null, last: null }))
    expect(value?.quotedAtMs).toBe(Date.parse(IN_SESSION))
    expect(rejected).toEqual(['adjusted_root'])
  })

  test('metrics are fractions; a place outside of the range is capped, and past reports are not next', async () => {
    const metrics = {
      symbol: 'DEMO',
      'implied-volatility-index-rank': '1.07',
      'implied-volatility-percentile': '0.985',
      earnings: { 'expected-report-date': '2026-07-30', 'time-of-day': 'AMC' },
    }
    stub.onJson('/market-metrics', items(metrics))
    const { ivRank, earnings } = open()
    expect((await ivRank.findIvRank('DEMO')).value).toEqual({ rank: 100, percentile: 98.5 })
    expect((await ivRank.findIvRank('GONE')).value).toBeNull()
    expect((await earnings.findNextEarnings('DEMO')).value).toBeNull()
  })

  test('an account without market data keeps the metrics; a rejected login names what to check', async () => {
    stub.on('/market-data/by-type', { status: 403, body: '{"error":{"code":"forbidden","message":"Not permitted."}}' })
    stub.onJson('/market-metrics', items({ symbol: 'DEMO', 'implied-volatility-index-rank': '0.5' }))
    const { quotes, ivRank } = open()
    expect(await failureOf(quotes.findQuote('DEMO'))).toMatchObject({ kind: 'not_entitled' })
    expect((await ivRank.findIvRank('DEMO')).value?.rank).toBe(50)
    stub.on('/oauth/token', { status: 400, body: '{"error":"invalid_grant demo-refresh-token"}' })
    const failure = await failureOf(open().quotes.findQuote('DEMO'))
    expect(failure).toMatchObject({
      kind: 'unauthorized',
      detail: 'rejected the client secret or the refresh token: invalid_grant ***',
    })
  })

  test('an expired token is renewed once', async () => {
    stub.on(
      '/market-data/by-type',
      { status: 401, body: '{"error":{"code":"token_invalid"}}' },
      { body: JSON.stringify(items({ symbol: 'DEMO', last: '5', 'updated-at': IN_SESSION })) },
    )
    stub.onJson('/oauth/token', { access_token: 'first', expires_in: 900 }, { access_token: 'second', expires_in: 900 })
    expect((await open().quotes.findQuote('DEMO')).value?.lastPrice).toBe(5)
    expect(stub.requests.map(({ path }) => path)).toEqual([
      ...['/oauth/token', '/market-data/by-type', '/oauth/token', '/market-data/by-type'],
    ])
  })
})
