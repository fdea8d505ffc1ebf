import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { describeShared } from '../support.ts'
import { fixtureAnswer } from './fixtures.ts'
import { NOW, ok, openForTest, REFUSED, type Wire } from './massive-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const ms = Date.parse
const grouped = (date: string) => `/v2/aggs/grouped/locale/us/market/stocks/${date}`
const [NEW_DIVIDENDS, OLD_DIVIDENDS] = ['/stocks/v1/dividends', '/v3/reference/dividends']
const [NEW_SPLITS, OLD_SPLITS] = ['/stocks/v1/splits', '/v3/reference/splits']

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
beforeEach(() => stub.reset())
afterAll(() => stub.close())

function openMarket(at = NOW) {
  const opened = openForTest(stub, at)
  const { bars, splits, dividends } = opened
  const { listMarketBars } = bars
  const { listMarketSplits } = splits
  const { listMarketDividends } = dividends
  if (!listMarketBars || !listMarketSplits || !listMarketDividends) throw new Error('not of the whole market')
  return { ...opened, listMarketBars, listMarketSplits, listMarketDividends }
}

test('lists daily bars from a given day on', async () => {
  stub.route(({ path }) =>
    path.startsWith('/v2/aggs/ticker/KO/') ? { body: JSON.stringify({ ticker: 'KO', ...ok([]) }) } : null,
  )
  await openMarket().bars.listDailyBars('KO', '2026-06-25')
  expect(stub.requests[0]?.path).toBe('/v2/aggs/ticker/KO/range/1/day/2026-06-25/2026-07-10')
})

describe('one session of the whole market', () => {
  const row = (symbol: unknown, change: Wire = {}): Wire => ({
    T: symbol,
    t: ms('2026-07-09T16:00-04:00'),
    o: 10,
    h: 11,
    l: 9,
    c: '10.5',
    v: 1_000.5,
    ...change,
  })
  const bar = { date: '2026-07-09', open: 10, high: 11, low: 9, close: 10.5, volume: 1_000.5 }

  test('has bars by symbol, adjusted for splits; invalid rows, other days and rows without a symbol are left out and counted', async () => {
    const wrong = [row('A', { c: null }), row('B', { l: 0 }), row('C', { t: 0 }), row(''), row(null)]
    const other = row('D', { t: ms('2026-07-08T16:00-04:00') })
    stub.onJson(grouped('2026-07-09'), ok([row('KO'), row('BRK.B'), ...wrong, other]))
    const { listMarketBars, rejected } = openMarket()
    const answer = await listMarketBars('2026-07-09')
    expect([...(answer.value ?? [])]).toEqual([
      ['KO', bar],
      ['BRK.B', bar],
    ])
    expect([answer.dataClass, answer.asOfMs]).toEqual(['delayed', ms('2026-07-09T16:00-04:00')])
    expect(rejected).toEqual({ not_a_number: 1, price_not_positive: 1, malformed: 4 })
    expect(stub.requests.map(({ query }) => query)).toEqual([{ adjusted: 'true' }])
  })

  test('is live for the current session, never in the future; an older session does not change the stamp', async () => {
    const today = row('KO', { t: ms('2026-07-10T16:00-04:00') })
    stub.onJson(grouped('2026-07-10'), ok([today]), { ...ok([today]), status: 'DELAYED' })
    stub.onJson(grouped('2026-07-09'), ok([row('KO')]))
    const { listMarketBars, provider } = openMarket()
    expect(await listMarketBars('2026-07-10')).toMatchObject({ dataClass: 'live', asOfMs: ms(NOW) })
    await listMarketBars('2026-07-09')
    expect(provider.stamp().dataClass).toBe('live')
    expect((await listMarketBars('2026-07-10')).dataClass).toBe('delayed')
  })

  test.each([
    ['a holiday', ok([])],
    ['no results', { status: 'OK', resultsCount: 0 }],
    ['nothing usable', ok([row('KO', { c: 0 })])],
    [
      'a plan of finished days',
      { status: 'NOT_AUTHORIZED', message: "Attempted to request today's data before end of day." },
    ],
    ['a short history', { status: 'NOT_AUTHORIZED', message: "Your plan doesn't include this data timeframe." }],
  ])('%s means no bars, with a reason', async (_name, body) => {
    stub.onJson(grouped('2026-07-09'), body)
    expect(await openMarket().listMarketBars('2026-07-09')).toMatchObject({
      value: null,
      missing: [{ field: 'bars', reason: 'Massive has no daily bars of the market on 2026-07-09' }],
    })
  })

  test('fails if the plan does not include it, or in an outage', async () => {
    stub.on(grouped('2026-07-09'), REFUSED, { status: 500 })
    const { listMarketBars } = openMarket()
    expect(await failureOf(listMarketBars('2026-07-09'))).toMatchObject({ kind: 'not_entitled' })
    expect(await failureOf(listMarketBars('2026-07-09'))).toMatchObject({ kind: 'unavailable' })
  })
})

describe('dividends and splits of the whole market', () => {
  const paid = (ticker: unknown, exDate: string, cash: number, change: Wire = {}): Wire => ({
    ticker,
    ex_dividend_date: exDate,
    cash_amount: cash,
    currency: 'USD',
    ...change,
  })
  const split = (ticker: unknown, date: string, from: number, to: number): Wire => ({
    ticker,
    execution_date: date,
    split_from: from,
    split_to: to,
  })

  test('are read from all pages and listed by symbol from a day on, oldest first', async () => {
    const first = [split('KO', '2026-07-08', 1, 4), split('PEP', '2026-07-07', 10, 1), split('KO', 'soon', 1, 2)]
    stub.onJson(NEW_SPLITS, { ...ok(first), next_url: `https://api.massive.com${NEW_SPLITS}?cursor=b` })
    stub.onJson(`${NEW_SPLITS}?cursor=b`, ok([split('KO', '2026-07-01', 2, 3), split(null, '2026-07-01', 2, 3)]))
    const { listMarketSplits, rejected } = openMarket()
    const { value } = await listMarketSplits('2026-07-01')
    expect([...value]).toEqual([
      [
        'KO',
        [
          { executionDate: '2026-07-01', ratio: 1.5, kind: 'split' },
          { executionDate: '2026-07-08', ratio: 4, kind: 'split' },
        ],
      ],
      ['PEP', [{ executionDate: '2026-07-07', ratio: 0.1, kind: 'split' }]],
    ])
    expect(rejected).toEqual({ malformed: 1 })
    expect(stub.requests[0]?.query).toEqual({ 'execution_date.gte': '2026-07-01', limit: '1000' })
  })

  test('amounts as paid are divided by later splits of the same symbol', async () => {
    stub.on(NEW_DIVIDENDS, REFUSED)
    stub.on(NEW_SPLITS, REFUSED)
    const rows = [paid('KO', '2026-07-06', 0.8), paid('KO', '2026-07-09', 0.2), paid('PEP', '2026-07-06', 1)]
    stub.onJson(OLD_DIVIDENDS, ok([...rows, paid('CNI', '2026-07-06', 1, { currency: 'CAD' })]))
    stub.onJson(OLD_SPLITS, ok([split('KO', '2026-07-08', 1, 4)]))
    const { value, missing } = await openMarket().listMarketDividends('2026-07-01')
    expect([...value]).toEqual([
      [
        'KO',
        [
          { exDate: '2026-07-06', cashUsd: 0.2, kind: null },
          { exDate: '2026-07-09', cashUsd: 0.2, kind: null },
        ],
      ],
      ['PEP', [{ exDate: '2026-07-06', cashUsd: 1, kind: null }]],
    ])
    expect(missing).toEqual([{ field: 'dividends', reason: '1 dividends are not in dollars' }])
    expect(stub.requests.find(({ path }) => path === OLD_DIVIDENDS)?.query).toEqual({
      'ex_dividend_date.gte': '2026-07-01',
      limit: '1000',
    })
  })

  test('amounts per current share need no splits', async () => {
    stub.onJson(NEW_DIVIDENDS, ok([paid('KO', '2026-07-06', 0.8, { split_adjusted_cash_amount: 0.2 })]))
    const { value } = await openMarket().listMarketDividends('2026-07-01')
    expect(value.get('KO')).toEqual([{ exDate: '2026-07-06', cashUsd: 0.2, kind: null }])
    expect(stub.requests).toHaveLength(1)
  })

  test('an incomplete list is rejected', async () => {
    stub.onJson(NEW_SPLITS, {
      ...ok([split('KO', '2026-07-08', 1, 4)]),
      next_url: `https://api.massive.com${NEW_SPLITS}?cursor=b`,
    })
    stub.on(`${NEW_SPLITS}?cursor=b`, { status: 500 })
    expect(await failureOf(openMarket().listMarketSplits('2026-07-01'))).toMatchObject({ kind: 'unavailable' })
  })
})

describeShared('the whole market as it is documented', () => {
  test('a session is stamped with its close', async () => {
    stub.on(grouped('2020-10-14'), fixtureAnswer('massive/aggs-grouped.json'))
    const { value } = await openMarket().listMarketBars('2020-10-14')
    const bar = { date: '2020-10-14', open: 9.99, high: 10.02, low: 9.9, close: 10.02, volume: 895_345 }
    expect([...(value ?? [])]).toEqual([['GIK', bar]])
  })

  test('lists splits and dividends by symbol', async () => {
    stub.on(OLD_SPLITS, fixtureAnswer('massive/splits.json'))
    stub.on(OLD_DIVIDENDS, fixtureAnswer('massive/dividends.json'))
    const { listMarketSplits, listMarketDividends } = openMarket()
    const { value: splits } = await listMarketSplits('2022-01-01')
    expect(splits.size).toBe(9)
    expect(splits.get('SHOP')?.map(({ executionDate }) => executionDate)).toEqual(['2022-06-22', '2022-06-29'])
    const { value: dividends } = await listMarketDividends('2023-01-01')
    expect([...dividends].map(([symbol, list]) => [symbol, list.length])).toEqual([
      ['CSSEN', 8],
      ['AIRTP', 2],
    ])
  })
})
