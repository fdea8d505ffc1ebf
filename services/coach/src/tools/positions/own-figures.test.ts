import type { EndpointId, Success } from '@callwright/contracts'
import type { ServiceClient } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../../eval/market/ask-tool.ts'
import { createInventedClient } from '../../../eval/market/client.ts'

const client = createInventedClient()
/** The invented positions, and shares without a call. */
const withUncovered = (ticker: string, shares: number): Pick<ServiceClient, 'call'> => ({
  call: (async (id: EndpointId, call: object) => {
    const answer = await client.call(id, call)
    if (id !== 'portfolio.list') return answer
    const free = {
      ticker,
      account: null,
      shares,
      cost_usd: shares * 14,
      stock_pnl_usd: -shares,
      coverable_contracts: 1,
      chain_ids: [],
    }
    return { ...(answer as Success<'portfolio.list'>), uncovered: [free] }
  }) as ServiceClient['call'],
})
const none = { position_ids: null, change_pct: null }
const walk = { delta: null, dte_min: null, dte_max: null, at_least_cost: null }

describe('own_figures', () => {
  test('adds up strike × shares and the gain over the cost of all open calls', async () => {
    expect(await askTool('own_figures', none)).toMatchObject({
      positions: 6,
      total: {
        contracts: 10,
        proceeds: 134_100,
        if_assigned_total: expect.closeTo(14_535, 6),
        premium_total: expect.closeTo(2_820, 6),
      },
    })
  })

  test('keeps only the named positions, in their order', async () => {
    const some = await askTool('own_figures', { ...none, position_ids: ['pos-ko', 'pos-msft'] })
    expect(some).toMatchObject({
      positions: 6,
      rows: [
        { id: 'pos-ko', proceeds: 24_500 },
        { id: 'pos-msft', breakeven: expect.closeTo(344.25, 6) },
      ],
      total: { positions: 2, shares: 300, if_assigned_total: expect.closeTo(3_415, 6) },
    })
  })

  test('gives the days open, the gain of closing now and the averages', async () => {
    const found = await askTool('own_figures', { ...none, position_ids: ['pos-ko', 'pos-msft'] })
    const rows = JSON.parse(JSON.stringify(found)).rows as Record<string, number>[]
    const [ko = {}, msft = {}] = rows
    expect(found).toMatchObject({ average: { dte: ((ko.dte ?? 0) + (msft.dte ?? 0)) / 2 } })
    expect(ko.close_gain).toBeCloseTo((ko.premium_total ?? 0) - (ko.cost_to_close ?? 0), 6)
    expect(ko.days_open).toBeGreaterThanOrEqual(0)
  })

  test('spreads the time value over the days left, and weighs the part captured by the premium', async () => {
    const found = await askTool('own_figures', { ...none, position_ids: ['pos-ko', 'pos-msft'] })
    const { rows, total } = JSON.parse(JSON.stringify(found)) as {
      rows: Record<'time_value' | 'shares' | 'dte' | 'decay_per_day', number>[]
      total: Record<'premium_total' | 'premium_left' | 'profit_captured_pct', number>
    }
    for (const { time_value, shares, dte, decay_per_day } of rows)
      expect(decay_per_day).toBeCloseTo((time_value * shares) / dte, 6)
    const captured = (total.premium_total - total.premium_left) / total.premium_total
    expect(total.profit_captured_pct).toBeCloseTo(captured * 100, 6)
  })

  test('has no sum of a figure that one position lacks', async () => {
    const user = { userId: 'user-3', sessionId: 's', isDemo: false }
    const { total } = (await askTool('own_figures', none, { context: { user } })) as { total?: object }
    expect(total).toMatchObject({ cost_to_close: null, premium_left: null, proceeds: 60_500 })
  })

  test('supposes that every stock moves by the same percent until expiration', async () => {
    const called = { total: { supposed_profit: expect.closeTo(14_535, 6) } }
    expect(await askTool('own_figures', { ...none, change_pct: 400 })).toMatchObject(called)
    const fallen = await askTool('own_figures', { position_ids: ['pos-ko'], change_pct: -50 })
    const [{ current_price: price }] = (fallen as unknown as { rows: [{ current_price: number }] }).rows
    expect(fallen).toMatchObject({ rows: [{ supposed_profit: expect.closeTo((price / 2 - 116.9 + 1.1) * 200, 6) }] })
  })

  test('weighs shares with and without a call, by stock and by sector', async () => {
    const result = await askTool('own_figures', none, { client: withUncovered('PFE', 150) })
    const { holdings, sectors } = result as unknown as Record<'holdings' | 'sectors', { weight_pct: number }[]>
    const sum = (rows: readonly { weight_pct: number }[]) => rows.reduce((all, { weight_pct }) => all + weight_pct, 0)
    expect([sum(holdings), sum(sectors)]).toEqual([expect.closeTo(100, 8), expect.closeTo(100, 8)])
    expect(holdings).toContainEqual(
      expect.objectContaining({ symbol: 'PFE', shares: 150, uncovered_shares: 150, contracts: 0, value: 150 * 13 }),
    )
  })
})

describe('holding_calls', () => {
  type Rows = { rows: { symbol: string; strike: number | null; cost_per_share: number; above_cost: boolean | null }[] }

  test('finds one call for each stock and compares its strike with the cost', async () => {
    const { rows } = (await askTool('holding_calls', walk)) as unknown as Rows
    expect(rows.map(({ symbol }) => symbol).toSorted()).toEqual(['AAPL', 'DIS', 'KO', 'MSFT', 'NVDA'])
    for (const { strike, cost_per_share: cost, above_cost: above } of rows) expect(above).toBe((strike ?? 0) >= cost)
  })

  test('offers only strikes at or above the cost if asked', async () => {
    const { rows } = (await askTool('holding_calls', { ...walk, delta: 0.9, at_least_cost: true })) as unknown as Rows
    expect(rows.filter(({ strike, cost_per_share }) => strike !== null && strike < cost_per_share)).toEqual([])
  })

  test('says that fewer than 100 shares cover no call', async () => {
    const { rows } = (await askTool('holding_calls', walk, { client: withUncovered('PFE', 60) })) as unknown as Rows
    expect(rows).toContainEqual(expect.objectContaining({ symbol: 'PFE', strike: null, note: 'fewer than 100 shares' }))
  })
})
