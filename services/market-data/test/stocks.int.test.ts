import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedCompanies, inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService } from './support.ts'

describe('stocks', () => {
  let service: MarketDataUnderTest

  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const stamp = { as_of: '2026-07-10T20:00:00.000Z', data_class: 'simulated', source: 'invented market' }
  const CACHE_STATUS = expect.stringMatching(/^(miss|fresh)$/)

  describe('search', () => {
    test('lists the exact symbol first, then symbol prefixes, then names', async () => {
      const { results } = await service.ask('stocks.search', { query: { q: 'ar' } })
      expect(results.slice(0, 2).map(({ symbol }) => symbol)).toEqual(['ARBX', 'ARDL'])
      const byName = await service.ask('stocks.search', { query: { q: 'forth hold' } })
      expect(byName.results).toEqual([
        {
          symbol: 'FRTH.B',
          name: 'Forthwell Holdings',
          exchange: 'Invented Exchange',
          type: 'stock',
          options_available: true,
        },
      ])
    })

    test('finds a class share in every spelling', async () => {
      for (const q of ['FRTH.B', 'frth-b', 'Frth']) {
        const { results } = await service.ask('stocks.search', { query: { q } })
        expect(results[0]?.symbol).toBe('FRTH.B')
      }
    })

    test('finds symbols outside the universe and tells whether they have options', async () => {
      const { results } = await service.ask('stocks.search', { query: { q: 'invented market etf' } })
      expect(results).toMatchObject([{ symbol: 'AMBX', type: 'etf', options_available: true }])
      const mining = await service.ask('stocks.search', { query: { q: 'PLNV' } })
      expect(mining.results).toMatchObject([{ symbol: 'PLNV', options_available: false }])
      const noChain = await service.ask('stocks.search', { query: { q: inventedDefects.noChain } })
      expect(noChain.results[0]?.options_available).toBe(false)
    })

    test.each(['%', '_', '%%', "' OR 1=1 --", '"; drop table', '.*', '\\'])('takes %p literally', async (q) => {
      const { results } = await service.ask('stocks.search', { query: { q } })
      expect(results).toEqual([])
    })

    test('returns at most 25 results and names the source', async () => {
      const { results, ...answer } = await service.ask('stocks.search', { query: { q: 'e' } })
      expect(results.length).toBeLessThanOrEqual(25)
      expect(answer).toEqual({ status: 'success', message: null, ...stamp, cache_status: 'miss' })
    })
  })

  describe('symbols with options', () => {
    test('lists only those with a chain, up to the limit', async () => {
      const all = await service.ask('stocks.symbolsWithOptions', { query: { limit: '500' } })
      expect(all.symbols).toHaveLength(inventedCompanies.length - 1)
      expect(all.symbols.map(({ symbol }) => symbol)).not.toContain(inventedDefects.noChain)
      const few = await service.ask('stocks.symbolsWithOptions', { query: { search: 'bank', limit: '8' } })
      expect(few.symbols).toEqual([{ symbol: 'BLKM', name: 'Bellkirk Bank' }])
      const standard = await service.ask('stocks.symbolsWithOptions')
      expect(standard.symbols).toHaveLength(50)
    })
  })

  describe('universe', () => {
    test('lists every company with its sector', async () => {
      const { count, symbols, ...answer } = await service.ask('stocks.sp500')
      expect(count).toBe(inventedCompanies.length)
      expect(symbols).toContainEqual({ symbol: 'BLKM', name: 'Bellkirk Bank', sector: 'Financials' })
      expect(answer).toEqual({ status: 'success', ...stamp, cache_status: 'miss' })
      const internal = await service.ask('marketData.universe')
      expect(internal).toMatchObject({ ...stamp, cache_status: 'miss' })
      expect(internal.symbols).toEqual(symbols)
    })
  })

  describe('quote', () => {
    test('is the last close, with the change from the previous one', async () => {
      const quote = await service.ask('stocks.quote', { params: { symbol: 'brmz' } })
      const { data } = await service.ask('stocks.data', { params: { symbol: 'BRMZ' } })
      const [previous, last] = data.slice(-2)
      expect(quote).toMatchObject({ ...stamp, symbol: 'BRMZ', last_price: 398.75, bid: null, ask: null })
      expect(quote).toMatchObject({ cache_status: CACHE_STATUS, message: 'This source has no stock bid and ask.' })
      expect(quote.last_price).toBe(last?.close)
      expect(quote.previous_close).toBe(previous?.close)
      expect(quote.volume).toBe(last?.volume)
      expect(quote.change).toBeCloseTo((last?.close ?? 0) - (previous?.close ?? 0), 10)
      expect(quote.change_pct).toBeCloseTo(((last?.close ?? 0) / (previous?.close ?? 1) - 1) * 100, 10)
    })

    test('without bars, is the chain’s stock price with an unknown change', async () => {
      const quote = await service.ask('stocks.quote', { params: { symbol: inventedDefects.noBars } })
      expect(quote).toMatchObject({
        last_price: 191.7,
        change: null,
        change_pct: null,
        previous_close: null,
        volume: null,
      })
    })

    test.each(['XYZ', 'ZZZZ', 'AAPL'])('returns a 404 for the unknown symbol %s', async (symbol) => {
      expect(await service.fail('stocks.quote', { params: { symbol } })).toMatchObject({
        status: 404,
        code: 'unknown_symbol',
        detail: `Unknown symbol: ${symbol}`,
      })
    })

    test('has no price for a symbol known only by name', async () => {
      expect(await service.fail('stocks.quote', { params: { symbol: 'AMBX' } })).toMatchObject({
        status: 404,
        code: 'no_price',
        detail: 'This source has no price for AMBX.',
      })
    })
  })

  describe('hostile input (S08, S23)', () => {
    test.each([
      'AAPL%2F..%2Fauth',
      '%2Fetc%2Fpasswd',
      'A%3Fb',
      'A%23b',
      'AAPL%0d%0aX-Evil%3A1',
      'AAPL%00',
      '..%5c..%5c',
      '%2e%2e%2f%2e%2e',
      "BRMZ'%20or%201=1",
      'BRMZ;select',
      'TOOLONGSYMBOL',
      'BRK.TOOLONG',
      '1',
      '.B',
      '%EF%BC%A2RMZ',
      'x'.repeat(150),
    ])('symbol %s never reaches the source', async (symbol) => {
      const asked = await service.readCounter('provider_requests_total', {})
      for (const path of [
        '/api/stocks/quote/',
        '/api/stocks/data/',
        '/api/stocks/indicators/',
        '/api/options/chain/',
        '/api/options/expirations/',
      ]) {
        const { status, text } = await service.get(path + symbol)
        expect([400, 404, 414]).toContain(status)
        expect(text).not.toMatch(/node_modules|\/src\/|Error:/)
      }
      expect(await service.readCounter('provider_requests_total', {})).toBe(asked)
    })

    test.each(['%20', '%09%20'])('a blank search (%s) says what to enter', async (q) => {
      const { status, text } = await service.get(`/api/stocks/search?q=${q}`)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({
        code: 'blank_search',
        detail: 'Enter a symbol or part of a company name.',
      })
    })

    test.each([
      '/api/stocks/search?q=a&q=b',
      '/api/stocks/search',
      '/api/stocks/search?q=',
      `/api/stocks/search?q=${'a'.repeat(65)}`,
      '/api/stocks/data/BRMZ?timespan=day&timespan=week',
      '/api/stocks/symbols/with-options?limit=0',
      '/api/stocks/symbols/with-options?limit=501',
      '/api/stocks/symbols/with-options?limit=10&limit=20',
      '/api/options/chain/BRMZ?type=calls',
      '/api/options/chain/BRMZ?expiration_date=2026-13-01',
    ])('%s returns a 400', async (url) => {
      const { status, headers } = await service.get(url)
      expect(status).toBe(400)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    })
  })

  describe('identity', () => {
    test('rejects a missing identity, and a user at an internal endpoint', async () => {
      expect((await service.get('/api/stocks/quote/BRMZ', null)).status).toBe(401)
      expect((await service.get('/api/stocks/quote/BRMZ', { kind: 'anonymous' })).status).toBe(401)
      expect((await service.get('/internal/market-data/facts/BRMZ')).status).toBe(403)
      expect((await service.get('/internal/market-data/universe')).status).toBe(403)
    })
  })
})

describe('stocks bars', () => {
  let service: MarketDataUnderTest

  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const stamp = { as_of: '2026-07-10T20:00:00.000Z', data_class: 'simulated', source: 'invented market' }

  describe('bars', () => {
    const params = { symbol: 'BRMZ' }
    const newYorkDay = (timestamp: number) =>
      new Date(timestamp).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })

    test('default to two years of daily bars, each stamped midnight in New York', async () => {
      const answer = await service.ask('stocks.data', { params })
      expect(answer).toMatchObject({ ...stamp, symbol: 'BRMZ', timespan: 'day', multiplier: 1, message: null })
      expect(['miss', 'fresh']).toContain(answer.cache_status)
      expect(newYorkDay(answer.data[0]?.timestamp ?? 0)).toBe('2024-07-10')
      expect(answer.data.at(-1)?.timestamp).toBe(Date.parse('2026-07-10T00:00:00-04:00'))
      const january = answer.data.find(({ timestamp }) => newYorkDay(timestamp) === '2026-01-15')
      expect(january?.timestamp).toBe(Date.parse('2026-01-15T00:00:00-05:00'))
      const stamps = answer.data.map(({ timestamp }) => timestamp)
      expect(stamps).toEqual(stamps.toSorted((a, b) => a - b))
    })

    test('a range is inclusive on both ends', async () => {
      const { data } = await service.ask('stocks.data', {
        params,
        query: { from_date: '2026-06-01', to_date: '2026-06-05' },
      })
      expect(data.map(({ timestamp }) => newYorkDay(timestamp))).toEqual([
        '2026-06-01',
        '2026-06-02',
        '2026-06-03',
        '2026-06-04',
        '2026-06-05',
      ])
    })

    test('a week aggregates its days', async () => {
      const query = { from_date: '2026-06-01', to_date: '2026-06-05' }
      const { data: days } = await service.ask('stocks.data', { params, query })
      const week = await service.ask('stocks.data', { params, query: { ...query, timespan: 'week' } })
      expect(week.timespan).toBe('week')
      expect(week.data).toEqual([
        {
          timestamp: days[0]?.timestamp,
          open: days[0]?.open,
          high: Math.max(...days.map(({ high }) => high)),
          low: Math.min(...days.map(({ low }) => low)),
          close: days.at(-1)?.close,
          volume: days.reduce((sum, { volume }) => sum + volume, 0),
        },
      ])
    })

    test('a week that began before the range is complete', async () => {
      const query = { timespan: 'week', from_date: '2026-06-03', to_date: '2026-06-12' }
      const { data } = await service.ask('stocks.data', { params, query })
      expect(data.map(({ timestamp }) => newYorkDay(timestamp))).toEqual(['2026-06-01', '2026-06-08'])
    })

    test('supports months and multiples of months', async () => {
      const query = { from_date: '2026-01-01', to_date: '2026-06-30' }
      const months = await service.ask('stocks.data', { params, query: { ...query, timespan: 'month' } })
      expect(months.data).toHaveLength(6)
      const quarters = await service.ask('stocks.data', {
        params,
        query: { ...query, timespan: 'month', multiplier: '3' },
      })
      expect(quarters.data).toHaveLength(2)
      expect(quarters.data[0]?.open).toBe(months.data[0]?.open)
      expect(quarters.data[0]?.close).toBe(months.data[2]?.close)
    })

    test('three-day bars have the same boundaries for any range', async () => {
      const query = { timespan: 'day', multiplier: '3' }
      const whole = await service.ask('stocks.data', { params, query })
      const part = await service.ask('stocks.data', { params, query: { ...query, from_date: '2026-06-10' } })
      expect(part.data.length).toBeGreaterThan(5)
      expect(whole.data.slice(-part.data.length)).toEqual(part.data)
    })

    test.each(['minute', 'hour'])('without %s bars, returns days with a message', async (timespan) => {
      const answer = await service.ask('stocks.data', { params, query: { timespan, multiplier: '5' } })
      expect(answer.timespan).toBe('day')
      expect(answer.multiplier).toBe(1)
      expect(answer.message).toBe('No intraday data from this source')
      expect(answer.data.length).toBeGreaterThan(400)
    })

    test('says that a symbol has no bars', async () => {
      const answer = await service.ask('stocks.data', { params: { symbol: inventedDefects.noBars } })
      expect(answer.data).toEqual([])
      expect(answer.message).toBe(`This source has no daily bars for ${inventedDefects.noBars}`)
    })

    test('repairs a half-adjusted split with a message', async () => {
      const answer = await service.ask('stocks.data', { params: { symbol: inventedDefects.halfSplitBars } })
      expect(answer.message).toMatch(/^5 sessions from .* rescaled by 2/)
      const closes = answer.data.map(({ close }) => close)
      const jumps = closes.slice(1).map((close, index) => Math.abs(Math.log(close / (closes[index] ?? 1))))
      expect(Math.max(...jumps)).toBeLessThan(0.3)
    })

    test.each([
      [{ from_date: '2026-02-30' }, 'invalid_date'],
      [{ to_date: '2025-02-29' }, 'invalid_date'],
      [{ from_date: '2026-07-01', to_date: '2026-06-01' }, 'invalid_range'],
      [{ from_date: '20260701' }, 'validation'],
      [{ from_date: '2026-07-01\r\nset-cookie: a=b' }, 'validation'],
      [{ timespan: 'year' }, 'validation'],
      [{ timespan: "day'; select pg_sleep(5) --" }, 'validation'],
      [{ multiplier: '0' }, 'validation'],
      [{ multiplier: '1.5' }, 'validation'],
      [{ multiplier: 'many' }, 'validation'],
      [{ adjusted: 'true' }, 'validation'],
      [{ timespan: 'minute', from_date: '2026-07-11' }, 'invalid_range'],
    ])('rejects %j', async (query, code) => {
      expect(await service.fail('stocks.data', { params, query })).toMatchObject({ status: 400, code })
    })
  })
})
