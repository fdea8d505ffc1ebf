import { type EndpointId, endpointIds, endpointTable } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

let service: MarketDataUnderTest
let expiration: string
let strike: number

beforeAll(async () => {
  service = await openMarketDataService(openSimulatedAt('2026-11-24T16:00:00Z'))
  const { expirations } = await service.ask('options.expirations', { params: { symbol: 'BRK.B' } })
  expiration = expirations[0]?.date ?? ''
  strike = (await service.ask('options.chain', { params: { symbol: 'META' } })).options[0]?.strike ?? 0
})
afterAll(() => service.close())

const symbolEndpoints = endpointIds.filter((id) => {
  const { owner, path } = endpointTable[id]
  return owner === 'market-data' && path.includes(':symbol')
})

/** What an endpoint needs besides the symbol. */
async function ask(id: EndpointId, symbol: string) {
  const one = String(strike)
  const queries: Partial<Record<EndpointId, Readonly<Record<string, string>>>> = {
    'options.greeks': { strike: one, expiration_date: expiration },
    'options.snapshot': { strike_min: one, strike_max: one },
    'options.recommendations': { expiration_date: expiration },
    'options.customRecommendations': { expiration_date: expiration },
  }
  const query = queries[id]
  const body = id === 'marketData.contractQuotes' ? { contracts: [{ expiration_date: expiration, strike }] } : {}
  const call = { params: { symbol }, ...(query ? { query } : {}), body }
  return service.ask(id, call) as Promise<{ symbol?: string; message?: string | null }>
}

describe('symbols in every spelling (D62)', () => {
  test.each([
    ['BRK.B', 'BRK.B'],
    ['brk.b', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['BRK/B', 'BRK.B'],
    ['BRK B', 'BRK.B'],
    ['BRKB', 'BRK.B'],
    ['bfb', 'BF.B'],
    ['$aapl', 'AAPL'],
    [' T ', 'T'],
    ['AAPL  261218C00250000', 'AAPL'],
    ['BRKB261218C00520000', 'BRK.B'],
  ])('%j is %s to a quote, a search and a list', async (typed, symbol) => {
    expect(await service.ask('stocks.quote', { params: { symbol: typed } })).toMatchObject({ symbol })
    const found = await service.ask('stocks.search', { query: { q: typed } })
    expect(found.results[0]?.symbol).toBe(symbol)
    const listed = await service.ask('stocks.symbolsWithOptions', { query: { search: typed } })
    expect(listed.symbols[0]?.symbol).toBe(symbol)
  })

  test.each(symbolEndpoints)('%s brings a former ticker to today’s, with a word', async (id) => {
    const { symbol, message } = await ask(id, 'fb')
    expect(symbol).toBe('META')
    if (id !== 'marketData.facts') expect(message).toMatch(/^FB is now META\.( |$)/)
  })

  test('the symbol of today brings no such word, though both share what is cached', async () => {
    await service.ask('options.expirations', { params: { symbol: 'FB' } })
    const { message } = await service.ask('options.expirations', { params: { symbol: 'META' } })
    expect(message ?? '').not.toContain('FB')
  })

  test.each(['GOOGLE', 'brkz', 'ZZZZQ', 'BRK/Q', 'AAPL1', '123'])('%s is unknown, as it was typed', async (typed) => {
    for (const id of ['stocks.quote', 'options.expirations'] as const) {
      expect(await service.fail(id, { params: { symbol: typed } })).toMatchObject({
        ...{ status: 404, code: 'unknown_symbol', detail: `Unknown symbol: ${typed.toUpperCase()}` },
      })
    }
  })

  test('many at once, in the order asked', async () => {
    const symbols = ['brk/b', 'FB', 'ZZZZQ', '1,000', 'T']
    expect((await service.ask('marketData.resolveSymbols', { body: { symbols } })).symbols).toEqual([
      { typed: 'brk/b', symbol: 'BRK.B', name: 'Berkshire Hathaway', note: null },
      { typed: 'FB', symbol: 'META', name: 'Meta Platforms', note: 'FB is now META.' },
      { typed: 'ZZZZQ', symbol: null, name: null, note: null },
      { typed: '1,000', symbol: null, name: null, note: null },
      { typed: 'T', symbol: 'T', name: 'AT&T', note: null },
    ])
  })
})
