import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { BARS, daily, forbid, openForTest, SNAPSHOTS } from './alpaca-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const ACTIONS = '/v1/corporate-actions'
const UNIVERSE = ['KO', 'BRK.B', 'GONE'].map((symbol) => ({ symbol, name: symbol, sector: null }))
const RECENT = forbid('subscription does not permit querying recent SIP data')

describe('stocks from Alpaca', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => stub.reset())
  afterAll(() => stub.close())

  describe('bars', () => {
    test('are split-adjusted, of all exchanges, and end 16 minutes ago; a series may go on on the next page', async () => {
      stub.onJson(
        BARS,
        { bars: { KO: [daily('2026-07-08', 70)] }, next_page_token: 'two' },
        {
          bars: { KO: [daily('2026-07-09', 71), daily('2026-07-10', 72), daily('2026-07-10', 0)] },
          next_page_token: null,
        },
      )
      const { bars, rejected } = openForTest(stub)
      const answer = await bars.listDailyBars('KO', '2026-07-08')
      expect(answer.value?.map(({ date, close }) => [date, close])).toEqual([
        ...[
          ['2026-07-08', 70],
          ['2026-07-09', 71],
          ['2026-07-10', 72],
        ],
      ])
      expect(answer).toMatchObject({ dataClass: 'delayed', asOfMs: Date.parse('2026-07-10T17:44:00Z') })
      expect(rejected).toEqual({ price_not_positive: 1 })
      expect(stub.requests[0]?.query).toEqual({
        symbols: 'KO',
        timeframe: '1Day',
        feed: 'sip',
        adjustment: 'split',
        limit: '10000',
        start: '2026-07-08T04:00:00.000Z',
        end: '2026-07-10T17:44:00.000Z',
      })
    })

    test('a winter bar is stamped an hour later, and an early close ends its day', async () => {
      stub.onJson(BARS, {
        bars: { KO: [daily('2025-11-28', 70, { t: '2025-11-28T05:00:00Z' })] },
        next_page_token: null,
      })
      const answer = await openForTest(stub, '2025-11-29T12:00:00-05:00').bars.listDailyBars('KO')
      expect(answer.value?.map(({ date }) => date)).toEqual(['2025-11-28'])
      expect(answer.asOfMs).toBe(Date.parse('2025-11-28T13:00:00-05:00'))
    })

    test('if the range is still too recent, older bars are requested, and the capability is kept', async () => {
      stub.on(BARS, RECENT, {
        body: JSON.stringify({ bars: { KO: [daily('2026-07-09', 71)] }, next_page_token: null }),
      })
      const { bars } = openForTest(stub)
      expect((await bars.listDailyBars('KO')).value).toHaveLength(1)
      expect(stub.requests.map(({ query }) => query.end)).toEqual([
        '2026-07-10T17:44:00.000Z',
        '2026-07-10T17:00:00.000Z',
      ])
      stub.on(BARS, RECENT)
      expect(await failureOf(openForTest(stub).bars.listDailyBars('KO'))).toMatchObject({ kind: 'unavailable' })
    })

    test('a session of the whole universe; none while the session runs', async () => {
      const page = {
        bars: { KO: [daily('2026-07-09', 71)], 'BRK.B': [daily('2026-07-09', 480)] },
        next_page_token: null,
      }
      stub.onJson(BARS, page)
      const { bars } = openForTest(stub, undefined, UNIVERSE)
      const { value } = (await bars.listMarketBars?.('2026-07-09')) ?? {}
      expect([...(value ?? [])].map(([symbol, { close }]) => [symbol, close])).toEqual([
        ['BRK.B', 480],
        ['KO', 71],
      ])
      expect(stub.requests.map(({ query }) => query.symbols)).toEqual(['BRK.B,GONE,KO'])
      expect(await bars.listMarketBars?.('2026-07-10')).toMatchObject({ value: null, missing: [{ field: 'bars' }] })
      expect(stub.requests).toHaveLength(1)
    })

    test('minutes and hours of the days asked for', async () => {
      stub.onJson(BARS, {
        bars: { KO: [daily('2026-07-10', 71, { t: '2026-07-10T13:30:00Z', vw: 70.5 })] },
        next_page_token: null,
      })
      const { intradayBars } = openForTest(stub)
      const range = { unit: 'minute', multiplier: 60, from: '2026-07-09', to: '2026-07-09' } as const
      const { value } = await intradayBars.listIntradayBars('KO', range)
      expect(value).toMatchObject([{ startMs: Date.parse('2026-07-10T13:30:00Z'), close: 71, vwap: 70.5 }])
      expect(stub.requests[0]?.query).toMatchObject({
        timeframe: '1Hour',
        start: '2026-07-09T04:00:00.000Z',
        end: '2026-07-10T03:59:59.999Z',
      })
    })
  })

  describe('quotes', () => {
    const snapshot = (change: object = {}) => ({
      latestTrade: { p: 72.5, t: '2026-07-10T17:44:00Z' },
      latestQuote: { bp: 72.4, ap: 72.6, t: '2026-07-10T17:44:10Z' },
      dailyBar: daily('2026-07-10', 72.4, { v: 5_000 }),
      prevDailyBar: daily('2026-07-09', 71),
      ...change,
    })
    const findQuote = (at?: string) => openForTest(stub, at).quotes.findQuote('KO')

    test('the last trade of the session, with the previous close', async () => {
      stub.onJson(SNAPSHOTS, { KO: snapshot() })
      expect(await findQuote()).toMatchObject({
        dataClass: 'delayed',
        asOfMs: Date.parse('2026-07-10T17:44:00Z'),
        missing: [],
        value: { lastPrice: 72.5, previousClose: 71, bid: 72.4, ask: 72.6, volume: 5_000 },
      })
      expect(stub.requests[0]?.query).toEqual({ symbols: 'KO', feed: 'delayed_sip' })
    })

    test('after the close: the day’s close, without the bid and ask of extended hours', async () => {
      const late = '2026-07-10T22:00:00Z'
      stub.onJson(SNAPSHOTS, {
        KO: snapshot({ latestTrade: { p: 80, t: late }, latestQuote: { bp: 1, ap: 99, t: late } }),
      })
      expect(await findQuote('2026-07-10T18:30:00-04:00')).toMatchObject({
        asOfMs: Date.parse('2026-07-10T20:00:00Z'),
        missing: [{ field: 'bid' }],
        value: { lastPrice: 72.4, previousClose: 71, bid: null, ask: null },
      })
    })

    test('before the open: the last session, even if a trade of this morning exists', async () => {
      stub.onJson(SNAPSHOTS, { KO: snapshot({ latestTrade: { p: 80, t: '2026-07-13T12:00:00Z' } }) })
      const answer = await findQuote('2026-07-13T08:20:00-04:00')
      expect([answer.value?.lastPrice, answer.asOfMs]).toEqual([72.4, Date.parse('2026-07-10T20:00:00Z')])
    })

    test('one call serves a group of the universe; a symbol the vendor rejects does not take the others away', async () => {
      stub.onJson(SNAPSHOTS, { KO: snapshot(), 'BRK.B': snapshot() })
      const group = openForTest(stub, undefined, UNIVERSE)
      for (const symbol of ['KO', 'BRK.B', 'KO']) expect((await group.quotes.findQuote(symbol)).value).not.toBeNull()
      expect((await group.quotes.findQuote('GONE')).value).toBeNull()
      expect(stub.requests).toHaveLength(1)
      stub.on(`${SNAPSHOTS}?symbols=BRK.B%2CGONE%2CKO&feed=delayed_sip`, {
        status: 400,
        body: '{"message":"invalid symbol: GONE"}',
      })
      expect((await openForTest(stub, undefined, UNIVERSE).quotes.findQuote('KO')).value?.lastPrice).toBe(72.5)
    })

    test('a plan without snapshots: the last daily bar so far', async () => {
      stub.on(SNAPSHOTS, forbid('subscription does not permit querying this feed'))
      stub.onJson(BARS, { bars: { KO: [daily('2026-07-09', 71), daily('2026-07-10', 72)] }, next_page_token: null })
      const { quotes } = openForTest(stub)
      for (const _again of [1, 2]) {
        expect((await quotes.findQuote('KO')).value).toMatchObject({ lastPrice: 72, previousClose: 71, bid: null })
      }
      expect(stub.requests.filter(({ path }) => path === SNAPSHOTS)).toHaveLength(1)
    })

    test.each([
      ['an unknown symbol', {}],
      ['a symbol without prices', { KO: null }],
      ['a symbol that never traded', { KO: { dailyBar: null, latestTrade: {} } }],
    ])('%s has no price, and says so', async (_name, body) => {
      stub.onJson(SNAPSHOTS, body)
      expect(await findQuote()).toMatchObject({ value: null, missing: [{ reason: 'Alpaca has no price for KO' }] })
    })
  })

  test('dividends per current share, special ones marked; splits in both directions', async () => {
    const cash = (ex_date: string, rate: number, special = false) => ({ symbol: 'KO', ex_date, rate, special })
    stub.onJson(ACTIONS, {
      corporate_actions: {
        cash_dividends: [cash('2026-07-10', 1), cash('2025-03-14', 8), cash('2026-09-15', 1, true), { symbol: 'KO' }],
        forward_splits: [{ symbol: 'KO', ex_date: '2026-07-10', old_rate: 1, new_rate: 4 }],
        reverse_splits: [{ symbol: 'KO', ex_date: '2026-02-02', old_rate: 2, new_rate: 1 }],
        spin_offs: [{ source_symbol: 'KO', ex_date: '2026-03-01', source_rate: 1, new_rate: 0.25 }],
      },
      next_page_token: null,
    })
    const { dividends, splits, rejected } = openForTest(stub)
    expect((await dividends.listDividends('KO')).value).toEqual([
      { exDate: '2025-03-14', cashUsd: 4, kind: 'regular' },
      { exDate: '2026-07-10', cashUsd: 1, kind: 'regular' },
      { exDate: '2026-09-15', cashUsd: 1, kind: 'special' },
    ])
    expect(rejected).toEqual({ malformed: 1 })
    expect((await splits.listSplits('KO')).value).toEqual([
      { executionDate: '2026-02-02', ratio: 0.5, kind: 'split' },
      { executionDate: '2026-07-10', ratio: 4, kind: 'split' },
    ])
    const market = (await dividends.listMarketDividends?.('2026-06-01'))?.value
    expect([...(market?.keys() ?? [])]).toEqual(['KO'])
    expect(stub.requests.at(-1)?.query).toMatchObject({ start: '2026-06-01' })
    expect(stub.requests.at(-1)?.query).not.toHaveProperty('symbols')
    stub.onJson(ACTIONS, { corporate_actions: {}, next_page_token: null })
    expect((await openForTest(stub).dividends.listDividends('KO')).value).toEqual([])
  })

  describe('symbols', () => {
    const asset = (symbol: string, name: string, change: object = {}) => ({
      class: 'us_equity',
      exchange: 'NYSE',
      symbol,
      name,
      status: 'active',
      attributes: ['has_options'],
      ...change,
    })

    test('a search covers the universe and all listed symbols, with one call for all texts', async () => {
      stub.onJson('/v2/assets', [
        asset('KO', 'Coca-Cola Company'),
        asset('KOLD', 'ProShares UltraShort Natural Gas ETF'),
        asset('KOD', 'Kodiak Sciences Inc', { attributes: [] }),
        asset('KO.PR.A', 'A preferred share'),
        asset('KOOO', 'Gone', { status: 'inactive' }),
      ])
      const { search } = openForTest(stub, undefined, UNIVERSE)
      const found = (await search.searchSymbols({ text: 'ko', limit: 9 })).value
      expect(found.map(({ symbol, type, hasChain }) => [symbol, type, hasChain])).toEqual([
        ['KO', 'stock', true],
        ['KOD', 'unknown', false],
        ['KOLD', 'etf', true],
      ])
      expect((await search.searchSymbols({ text: 'ko', limit: 9, onlyWithChain: true })).value).toHaveLength(2)
      expect(stub.requests).toHaveLength(1)
    })

    test('looks up one symbol, in the universe without a call', async () => {
      stub.onJson('/v2/assets/BRK.A', asset('BRK.A', 'Berkshire Hathaway', { attributes: ['options_enabled'] }))
      stub.on('/v2/assets/ZZZZ', { status: 404, body: '{"code":40410000,"message":"asset not found for ZZZZ"}' })
      const { reference } = openForTest(stub, undefined, UNIVERSE)
      expect(await reference.findSymbol('KO')).toMatchObject({ type: 'stock', inUniverse: true })
      expect(stub.requests).toEqual([])
      expect(await reference.findSymbol('BRK.A')).toMatchObject({
        exchange: 'NYSE',
        optionable: true,
        inUniverse: false,
      })
      expect(await reference.findSymbol('ZZZZ')).toBeNull()
    })
  })

  test('the clock, and holidays and early closes from the list of sessions', async () => {
    stub.onJson('/v2/clock', { timestamp: '2026-07-10T07:00:00.5-04:00', is_open: false })
    const { clock } = openForTest(stub)
    expect((await clock.findStatus?.())?.value).toEqual({
      session: 'extended',
      serverMs: Date.parse('2026-07-10T11:00:00.5Z'),
    })
    const session = (date: string, close = '16:00') => ({ date, open: '09:30', close })
    stub.onJson('/v2/calendar', [session('2026-07-10'), session('2026-07-14'), session('2026-07-15', '13:00')])
    expect((await clock.listSpecialDays?.())?.value).toEqual([
      { date: '2026-07-13', name: 'Holiday', closeMs: null },
      { date: '2026-07-15', name: 'Early close', closeMs: Date.parse('2026-07-15T13:00:00-04:00') },
    ])
  })
})
