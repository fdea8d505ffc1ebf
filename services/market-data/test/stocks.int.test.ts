import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedCompanies, inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService } from './support.ts'

let service: MarketDataUnderTest

beforeAll(async () => {
  service = await openMarketDataService(await makeInventedFolder())
})
afterAll(() => service.close())

const stamp = { as_of: '2026-07-10T20:00:00.000Z', data_class: 'simulated', source: 'invented market' }
const CACHE_STATUS = expect.stringMatching(/^(miss|fresh)$/)

describe('search', () => {
  test('puts the exact symbol first, then symbols that begin so, then names', async () => {
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

  test('finds a class share in every way of writing it', async () => {
    for (const q of ['FRTH.B', 'frth-b', 'Frth']) {
      const { results } = await service.ask('stocks.search', { query: { q } })
      expect(results[0]?.symbol).toBe('FRTH.B')
    }
  })

  test('knows symbols outside the universe and whether they are optionable', async () => {
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

  test('gives at most 25, and says whose list it is', async () => {
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
  test('names every company with its sector', async () => {
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
  test('is the last close against the one before', async () => {
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

  test('without bars it is the price under the chain, and the change is unknown', async () => {
    const quote = await service.ask('stocks.quote', { params: { symbol: inventedDefects.noBars } })
    expect(quote).toMatchObject({
      last_price: 191.7,
      change: null,
      change_pct: null,
      previous_close: null,
      volume: null,
    })
  })

  test.each(['XYZ', 'ZZZZ', 'AAPL'])('unknown symbol %s', async (symbol) => {
    expect(await service.fail('stocks.quote', { params: { symbol } })).toMatchObject({
      status: 404,
      code: 'unknown_symbol',
      detail: `Unknown symbol: ${symbol}`,
    })
  })

  test('a symbol that is only known by name has no price', async () => {
    expect(await service.fail('stocks.quote', { params: { symbol: 'AMBX' } })).toMatchObject({
      status: 404,
      code: 'no_price',
      detail: 'This source has no price of AMBX.',
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

  test.each(['%20', '%09%20'])('a search for blanks (%s) says what to type', async (q) => {
    const { status, text } = await service.get(`/api/stocks/search?q=${q}`)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      code: 'blank_search',
      detail: 'Type a symbol or part of a company name to search for.',
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
  ])('%s is a 400', async (url) => {
    const { status, headers } = await service.get(url)
    expect(status).toBe(400)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  })
})

describe('identity', () => {
  test('no identity, and a person at an internal address, are refused', async () => {
    expect((await service.get('/api/stocks/quote/BRMZ', null)).status).toBe(401)
    expect((await service.get('/api/stocks/quote/BRMZ', { kind: 'anonymous' })).status).toBe(401)
    expect((await service.get('/internal/market-data/facts/BRMZ')).status).toBe(403)
    expect((await service.get('/internal/market-data/universe')).status).toBe(403)
  })
})
