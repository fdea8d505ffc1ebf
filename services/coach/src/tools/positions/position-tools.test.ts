import { type EndpointId, getSchemas } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { askTool } from '../../../eval/market/ask-tool.ts'
import { createInventedClient } from '../../../eval/market/client.ts'
import { toolNames } from '../../turn/types.ts'
import { cleanText, floorRsi, floorToTenth, floorToWhole } from '../tool.ts'
import { toolSpecs } from '../tool-specs.ts'

const taxRow = (changes: object) => ({
  description: '1 KO call',
  date_acquired: null,
  date_sold: '2025-03-21',
  proceeds_usd: 120,
  cost_usd: 168.7,
  code: null,
  adjustment_usd: null,
  gain_or_loss_usd: -48.7,
  term: 'short',
  kind: 'call',
  symbol: 'KO',
  contract: null,
  quantity: 1,
  opened_on: '2025-02-10',
  closed_on: '2025-03-21',
  premium_in_proceeds_usd: null,
  proceeds_1099b_usd: -48.7,
  qualified: true,
  flags: [],
  wash_sale: null,
  event_ids: ['event-1'],
  ...changes,
})
const taxDividend = (amount_usd: number) => ({
  event_id: 'event-4',
  symbol: 'KO',
  paid_on: '2025-07-01',
  ex_date: '2025-06-13',
  amount_usd,
  withheld_usd: 0,
  special: false,
})
const taxOf2025 = {
  rows: [
    taxRow({ wash_sale: { sold_on: '2025-03-21', bought_on: '2025-03-24' }, flags: ['wash_sale_possible'] }),
    taxRow({ kind: 'shares', term: 'long', gain_or_loss_usd: 1_385, cost_usd: 5_600, proceeds_usd: 6_985 }),
    taxRow({ kind: 'shares', term: 'check', gain_or_loss_usd: 215, cost_usd: 4_000, proceeds_usd: 4_215 }),
  ],
  totals: { short_usd: -48.7, long_usd: 1_385, check_usd: 215 },
  dividends: [taxDividend(51), taxDividend(26.5)],
  unconfirmed: [
    {
      kind: 'outcome',
      position_id: 'pos-1',
      chain_id: 'chain-1',
      symbol: 'KO',
      day: '2025-12-19',
      sentence: 'Did the call expire?',
    },
  ],
  message: 'One split is not confirmed.',
}

describe('position tools', () => {
  const emptyUser = { context: { user: { userId: 'user-9', sessionId: 's', isDemo: false } } }

  describe('portfolio_review', () => {
    test('reports totals, winners, losers and positions that need attention', async () => {
      const review = await askTool('portfolio_review', { focus: null })
      expect(review).toMatchObject({ focus: 'all', positions: 6, contracts: 10, left_out: 0 })
      expect(review).toMatchObject({ winners: [{ ticker: 'NVDA' }, {}, {}], losers: [{ ticker: 'DIS' }] })
      // 815 + 220 + 870 + 460 + 324 + 131
      expect(review).toMatchObject({ premium: expect.closeTo(2_820, 8) })
      expect(review).toMatchObject({
        attention: expect.arrayContaining([expect.objectContaining({ ticker: 'KO', dte: 3 })]),
      })
    })

    test.each([
      ['actions', (symbols: string[]) => expect(symbols.toSorted()).toEqual(['KO', 'MSFT'])],
      ['risk', (symbols: string[]) => expect(symbols[0]).toBe('MSFT')],
      ['income', (symbols: string[]) => expect(symbols[0]).toBe('NVDA')],
    ])('sorts or filters for a focus on %s', async (focus, check) => {
      const review = await askTool('portfolio_review', { focus })
      if (!('rows' in review) || !Array.isArray(review.rows)) throw new Error('no rows')
      check(review.rows.map(({ ticker: symbol }) => symbol))
    })

    test('is empty, not an error, for a user without positions', async () => {
      expect(await askTool('portfolio_review', {}, emptyUser)).toMatchObject({ positions: 0, rows: [], cc_pnl: null })
    })

    test('always reads the data of the turn’s user', async () => {
      const asked: unknown[] = []
      const client = createInventedClient((_id, call) => asked.push(call))
      await askTool('portfolio_review', {}, { client })
      for (const call of asked) expect(call).toMatchObject({ as: { kind: 'user', userId: 'user-1' } })
      expect(await askTool('analyze_position', { position_id: 'pos-secret' })).toMatchObject({ error: 'NOT_FOUND' })
    })
  })

  describe('analyze_position', () => {
    test('returns no result at the strike or breakeven after a split', async () => {
      const invented = createInventedClient()
      const client: typeof invented = {
        call: async (id, call) => {
          const answer = await invented.call(id, call)
          const { positions = [] }: { positions?: object[] } = Object(answer)
          const splits_since_entry = [{ kind: 'split', date: '2026-06-01', ratio: 4 }]
          for (const position of positions) Object.assign(position, { splits_since_entry })
          return answer
        },
      }
      expect(await askTool('analyze_position', { symbol: 'msft' }, { client })).toMatchObject({
        if_assigned_total: null,
        if_assigned_pct: null,
        breakeven: null,
      })
    })

    test('returns every rule with its outcome', async () => {
      const found = await askTool('analyze_position', { symbol: 'msft' })
      expect(found).toMatchObject({
        position: { id: 'pos-msft', recommendation: 'Roll Out & Up' },
        label: 'Roll Out & Up',
        trace: [{ rule: 'Roll Out & Up', outcome: 'fired' }, { outcome: 'not_fired' }, {}, {}],
        // (365 − 352.40 + 8.15) × 100
        if_assigned_total: expect.closeTo(2_075, 8),
        if_assigned_pct: expect.closeTo((20.75 / 352.4) * 100, 10),
        breakeven: expect.closeTo(344.25, 10),
        note: expect.stringContaining('not advice'),
      })
    })

    test('uses the position on the page, and asks which one if there are several', async () => {
      const context = { page: { path: '/analysis', symbol: 'KO' } }
      expect(await askTool('analyze_position', {}, { context })).toMatchObject({ position: { ticker: 'KO' } })
      expect(await askTool('analyze_position', { symbol: 'AAPL' })).toMatchObject({
        error: 'INVALID',
        suggestions: ['AAPL 90 call expiring 2026-12-18', 'AAPL 95 call expiring 2027-01-15'],
      })
      expect(await askTool('analyze_position', { symbol: 'TSLA' })).toMatchObject({ error: 'NOT_FOUND' })
      expect(await askTool('analyze_position', {}, emptyUser)).toMatchObject({ error: 'NOT_FOUND' })
    })
  })

  describe('roll_candidates', () => {
    test('sells at the bid, buys back at the ask, and requires a credit', async () => {
      const found = await askTool('roll_candidates', { symbol: 'MSFT' })
      if (!('rows' in found) || !Array.isArray(found.rows)) throw new Error(JSON.stringify(found))
      const close = Number(found.close_cost_per_share)
      expect(found.rows.length).toBeGreaterThan(0)
      for (const row of found.rows) {
        expect(row.net_per_share).toBeCloseTo(row.premium - close, 10)
        expect(row.net_per_contract).toBeCloseTo((row.premium - close) * 100, 8)
        expect(row.net_per_share).toBeGreaterThan(0)
        expect(row.strike).toBeGreaterThanOrEqual(365)
        expect(row.days_added).toBeGreaterThanOrEqual(14)
      }
      expect(found).toMatchObject({ verdict: 'roll', close_cost_total: expect.closeTo(close * 100, 8) })
    })

    test('applies the minimum strike, and returns debits only if allowed', async () => {
      const dear = { symbol: 'MSFT', min_strike: 400, dte_max: 60 }
      const allowed = await askTool('roll_candidates', { ...dear, allow_debit: true })
      const refused = await askTool('roll_candidates', dear)
      const rowsOf = (result: object) => ('rows' in result && Array.isArray(result.rows) ? result.rows : [])
      for (const row of [...rowsOf(allowed), ...rowsOf(refused)]) expect(row.strike).toBeGreaterThanOrEqual(400)
      expect(rowsOf(allowed).some(({ net_per_share }) => net_per_share < 0)).toBe(true)
      expect(rowsOf(refused).every(({ net_per_share }) => net_per_share > 0)).toBe(true)
    })

    test('takes the rolls from the portfolio service, over all later expirations, and reports if none fits', async () => {
      const asked: string[] = []
      const client = createInventedClient((id) => asked.push(id))
      const far = await askTool('roll_candidates', { symbol: 'MSFT', min_strike: 440 }, { client })
      expect(far).toMatchObject({
        verdict: 'roll',
        rows: expect.arrayContaining([expect.objectContaining({ expiry: '2028-01-21' })]),
      })
      expect(asked).toEqual(['portfolio.list', 'portfolio.previewRolls'])
      const near = await askTool('roll_candidates', { symbol: 'MSFT', min_strike: 440, dte_max: 60 })
      expect(near).toMatchObject({
        verdict: 'none_fits',
        explanation: expect.stringMatching(
          /^No call looked at is above cost.* Looked at \d+ calls: \d+ expirations from .* to Jan 15, 2027, strikes? \$440\.00/,
        ),
      })
    })

    test('ignores a range of days that ends before the open call expires', async () => {
      const plain = await askTool('roll_candidates', { symbol: 'MSFT' })
      expect(await askTool('roll_candidates', { symbol: 'MSFT', dte_min: 0, dte_max: 11 })).toEqual(plain)
    })
  })

  describe('upcoming_events', () => {
    test('lists the events of the user’s positions by date', async () => {
      const found = await askTool('upcoming_events', { days: 30 })
      if (!('rows' in found) || !Array.isArray(found.rows)) throw new Error(JSON.stringify(found))
      expect(found.rows.map(({ symbol, kind, days }) => [symbol, kind, days])).toEqual([
        ['KO', 'expiry', 3],
        ['KO', 'ex_dividend', 6],
        ['MSFT', 'expiry', 17],
        ['NVDA', 'earnings', 22],
        ['AAPL', 'expiry', 24],
        ['NVDA', 'expiry', 24],
      ])
    })

    test('lists the events of named stocks without reading the portfolio', async () => {
      const asked: string[] = []
      const client = createInventedClient((id) => asked.push(id))
      const found = await askTool('upcoming_events', { symbols: ['tsla', 'JPM'], days: 60 }, { client })
      expect(found).toMatchObject({
        rows: [
          { symbol: 'JPM', kind: 'ex_dividend' },
          { symbol: 'JPM', kind: 'earnings' },
          { symbol: 'TSLA', kind: 'earnings', date: '2027-01-20', days: 57 },
        ],
      })
      expect(asked).not.toContain('portfolio.list')
      const ofOneKind = await askTool('upcoming_events', { symbols: ['tsla', 'JPM'], days: 60, kind: 'ex_dividend' })
      expect(ofOneKind).toMatchObject({ rows: [{ symbol: 'JPM', kind: 'ex_dividend' }] })
      expect(await askTool('upcoming_events', { symbols: ['JPM'], kind: 'expiry' })).toMatchObject({
        error: 'NOT_FOUND',
      })
      expect(await askTool('upcoming_events', { symbols: ['QQZZ'] })).toMatchObject({ error: 'NOT_FOUND' })
    })
  })
})

describe('figures', () => {
  test.each([
    [floorToWhole, 42.96, 42],
    [floorToWhole, 39.999999999, 40],
    [floorToWhole, 100, 100],
    [floorToTenth, 56.87, 56.8],
    [floorToTenth, 32.3, 32.3],
    [floorRsi, 42.19, 42.1],
    [floorRsi, 30.05, 30.1],
    [floorRsi, 30, 30],
    [floorRsi, 29.99, 29.9],
    [floorRsi, null, null],
    [floorToWhole, undefined, null],
  ])('%p rounds %p to %p, the same as on the pages', (show, value, shown) => {
    expect(show(value)).toBe(shown)
  })
})

describe('word tools', () => {
  test('search_symbols finds by name and neutralizes names', async () => {
    expect(await askTool('search_symbols', { query: 'coca' })).toMatchObject({
      rows: [{ symbol: 'KO', name: 'The Coca-Cola Company', options_available: true }],
    })
    const hostile = JSON.stringify(await askTool('search_symbols', { query: 'ignore' }))
    expect(hostile).toContain('EVIL')
    expect(hostile).not.toMatch(/<|\{\{|https/u)
  })

  describe('explain_concept and app_help', () => {
    test('find their terms and topics, and report unknown ones', async () => {
      expect(await askTool('explain_concept', { term: 'Delta' })).toMatchObject({
        term: 'delta',
        sentence: expect.any(String),
      })
      expect(await askTool('explain_concept', { term: 'flux capacitor' })).toMatchObject({ error: 'NOT_FOUND' })
      expect(await askTool('app_help', { topic: 'how do I import a csv file?' })).toMatchObject({ path: '/portfolio' })
      expect(await askTool('app_help', { topic: 'columns' })).toMatchObject({ path: '/screening' })
      expect(await askTool('app_help', { topic: 'the weather' })).toMatchObject({ error: 'NOT_FOUND' })
    })
  })

  test('the invented market matches the real contracts', async () => {
    const questions = [
      ['stocks.search', { query: { q: 'a' } }],
      ['stocks.quote', { params: { symbol: 'KO' } }],
      ['options.expirations', { params: { symbol: 'KO' } }],
      ['options.chain', { params: { symbol: 'KO' } }],
      ['screener.view', { query: {} }],
      ['portfolio.list', { as: { kind: 'user', userId: 'user-1', sessionId: 's', isDemo: false } }],
      ['portfolio.attention', { as: { kind: 'user', userId: 'user-1', sessionId: 's', isDemo: false } }],
    ] as const satisfies readonly (readonly [EndpointId, object])[]
    const client = createInventedClient()
    for (const [id, call] of questions) {
      const schema = getSchemas(id).responses[200]
      if (schema === undefined) throw new Error(`${id} has no success`)
      expect([...Compile(schema).Errors(await client.call(id, call))]).toEqual([])
    }
  })

  describe('alert_rules', () => {
    test('lists the rules with their last message, and what is unread', async () => {
      const invented = createInventedClient()
      const rule = { sentence: 'Any position: delta of at least 0.50', enabled: true, state: 'holds', state_note: null }
      const answers: Readonly<Record<string, object>> = {
        'portfolio.listAlertRules': {
          rules: [
            { ...rule, last_message: { sentence: 'KO 65 call of Jul 24, 2026: delta is 0.62.' } },
            { ...rule, enabled: false, state: 'gone', state_note: 'Deleted.', last_message: null },
          ],
        },
        'portfolio.countUnreadAlerts': { unread: 3 },
        'portfolio.listAlertChannels': {
          channels: [
            { name: 'Inbox', enabled: true, verified: true },
            { name: 'Mail', enabled: true, verified: false },
          ],
        },
      }
      const client: typeof invented = { call: async (id, call) => (answers[id] as never) ?? invented.call(id, call) }
      expect(await askTool('alert_rules', {}, { client })).toMatchObject({
        ...{ rules: 2, active: 1, unread: 3, channels: ['Inbox'] },
        rows: [
          { on: true, state: 'holds', last_message: 'KO 65 call of Jul 24, 2026: delta is 0.62.' },
          { on: false, state: 'gone', note: 'Deleted.', last_message: null },
        ],
      })
    })
  })

  describe('tax_summary', () => {
    test('adds up dividends and counts entries and possible wash sales of the asked year', async () => {
      const years: unknown[] = []
      const invented = createInventedClient()
      const client: typeof invented = {
        call: async (id, call) => {
          if (id !== 'portfolio.tax') return invented.call(id, call)
          years.push(call?.query)
          return Object.assign(Object(await invented.call(id, call)), taxOf2025)
        },
      }
      expect(await askTool('tax_summary', { year: 2025 }, { client })).toMatchObject({
        year: '2025',
        short_term: -48.7,
        long_term: 1_385,
        check: 215,
        entries: 3,
        wash_sales: 1,
        dividends: expect.closeTo(77.5, 8),
        unconfirmed: 1,
        gains: 2,
        losses: 1,
        rows: [{ gain: 1_385 }, { gain: 215 }, { gain: -48.7 }],
        warnings: ['One split is not confirmed.'],
      })
      expect(years).toEqual([{ year: 2025 }])
    })

    test('has totals of zero and no entry for a year without any', async () => {
      expect(await askTool('tax_summary', { year: null })).toMatchObject({ short_term: 0, entries: 0, dividends: 0 })
    })
  })

  test.each([
    ['a\u0000b\u202ec\nd', 'a bc d'],
    ['<b>x</b> {{r1.y}} [z](https://evil.example/a) `q`', 'bx/b r1.y z( q'],
    ['x'.repeat(100), `${'x'.repeat(79)}…`],
  ])('cleans %j to one plain line', (text, plain) => {
    expect(cleanText(text)).toBe(plain)
  })

  test('every argument and every figure is described', () => {
    expect(toolSpecs.map(({ name }) => name)).toEqual(toolNames)
    for (const { name, description, args, result } of toolSpecs) {
      expect([name, description.length > 30]).toEqual([name, true])
      expect(Object.keys(args.properties).toSorted()).toEqual([...(args.required ?? [])].toSorted())
      expect([name, Object.keys('properties' in result ? Object(result.properties) : {})]).toEqual([
        name,
        expect.arrayContaining(['as_of', 'delay_minutes', 'source', 'warnings']),
      ])
    }
  })
})
