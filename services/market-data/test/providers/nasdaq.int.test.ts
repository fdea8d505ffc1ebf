import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readMarketSource } from '../../src/config.ts'
import { createLocalFiles } from '../../src/providers/http/vendor-files.ts'
import { openNasdaq } from '../../src/providers/nasdaq/nasdaq-provider.ts'
import { buildDeps } from './provider-deps.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const data = (value: unknown, rCode = 200) => ({ data: value, message: null, status: { rCode } })

describe('nasdaq', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => stub.reset())
  afterAll(() => stub.close())

  function open(leastStocks = 2) {
    const now = () => Date.parse('2026-10-02T15:00:00Z')
    const deps = buildDeps({ now, files: createLocalFiles('nasdaq') })
    const { fundamentals, dividends, earnings } = openNasdaq({ baseUrl: stub.url, leastStocks }, deps).capabilities
    if (!fundamentals || !dividends || !earnings?.listMarketEarnings) throw new Error('a capability is missing')
    return { fundamentals, dividends, earnings, listMarketEarnings: earnings.listMarketEarnings }
  }

  test('sends the headers of a browser, and takes market capitalizations of both shapes of the list', async () => {
    const rows = [
      { symbol: 'BRK/B ', marketCap: '103798726332.00' },
      { symbol: 'NONE', marketCap: '0.00' },
      { symbol: 'DEMO', marketCap: '1,234,000,000' },
    ]
    stub.onJson('/api/screener/stocks', data({ rows }), data({ table: { rows } }))
    for (let shape = 0; shape < 2; shape += 1) {
      const { fundamentals } = open()
      expect((await fundamentals.findFundamentals('BRK.B')).value.marketCapUsd).toBe(103_798_726_332)
      expect((await fundamentals.findFundamentals('DEMO')).value.marketCapUsd).toBe(1_234_000_000)
      expect((await fundamentals.findFundamentals('NONE')).value.marketCapUsd).toBeNull()
    }
    expect(stub.requests).toHaveLength(2)
    expect(stub.requests[0]?.headers).toMatchObject({
      origin: 'https://www.nasdaq.com',
      'user-agent': expect.stringContaining('Mozilla'),
    })
  })

  test('a truncated list of stocks is not taken for the market', async () => {
    stub.onJson('/api/screener/stocks', data({ rows: [{ symbol: 'DEMO', marketCap: '5' }] }))
    expect(await failureOf(open(3).fundamentals.findFundamentals('DEMO'))).toMatchObject({ kind: 'unreadable' })
  })

  test('cash dividends of a fund are in its own class, oldest first', async () => {
    const rows = [
      { exOrEffDate: '11/10/2026', type: 'CASH', amount: '$0.24' },
      { exOrEffDate: '8/7/2026', type: 'CASH', amount: '$1,000.50' },
      { exOrEffDate: 'N/A', type: 'CASH', amount: '$0.24' },
      { exOrEffDate: '05/08/2026', type: 'STOCK', amount: '$0.24' },
    ]
    stub.route(({ query }) => ({
      body: JSON.stringify(
        data(query.assetclass === 'etf' ? { dividends: { rows } } : null, query.assetclass === 'etf' ? 200 : 400),
      ),
    }))
    expect((await open().dividends.listDividends('FUND')).value).toEqual([
      { exDate: '2026-08-07', cashUsd: 1_000.5, kind: null },
      { exDate: '2026-11-10', cashUsd: 0.24, kind: null },
    ])
  })

  test.each([
    ['is expected to report earnings on 11/05/2026 after market close.', '', '2026-11-05', 'after_close'],
    ['is expected* to report earnings on 11/05/2026 before market open.', '', '2026-11-05', 'before_open'],
    ['Zacks Investment Research.', 'Earnings announcement* for DEMO: Nov 5, 2026', '2026-11-05', null],
  ])('reads the next report from %j', async (reportText, announcement, date, session) => {
    stub.onJson('/api/analyst/DEMO/earnings-date', data({ reportText, announcement }))
    expect((await open().earnings.findNextEarnings('DEMO')).value).toEqual({ date, session })
  })

  test.each([
    [data({ reportText: 'reported on 07/30/2026', announcement: '' })],
    [data({ reportText: 'No date.', announcement: 'Earnings announcement for DEMO: ' })],
    [data(null, 400)],
  ])('no next report in %j', async (body) => {
    stub.onJson('/api/analyst/DEMO/earnings-date', body)
    expect(await open().earnings.findNextEarnings('DEMO')).toMatchObject({
      value: null,
      missing: [{ field: 'earnings_date' }],
    })
  })

  test('the calendar is read once per session day, and empty days are normal', async () => {
    stub.route(({ query }) => {
      const rows = {
        '2026-10-02': null,
        '2026-10-05': [{ symbol: 'BRK/B', time: 'time-pre-market' }],
        '2026-10-06': [
          { symbol: 'DEMO', time: 'time-not-supplied' },
          { symbol: 'A^B', time: '' },
        ],
      }
      return { body: JSON.stringify(data({ rows: rows[query.date as keyof typeof rows] ?? null })) }
    })
    const { listMarketEarnings } = open()
    const expected = [
      ['BRK.B', { date: '2026-10-05', session: 'before_open' }],
      ['DEMO', { date: '2026-10-06', session: null }],
    ]
    for (let time = 0; time < 2; time += 1) {
      expect([...(await listMarketEarnings('2026-10-02', '2026-10-06')).value]).toEqual(expected)
    }
    expect(stub.requests.map(({ query }) => query.date)).toEqual(['2026-10-02', '2026-10-05', '2026-10-06'])
  })

  test('a refusal pauses the calls; without consent the provider is off', async () => {
    stub.on('/api/analyst/DEMO/earnings-date', { status: 403, body: '<html>Access Denied</html>' })
    expect(await failureOf(open().earnings.findNextEarnings('DEMO'))).toMatchObject({ kind: 'rate_limited' })
    expect(() => readMarketSource({ MARKET_DATA_PROVIDER: 'nasdaq' })).toThrow(/NASDAQ_PERMISSION is not yes/)
  })
})
