import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Answer, Fundamentals } from '../../src/providers/provider.ts'
import { NOW, ok, openForTest, REFUSED, type Wire } from './massive-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

describe('massive companies', () => {
  const TICKERS = '/v3/reference/tickers'
  const CONTRACTS = '/v3/reference/options/contracts'
  const RATIOS = '/stocks/financials/v1/ratios'
  const STATEMENTS = '/vX/reference/financials'
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => stub.reset())
  afterAll(() => stub.close())

  const ticker = (change: Wire): Wire => ({
    market: 'stocks',
    active: true,
    type: 'CS',
    primary_exchange: 'XNYS',
    ...change,
  })
  const universe = [
    { symbol: 'KO', name: 'Coca-Cola', sector: 'Consumer Staples' },
    { symbol: 'K', name: 'Kellanova', sector: null },
  ]

  describe('symbols', () => {
    test('the universe is built in and needs no call', async () => {
      const { reference, search } = openForTest(stub, NOW, { universe })
      const member = { exchange: null, type: 'stock', optionable: true, hasChain: true, inUniverse: true }
      expect((await reference.listUniverse()).value).toEqual(universe.map((entry) => ({ ...entry, ...member })))
      expect(await reference.findSymbol('KO')).toMatchObject({ sector: 'Consumer Staples', inUniverse: true })
      const listed = await search.searchSymbols({ text: ' ', limit: 9, onlyWithChain: true })
      expect(listed.value.map(({ symbol }) => symbol)).toEqual(['K', 'KO'])
      expect(stub.requests).toEqual([])
      const without = await openForTest(stub, NOW).reference.listUniverse()
      expect(without).toMatchObject({ value: [], missing: [{ field: 'universe' }] })
    })

    test('search puts universe members first and leaves out unsupported types', async () => {
      stub.onJson(
        TICKERS,
        ok([
          ticker({ ticker: 'KO', name: 'Coca-Cola Company' }),
          ticker({ ticker: 'KOF', name: 'Coca-Cola Femsa', type: 'ADRC', primary_exchange: 'XNYS' }),
          ticker({ ticker: 'KORU', name: 'Korea Bull 3X', type: 'ETF', primary_exchange: 'ARCX' }),
          ticker({ ticker: 'KOpA', name: 'Coca-Cola preferred', type: 'PFD' }),
          ticker({ ticker: 'KOW', name: 'Ko Warrants', type: 'WARRANT', primary_exchange: 'ZZZZ' }),
          ticker({ ticker: 'KOLD', name: 'Gone', active: false }),
          ticker({ ticker: 'KO.WS', name: null, primary_exchange: null }),
          { name: 'no ticker' },
          null,
          'KO',
        ]),
      )
      const { search, rejected } = openForTest(stub, NOW, { universe })
      const { value, missing } = await search.searchSymbols({ text: 'ko', limit: 25 })
      expect(
        value.map(({ symbol, name, exchange, type, hasChain }) => [symbol, name, exchange, type, hasChain]),
      ).toEqual([
        ['KO', 'Coca-Cola', null, 'stock', true],
        ['KO.WS', 'KO.WS', null, 'stock', true],
        ['KOF', 'Coca-Cola Femsa', 'NYSE', 'stock', true],
        ['KORU', 'Korea Bull 3X', 'NYSE Arca', 'etf', true],
        ['KOW', 'Ko Warrants', 'ZZZZ', 'unknown', false],
      ])
      expect(missing).toMatchObject([{ field: 'options_available' }])
      expect(rejected).toEqual({ malformed: 3 })
      expect(stub.requests[0]?.query).toEqual({ search: 'ko', market: 'stocks', active: 'true', limit: '100' })
    })

    test.each([
      ['an empty list', ok([])],
      ['no list', { status: 'OK' }],
      ['null', ok(null)],
    ])('a search with %s', async (_name, body) => {
      stub.onJson(TICKERS, body)
      expect((await openForTest(stub, NOW).search.searchSymbols({ text: 'zzz', limit: 5 })).value).toEqual([])
    })

    test('finds a symbol with options and one without, but no unknown or invalid one', async () => {
      stub.onJson(`${TICKERS}/ABCD`, ok(ticker({ ticker: 'ABCD', name: 'Abcd Inc.' })))
      stub.onJson(CONTRACTS, ok([{ ticker: 'O:ABCD260821C00010000' }]), ok([]), { status: 'OK' })
      const { reference } = openForTest(stub, NOW)
      expect(await reference.findSymbol('ABCD')).toMatchObject({ optionable: true, hasChain: true, inUniverse: false })
      expect(await reference.findSymbol('ABCD')).toMatchObject({ optionable: false, hasChain: false })
      expect(await reference.findSymbol('ABCD')).toMatchObject({ optionable: false })
      expect(stub.requests[1]?.query).toEqual({ underlying_ticker: 'ABCD', limit: '1' })
      stub.on(`${TICKERS}/NONE`, { status: 404, body: '{"status":"NOT_FOUND","message":"Ticker not found."}' })
      expect(await reference.findSymbol('NONE')).toBeNull()
      stub.onJson(`${TICKERS}/EURO`, ok(ticker({ ticker: 'EURO', market: 'fx' })), ok({}), ok(null))
      for (let time = 0; time < 3; time += 1) expect(await reference.findSymbol('EURO')).toBeNull()
      stub.on(`${TICKERS}/BUSY`, { status: 500 })
      expect(await failureOf(reference.findSymbol('BUSY'))).toMatchObject({ kind: 'unavailable' })
    })
  })

  describe('fundamentals', () => {
    const details = `${TICKERS}/KO`
    const statement = (change: Wire = {}): Wire => ({
      start_date: '2025-07-01',
      end_date: '2026-06-30',
      financials: {
        income_statement: { revenues: { value: 1_000 }, net_income_loss: { value: 225 } },
        balance_sheet: { equity: { value: 500 } },
      },
      ...change,
    })
    async function read(ratios: unknown, statements: unknown): Promise<Answer<Fundamentals>> {
      stub.onJson(details, ok({ ticker: 'KO', market_cap: '342000000000' }))
      stub.onJson(RATIOS, ok(ratios))
      stub.onJson(STATEMENTS, ok(statements))
      return openForTest(stub, NOW).fundamentals.findFundamentals('KO')
    }

    test('fractions on the wire become percentages; debt to equity stays a ratio', async () => {
      const { value, missing } = await read([{ dividend_yield: 0.0321, debt_to_equity: 1.3 }], [statement()])
      expect(value).toEqual({
        marketCapUsd: 342e9,
        netMarginPct: 22.5,
        debtToEquity: 1.3,
        negativeEquity: false,
        dividendYieldPct: 3.21,
        creditRating: null,
        shares: null,
      })
      expect(missing.map(({ field }) => field)).toEqual(['credit_rating'])
      expect(stub.requests.find(({ path }) => path === STATEMENTS)?.query).toEqual({
        ticker: 'KO',
        timeframe: 'ttm',
        limit: '1',
      })
    })

    test.each([
      ['a quarter', { start_date: '2026-04-01' }, null],
      ['no dates', { start_date: null, end_date: 'N/A' }, null],
      ['53 weeks', { start_date: '2025-06-26' }, 22.5],
      [
        'a loss',
        { financials: { income_statement: { revenues: { value: 1_000 }, net_income_loss: { value: -50 } } } },
        -5,
      ],
      [
        'no revenue',
        { financials: { income_statement: { revenues: { value: 0 }, net_income_loss: { value: 5 } } } },
        null,
      ],
      ['{} for revenue', { financials: { income_statement: { revenues: {}, net_income_loss: { value: 5 } } } }, null],
      ['no statements', { financials: null }, null],
    ])('net margin from a statement with %s', async (_name, change, netMarginPct) => {
      expect((await read([], [statement(change)])).value.netMarginPct).toBe(netMarginPct)
    })

    test('negative equity is flagged and has no ratio', async () => {
      const financials = { balance_sheet: { equity: { value: -3 } } }
      for (const answer of [
        await read([{ debt_to_equity: 4 }], [statement({ financials })]),
        await read([{ debt_to_equity: -8 }], []),
      ]) {
        expect(answer.value).toMatchObject({ negativeEquity: true, debtToEquity: null })
        expect(answer.missing.map(({ field }) => field)).not.toContain('debt_to_equity')
      }
    })

    test('data outside the plan is requested once and reported as missing', async () => {
      stub.onJson(details, ok({ market_cap: 1e9 }))
      stub.on(RATIOS, REFUSED)
      stub.on(STATEMENTS, REFUSED)
      const { fundamentals } = openForTest(stub, NOW)
      for (let time = 0; time < 2; time += 1) {
        const { value, missing } = await fundamentals.findFundamentals('KO')
        expect(value).toMatchObject({
          marketCapUsd: 1e9,
          netMarginPct: null,
          debtToEquity: null,
          dividendYieldPct: null,
        })
        expect(missing.map(({ field }) => field)).toEqual(['credit_rating', 'net_margin', 'debt_to_equity'])
      }
      expect(stub.requests.filter(({ path }) => path === RATIOS || path === STATEMENTS)).toHaveLength(2)
    })

    test('data that is unavailable for now makes the answer incomplete', async () => {
      stub.onJson(details, ok({ market_cap: 1e9 }))
      stub.on(RATIOS, { status: 503 })
      stub.onJson(STATEMENTS, ok([statement()]))
      const failure = await failureOf(openForTest(stub, NOW).fundamentals.findFundamentals('KO'))
      expect(failure).toMatchObject({
        kind: 'unavailable',
        partial: { value: { marketCapUsd: 1e9, netMarginPct: 22.5 } },
      })
      expect(failure.partial?.missing[0]).toMatchObject({ field: 'fundamentals' })
    })
  })
})

describe('massive events', () => {
  const [NEW_DIVIDENDS, OLD_DIVIDENDS] = ['/stocks/v1/dividends', '/v3/reference/dividends']
  const [NEW_SPLITS, OLD_SPLITS] = ['/stocks/v1/splits', '/v3/reference/splits']

  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => stub.reset())
  afterAll(() => stub.close())

  describe('dividends and splits', () => {
    const paid = (exDate: string, cash: unknown, change: Wire = {}): Wire => ({
      ticker: 'KO',
      ex_dividend_date: exDate,
      cash_amount: cash,
      currency: 'USD',
      ...change,
    })
    const split = (date: string, from: unknown, to: unknown): Wire => ({
      execution_date: date,
      split_from: from,
      split_to: to,
    })

    test('the new endpoint has amounts per current share', async () => {
      stub.onJson(
        NEW_DIVIDENDS,
        ok([paid('2026-06-12', 0.5), paid('2024-06-14', 1, { split_adjusted_cash_amount: 0.25 })]),
      )
      stub.onJson(NEW_SPLITS, ok([split('2025-01-02', 1, '4')]))
      const { dividends } = openForTest(stub, NOW)
      expect((await dividends.listDividends('KO')).value).toEqual([
        { exDate: '2024-06-14', cashUsd: 0.25, kind: null },
        { exDate: '2026-06-12', cashUsd: 0.5, kind: null },
      ])
    })

    test('both lists distinguish regular from special dividends', async () => {
      const days = ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-06', '2026-05-05', '2026-06-05']
      const markers = [
        ...['CD', 'SC', 'LT', 'ST'].map((dividend_type) => ({ dividend_type })),
        ...['recurring', 'special'].map((distribution_type) => ({ distribution_type })),
      ]
      stub.onJson(NEW_DIVIDENDS, ok(days.map((day, index) => paid(day, 1, markers[index]))))
      stub.onJson(NEW_SPLITS, ok([]))
      const { value } = await openForTest(stub, NOW).dividends.listDividends('KO')
      const kinds = ['regular', 'special', 'special', 'special', 'regular', 'special']
      expect(value?.map(({ kind }) => kind)).toEqual(kinds)
    })

    test('the old endpoint has amounts as paid, which are divided by later splits but not by future ones', async () => {
      stub.onJson(OLD_DIVIDENDS, ok([paid('2025-01-02', '0.6'), paid('2025-01-01', 0.6), paid('2023-01-03', 1.2)]))
      stub.onJson(OLD_SPLITS, ok([split('2026-09-01', 1, 2), split('2025-01-02', 1, 3), split('2024-01-02', 2, 1)]))
      const { dividends, splits } = openForTest(stub, NOW)
      const cash = (await dividends.listDividends('KO')).value?.map(({ cashUsd }) => cashUsd)
      expect(cash).toEqual([1.2 / 0.5 / 3, 0.6 / 3, 0.6])
      expect((await splits.listSplits('KO')).value?.map(({ ratio }) => ratio)).toEqual([0.5, 3, 2])
      // The new endpoints were tried once each.
      expect(stub.requests.filter(({ path }) => path === NEW_DIVIDENDS || path === NEW_SPLITS)).toHaveLength(2)
    })

    test.each([
      ['refuses', REFUSED],
      ['returns a 410', { status: 410 }],
      ['returns a 404', { status: 404 }],
    ])('if the new endpoint %s, the old one is used', async (_name, answer) => {
      stub.on(NEW_SPLITS, answer)
      stub.onJson(OLD_SPLITS, ok([split('2025-01-02', 1, 3)]))
      expect((await openForTest(stub, NOW).splits.listSplits('KO')).value).toHaveLength(1)
    })

    test('if the new endpoint is down, the old one is not used', async () => {
      stub.on(NEW_SPLITS, { status: 503 })
      expect(await failureOf(openForTest(stub, NOW).splits.listSplits('KO'))).toMatchObject({ kind: 'unavailable' })
      expect(stub.requests).toHaveLength(1)
    })

    test('incomplete rows are left out and counted; other currencies are reported', async () => {
      const rows = [
        paid('2026-06-12', 0.5),
        paid('2026-03-12', 0),
        paid('2025-12-12', null),
        paid('soon', 0.5),
        paid('2025-09-12', 'N/A'),
        paid('2025-06-12', 3, { currency: 'CAD' }),
        paid('2025-03-12', 0.5, { ticker: 'KOF' }),
        paid('2025-01-12', 0.4, { dividend_type: 'SC', currency: null }),
      ]
      stub.onJson(NEW_DIVIDENDS, ok(rows))
      stub.onJson(NEW_SPLITS, ok([split('2025-01-02', 0, 2), split('2025-01-02', 1, null), split('', 1, 2)]))
      const { dividends, rejected } = openForTest(stub, NOW)
      const { value, missing } = await dividends.listDividends('KO')
      expect(value).toEqual([
        { exDate: '2025-01-12', cashUsd: 0.4, kind: 'special' },
        { exDate: '2026-06-12', cashUsd: 0.5, kind: null },
      ])
      expect(rejected).toEqual({ malformed: 7 })
      expect(missing).toEqual([{ field: 'dividends', reason: '1 dividends are not in dollars' }])
    })

    test.each([[ok([])], [{ status: 'OK' }], [ok(null)]])('%j means no dividends or splits', async (body) => {
      stub.onJson(NEW_DIVIDENDS, body)
      stub.onJson(NEW_SPLITS, body)
      const { dividends, splits } = openForTest(stub, NOW)
      expect((await dividends.listDividends('KO')).value).toEqual([])
      expect((await splits.listSplits('KO')).value).toEqual([])
    })

    test('an incomplete list is rejected', async () => {
      stub.onJson(NEW_DIVIDENDS, {
        ...ok([paid('2026-06-12', 0.5)]),
        next_url: `https://api.massive.com${NEW_DIVIDENDS}?cursor=b`,
      })
      stub.on(`${NEW_DIVIDENDS}?cursor=b`, { status: 500 })
      expect(await failureOf(openForTest(stub, NOW).dividends.listDividends('KO'))).toMatchObject({
        kind: 'unavailable',
      })
    })
  })

  describe('rates and the clock', () => {
    test('uses the latest curve up to today, in percent, and copes with strings and gaps', async () => {
      stub.onJson(
        '/fed/v1/treasury-yields',
        ok([
          { date: '2026-07-13', yield_1_month: 9 },
          { date: '2026-07-09', yield_1_month: '3.70', yield_3_month: 'N/A', yield_1_year: 3.5 },
          { date: '2026-07-08', yield_1_month: 3.6, yield_3_month: 3.65 },
          { date: '2026-07-10', yield_1_month: null, yield_30_year: 4.9 },
        ]),
      )
      const { rates } = openForTest(stub, NOW)
      const { value, asOfMs } = await rates.findRate(30)
      expect(value.basis).toBe('1M Treasury, Jul 9, 2026')
      expect(value.rate).toBeCloseTo(2 * Math.log(1 + 3.7 / 200), 12)
      expect(asOfMs).toBe(Date.parse('2026-07-09T16:00-04:00'))
      expect((await rates.findRate(300)).value.basis).toBe('1Y Treasury, Jul 9, 2026')
      expect(stub.requests[0]?.query).toEqual({ 'date.gte': '2026-06-26', limit: '100' })
    })

    test.each([[ok([])], [{ status: 'OK' }], [ok([{ date: 'N/A', yield_1_month: 3 }])]])(
      '%j leads to an assumed rate that is labeled',
      async (body) => {
        stub.onJson('/fed/v1/treasury-yields', body)
        expect(await openForTest(stub, NOW).rates.findRate(30)).toMatchObject({
          value: { basis: '4% assumed' },
          missing: [{ field: 'rate' }],
        })
      },
    )

    test.each([
      [
        { market: 'open', serverTime: '2026-07-10T14:00:02-04:00' },
        { session: 'open', serverMs: Date.parse(NOW) + 2_000 },
      ],
      [
        { market: 'closed', serverTime: 'N/A' },
        { session: 'closed', serverMs: null },
      ],
      [
        { market: null, exchanges: { nyse: 'extended-hours' } },
        { session: 'extended', serverMs: null },
      ],
    ])('reads the status %j', async (body, expected) => {
      stub.onJson('/v1/marketstatus/now', body)
      expect((await openForTest(stub, NOW).clock.findStatus?.())?.value).toEqual(expected)
    })

    test('rejects an invalid status and invalid days', async () => {
      const { clock } = openForTest(stub, NOW)
      expect(clock.now()).toBe(Date.parse(NOW))
      stub.onJson('/v1/marketstatus/now', { market: 'half-open' }, [])
      for (let time = 0; time < 2; time += 1) {
        expect(await failureOf(clock.findStatus?.() ?? Promise.resolve())).toMatchObject({ kind: 'unreadable' })
      }
      stub.onJson('/v1/marketstatus/upcoming', { status: 'OK' }, [
        { date: '2026-11-27', exchange: 'NYSE', status: 'early-close' },
        null,
      ])
      expect(await failureOf(clock.listSpecialDays?.() ?? Promise.resolve())).toMatchObject({ kind: 'unreadable' })
      expect((await clock.listSpecialDays?.())?.value).toEqual([])
    })
  })
})
