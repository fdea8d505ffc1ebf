import { measurePosition, recommend } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MARKET_TIME } from './fake-market.ts'
import { inventPosition, openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

/** Adds a position. Every test uses a different stock, because quotes are cached. */
async function addOn(user: string, symbol: string, changes: Parameters<typeof inventPosition>[0] = {}) {
  await stack.get('portfolio.add', {
    user,
    body: inventPosition({ id: `${symbol}-${user}`, ticker: symbol, ...changes }),
  })
  return stack.listOne(user)
}

describe('the figures of a position (D24)', () => {
  test('with 200 shares bought at 60, a call at 65 sold for 2.50 and now worth 1.25, the stock at 62', async () => {
    const position = await addOn('figures', 'AAA', { contracts: 2 })
    expect(position).toMatchObject({
      ...{ state: 'open', days_to_expiration: 14, shares: 200, current_price: 62 },
      ...{ current_premium: 1.25, premium_is_quote: true, cost_to_close: 260, bid: 1.2, ask: 1.3, delta: 0.3 },
      ...{ stock_pnl: 400, option_pnl: 250, cc_pnl: 650, profit_captured_pct: 50, time_elapsed_pct: 50 },
      expected_move_source: 'contract',
    })
    expect(position.cc_pnl_percent).toBeCloseTo((650 / 12_000) * 100, 10)
    expect(position.static_yield_pct).toBeCloseTo((2.5 / 60) * (365 / 28) * 100, 10)
    expect(position.headroom_pct).toBeCloseTo((3 / 62) * 100, 10)
    expect(position.headroom_em).toBeCloseTo(3 / (62 * 0.2 * Math.sqrt(14 / 365)), 10)
    expect(position.recommendation).toBe('hold')
  })

  test('with a premium that is not a current quote: it is shown, but does not trigger Close', async () => {
    stack.market.overrideCalls('BBB', { premium_is_quote: false, premium_source: 'half_ask', premium: 0.5 })
    const position = await addOn('stand-in', 'BBB', { entry_date: '2026-07-07' })
    expect(position).toMatchObject({ premium_source: 'half_ask', premium_is_quote: false })
    expect(position).toMatchObject({ profit_captured_pct: 80, recommendation: 'hold' })
  })

  test('if the call has no bid: the ask puts a bound on its delta, and the rules use that bound', async () => {
    const bounds = { delta: null, delta_at_most: 0.013, implied_volatility: null, implied_volatility_at_most: 0.3 }
    stack.market.overrideCalls('BND', { bid: 0, ask: 0.06, premium: 0.03, premium_source: 'half_ask', ...bounds })
    const position = await addOn('bounded', 'BND')
    expect(position).toMatchObject({ ...bounds, recommendation: 'hold', recommendation_trace: { missing: [] } })
  })

  test('with a call sold in the money: the static yield counts only its time value', async () => {
    const position = await addOn('inside', 'ITM', { strike_price: 55, entry_premium: 6, entry_price: 60 })
    expect(position.static_yield_pct).toBeCloseTo((1 / 60) * (365 / 28) * 100, 10)
  })

  test('if the call has no volatility: the expected move uses the ATM volatility and names its source', async () => {
    stack.market.overrideCalls('CCC', { implied_volatility: null })
    expect(await addOn('atm', 'CCC')).toMatchObject({ expected_move_source: 'atm', implied_volatility: null })
  })

  test('with an unlisted call: price and stock P&L are known, the rest is unknown', async () => {
    const none = { bid: null, ask: null, premium: null, premium_is_quote: null, delta: null, implied_volatility: null }
    stack.market.overrideCalls('DDD', { listed: false, ...none })
    const position = await addOn('unlisted', 'DDD')
    expect(position).toMatchObject({ current_price: 62, stock_pnl: 200, option_pnl: null, cc_pnl: null, delta: null })
    expect(position).toMatchObject({
      recommendation: 'unavailable',
      recommendation_trace: {
        missing: ['delta'],
        would_be: 'hold',
        holds: [null, false, false, false],
      },
    })
  })

  test.each([
    ['EXA', 'worthless', 64.5, { state: 'presumed_expired' }, [0, 200, 250, 450], null],
    ['EXB', 'in the money at expiration', 66, { state: 'presumed_assigned' }, [1, 600, 150, 750], null],
    ['EXC', 'a cent above', 65.01, { state: 'presumed_assigned', certainty: 'check' }, [0.01, 501, 249, 750], null],
    ['EXD', 'with an unknown close', null, { state: 'unknown' }, [null, null, null, null], 'expiration_close'],
  ])(
    '%s, expired, %s',
    async (symbol, _name, close, outcome, [current_premium, stock_pnl, option_pnl, cc_pnl], pnl_gap) => {
      stack.market.override(symbol, { closes: [{ date: '2026-07-02', close }] })
      const position = await addOn(symbol, symbol, { expiry_date: '2026-07-02' })
      expect(position).toMatchObject({
        ...{ state: 'expired', days_to_expiration: 0, recommendation: 'unavailable' },
        outcome: { ...outcome, close, close_date: '2026-07-02' },
        ...{ current_premium, stock_pnl, option_pnl, cc_pnl, pnl_gap },
        ...{ delta: null, headroom_pct: null, headroom_em: null, bid: null, ask: null },
      })
    },
  )

  test('entered before a split: no P&L, the split is listed, and the totals omit it', async () => {
    const nothing = { stock_pnl: null, option_pnl: null, cc_pnl: null, headroom_pct: null, delta: null }
    stack.market.override('SPLT', {
      current_price: 6.2,
      splits: [{ kind: 'split', date: '2026-07-06', ratio: 10 }],
      closes: [{ date: '2026-06-26', close: 6.05 }],
    })
    const position = await addOn('splitter', 'SPLT')
    const splits_since_entry = [{ kind: 'split', date: '2026-07-06', ratio: 10 }]
    expect(position).toMatchObject({ ...nothing, splits_since_entry, pnl_gap: 'split', recommendation: 'unavailable' })
    const { totals } = await stack.get('portfolio.list', { user: 'splitter' })
    expect(totals.stock_pnl).toMatchObject({ usd: null, counted: 0, left_out: 1 })
    const { items } = await stack.get('portfolio.attention', { user: 'splitter' })
    expect(items[0]?.reasons.map(({ sentence }) => sentence)).toEqual([
      'SPLT split 10 for 1 on Jul 6, 2026: your 100 shares at $60 and 1 call at $65 are now 1,000 shares at $6 and 10 calls at $6.50.',
    ])
    // The position counts again once its terms match the adjusted call.
    const body = { entry_price: 6, strike_price: 6.5, entry_premium: 0.25, contracts: 10 }
    await stack.get('portfolio.update', { user: 'splitter', params: { id: 'SPLT-splitter' }, body })
    expect(await stack.listOne('splitter')).toMatchObject({ splits_since_entry: [], stock_pnl: expect.closeTo(200, 6) })
  })

  test('equal those that the browser computes from the same fields with the same code', async () => {
    const p = await addOn('twin', 'FFF')
    const { underlyings, market_time, rules } = await stack.get('portfolio.list', { user: 'twin' })
    const metrics = measurePosition(
      {
        ...{ symbol: p.ticker, strike: p.strike_price, expiration: p.expiry_date, entryDate: p.entry_date },
        ...{ entryPrice: p.entry_price, premium: p.entry_premium, contracts: p.contracts },
      },
      {
        ...{ price: p.current_price, priceSource: 'quote', currentPremium: p.current_premium },
        ...{ premiumIsFallback: p.premium_is_quote !== true, premiumSource: 'quote', ask: p.ask, delta: p.delta },
        ...{ impliedVolatility: p.implied_volatility, atmIv: underlyings[0]?.atm_iv ?? null },
        ...{ deltaAtMost: p.delta_at_most, impliedVolatilityAtMost: p.implied_volatility_at_most },
        ...{ expirationClose: p.outcome?.close ?? null, shareChanges: p.splits_since_entry },
        strikeLoweredOn: p.strike_lowered_on,
      },
      Date.parse(market_time),
    )
    const { action, trace } = recommend(metrics)
    expect(p).toMatchObject({
      recommendation: action,
      cc_pnl: metrics.coveredCallPnlUsd,
      headroom_em: expect.closeTo(metrics.headroomEm ?? Number.NaN, 10),
    })
    expect(p.recommendation_trace.holds).toEqual(trace.map(({ holds }) => holds))
    expect(p.recommendation_trace.conditions).toEqual(
      trace.map(({ conditions }) => conditions.map(({ holds }) => holds)),
    )
    expect(rules.map(({ id }) => id)).toEqual(trace.map(({ id }) => id))
  })
})

describe('the list', () => {
  test('sends one request per stock that lists each call once, and totals the known values', async () => {
    const user = 'lister'
    const body = [
      inventPosition({ id: '1', ticker: 'GGG' }),
      inventPosition({ id: '2', ticker: 'GGG', contracts: 3 }),
      inventPosition({ id: '3', ticker: 'GGG', strike_price: 70 }),
      inventPosition({ id: '4', ticker: 'HHH' }),
    ]
    await stack.get('portfolio.migrate', { user, body })
    const before = stack.market.asked.length
    const list = await stack.get('portfolio.list', { user })
    const asked = stack.market.asked.slice(before)
    expect(asked.map(({ symbol, contracts }) => [symbol, contracts.length])).toEqual([
      ...[
        ['GGG', 2],
        ['HHH', 1],
      ],
    ])
    expect(list.totals).toMatchObject({ positions: 4, contracts: 6, cost: 36_000, premium: 1_500 })
    expect(list.totals.cc_pnl).toMatchObject({ usd: 6 * 325, counted: 4, left_out: 0 })
    expect(list).toMatchObject({ partial: false, data_class: 'recorded', source: 'fake', message: null })
    expect(list.underlyings.map(({ symbol }) => symbol)).toEqual(['GGG', 'HHH'])
    await stack.get('portfolio.list', { user })
    expect(stack.market.asked).toHaveLength(before + 2)
  })

  test('merges concurrent quote requests', async () => {
    const user = 'crowd'
    await stack.get('portfolio.add', { user, body: inventPosition({ ticker: 'III' }) })
    const before = stack.market.asked.length
    await Promise.all(Array.from({ length: 10 }, () => stack.get('portfolio.list', { user })))
    expect(stack.market.asked).toHaveLength(before + 1)
  })

  test('has the worst data class and the oldest time among its parts', async () => {
    const user = 'mixed'
    stack.market.override('JJJ', { data_class: 'stale', source: 'other', as_of: '2026-07-09T20:00:00.000Z' })
    stack.market.override('KKK', { data_class: 'live' })
    const body = ['JJJ', 'KKK'].map((symbol) => inventPosition({ id: symbol, ticker: symbol }))
    await stack.get('portfolio.migrate', { user, body })
    expect(await stack.get('portfolio.list', { user })).toMatchObject({
      ...{ data_class: 'stale', source: 'other + fake', as_of: '2026-07-09T20:00:00.000Z' },
    })
  })

  test('of an empty portfolio is empty, and requests no quotes', async () => {
    const before = stack.market.asked.length
    const list = await stack.get('portfolio.list', { user: 'newcomer' })
    expect(list).toMatchObject({ positions: [], partial: false, totals: { positions: 0, cost: 0 } })
    expect(list).toMatchObject({ data_class: 'recorded', source: 'fake', as_of: MARKET_TIME, market_time: MARKET_TIME })
    expect(list.totals.cc_pnl).toEqual({ usd: null, pct: null, cost: 0, counted: 0, left_out: 0 })
    expect(stack.market.asked).toHaveLength(before)
  })
})

describe('attention', () => {
  const user = 'watcher'
  const stocks: readonly (readonly [string, object, object, object?])[] = [
    ['CALM', {}, {}],
    ['SOON', { expiry_date: '2026-07-17' }, {}],
    ['GONE', { expiry_date: '2026-07-02' }, {}],
    ['DEEP', {}, { delta: 0.5 }],
    ['RICH', { entry_price: 40 }, { premium: 0.1, delta: 0.5 }],
    ['HALF', {}, { premium: 1.24 }],
    ['TELL', {}, {}, { earnings_date: '2026-07-22', earnings_session: 'before_open' }],
    // The BAC case in MATHS 13: stock at 28.16, strike 25, call quoted at 3.25 by 3.30, a dividend of 0.12, early
    // assignment.
    [
      'BAC',
      { strike_price: 25, entry_price: 24, contracts: 2 },
      { bid: 3.25, ask: 3.3, premium: 3.275, delta: 0.95 },
      { current_price: 28.16, pays_no_dividend: false, dividends: [{ ex_date: '2026-07-14', cash_amount: 0.12 }] },
    ],
  ]

  test('lists every position that needs attention, the reasons, and the amount at stake', async () => {
    for (const [symbol, , call, answer] of stocks) {
      stack.market.overrideCalls(symbol, call)
      stack.market.override(symbol, { earnings_date: '2026-08-20', ...answer })
    }
    const body = stocks.map(([symbol, changes]) => inventPosition({ id: symbol, ticker: symbol, ...changes }))
    await stack.get('portfolio.migrate', { user, body })
    const answer = await stack.get('portfolio.attention', { user })
    const reasonsOf = new Map(answer.items.map(({ id, reasons }) => [id, reasons.map((reason) => reason.id)]))
    expect(Object.fromEntries(reasonsOf)).toEqual({
      SOON: ['days_left', 'profit_captured'],
      GONE: ['expired'],
      DEEP: ['delta', 'profit_captured'],
      RICH: ['delta', 'profit', 'profit_captured'],
      HALF: ['profit_captured'],
      TELL: ['profit_captured', 'earnings'],
      CALM: ['profit_captured'],
      BAC: ['delta', 'dividend'],
    })
    expect(answer.counts).toEqual({ actions: 4, others: 8 })
    const bac = answer.items.find(({ id }) => id === 'BAC')
    expect(bac?.dividend).toMatchObject({ ex_date: '2026-07-14', dividend: 0.12 })
    expect(bac?.dividend?.time_value).toBeCloseTo(0.115, 10)
    expect(bac?.dividend?.at_stake).toBeCloseTo(0.005 * 200, 10)
    expect(answer.dividends_at_stake).toBeCloseTo(1, 10)
    expect(answer.reasons.find(({ id }) => id === 'delta')).toMatchObject({ group: 'action', count: 3, unknown: 0 })
    expect(answer.items[0]?.level).toBe(3)
    const { attention } = await stack.get('portfolio.list', { user })
    expect(attention).toEqual(answer.counts)
  })

  test('lists reasons that cannot be evaluated', async () => {
    stack.market.breakFor('LLL', 'refuses')
    await stack.get('portfolio.add', { user: 'blind', body: inventPosition({ ticker: 'LLL' }) })
    const answer = await stack.get('portfolio.attention', { user: 'blind' })
    expect(answer).toMatchObject({ items: [], partial: true, counts: { actions: 0, others: 0 } })
    expect(answer.reasons.filter(({ unknown }) => unknown === 1).map(({ id }) => id)).toEqual([
      ...['delta', 'profit', 'profit_captured', 'dividend', 'earnings'],
    ])
  })
})
