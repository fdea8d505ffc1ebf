import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readPlainPack, recordedFolder } from './plain-pack.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

const AAPL = { params: { symbol: 'AAPL' } }

describe('the simulated market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(openSimulatedAt('2026-07-10T21:00:00Z'))
  })
  afterAll(() => service.close())

  test('a year of volatility, every expiration, and earnings moves, implied and actual', async () => {
    const { history, term_structure, earnings } = await service.ask('options.volatility', AAPL)
    expect(history).toHaveLength(252)
    expect(history.at(-1)).toMatchObject({ date: '2026-07-10' })
    for (const day of history) {
      expect(day.implied_volatility).toBeGreaterThan(0.05)
      expect(day.realized_volatility).toBeGreaterThan(0.02)
    }
    const { expirations } = await service.ask('options.expirations', AAPL)
    expect(term_structure.map(({ expiration_date }) => expiration_date)).toEqual(
      expirations.filter(({ days_to_expiration: days }) => days > 0).map(({ date }) => date),
    )
    const { data } = await service.ask('stocks.data', AAPL)
    const closes = new Map(data.map(({ timestamp, close }) => [dayOf(timestamp), close]))
    const days = [...closes.keys()]
    expect(earnings.length).toBeGreaterThan(7)
    for (const { date, session, move_pct, implied_move_pct } of earnings.slice(0, 6)) {
      const report = days.indexOf(date)
      const [before, after] = session === 'after_close' ? [report, report + 1] : [report - 1, report]
      const move = (closes.get(days[after] ?? '') ?? Number.NaN) / (closes.get(days[before] ?? '') ?? Number.NaN) - 1
      expect(move_pct).toBeCloseTo(100 * move, 8)
      expect(implied_move_pct).toBeGreaterThan(0.5)
      expect(implied_move_pct).toBeLessThan(25)
    }
  })
})

describeShared('the recorded market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(recordedFolder)
  })
  afterAll(() => service.close())

  test('ranges, market cap, dividend and next report of a stock', async () => {
    const profile = await service.ask('stocks.profile', AAPL)
    const { bars, exDate, nextReport } = readPlainPack('AAPL')
    const year = bars.filter(({ date }) => date > '2025-07-10')
    expect(profile).toMatchObject({
      day_range: { from_date: '2026-07-10', to_date: '2026-07-10', low: bars.at(-1)?.low, high: bars.at(-1)?.high },
      year_range: {
        from_date: '2025-07-11',
        to_date: '2026-07-10',
        low: Math.min(...year.map(({ low }) => low)),
        high: Math.max(...year.map(({ high }) => high)),
      },
      next_earnings_date: nextReport,
    })
    expect(profile.next_ex_dividend_date ?? '').toBe(exDate)
    expect(profile.market_cap).toBeGreaterThan(1e12)
    expect((await service.fail('stocks.profile', { params: { symbol: 'NOPE' } })).status).toBe(404)
  })

  test('says what this source lacks instead of guessing', async () => {
    const { earnings, message, history } = await service.ask('options.volatility', AAPL)
    for (const report of earnings) expect(report.implied_move_pct).toBeNull()
    expect(message).toMatch(/Implied earnings moves need quotes of past days|Past earnings dates are not known/)
    expect(history.some(({ implied_volatility }) => implied_volatility !== null)).toBe(true)
    expect((await service.fail('options.volatility', { params: { symbol: 'NOPE' } })).status).toBe(404)
  })
})

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const dayOf = (timestamp: number) => newYork.format(timestamp)
