import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService } from './support.ts'

let service: MarketDataUnderTest

beforeAll(async () => {
  service = await openMarketDataService(await makeInventedFolder())
})
afterAll(() => service.close())

describe('expirations', () => {
  test('lists the source’s expirations with days, kind and display text', async () => {
    const answer = await service.ask('options.expirations', { params: { symbol: 'brmz' } })
    expect(answer).toMatchObject({ symbol: 'BRMZ', message: null, data_class: 'simulated', source: 'invented market' })
    expect(answer.expirations.map(({ date, days_to_expiration, type }) => [date, days_to_expiration, type])).toEqual([
      ['2026-07-17', 7, 'monthly'],
      ['2026-07-24', 14, 'weekly'],
      ['2026-07-31', 21, 'weekly'],
      ['2026-08-07', 28, 'weekly'],
      ['2026-08-14', 35, 'weekly'],
      ['2026-08-21', 42, 'monthly'],
      ['2026-09-18', 70, 'monthly'],
      ['2026-12-18', 161, 'monthly'],
      ['2027-01-15', 189, 'monthly'],
      ['2027-06-17', 342, 'monthly'],
      ['2028-01-21', 560, 'leaps'],
    ])
    expect(answer.expirations[0]?.display).toBe('Jul 17, 2026')
    expect(answer.expirations.find(({ date }) => date === '2027-06-17')?.note).toMatch(/third Friday is a holiday/)
  })

  test('says whether earnings and the ex-date come before an expiration, or null if unknown', async () => {
    const { expirations } = await service.ask('options.expirations', { params: { symbol: inventedDefects.noEarnings } })
    expect(expirations.map(({ earnings_before }) => earnings_before)).toEqual(expirations.map(() => null))
    const chain = await service.ask('options.chain', { params: { symbol: 'BRMZ' } })
    const listed = await service.ask('options.expirations', { params: { symbol: 'BRMZ' } })
    for (const { date, earnings_before } of listed.expirations) {
      expect(earnings_before).toBe((chain.earnings_date ?? '') < date)
    }
    // This company is known to pay no dividend.
    const young = await service.ask('options.expirations', { params: { symbol: inventedDefects.young } })
    expect(young.expirations.map(({ ex_dividend_before }) => ex_dividend_before)).toEqual(
      young.expirations.map(() => false),
    )
  })

  test('lists none, with a reason, for a stock without options', async () => {
    const answer = await service.ask('options.expirations', { params: { symbol: inventedDefects.noChain } })
    expect(answer.expirations).toEqual([])
    expect(answer.message).toBe(`This source has no option chain for ${inventedDefects.noChain}.`)
  })

  test('returns a 404 for an unknown symbol', async () => {
    expect(await service.fail('options.expirations', { params: { symbol: 'XYZ' } })).toMatchObject({
      status: 404,
      detail: 'Unknown symbol: XYZ',
    })
  })
})

describe('chain', () => {
  const params = { symbol: 'BRMZ' }

  test('defaults to the calls of the first expiration 30-45 days out', async () => {
    const chain = await service.ask('options.chain', { params })
    expect(chain).toMatchObject({
      symbol: 'BRMZ',
      expiration_date: '2026-08-14',
      days_to_expiration: 35,
      current_price: 398.75,
      quote_time: '2026-07-10T20:00:00.000Z',
      rate_source: '1M simulated bill, Jul 10, 2026',
    })
    expect(chain.rate).toBeCloseTo(2 * Math.log(1 + 3.62 / 200), 12)
    expect(new Set(chain.options.map(({ type }) => type))).toEqual(new Set(['call']))
    expect(new Set(chain.options.map(({ expiration_date }) => expiration_date))).toEqual(new Set(['2026-08-14']))
    const strikes = chain.options.map(({ strike }) => strike)
    expect(strikes).toEqual(strikes.toSorted((a, b) => a - b))
  })

  test('includes the dividends used for its valuation, and the market’s time', async () => {
    const payer = { symbol: 'ISLW' }
    const { value } = await service.market.dividends.listDividends(payer.symbol)
    const next = (value ?? []).find(({ exDate }) => exDate > '2026-07-10')
    expect(next?.exDate).toBe('2026-08-05')
    for (const [expiration_date, paid] of [
      ['2026-07-31', []],
      ['2026-08-07', [{ ex_date: '2026-08-05', cash_amount: next?.cashUsd, estimated: false }]],
    ] as const) {
      const chain = await service.ask('options.chain', { params: payer, query: { expiration_date } })
      expect(chain).toMatchObject({ market_time: '2026-07-10T20:00:00.000Z', ex_dividend_date: '2026-08-05' })
      expect(chain.dividends).toEqual(paid)
    }
  })

  test('defaults to the first expiration if none is in that window', async () => {
    const { expiration_date } = await service.ask('options.chain', { params: { symbol: inventedDefects.young } })
    expect(expiration_date).toBe('2026-08-21')
  })

  test('derives volatility and greeks from the mid, close to those that generated the market', async () => {
    const { options, expected_move } = await service.ask('options.chain', { params })
    const near = options.filter(({ moneyness }) => moneyness === 'ATM')
    expect(near.length).toBeGreaterThan(0)
    for (const row of options.filter(({ delta }) => delta !== null && delta > 0.1 && delta < 0.9)) {
      expect(row.greeks_source).toBe('bsm')
      expect(row.mid).toBeCloseTo(((row.bid ?? 0) + (row.ask ?? 0)) / 2, 10)
      expect(row.breakeven).toBeCloseTo(398.75 - (row.bid ?? 0), 10)
      expect(row.annualized_yield_pct).toBeCloseTo((((row.bid ?? 0) / 398.75) * 100 * 365) / 35, 8)
      expect(row.in_target).toBe((row.delta ?? 0) >= 0.15 && (row.delta ?? 0) <= 0.25)
      expect(row.probability_itm).toBeLessThan(row.delta ?? 0)
      expect(row.probability_touch).toBeGreaterThanOrEqual(row.probability_itm ?? 1)
    }
    const atm = near[0]?.implied_volatility ?? 0
    expect(Math.abs((expected_move ?? 0) / (398.75 * atm * Math.sqrt(35 / 365)) - 1)).toBeLessThan(0.05)
  })

  test.each(['2026-07-17', '2027-01-15'])(
    'derives the expected move until %s from that expiration’s options',
    async (expiration_date) => {
      const query = { expiration_date, type: 'all' }
      const { options, expected_move, days_to_expiration } = await service.ask('options.chain', { params, query })
      const strikes = options.toSorted((a, b) => Math.abs(a.strike - 398.75) - Math.abs(b.strike - 398.75))
      const vols = strikes.slice(0, 2).map(({ implied_volatility }) => implied_volatility ?? Number.NaN)
      const vol = vols.reduce((sum, value) => sum + value, 0) / vols.length
      const move = 398.75 * vol * Math.sqrt((days_to_expiration ?? Number.NaN) / 365)
      expect(Math.abs((expected_move ?? Number.NaN) / move - 1)).toBeLessThan(0.05)
    },
  )

  test('returns puts, all types, and a given expiration', async () => {
    const query = { expiration_date: '2026-09-18' }
    const calls = await service.ask('options.chain', { params, query })
    const puts = await service.ask('options.chain', { params, query: { ...query, type: 'put' } })
    const all = await service.ask('options.chain', { params, query: { ...query, type: 'all' } })
    const models = ['american_one_dividend', 'american_grid', 'american_grid, american_one_dividend']
    expect([calls.model, puts.model, all.model]).toEqual(models)
    const [dividend] = calls.dividends
    expect(calls.dividends).toEqual([
      { ex_date: dividend?.ex_date, cash_amount: dividend?.cash_amount, estimated: true },
    ])
    expect(calls.message).toMatch(
      /Priced with a dividend of about \$[\d.]+ expected on \w{3} \d+, 2026 but not declared yet/,
    )
    expect(calls.ex_dividend_date).toBeNull()
    expect(puts.options.every(({ type, breakeven }) => type === 'put' && breakeven === null)).toBe(true)
    expect(all.options).toHaveLength(calls.options.length + puts.options.length)
    expect(all.expiration_date).toBe('2026-09-18')
  })

  test('returns a 404 with the nearest expirations for an unlisted one', async () => {
    const query = { expiration_date: '2026-08-20' }
    expect(await service.fail('options.chain', { params, query })).toMatchObject({
      status: 404,
      code: 'unlisted_expiration',
      detail:
        'BRMZ has no options expiring on Aug 20, 2026. Nearest listed: Jul 31, 2026; Aug 7, 2026; Aug 14, 2026; Aug 21, 2026.',
    })
    // The calendar of trading days begins in 2010.
    expect(await service.fail('options.chain', { params, query: { expiration_date: '1999-12-31' } })).toMatchObject({
      status: 404,
      code: 'unlisted_expiration',
    })
    expect(await service.fail('options.chain', { params, query: { expiration_date: '2026-02-30' } })).toMatchObject({
      status: 400,
      code: 'invalid_date',
    })
  })

  test('is empty with a reason for a stock without options', async () => {
    const chain = await service.ask('options.chain', { params: { symbol: inventedDefects.noChain } })
    expect(chain).toMatchObject({ expiration_date: null, days_to_expiration: null, options: [], expected_move: null })
    expect(chain.message).toBe(`This source has no option chain for ${inventedDefects.noChain}.`)
    const query = { expiration_date: '2026-08-21' }
    expect(await service.fail('options.chain', { params: { symbol: inventedDefects.noChain }, query })).toMatchObject({
      status: 404,
      detail: `${inventedDefects.noChain} has no listed options.`,
    })
  })

  test('calculates greeks if the vendor has none, and says that quotes may be stale', async () => {
    const chain = await service.ask('options.chain', { params: { symbol: inventedDefects.noGreeks } })
    expect(chain.message).toMatch(/has no greeks/)
    expect(chain.options.filter(({ greeks_source }) => greeks_source?.startsWith('bsm')).length).toBeGreaterThan(5)
  })

  test('shows a bid of 0 or none without a volatility; with none, gives no yield either', async () => {
    const { options } = await service.ask('options.chain', { params: { symbol: 'CSTW' }, query: { type: 'all' } })
    const unbid = options.filter(({ bid }) => bid === null)
    expect(unbid.length).toBeGreaterThan(0)
    for (const row of unbid) {
      expect(row).toMatchObject({ mid: null, implied_volatility: null, annualized_yield_pct: null, time_value: null })
      expect(row.flags).toContain('iv_unsolvable')
    }
    const zero = options.filter(({ bid }) => bid === 0)
    expect(zero.length).toBeGreaterThan(0)
    for (const row of zero) expect(row.flags).toEqual(expect.arrayContaining(['zero_bid', 'iv_unsolvable']))
  })

  test('keeps a crossed quote, flagged and without a volatility', async () => {
    const symbol = inventedDefects.crossedRow
    const { expirations } = await service.ask('options.expirations', { params: { symbol } })
    const query = { expiration_date: expirations[0]?.date ?? '', type: 'all' }
    const { options } = await service.ask('options.chain', { params: { symbol }, query })
    const crossed = options.filter(({ bid, ask }) => bid !== null && ask !== null && bid > ask)
    expect(crossed).toHaveLength(1)
    expect(crossed[0]?.flags).toEqual(expect.arrayContaining(['crossed', 'iv_unsolvable']))
    expect(crossed[0]?.implied_volatility).toBeNull()
  })

  test('excludes adjusted contracts and those from before a split', async () => {
    const adjusted = await service.ask('options.chain', {
      params: { symbol: inventedDefects.adjustedRoot },
      query: { expiration_date: '2026-07-17', type: 'all' },
    })
    expect(adjusted.options.filter(({ contract_symbol }) => !contract_symbol.startsWith('NRVX2607'))).toEqual([])
    const old = await service.ask('options.chain', {
      params: { symbol: inventedDefects.oldContracts },
      query: { expiration_date: '2026-08-21', type: 'all' },
    })
    expect(old.message).toMatch(/^\d+ contracts left out: listed before a split/)
    expect(Math.max(...old.options.map(({ strike }) => strike))).toBeLessThan(212.4 * 3)
  })
})
