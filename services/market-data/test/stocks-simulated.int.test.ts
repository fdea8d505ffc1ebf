import type { Bar } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../src/providers/provider.ts'
import type { SimulatedMarket } from '../src/providers/simulated/simulated-provider.ts'
import { type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

const OPEN = '2026-07-08T15:07:30.000Z'
const opened: MarketDataUnderTest[] = []
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close()
})

const params = { symbol: 'AAPL' }
const NOTICE = 'Simulated market: not real prices'

async function openAt(instant: string, change: (market: SimulatedMarket) => Partial<MarketData> = () => ({})) {
  const market = openSimulatedAt(instant)
  const service = await openMarketDataService({ ...market, ...change(market) })
  opened.push(service)
  return {
    service,
    quote: () => service.ask('stocks.quote', { params }),
    bars: (query: Readonly<Record<string, string>> = {}) => service.ask('stocks.data', { params, query }),
  }
}

const at = (instant: string) => Date.parse(instant)
const startsOf = (bars: readonly Bar[]) => bars.map(({ timestamp }) => timestamp)

function join(bars: readonly Bar[]): Omit<Bar, 'timestamp'> {
  return {
    open: bars[0]?.open ?? Number.NaN,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)?.close ?? Number.NaN,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
  }
}

describe('the quote', () => {
  test('in session, is current and has the change since the last close', async () => {
    const { quote, bars } = await openAt(OPEN)
    const answer = await quote()
    expect(answer).toMatchObject({ as_of: OPEN, data_class: 'simulated', source: 'simulated', cache_status: 'miss' })
    expect(answer.message).toBe(`${NOTICE}.`)
    expect(answer.bid).toBeLessThan(answer.ask ?? 0)
    const [yesterday, today] = (await bars()).data.slice(-2)
    expect(answer).toMatchObject({ last_price: today?.close, volume: today?.volume, previous_close: yesterday?.close })
    expect(answer.change).toBeCloseTo((today?.close ?? 0) - (yesterday?.close ?? 0), 10)
  })

  test.each([
    ['a weekend', '2026-07-11T15:00:00Z', '2026-07-10T20:00:00.000Z'],
    ['before the open', '2026-07-13T12:00:00Z', '2026-07-10T20:00:00.000Z'],
    ['after an early close', '2026-11-27T18:30:00Z', '2026-11-27T18:00:00.000Z'],
    ['a holiday', '2026-11-26T17:00:00Z', '2026-11-25T21:00:00.000Z'],
  ])('is the last close: %s', async (_name, now, asOf) => {
    const { quote, bars } = await openAt(now)
    const answer = await quote()
    expect(answer.as_of).toBe(asOf)
    expect(answer.last_price).toBe((await bars()).data.at(-1)?.close)
  })

  test('labels a cached answer', async () => {
    const { quote } = await openAt(OPEN)
    expect((await quote()).cache_status).toBe('miss')
    const repeated = await waitFor('a repeated answer', async () => {
      const answer = await quote()
      return answer.cache_status === 'fresh' ? answer : null
    })
    expect(repeated.as_of).toBe(OPEN)
  })
})

describe('a source with its own cache', () => {
  test('labels an answer that could not be refreshed, with its time and the reason', async () => {
    const missing = [{ field: 'freshness', reason: 'The source cannot be reached; showing data from 10:30 ET' }]
    const asOf = '2026-07-08T14:30:00.000Z'
    const kept = { source: 'massive', dataClass: 'stale', cacheStatus: 'stale', asOfMs: at(asOf), missing } as const
    const { quote } = await openAt(OPEN, ({ quotes }) => ({
      quotes: { findQuote: async (symbol) => ({ ...(await quotes.findQuote(symbol)), ...kept }) },
    }))
    const expected = { source: 'massive', data_class: 'stale', cache_status: 'stale', as_of: asOf }
    expect(await quote()).toMatchObject({ ...expected, message: `${missing[0]?.reason}.` })
    expect(await quote()).toMatchObject(expected)
  })

  test('says that a price was rejected, not that there is none', async () => {
    const reason = 'A price of 5 was ignored: it was 100 on Jul 7, 2026, possibly before a split'
    const { service } = await openAt(OPEN, (market) => ({
      quotes: { findQuote: async () => ({ ...market.stamp(), value: null, missing: [{ field: 'price', reason }] }) },
    }))
    expect(await service.fail('stocks.quote', { params })).toMatchObject({
      status: 404,
      code: 'no_price',
      detail: `${reason}.`,
    })
  })

  test('returns daily bars with both reasons if a source has no minute bars for a stock', async () => {
    const reason = 'The plan has no intraday bars'
    const { bars } = await openAt(OPEN, (market) => ({
      intradayBars: {
        listIntradayBars: async () => ({ ...market.stamp(), value: null, missing: [{ field: 'bars', reason }] }),
      },
    }))
    const answer = await bars({ timespan: 'minute', multiplier: '5' })
    expect(answer).toMatchObject({ timespan: 'day', multiplier: 1 })
    expect(answer.message).toBe(`${NOTICE}. No intraday data from this source. ${reason}`)
    expect(answer.data).toEqual((await bars()).data)
  })
})

describe('minutes and hours', () => {
  test('without a range, minute bars cover the current session so far', async () => {
    const { bars } = await openAt(OPEN)
    const { data, ...answer } = await bars({ timespan: 'minute' })
    expect(answer).toMatchObject({ timespan: 'minute', multiplier: 1, message: NOTICE, as_of: OPEN })
    expect(data).toHaveLength(98)
    expect(data[0]?.timestamp).toBe(at('2026-07-08T13:30:00Z'))
    expect(data.at(-1)?.timestamp).toBe(at('2026-07-08T15:07:00Z'))
    const today = (await bars()).data.at(-1)
    expect({ timestamp: at('2026-07-08T04:00:00Z'), ...join(data) }).toEqual(today)
  })

  test.each([
    ['1', 390],
    ['5', 78],
    ['15', 26],
    ['30', 13],
  ])('%s-minute bars: all %i add up to the daily bar', async (multiplier, count) => {
    const { bars } = await openAt('2026-07-11T15:00:00Z')
    const range = { from_date: '2026-07-09', to_date: '2026-07-09' }
    const { data } = await bars({ ...range, timespan: 'minute', multiplier })
    expect(data).toHaveLength(count)
    expect(startsOf(data)).toEqual(
      data.map((_bar, index) => at('2026-07-09T13:30:00Z') + index * Number(multiplier) * 60_000),
    )
    expect([{ timestamp: at('2026-07-09T04:00:00Z'), ...join(data) }]).toEqual((await bars(range)).data)
  })

  test('hourly bars start on the hour, except the first, which starts at the open, and cover a month', async () => {
    const { bars } = await openAt('2026-07-11T15:00:00Z')
    const { data } = await bars({ timespan: 'hour' })
    const friday = data.filter(({ timestamp }) => timestamp > at('2026-07-10T00:00:00Z'))
    expect(startsOf(friday)).toEqual([
      at('2026-07-10T13:30:00Z'),
      ...[14, 15, 16, 17, 18, 19].map((hour) => at(`2026-07-10T${hour}:00:00Z`)),
    ])
    expect(data[0]?.timestamp).toBe(at('2026-06-11T13:30:00Z'))
  })

  test.each([
    ['a weekend', '2026-07-11T15:00:00Z', '2026-07-10T13:30:00Z', 390],
    ['before the open', '2026-07-13T12:00:00Z', '2026-07-10T13:30:00Z', 390],
    ['an early close', '2026-11-27T18:30:00Z', '2026-11-27T14:30:00Z', 210],
  ])('minute bars cover the last session: %s', async (_name, now, start, count) => {
    const { bars } = await openAt(now)
    const { data } = await bars({ timespan: 'minute' })
    expect(data[0]?.timestamp).toBe(at(start))
    expect(data).toHaveLength(count)
  })

  test('accepts the longest range and rejects one more day with the earliest possible date', async () => {
    const { service, bars } = await openAt('2026-07-10T21:00:00Z')
    const query = { timespan: 'minute', to_date: '2026-07-10' }
    expect((await bars({ ...query, from_date: '2026-06-12' })).data.length).toBeLessThanOrEqual(20_000)
    expect(await service.fail('stocks.data', { params, query: { ...query, from_date: '2026-06-11' } })).toMatchObject({
      status: 400,
      code: 'range_too_long',
      detail: 'At most 29 days of 1-minute bars per request: start on 2026-06-12 or later.',
      errors: [{ field: 'from_date', detail: 'must be 2026-06-12 or later' }],
    })
    const hours = await bars({ timespan: 'hour', from_date: '2026-04-10' })
    expect(hours.data.length).toBeGreaterThan(400)
  })

  test('returns no bars for a range in the distant past', async () => {
    const { bars } = await openAt(OPEN)
    for (const timespan of ['minute', 'hour', 'day', 'week']) {
      expect((await bars({ timespan, to_date: '0001-01-01' })).data).toEqual([])
    }
  })

  test('returns a 404 for an unknown symbol', async () => {
    const { service } = await openAt(OPEN)
    const query = { timespan: 'minute' }
    expect(await service.fail('stocks.data', { params: { symbol: 'XYZQ' }, query })).toMatchObject({
      status: 404,
      code: 'unknown_symbol',
      detail: 'Unknown symbol: XYZQ',
    })
  })
})

describe('weeks and months', () => {
  test('the last bar includes today so far', async () => {
    const { bars, quote } = await openAt(OPEN)
    const days = (await bars({ from_date: '2026-07-01' })).data
    const week = (await bars({ timespan: 'week' })).data.at(-1)
    const month = (await bars({ timespan: 'month' })).data.at(-1)
    expect(week).toEqual({ timestamp: at('2026-07-06T04:00:00Z'), ...join(days.slice(-3)) })
    expect(month).toEqual({ timestamp: at('2026-07-01T04:00:00Z'), ...join(days) })
    expect(week?.close).toBe((await quote()).last_price)
  })

  test('a range that ends before today excludes today', async () => {
    const { bars } = await openAt(OPEN)
    const days = (await bars({ from_date: '2026-07-06', to_date: '2026-07-07' })).data
    expect(days).toHaveLength(2)
    const weeks = (await bars({ from_date: '2026-07-06', to_date: '2026-07-07', timespan: 'week' })).data
    expect(weeks).toEqual([{ timestamp: at('2026-07-06T04:00:00Z'), ...join(days) }])
  })
})

test('the list of symbols with options and search results come from the market', async () => {
  const { service } = await openAt(OPEN)
  const { symbols } = await service.ask('stocks.symbolsWithOptions', { query: { search: 'appl', limit: '8' } })
  expect(symbols[0]).toEqual({ symbol: 'AAPL', name: expect.stringContaining('Apple') })
  const { results, data_class } = await service.ask('stocks.search', { query: { q: 'brk-b' } })
  expect(results[0]).toMatchObject({ symbol: 'BRK.B', type: 'stock', options_available: true })
  expect(data_class).toBe('simulated')
  expect((await service.ask('stocks.sp500')).count).toBeGreaterThan(490)
})
