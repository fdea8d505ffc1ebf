import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Answer, Fundamentals } from '../../src/providers/provider.ts'
import { NOW, ok, openForTest, REFUSED, type Wire } from './massive-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

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
  test('the universe is the product’s own and costs no call', async () => {
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

  test('search puts members first and leaves out what the product has no place for', async () => {
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
    expect(value.map(({ symbol, name, exchange, type, hasChain }) => [symbol, name, exchange, type, hasChain])).toEqual(
      [
        ['KO', 'Coca-Cola', null, 'stock', true],
        ['KO.WS', 'KO.WS', null, 'stock', true],
        ['KOF', 'Coca-Cola Femsa', 'NYSE', 'stock', true],
        ['KORU', 'Korea Bull 3X', 'NYSE Arca', 'etf', true],
        ['KOW', 'Ko Warrants', 'ZZZZ', 'unknown', false],
      ],
    )
    expect(missing).toMatchObject([{ field: 'options_available' }])
    expect(rejected).toEqual({ malformed: 3 })
    expect(stub.requests[0]?.query).toEqual({ search: 'ko', market: 'stocks', active: 'true', limit: '100' })
  })

  test.each([
    ['an empty list', ok([])],
    ['no list', { status: 'OK' }],
    ['null', ok(null)],
  ])('a search that finds %s', async (_name, body) => {
    stub.onJson(TICKERS, body)
    expect((await openForTest(stub, NOW).search.searchSymbols({ text: 'zzz', limit: 5 })).value).toEqual([])
  })

  test('one symbol: with options, without, unknown, of another shape', async () => {
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

  test('fractions on the wire are percent here; debt to equity is a ratio on both', async () => {
    const { value, missing } = await read([{ dividend_yield: 0.0321, debt_to_equity: 1.3 }], [statement()])
    expect(value).toEqual({
      marketCapUsd: 342e9,
      netMarginPct: 22.5,
      debtToEquity: 1.3,
      negativeEquity: false,
      dividendYieldPct: 3.21,
      creditRating: null,
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
  ])('a statement of %s', async (_name, change, netMarginPct) => {
    expect((await read([], [statement(change)])).value.netMarginPct).toBe(netMarginPct)
  })

  test('negative equity is known, and its ratio means nothing', async () => {
    const financials = { balance_sheet: { equity: { value: -3 } } }
    for (const answer of [
      await read([{ debt_to_equity: 4 }], [statement({ financials })]),
      await read([{ debt_to_equity: -8 }], []),
    ]) {
      expect(answer.value).toMatchObject({ negativeEquity: true, debtToEquity: null })
      expect(answer.missing.map(({ field }) => field)).not.toContain('debt_to_equity')
    }
  })

  test('what the plan lacks is asked for once, and is missing', async () => {
    stub.onJson(details, ok({ market_cap: 1e9 }))
    stub.on(RATIOS, REFUSED)
    stub.on(STATEMENTS, REFUSED)
    const { fundamentals } = openForTest(stub, NOW)
    for (let time = 0; time < 2; time += 1) {
      const { value, missing } = await fundamentals.findFundamentals('KO')
      expect(value).toMatchObject({ marketCapUsd: 1e9, netMarginPct: null, debtToEquity: null, dividendYieldPct: null })
      expect(missing.map(({ field }) => field)).toEqual(['credit_rating', 'net_margin', 'debt_to_equity'])
    }
    expect(stub.requests.filter(({ path }) => path === RATIOS || path === STATEMENTS)).toHaveLength(2)
  })

  test('what cannot be read right now makes the answer incomplete', async () => {
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
