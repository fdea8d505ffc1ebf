import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../../eval/market/ask-tool.ts'

const readRows = (found: unknown) => (found as { rows: readonly Readonly<Record<string, number | string>>[] }).rows

describe('screen_calls', () => {
  test('lists the best call of each stock by the yield of its time value', async () => {
    const rows = readRows(await askTool('screen_calls', { limit: 100 }))
    const symbols = rows.map(({ symbol }) => symbol)
    expect(rows.length).toBeGreaterThan(5)
    expect(new Set(symbols).size).toBe(rows.length)
    const yields = rows.map(({ annYield }) => Number(annYield))
    expect(yields).toEqual(yields.toSorted((a, b) => b - a))
    for (const { premium, price, strike, dte, annYield } of rows) {
      const timeValue = Number(premium) - Math.max(0, Number(price) - Number(strike))
      expect(Number(annYield)).toBeCloseTo(((timeValue / Number(price)) * 365 * 100) / Number(dte), 8)
    }
  })

  test('without other wishes uses the days and the delta of best calls, and reports them', async () => {
    const found = await askTool('screen_calls', {})
    expect(found).toMatchObject({ filters: { dte_min: 30, dte_max: 45, delta_min: 0.15, delta_max: 0.3 } })
    for (const { dte, delta } of readRows(found)) {
      expect(Number(dte)).toBeGreaterThanOrEqual(30)
      expect(Number(dte)).toBeLessThanOrEqual(45)
      expect(Number(delta)).toBeGreaterThanOrEqual(0.15)
      expect(Number(delta)).toBeLessThanOrEqual(0.3)
    }
  })

  test('applies conditions on the call and on its stock together, and links to the page with them', async () => {
    const found = await askTool('screen_calls', {
      sector: 'technology',
      max_price: 100,
      dte_min: 7,
      dte_max: 40,
      delta_max: 0.25,
      premium_pct_min: 0.5,
      no_earnings: true,
      limit: 100,
    })
    const rows = readRows(found)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(Number(row.price)).toBeLessThanOrEqual(100)
      expect(Number(row.delta)).toBeLessThanOrEqual(0.25)
      expect(Number(row.premium_pct)).toBeGreaterThanOrEqual(0.5)
      expect(row.earnings_before).toBe(false)
    }
    expect(found).toMatchObject({ address: expect.stringMatching(/^\/screening\/calls\?sector=technology&/u) })
  })

  test('says that no call matches', async () => {
    expect(await askTool('screen_calls', { delta_min: 0.1, delta_max: 0.2, premium_pct_min: 90 })).toMatchObject({
      error: 'NOT_FOUND',
      message: expect.stringContaining('No call matches'),
    })
  })
})

describe('find_options with a value to be near to', () => {
  test.each([
    ['near_delta', 0.2, 'delta', 0.05],
    ['near_otm_pct', 8, 'strike', 4],
    ['near_otm_usd', 5, 'strike', 2.5],
    ['near_premium', 1, 'premium', 0.4],
  ] as const)('%s lists the nearest call first', async (argument, value, figure, reach) => {
    const found = await askTool('find_options', {
      symbol: 'AAPL',
      expiration: '2026-12-18',
      [argument]: value,
      limit: 100,
    })
    const price = (found as unknown as { current_price: number }).current_price
    const wanted =
      argument === 'near_otm_pct' ? price * (1 + value / 100) : argument === 'near_otm_usd' ? price + value : value
    const distances = readRows(found).map((row) => Math.abs(Number(row[figure]) - wanted))
    expect(distances[0]).toBe(Math.min(...distances))
    expect(distances[0]).toBeLessThan(reach)
  })
})
