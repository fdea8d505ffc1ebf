import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService } from './support.ts'

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

  test('are two years of days without a range, each at midnight New York', async () => {
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

  test('a week joins its days', async () => {
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

  test('a week that began before the range is there as a whole', async () => {
    const query = { timespan: 'week', from_date: '2026-06-03', to_date: '2026-06-12' }
    const { data } = await service.ask('stocks.data', { params, query })
    expect(data.map(({ timestamp }) => newYorkDay(timestamp))).toEqual(['2026-06-01', '2026-06-08'])
  })

  test('months and multiples of them', async () => {
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

  test('days join in threes from the same day whatever the range', async () => {
    const query = { timespan: 'day', multiplier: '3' }
    const whole = await service.ask('stocks.data', { params, query })
    const part = await service.ask('stocks.data', { params, query: { ...query, from_date: '2026-06-10' } })
    expect(part.data.length).toBeGreaterThan(5)
    expect(whole.data.slice(-part.data.length)).toEqual(part.data)
  })

  test.each(['minute', 'hour'])('%s bars do not exist: days, and a word about it', async (timespan) => {
    const answer = await service.ask('stocks.data', { params, query: { timespan, multiplier: '5' } })
    expect(answer.timespan).toBe('day')
    expect(answer.multiplier).toBe(1)
    expect(answer.message).toBe('No intraday data from this source')
    expect(answer.data.length).toBeGreaterThan(400)
  })

  test('a symbol without bars says so', async () => {
    const answer = await service.ask('stocks.data', { params: { symbol: inventedDefects.noBars } })
    expect(answer.data).toEqual([])
    expect(answer.message).toBe(`This source has no daily bars of ${inventedDefects.noBars}`)
  })

  test('a half-adjusted split is mended and said', async () => {
    const answer = await service.ask('stocks.data', { params: { symbol: inventedDefects.halfSplitBars } })
    expect(answer.message).toMatch(/^5 sessions of .* re-scaled by 2/)
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
  ])('%j is refused', async (query, code) => {
    expect(await service.fail('stocks.data', { params, query })).toMatchObject({ status: 400, code })
  })
})
