import type { CardType } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../eval/market/ask-tool.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import type { Call, ToolArgs, ToolName } from '../turn/types.ts'
import { chooseCard } from './choose-card.ts'

const grounding = { checked: 0, unmatched: 0, withheld: 0 }
const trade = { symbol: 'AAPL', strike: 90, entry_price: 83.17, premium: 1.2, shares: 200 }

const asked: readonly [ToolName, ToolArgs, CardType | null][] = [
  ['search_symbols', { query: 'a' }, null],
  ['market_status', {}, 'market_status'],
  ['stock_snapshot', { symbol: 'AAPL' }, 'stock_list'],
  ['top_covered_call_stocks', { limit: 5, min_yield: 5 }, 'stock_list'],
  ['list_expirations', { symbol: 'AAPL' }, 'events_list'],
  ['find_options', { symbol: 'AAPL' }, 'options_table'],
  ['compare_strikes', { symbol: 'AAPL', expiration: '2026-12-24', strikes: [85, 90] }, 'strike_comparison'],
  ['calc_covered_call', { ...trade, days: 30 }, 'trade_card'],
  ['analyze_trade', trade, 'trade_card'],
  ['portfolio_review', {}, 'portfolio_summary'],
  ['analyze_position', { symbol: 'MSFT' }, 'recommendation'],
  ['roll_candidates', { symbol: 'MSFT' }, 'roll_table'],
  ['upcoming_events', { days: 60 }, 'events_list'],
  ['explain_concept', { term: 'delta' }, 'concept_card'],
  ['app_help', { topic: 'screener' }, 'concept_card'],
]

async function callOf(name: ToolName, args: ToolArgs): Promise<Call> {
  return { id: 'r1', name, args, result: await askTool(name, args) }
}

const cardOf = (...calls: Call[]) => chooseCard(null, calls, toolSpecs, grounding)

describe('the card', () => {
  test.each(asked)('%s of %j is %s', async (name, args, type) => {
    const call = await callOf(name, args)
    expect(call.result).not.toHaveProperty('error')
    expect(cardOf(call)?.type ?? null).toBe(type)
  })

  test('shows events by name and omits empty columns', async () => {
    const named = (args: ToolArgs) => callOf('upcoming_events', args).then((call) => cardOf(call)?.content)
    // Amounts are known for a single stock only.
    expect(await named({ symbols: ['JPM', 'NVDA'], days: 60, kind: 'ex_dividend' })).toMatchObject({
      table: {
        columns: [{ key: 'symbol' }, { key: 'kind' }, { key: 'date' }, { key: 'days' }],
        rows: expect.arrayContaining([expect.objectContaining({ symbol: 'JPM', kind: 'ex-dividend date' })]),
      },
    })
    const columns = (content: unknown) => JSON.stringify(content).match(/"key":"strike"/g)
    expect(columns(await named({ days: 60 }))).toHaveLength(1)
  })

  test('includes units, the age of the data, links and actions', async () => {
    const card = cardOf(await callOf('analyze_trade', trade))
    expect(card).toMatchObject({
      source: 'invented',
      delay_minutes: 15,
      links: [{ label: 'Analyze AAPL', path: '/analysis?symbol=AAPL' }],
      actions: [{ kind: 'add_position', position: { ticker: 'AAPL', strike_price: 90 } }],
    })
    const figures = card?.type === 'trade_card' ? card.content.figures : []
    expect(figures).toContainEqual({ key: 'premium', label: 'Premium', value: 1.2, unit: 'usd' })
    expect(figures).toContainEqual({ key: 'contracts', label: 'Contracts', value: 2, unit: 'count' })
    const expiration = figures.find(({ key }) => key === 'expiration')
    expect(expiration).toMatchObject({ unit: 'date' })
  })

  test('for rolls links to the table of rolls of that position', async () => {
    const card = cardOf(await callOf('roll_candidates', { symbol: 'MSFT' }))
    expect(card).toMatchObject({
      type: 'roll_table',
      links: [{ label: 'Open the table of rolls', path: '/portfolio?rolls=pos-msft' }],
    })
  })

  test('for a trade has only the figures that decide it', async () => {
    const keysOf = async (name: ToolName, args: ToolArgs) => {
      const card = cardOf(await callOf(name, args))
      return card?.type === 'trade_card' ? card.content.figures.map(({ key }) => key) : []
    }
    const decides = [
      ...['strike', 'expiration', 'dte', 'premium', 'contracts', 'premium_total', 'max_profit', 'breakeven'],
      ...['if_called_return_pct', 'if_called_annualized_pct', 'headroom_pct', 'probability_itm', 'earnings_date'],
    ]
    expect((await keysOf('analyze_trade', trade)).toSorted()).toEqual(decides.toSorted())
    const calculated = await keysOf('calc_covered_call', { ...trade, shares: 250, days: 30 })
    expect(calculated).toContain('uncovered_shares')
    expect(calculated).toContain('max_profit_covered')
    expect(calculated.length).toBeLessThanOrEqual(13)
  })

  test('for a recommendation lists every rule that was evaluated', async () => {
    const card = cardOf(await callOf('analyze_position', { symbol: 'MSFT' }))
    const { trace, action } = card?.type === 'recommendation' ? card.content : { trace: [], action: '' }
    expect(action).not.toBe('')
    expect(trace.length).toBeGreaterThan(2)
    for (const { detail } of trace) expect(detail).not.toBe('')
  })

  test('for the portfolio lists the positions that need attention, with the reasons', async () => {
    const card = cardOf(await callOf('portfolio_review', {}))
    const { notes, table } = card?.type === 'portfolio_summary' ? card.content : { notes: [], table: null }
    expect(notes).toContain('MSFT 365 call expiring Dec 11, 2026: Delta of at least 0.5.')
    expect(table?.rows.length).toBeGreaterThan(3)
  })

  test('links to the screener with the same filters', async () => {
    const card = cardOf(await callOf('top_covered_call_stocks', { min_yield: 5, iv_rank_min: 30, max_price: 500 }))
    expect(card?.links).toEqual([
      { label: 'Open the screener', path: '/screening?min_yield=5&current_price_max=500&min_iv_rank=30' },
    ])
  })
})

describe('the choice of a card', () => {
  test('selects the chosen call, or else the last one, but never a failed call', async () => {
    const options = await callOf('find_options', { symbol: 'AAPL' })
    const status = { ...(await callOf('market_status', {})), id: 'r2' }
    const failed = { ...(await callOf('stock_snapshot', { symbol: 'QQZZ' })), id: 'r3' }
    expect(failed.result).toHaveProperty('error')
    const calls = [options, status, failed]
    const choose = (choice: Parameters<typeof chooseCard>[0]) => chooseCard(choice, calls, toolSpecs, grounding)?.type
    expect(choose(null)).toBe('market_status')
    expect(choose({ kind: 'call', call: 'r1' })).toBe('options_table')
    expect(choose({ kind: 'call', call: 'r3' })).toBe('market_status')
    expect(choose({ kind: 'call', call: 'r9' })).toBe('market_status')
    expect(choose({ kind: 'none' })).toBeUndefined()
    expect(choose({ kind: 'clarify', question: 'Which?', choices: ['AAPL', '<b>MSFT</b>'] })).toBe('clarify')
    expect(cardOf(failed)?.type).toBe('error_card')
  })

  test('selects no card if the result does not match the contract', async () => {
    const call = await callOf('find_options', { symbol: 'AAPL' })
    expect(cardOf({ ...call, result: { ...call.result, rows: [{ strike: 'many' }] } as Call['result'] })).toBeNull()
  })
})
