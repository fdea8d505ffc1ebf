import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { RejectReason } from '../../src/providers/guards/rejections.ts'
import type { Capabilities } from '../../src/providers/provider-definition.ts'
import { openTradier, tradier } from '../../src/providers/tradier/tradier-provider.ts'
import { describeShared } from '../support.ts'
import { fixtureAnswer } from './fixtures.ts'
import { buildDeps } from './provider-deps.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

type Wire = Readonly<Record<string, unknown>>
type Names = 'bars' | 'intradayBars' | 'quotes' | 'expirations' | 'chains' | 'search' | 'reference' | 'clock'
type Has = { readonly [P in Names]-?: NonNullable<Capabilities[P]> }

/** Friday during the session. */
const NOW = '2026-07-10T14:00:00-04:00'
const at = (instant: string) => Date.parse(instant)
const EXPIRATIONS = '/v1/markets/options/expirations'
const CHAINS = '/v1/markets/options/chains'
const QUOTES = '/v1/markets/quotes'
const HISTORY = '/v1/markets/history'
const CALL = 'KO260821C00080000'

const option = (symbol: string, change: Wire = {}): Wire => ({
  ...{ symbol, bid: 1.4, ask: 1.6, last: 1.45, volume: 12, open_interest: 900, contract_size: 100 },
  ...{ bid_date: at('2026-07-10T13:59:10-04:00'), ask_date: at('2026-07-10T13:59:40-04:00') },
  greeks: { delta: 0.4, gamma: 0.05, theta: -0.02, vega: '1.0E-1', rho: 0.03, bid_iv: 0 },
  ...change,
})
const chainOf = (...rows: readonly Wire[]) => ({ options: { option: rows.length === 1 ? rows[0] : rows } })

describe('Tradier', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => {
    stub.reset()
    stub.onJson(EXPIRATIONS, { expirations: { date: '2026-08-21' } })
  })
  afterAll(() => stub.close())

  function openForTest(now = NOW, path = '/v1') {
    const rejected: Partial<Record<RejectReason, number>> = {}
    const universe = ['KO', 'BRK.B'].map((symbol) => ({ symbol, name: symbol, sector: null }))
    const reject = (reason: RejectReason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    }
    const deps = buildDeps({ now: () => at(now), universe, reject })
    const provider = openTradier({ token: 'token-of-a-test', baseUrl: `${stub.url}${path}` }, deps)
    return { ...(provider.capabilities as Has), provider, rejected }
  }

  describe('chains', () => {
    async function readContract(change: Wire) {
      stub.onJson(CHAINS, chainOf(option(CALL, change)))
      return (await openForTest().chains.findChain('KO')).value?.contracts[0]
    }

    test('one call per expiration of the filter, shared by later filters; live, at the time of the newest quote', async () => {
      stub.onJson(EXPIRATIONS, { expirations: { date: ['2026-07-03', '2026-07-17', '2026-08-21', '2026-12-18'] } })
      const put = 'KO260821P00080000'
      stub.onJson(`${CHAINS}?symbol=KO&expiration=2026-08-21&greeks=true`, chainOf(option(put), option(CALL)))
      stub.onJson(CHAINS, { options: null })
      const { chains, expirations } = openForTest()
      const answer = await chains.findChain('KO', { maxDays: 60 })
      expect(answer).toMatchObject({ dataClass: 'live', source: 'tradier', asOfMs: at('2026-07-10T13:59:40-04:00') })
      expect(answer.value?.contracts).toMatchObject([
        {
          ...{ contractSymbol: CALL, type: 'call', strike: 80, bid: 1.4, ask: 1.6, last: 1.45, volume: 12 },
          ...{ openInterest: 900, vendorGreeks: { delta: 0.4, gamma: 0.05, theta: -0.02, vega: 0.1, rho: 0.03 } },
        },
        // The vendor repeats the rho of the call.
        { contractSymbol: put, vendorGreeks: { rho: null } },
      ])
      const calls = stub.requests.length
      const part = await chains.findChain('KO', { type: 'put', expiration: '2026-08-21' })
      expect(part.value?.contracts.map(({ contractSymbol }) => contractSymbol)).toEqual([put])
      expect((await expirations.listExpirations('KO')).value).toEqual(['2026-07-17', '2026-08-21', '2026-12-18'])
      expect([calls, stub.requests.length]).toEqual([3, 3])
      expect(stub.requests[0]?.headers).toMatchObject({
        authorization: 'Bearer token-of-a-test',
        accept: 'application/json',
      })
    })

    test.each([
      ['no bids', { bid: 0, ask: 0.05 }, { bid: 0, ask: 0.05 }],
      ['no quote', { bid: 0, ask: 0 }, { bid: null, ask: null }],
      ['crossed, which the guard blanks', { bid: 2, ask: 1 }, { bid: 2, ask: 1 }],
      [
        'nulls',
        { bid: null, ask: null, last: null, volume: 0, greeks: null },
        { bid: null, last: null, volume: 0, vendorGreeks: null },
      ],
      [
        'values that are no numbers',
        { bid: 'NaN', ask: -999, greeks: { delta: 9 } },
        { bid: null, ask: null, vendorGreeks: null },
      ],
    ])('a row with %s', async (_name, change, expected) => {
      expect(await readContract(change)).toMatchObject(expected)
    })

    test('rejects rows that are not standard contracts of the symbol and the expiration', async () => {
      const others = [
        option('KO1260821C00080000'),
        option('KO260821C00090000', { contract_size: 150 }),
        option('KO260717C00080000'),
        option('KO26082C00080000'),
        option(CALL),
      ]
      stub.onJson(CHAINS, chainOf(option(CALL), ...others))
      const { chains, rejected } = openForTest()
      expect((await chains.findChain('KO')).value?.contracts).toHaveLength(1)
      expect(rejected).toEqual({ adjusted_root: 2, contract_mismatch: 1, malformed: 1, duplicate: 1 })
    })

    test('a class share: slash in the query, no mark in the contracts', async () => {
      stub.onJson(CHAINS, chainOf(option('BRKB260821C00500000')))
      expect((await openForTest().chains.findChain('BRK.B')).value?.contracts).toHaveLength(1)
      expect(stub.requests.map(({ query }) => query.symbol)).toEqual(['BRK/B', 'BRK/B'])
    })

    test('no expirations, or none that the filter includes', async () => {
      const far = await openForTest().chains.findChain('KO', { maxDays: 10 })
      expect(far).toMatchObject({ value: null, missing: [{ field: 'chain' }] })
      stub.onJson(EXPIRATIONS, { expirations: null })
      const none = openForTest()
      expect((await none.chains.findChain('KO')).value).toBeNull()
      expect(await none.expirations.listExpirations('KO')).toMatchObject({ value: [], missing: [{ field: 'chain' }] })
    })
  })

  describe('quotes', () => {
    const quote = (change: Wire = {}): Wire => ({
      ...{ symbol: 'KO', type: 'stock', last: 72.5, close: null, prevclose: 71, bid: 72.4, ask: 72.6, volume: 5_000 },
      ...{ trade_date: at('2026-07-10T13:59:00-04:00'), bid_date: at('2026-07-10T13:59:30-04:00') },
      ...change,
    })
    const findQuote = (now?: string) => openForTest(now).quotes.findQuote('KO')

    test('the last trade, for the whole universe in one call', async () => {
      stub.onJson(QUOTES, { quotes: { quote: [quote(), quote({ symbol: 'BRK/B', last: 480 })] } })
      const { quotes } = openForTest()
      expect(await quotes.findQuote('KO')).toMatchObject({
        ...{ dataClass: 'live', asOfMs: at('2026-07-10T13:59:00-04:00'), missing: [] },
        value: { lastPrice: 72.5, previousClose: 71, bid: 72.4, ask: 72.6, volume: 5_000 },
      })
      expect((await quotes.findQuote('BRK.B')).value?.lastPrice).toBe(480)
      expect(stub.requests.map(({ query }) => query.symbols)).toEqual(['BRK/B,KO'])
    })

    test('after the close: the day’s close; before the open: the previous close', async () => {
      const late = at('2026-07-10T18:00:00-04:00')
      stub.onJson(QUOTES, { quotes: { quote: quote({ last: 80, close: 72.4, trade_date: late, bid_date: late }) } })
      expect(await findQuote('2026-07-10T18:30:00-04:00')).toMatchObject({
        ...{ asOfMs: at('2026-07-10T16:00:00-04:00'), missing: [{ field: 'bid' }] },
        value: { lastPrice: 72.4, previousClose: 71, bid: null },
      })
      stub.onJson(QUOTES, { quotes: { quote: quote({ trade_date: at('2026-07-13T08:00:00-04:00') }) } })
      expect(await findQuote('2026-07-13T08:30:00-04:00')).toMatchObject({
        ...{ asOfMs: at('2026-07-10T16:00:00-04:00'), value: { lastPrice: 71, previousClose: null } },
      })
    })

    test('an unknown symbol has no price', async () => {
      stub.onJson(QUOTES, { quotes: { unmatched_symbols: { symbol: 'KO' } } })
      expect(await findQuote()).toMatchObject({ value: null, missing: [{ reason: 'Tradier has no price for KO' }] })
    })

    test('the sandbox is delayed', async () => {
      stub.onJson(`/sandbox${QUOTES}`, { quotes: { quote: quote() } })
      expect((await openForTest(NOW, '/sandbox/v1').quotes.findQuote('KO')).dataClass).toBe('delayed')
      const limitOf = (url: string) => {
        const read = tradier.readSettings({ TRADIER_TOKEN: 'token', TRADIER_BASE_URL: url })
        return read.ok ? Math.round(read.value.limit.perSecond * 60 + read.value.limit.burst) : read.problems
      }
      expect(['https://api.tradier.com/v1', 'https://sandbox.tradier.com/v1'].map(limitOf)).toEqual([120, 60])
    })
  })

  test('daily bars: one day is an object, none is null, and a price of 0 goes', async () => {
    const day = (date: string, close: number) => ({ date, open: close, high: close, low: close, close, volume: 10 })
    const readDates = async () =>
      (await openForTest().bars.listDailyBars('KO', '2026-07-01')).value?.map(({ date }) => date)
    stub.onJson(HISTORY, { history: { day: day('2026-07-09', 71) } })
    expect(await readDates()).toEqual(['2026-07-09'])
    stub.onJson(HISTORY, { history: { day: [day('2026-07-10', 72), day('2026-07-09', 71), day('2026-07-08', 0)] } })
    expect(await readDates()).toEqual(['2026-07-09', '2026-07-10'])
    stub.onJson(HISTORY, { history: null })
    expect(await readDates()).toBeUndefined()
  })

  test('hours are joined from bars of 15 minutes', async () => {
    const part = (time: string, open: number, close: number) => {
      const timestamp = at(`2026-07-10T${time}:00-04:00`) / 1_000
      return { timestamp, open, high: open + 1, low: close - 1, close, volume: 5, vwap: open }
    }
    const data = [part('09:30', 70, 71), part('09:45', 71, 72), part('10:00', 72, 73)]
    stub.onJson('/v1/markets/timesales', { series: { data } })
    const { intradayBars } = openForTest()
    const range = { unit: 'hour', multiplier: 1, from: '2026-07-10', to: '2026-07-10' } as const
    expect((await intradayBars.listIntradayBars('KO', range)).value).toEqual([
      { startMs: at('2026-07-10T09:00:00-04:00'), open: 70, high: 72, low: 70, close: 72, volume: 10 },
      { startMs: at('2026-07-10T10:00:00-04:00'), open: 72, high: 73, low: 72, close: 73, volume: 5 },
    ])
    expect(stub.requests[0]?.query).toMatchObject({
      interval: '15min',
      start: '2026-07-10 00:00',
      session_filter: 'all',
    })
  })

  test('search and lookup of funds, stocks and other securities', async () => {
    const security = (symbol: string, type: string, description: string) => ({
      symbol,
      exchange: 'P',
      type,
      description,
    })
    stub.onJson('/v1/markets/lookup', {
      securities: { security: [security('KOLD', 'etf', 'A fund'), security('KOX', 'index', 'An index')] },
    })
    stub.onJson('/v1/markets/search', { securities: null })
    stub.onJson(QUOTES, { quotes: { quote: { ...security('BRK/A', 'stock', 'Berkshire'), root_symbols: null } } })
    const { search, reference } = openForTest()
    const found = (await search.searchSymbols({ text: 'ko', limit: 5 })).value
    expect(found.map(({ symbol, type, exchange }) => [symbol, type, exchange])).toEqual([
      ['KO', 'stock', null],
      ['KOLD', 'etf', 'NYSE Arca'],
    ])
    expect(await reference.findSymbol('BRK.A')).toMatchObject({ name: 'Berkshire', optionable: false })
    stub.onJson(QUOTES, { quotes: { unmatched_symbols: { symbol: 'ZZZZ' } } })
    expect(await reference.findSymbol('ZZZZ')).toBeNull()
  })

  test('the clock, holidays and early closes', async () => {
    stub.onJson('/v1/markets/clock', { clock: { state: 'premarket', timestamp: 1_783_681_200 } })
    const { clock } = openForTest('2026-11-20T12:00:00-05:00')
    expect((await clock.findStatus?.())?.value).toEqual({ session: 'extended', serverMs: 1_783_681_200_000 })
    const days = [
      { date: '2026-11-26', status: 'closed' },
      { date: '2026-11-27', status: 'open', open: { start: '09:30', end: '13:00' } },
      { date: '2026-11-28', status: 'closed' },
      { date: '2026-11-30', status: 'open', open: { start: '09:30', end: '16:00' } },
    ]
    stub.onJson('/v1/markets/calendar', { calendar: { days: { day: days } } }, { calendar: { days: { day: [] } } })
    expect((await clock.listSpecialDays?.())?.value).toEqual([
      { date: '2026-11-26', name: 'Thanksgiving Day', closeMs: null },
      { date: '2026-11-27', name: expect.any(String), closeMs: at('2026-11-27T13:00:00-05:00') },
    ])
    expect(stub.requests.at(-1)?.query).toEqual({ month: '1', year: '2027' })
  })

  test.each([
    ['in milliseconds', 1],
    ['in seconds', 1_000],
  ])('after a 429, calls pause until X-Ratelimit-Expiry, %s', async (_name, unit) => {
    const expiry = Math.ceil((Date.now() + 30_000) / unit)
    stub.on(QUOTES, { status: 429, headers: { 'x-ratelimit-expiry': String(expiry) }, body: 'Quota Violation' })
    const { kind, retryAfterMs } = await failureOf(openForTest().quotes.findQuote('KO'))
    expect(kind).toBe('rate_limited')
    expect(retryAfterMs).toBeGreaterThan(20_000)
    expect(retryAfterMs).toBeLessThanOrEqual(31_000)
  })

  test('a refused token says which hosts it belongs to; a bad symbol is unknown', async () => {
    stub.on(QUOTES, { status: 401, body: 'Invalid Access Token' })
    const { kind, detail } = await failureOf(openForTest().quotes.findQuote('KO'))
    expect([kind, detail]).toEqual(['unauthorized', expect.stringContaining('sandbox')])
    stub.on(HISTORY, { status: 400, body: 'Invalid parameter, symbol: is required.' })
    expect(await failureOf(openForTest().bars.listDailyBars('KO'))).toMatchObject({ kind: 'not_found' })
  })

  describeShared('recorded answers', () => {
    test('a chain, quotes, expirations, history and an empty chain', async () => {
      stub.on(EXPIRATIONS, fixtureAnswer('tradier/expirations-PLTR.json'))
      stub.on(CHAINS, fixtureAnswer('tradier/chain-PLTR-2024-03-22-excerpt.json'))
      const { chains, expirations } = openForTest('2024-03-08T16:30:00-05:00')
      expect((await expirations.listExpirations('PLTR')).value).toHaveLength(18)
      const { value } = await chains.findChain('PLTR', { expiration: '2024-03-22' })
      expect(value?.contracts).toHaveLength(6)
      expect(value?.contracts[0]).toMatchObject({
        ...{ contractSymbol: 'PLTR240322C00018500', bid: 7.55, ask: 7.85, volume: 1, openInterest: 155 },
        vendorGreeks: { vega: 8.300674339036499e-4 },
      })
      stub.on(CHAINS, fixtureAnswer('tradier/chain-none.json'))
      expect((await chains.findChain('PLTR', { expiration: '2024-03-15' })).value?.contracts).toEqual([])
      stub.on(QUOTES, fixtureAnswer('tradier/quotes-SPY-and-put.json'))
      const quote = await openForTest('2024-06-28T12:00:00-04:00').quotes.findQuote('SPY')
      expect(quote.value).toEqual({
        lastPrice: 547.94,
        previousClose: 546.37,
        bid: 547.95,
        ask: 547.96,
        volume: 16_616_657,
      })
      stub.on(HISTORY, fixtureAnswer('tradier/history-2013.json'))
      const { value: bars } = await openForTest('2013-06-11T12:00:00-04:00').bars.listDailyBars('AAPL')
      expect(bars?.[0]).toMatchObject({ date: '2012-05-25', volume: 11_730_936 })
    })
  })
})
