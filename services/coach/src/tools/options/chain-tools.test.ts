import type { EndpointId } from '@callwright/contracts'
import type { ServiceClient } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import type { ToolDefinition } from '../tool.ts'
import { chainReview, incomeSummary, rollPreview } from './chain-tools.ts'

const stamp = { as_of: '2026-07-10T20:00:00Z', data_class: 'simulated', source: 'simulated', message: null }
const chain = {
  chain_id: 'a',
  ticker: 'XYZ',
  state: 'ended',
  started_on: '2026-01-12',
  ended_on: '2026-03-20',
  days_invested: 67,
  shares_held: 0,
  calls: [{ rolled_to: 'b' }, { rolled_to: null }],
  net_premium_usd: 268.05,
  dividends_usd: 0,
  realized_options_usd: 268.05,
  realized_stock_usd: 500,
  pnl_usd: 768.05,
  annualized_pct: 43.1,
  breakeven: null,
  adjusted_cost: null,
  versus_holding_usd: 20,
  missed_upside_usd: 0,
  presumed: false,
}
const bucket = {
  key: '2026-02',
  premium_received_usd: 310,
  paid_to_close_usd: 240,
  option_fees_usd: 1.3,
  net_premium_usd: 68.7,
  realized_options_usd: -41.3,
  realized_stock_usd: 0,
  dividends_usd: 0,
  rolls: 1,
  roll_net_usd: 68.7,
  presumed_usd: 0,
}
const preview = {
  position_id: 'a',
  ticker: 'XYZ',
  contracts: 1,
  cost_to_close: 2.4,
  cost_basis: 95,
  priced_by: 'quotes',
  verdict: 'open',
  explanation: 'No verdict.',
  rejected: {},
  candidates: [],
}
const position = { id: 'a', ticker: 'XYZ', state: 'open', strike_price: 100, expiry_date: '2026-08-21' }

function ask(tool: ToolDefinition, args: object, positions: readonly object[] = [position]) {
  const asked: [EndpointId, object | undefined][] = []
  const answers: Partial<Record<EndpointId, object>> = {
    'portfolio.listChains': { status: 'success', chains: [chain], total: 1, ...stamp },
    'portfolio.income': { status: 'success', by: 'month', buckets: [bucket], totals: bucket, message: null },
    'portfolio.previewRolls': { status: 'success', ...preview, ...stamp },
    'portfolio.list': { status: 'success', positions, ...stamp },
  }
  const call = async (id: EndpointId, request?: { readonly query?: object; readonly body?: object }) => {
    asked.push([id, request?.query ?? request?.body])
    return answers[id]
  }
  const context = {
    user: { userId: 'u', sessionId: 's', isDemo: false },
    asOf: '2026-07-10T20:00:00Z',
    requestId: 'r',
    page: null,
    signal: new AbortController().signal,
  }
  const result = tool.bind({ call } as unknown as Pick<ServiceClient, 'call'>)({ ...args }, context)
  return { result, asked }
}

describe('the tools on the user’s ledger', () => {
  test('chain_review lists chains with one result each', async () => {
    const { result, asked } = ask(chainReview, { symbol: 'XYZ' })
    expect(await result).toMatchObject({ total: 1, rows: [{ symbol: 'XYZ', rolls: 1, calls_written: 2, pnl: 768.05 }] })
    expect(asked).toEqual([['portfolio.listChains', { state: 'all', limit: 20, symbol: 'XYZ' }]])
  })

  test('income_summary returns months and their totals', async () => {
    const { result, asked } = ask(incomeSummary, { from: '2026-02-01', to: '2026-02-28' })
    expect(await result).toMatchObject({
      rows: [{ key: '2026-02', roll_net: 68.7 }],
      totals: { realized_options: -41.3 },
    })
    expect(asked).toEqual([['portfolio.income', { by: 'month', from: '2026-02-01', to: '2026-02-28' }]])
  })

  test('roll_preview finds the only open call, and asks which one if there are several', async () => {
    const { result, asked } = ask(rollPreview, { symbol: 'XYZ', expiry: '2026-09-18', strike: 105 })
    expect(await result).toMatchObject({ position_id: 'a', cost_basis: 95, verdict: 'open' })
    expect(asked[1]).toMatchObject(['portfolio.previewRolls', { position_id: 'a', strike_price: 105 }])
    const other = { ...position, id: 'b', strike_price: 110 }
    expect(await ask(rollPreview, {}, [position, other]).result).toMatchObject({
      error: 'INVALID',
      suggestions: ['XYZ 100 2026-08-21', 'XYZ 110 2026-08-21'],
    })
  })

  test('all three read personal data', () => {
    expect([chainReview, incomeSummary, rollPreview].map(({ isPersonal }) => isPersonal)).toEqual([true, true, true])
  })
})
