import { annualizedYieldPct } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { askTool } from '../../../eval/market/ask-tool.ts'
import { createInventedClient } from '../../../eval/market/client.ts'

describe('find_options', () => {
  test('without filters lists the best call first, then the others that pass its rules', async () => {
    const found = await askTool('find_options', { symbol: 'aapl' })
    expect(found).toMatchObject({
      symbol: 'AAPL',
      current_price: 83.17,
      expirations: [{ date: '2027-01-08', days: 45 }],
      expiration_reason: 'This is the expiration of the best call, which is listed first.',
      filters: { delta_min: 0.15, delta_max: 0.3 },
      delay_minutes: 15,
      source: 'invented',
      as_of: '2026-11-24T15:30:00.000Z',
    })
    const rows = readRows(found)
    expect(rows.length).toBeGreaterThan(1)
    for (const { delta } of rows) expect(Math.abs(Number(delta) - 0.225)).toBeLessThanOrEqual(0.075)
    const yields = rows.map(({ annYield }) => Number(annYield))
    expect(yields[0]).toBe(annualizedYieldPct({ bid: Number(rows[0]?.premium), price: 83.17, days: 45 }))
    expect(yields).toEqual(yields.toSorted((a, b) => b - a))
  })

  test('warns if the stock has no best call', async () => {
    const invented = createInventedClient()
    const client: typeof invented = {
      ...invented,
      call: async (id, options) => {
        const answer = await invented.call(id, options)
        return id === 'options.analyze' ? Object.assign({}, answer, { candidates: [] }) : answer
      },
    }
    const found = await askTool('find_options', { symbol: 'AAPL' }, { client })
    expect(found).toMatchObject({ warnings: [expect.stringContaining('no best call')] })
  })

  test('uses and reports the default expiration and target delta if only other filters are set', async () => {
    const found = await askTool('find_options', { symbol: 'AAPL', open_interest_min: 1 })
    expect(found).toMatchObject({
      expirations: [{ date: '2026-12-24', days: 30 }],
      expiration_reason: expect.stringContaining('default expiration'),
      filters: { delta_min: 0.15, delta_max: 0.25 },
    })
  })

  test('accepts ranges in reverse order', async () => {
    const given = await askTool('find_options', {
      symbol: 'AAPL',
      delta_min: 0.3,
      delta_max: 0.2,
      dte_min: 45,
      dte_max: 20,
    })
    const turned = await askTool('find_options', {
      symbol: 'AAPL',
      delta_min: 0.2,
      delta_max: 0.3,
      dte_min: 20,
      dte_max: 45,
    })
    expect(given).toEqual(turned)
    expect(new Set(readRows(given).map(({ expiry: expiration }) => expiration)).size).toBeGreaterThan(1)
  })

  test.each([
    [{ premium_min: 1.5 }, (row: Row) => Number(row.premium) >= 1.5],
    [{ strike_min: 85, strike_max: 90 }, (row: Row) => Number(row.strike) >= 85 && Number(row.strike) <= 90],
    [{ delta_min: 0.4 }, (row: Row) => Number(row.delta) >= 0.4],
    [{ open_interest_min: 1_000, strike_min: 60 }, (row: Row) => Number(row.open_interest) >= 1_000],
    [{ max_spread_pct: 5, strike_min: 60 }, (row: Row) => Number(row.spread_pct) <= 5],
  ])('applies %j', async (bounds, fits) => {
    const rows = readRows(await askTool('find_options', { symbol: 'AAPL', ...bounds, limit: 100 }))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(fits)).toBe(true)
  })

  test('warns about expirations it did not read', async () => {
    const found = await askTool('find_options', { symbol: 'AAPL', dte_min: 1, dte_max: 90 })
    expect(found).toMatchObject({ warnings: [expect.stringContaining('more expirations')] })
  })

  test('limits the rows and reports the total', async () => {
    const found = await askTool('find_options', { symbol: 'AAPL', strike_min: 60, limit: 2 })
    expect(readRows(found)).toHaveLength(2)
    expect(found).toMatchObject({ total: expect.any(Number) })
    expect('total' in found && Number(found.total) > 2).toBe(true)
  })

  test.each([
    ['an unknown symbol', { symbol: 'QQZZ' }, 'NOT_FOUND'],
    ['a stock without options', { symbol: 'NOPT' }, 'NO_OPTIONS'],
    ['an unlisted expiration', { symbol: 'AAPL', expiration: '2026-12-25' }, 'NO_OPTIONS'],
    ['a range without an expiration', { symbol: 'AAPL', dte_min: 300, dte_max: 310 }, 'NO_OPTIONS'],
    ['filters without a match', { symbol: 'AAPL', premium_min: 50 }, 'NO_OPTIONS'],
    ['an unavailable source', { symbol: 'DOWN' }, 'UPSTREAM_TIMEOUT'],
    ['a slow source', { symbol: 'SLOW' }, 'UPSTREAM_TIMEOUT'],
    ['a delta above one', { symbol: 'AAPL', delta_max: 30 }, 'INVALID'],
    ['no symbol', {}, 'INVALID'],
    ['an unknown argument', { symbol: 'AAPL', user_id: 'user-2' }, 'INVALID'],
  ])('returns an error result for %s', async (_what, args, error) => {
    expect(await askTool('find_options', args)).toMatchObject({
      error,
      message: expect.any(String),
      suggestions: expect.any(Array),
    })
  })
})

describe('compare_strikes', () => {
  test('returns hand-checked figures for each strike', async () => {
    const found = await askTool('compare_strikes', { symbol: 'AAPL', expiration: '2026-12-18', strikes: [90, 85] })
    const [low, high] = readRows(found)
    expect([low?.strike, high?.strike]).toEqual([85, 90])
    const premium = Number(low?.premium)
    expect(low?.if_called_return_pct).toBeCloseTo(((85 - 83.17 + premium) / 83.17) * 100, 10)
    expect(low?.static_return_pct).toBeCloseTo((premium / 83.17) * 100, 10)
    expect(low?.breakeven).toBeCloseTo(83.17 - premium, 10)
    expect(low?.max_profit_per_contract).toBeCloseTo((85 - 83.17 + premium) * 100, 8)
  })

  test('warns about unlisted strikes, and suggests the nearest if none is listed', async () => {
    const some = await askTool('compare_strikes', { symbol: 'AAPL', expiration: '2026-12-18', strikes: [85, 86] })
    expect(some).toMatchObject({ warnings: ['No call at the 86 strike is listed for this expiration.'] })
    const none = await askTool('compare_strikes', { symbol: 'AAPL', expiration: '2026-12-18', strikes: [400] })
    expect(none).toMatchObject({ error: 'NO_OPTIONS', suggestions: expect.arrayContaining(['112.5']) })
  })
})

describe('calc_covered_call', () => {
  test('returns hand-checked figures', async () => {
    const found = await askTool('calc_covered_call', {
      entry_price: 50,
      strike: 55,
      premium: 1.5,
      shares: 250,
      days: 30,
    })
    expect(found).toMatchObject({
      contracts: 2,
      uncovered_shares: 50,
      premium_total: 300,
      max_profit: null,
      max_profit_covered: 1_300,
      if_called_return_pct: 13,
      static_return_pct: 3,
      downside_protection_pct: 3,
      delay_minutes: null,
      source: 'The figures you entered',
    })
    expect(found).toMatchObject({ if_called_annualized_pct: expect.closeTo((13 * 365) / 30, 10) })
    // 250 shares cost 12,500 at 50. Less the premium of 300, that is 12,200, or 48.80 for each of the 250 shares.
    expect(found).toMatchObject({ breakeven: expect.closeTo(48.8, 10), max_loss: expect.closeTo(12_200, 8) })
  })

  test.each([
    [{ shares: 99, premium: 1 }, 'too few'],
    [{ shares: 100, premium: 150 }, 'premium in dollars per share'],
  ])('rejects %j', async (figures, words) => {
    const found = await askTool('calc_covered_call', { entry_price: 50, strike: 55, ...figures })
    expect(found).toMatchObject({ error: 'INVALID', message: expect.stringContaining(words) })
  })
})

describe('analyze_trade', () => {
  test('uses and reports the listed expiration nearest to the days', async () => {
    const found = await askTool('analyze_trade', { symbol: 'MSFT', strike: 400, dte: 26 })
    expect(found).toMatchObject({
      symbol: 'MSFT',
      expiration: '2026-12-18',
      dte: 24,
      expiration_reason: expect.stringContaining('nearest'),
      premium_source: 'bid',
      entry_price: 381.27,
      contracts: 1,
      earnings_before_expiration: false,
      preview: { label: expect.any(String) },
    })
  })

  test('uses the given premium, price and shares', async () => {
    const found = await askTool('analyze_trade', {
      symbol: 'MSFT',
      strike: 400,
      premium: 5,
      entry_price: 300,
      shares: 200,
    })
    expect(found).toMatchObject({
      premium_source: 'given',
      premium_total: 1_000,
      max_profit: 21_000,
      expiration: '2026-12-24',
    })
  })

  test('suggests the nearest strikes if the call is not listed', async () => {
    const found = await askTool('analyze_trade', { symbol: 'AAPL', strike: 400 })
    expect(found).toMatchObject({ error: 'NO_OPTIONS', suggestions: expect.arrayContaining(['112.5']) })
  })
})

describe('top_covered_call_stocks', () => {
  test('ranks by rating by default', async () => {
    const found = await askTool('top_covered_call_stocks', { limit: 3 })
    expect(readRows(found).map(({ rank, symbol, cc_score, score_max }) => [rank, symbol, cc_score, score_max])).toEqual(
      [
        [1, 'NVDA', 47, 60],
        [2, 'AMD', 44, 60],
        [3, 'TSLA', 43, 60],
      ],
    )
    expect(found).toMatchObject({ total: 19, universe_total: 19, sort_by: 'cc_score' })
  })

  test.each([
    [{ sector: 'technology', max_price: 70 }, ['NVDA', 'AMD']],
    [{ min_yield: 30 }, ['NVDA', 'TSLA']],
    [{ iv_rank_min: 70, rsi_max: 70 }, ['NVDA']],
    [{ min_price: 100, max_price: 50, market_cap: 'mega' }, ['NVDA', 'AAPL']],
    [{ min_score: 40, sort_by: 'rsi', sort_order: 'asc' }, ['AMD', 'AAPL', 'META', 'NVDA', 'TSLA']],
    [{ earnings_after_days: 70, min_score: 38 }, ['AMD', 'GOOGL']],
  ])('filters by %j', async (filters, symbols) => {
    expect(readRows(await askTool('top_covered_call_stocks', filters)).map(({ symbol }) => symbol)).toEqual(symbols)
  })

  test('suggests which filter to remove if nothing matches', async () => {
    const found = await askTool('top_covered_call_stocks', { min_yield: 90, sector: 'technology' })
    expect(found).toMatchObject({ error: 'NOT_FOUND', suggestions: ['Remove min yield (5 stocks)'] })
  })
})

describe('stock_snapshot', () => {
  test('combines the quote, the screener row and the indicators', async () => {
    const found = await askTool('stock_snapshot', { symbol: 'nvda' })
    expect(found).toMatchObject({
      symbol: 'NVDA',
      price: 61.93,
      iv: 0.52,
      iv_rank: 71,
      rsi: 66.2,
      score: 47,
      score_max: 60,
      earnings_date: '2026-12-16',
      days_to_earnings: 22,
      sma_50: expect.any(Number),
    })
  })

  test('has no rating or invented figures for a stock without options', async () => {
    expect(await askTool('stock_snapshot', { symbol: 'NOPT' })).toMatchObject({
      score: null,
      best_call: null,
      iv: null,
    })
  })

  test('returns provider text as one plain line', async () => {
    const found = await askTool('stock_snapshot', { symbol: 'EVIL' })
    expect(JSON.stringify(found)).not.toMatch(/[<>{]{2}|<script|https?:/u)
  })
})

test('upcoming_events has the dividend of a single stock', async () => {
  const single = await askTool('upcoming_events', { symbols: ['JPM'], days: 60, kind: 'ex_dividend' })
  expect(single).toMatchObject({
    dividend_yield: expect.any(Number),
    rows: [{ symbol: 'JPM', dividend: expect.any(Number) }],
  })
  const several = await askTool('upcoming_events', { symbols: ['JPM', 'KO'], days: 120, kind: 'ex_dividend' })
  expect(several).toMatchObject({
    dividend_yield: null,
    rows: expect.arrayContaining([expect.objectContaining({ dividend: null })]),
  })
})

describe('market_status', () => {
  test.each([
    [null, { date: '2026-11-24', is_today: true, state: 'open', opens: '9:30 AM ET', closes: '4:00 PM ET' }],
    ['2026-11-26', { state: 'closed', holiday: 'Thanksgiving Day', opens: null, next_trading_day: '2026-11-27' }],
    ['2026-11-27', { state: 'trading_day', early_close: true, closes: '1:00 PM ET' }],
    ['2026-11-28', { state: 'closed', is_weekend: true, previous_trading_day: '2026-11-27' }],
  ])('reports the status on %s', async (date, status) => {
    expect(await askTool('market_status', { date })).toMatchObject({ ...status, delay_minutes: 15 })
  })

  test.each([
    ['2026-12-18', { days: 24, trading_days: 17, expiration_kind: 'monthly', week_expiration: '2026-12-18' }],
    ['2026-12-24', { expiration_kind: 'weekly', week_expiration: '2026-12-24', is_week_moved: true }],
    ['2026-12-25', { expiration_kind: null, week_expiration: '2026-12-24', monthly_expiration: '2027-01-15' }],
    ['2026-12-31', { expiration_kind: 'quarterly', monthly_days: 52 }],
  ])('says what expires on %s and when that is', async (date, figures) => {
    expect(await askTool('market_status', { date })).toMatchObject(figures)
  })

  test('counts from another day, and names the next holiday and early close', async () => {
    expect(await askTool('market_status', { date: '2027-01-15', from: '2026-11-30' })).toMatchObject({
      days: 46,
      trading_days: 32,
      next_holiday: '2026-11-26',
      next_holiday_name: 'Thanksgiving Day',
      holiday_week_expiration: '2026-11-27',
      is_holiday_week_moved: false,
      next_early_close: '2026-11-27',
    })
  })

  test.each(['1999-01-04', '2026-02-30'])('rejects %s', async (date) => {
    expect(await askTool('market_status', { date })).toMatchObject({ error: 'INVALID' })
  })
})

test('list_expirations reports kinds, days and dates moved by holidays', async () => {
  const rows = readRows(await askTool('list_expirations', { symbol: 'AAPL' }))
  expect(rows).toHaveLength(11)
  expect(rows[3]).toMatchObject({ date: '2026-12-18', days: 24, kind: 'monthly' })
  expect(rows[4]).toMatchObject({ date: '2026-12-24', days: 30, note: expect.stringContaining('holiday') })
})

type Row = Readonly<Record<string, unknown>>

function readRows(result: object): readonly Row[] {
  if ('error' in result) throw new Error(JSON.stringify(result))
  return 'rows' in result && Array.isArray(result.rows) ? result.rows : []
}
