import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkCandidate, checkModel, checkQuote, checkRow, expectNear } from './analysis-checks.ts'
import { plainBollinger, plainRsi, plainSma, plainStochastic } from './plain-indicators.ts'
import { daysUntil, isMonthly, newYorkMidnight, type PlainPack, readPlainPack, recordedFolder } from './plain-pack.ts'
import { plainAtm, volAtDays } from './plain-row.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService } from './support.ts'

/**
 * Checks every number on the analysis page for one dividend payer and one expiration on the recorded day against the
 * pack's files and this folder's reference code, which does not use libs/scoring. Published cases for the same formulas
 * are in libs/scoring/src/worked-cases.test.ts.
 */
const SYMBOL = 'AAPL'
const EXPIRATION = '2026-08-14'
const params = { symbol: SYMBOL }
/**
 * Checks only one in this many puts, plus the first of each kind, since the reference code needs seven grids per put.
 */
const PUTS_A_GRID = 16

describeShared('the figures of the analysis page', () => {
  let service: MarketDataUnderTest
  let facts: PlainPack
  beforeAll(async () => {
    service = await openMarketDataService(recordedFolder)
    facts = readPlainPack(SYMBOL)
  })
  afterAll(() => service.close())

  const askChain = (type: string) =>
    service.ask('options.chain', { params, query: { expiration_date: EXPIRATION, type } })

  test('the quote is the last close, with the change from the previous one', async () => {
    const [before, last] = facts.bars.slice(-2)
    const change = (last?.close ?? Number.NaN) - (before?.close ?? Number.NaN)
    const quote = await service.ask('stocks.quote', { params })
    expect(quote).toMatchObject({ last_price: last?.close, previous_close: before?.close, volume: last?.volume })
    expect(quote.change).toBeCloseTo(change, 9)
    expect(quote.change_pct).toBeCloseTo((change / (before?.close ?? Number.NaN)) * 100, 9)
  })

  test('bars and event marks match the files', async () => {
    const { data, events } = await service.ask('stocks.data', { params })
    const shown = facts.bars.filter(({ date }) => date >= '2024-07-10')
    expect(data).toEqual(shown.map(({ date, ...bar }) => ({ timestamp: newYorkMidnight(date), ...bar })))
    const first = shown[0]?.date ?? ''
    const dividends = facts.dividends.map(({ date, cash }) => ({ date, kind: 'dividend', cash_amount: cash }))
    const splits = facts.splits.map(({ date, ratio }) => ({ date, kind: 'split', split_ratio: ratio }))
    const reports = facts.reports.map((date) => ({ date, kind: 'earnings' }))
    const expected = [...dividends, ...splits, ...reports].filter(({ date }) => date >= first)
    expect(expected.length).toBeGreaterThan(8)
    expect(events).toEqual(
      expected
        .map((event) => ({ cash_amount: null, split_ratio: null, ...event }))
        .sort((a, b) => (a.date < b.date ? -1 : 1)),
    )
  })

  test.each([
    ['sma', '20'],
    ['sma', '50'],
    ['rsi', '14'],
    ['stochastic', '14'],
    ['bollinger', '20'],
  ] as const)('%s %s matches a plain loop on every day', async (indicator, window) => {
    const { data } = await service.ask('stocks.indicators', { params, query: { indicator, window } })
    const closes = facts.bars.map(({ close }) => close)
    const lines = {
      sma: () => plainSma(closes, Number(window)).map((value) => ({ value })),
      rsi: () => plainRsi(closes, Number(window)).map((value) => ({ value })),
      stochastic: () => plainStochastic(facts.bars, Number(window)),
      bollinger: () => plainBollinger(closes, Number(window)),
    }[indicator]()
    expect(data.length).toBeGreaterThan(490)
    for (const [index, { timestamp: _timestamp, ...point }] of data.entries()) {
      expectNear(point, lines.at(index - data.length) ?? {}, 1e-7)
    }
  })

  test('expirations match the file, with days and event marks', async () => {
    const { expirations } = await service.ask('options.expirations', { params })
    const dates = [...new Set(facts.contracts.map(({ expiration }) => expiration))].sort()
    expect(
      expirations.map(({ date, days_to_expiration: days, type, earnings_before, ex_dividend_before }) => ({
        date,
        days,
        type,
        earnings_before,
        ex_dividend_before,
      })),
    ).toEqual(
      dates.map((date) => ({
        date,
        days: daysUntil(date),
        type: !isMonthly(date) ? 'weekly' : daysUntil(date) > 365 ? 'leaps' : 'monthly',
        earnings_before: facts.nextReport < date,
        ex_dividend_before: facts.exDate <= date,
      })),
    )
  })

  test.each(['call', 'put'] as const)(
    'every figure of each %s in the chain matches its quote and the reference code',
    async (type) => {
      const chain = await askChain(type)
      const quotes = facts.contracts.filter((contract) => contract.expiration === EXPIRATION && contract.type === type)
      expect(chain.options.map(({ contract_symbol: contract }) => contract).sort()).toEqual(
        quotes.map(({ contract }) => contract).sort(),
      )
      const kinds = new Set<string>()
      for (const [index, row] of chain.options.entries()) {
        const quote = quotes.find(({ contract }) => contract === row.contract_symbol)
        if (quote === undefined) continue
        const market = facts.marketOf(quote.days)
        checkQuote(row, quote, market)
        const kind = [row.moneyness, ...row.flags].join(' ')
        if (type === 'call' || index % PUTS_A_GRID === 0 || !kinds.has(kind)) checkModel(row, quote, market)
        kinds.add(kind)
      }
    },
  )

  test('the summary above the chain matches the reference code', async () => {
    const chain = await askChain('all')
    const market = facts.marketOf(35)
    const { vol } = plainAtm(facts.ladderOf(EXPIRATION), 35, market)
    expect(chain).toMatchObject({
      expiration_date: EXPIRATION,
      days_to_expiration: 35,
      current_price: market.spot,
      earnings_date: facts.nextReport,
      ex_dividend_date: facts.exDate,
      rate_source: '1M Treasury, Jul 10, 2026',
      dividends: [{ ex_date: facts.exDate, cash_amount: market.dividend?.cash }],
      quote_time: '2026-07-10T20:00:00.000Z',
      market_time: '2026-07-10T20:00:00.000Z',
    })
    expect(chain.rate).toBeCloseTo(market.rate, 12)
    expect(Math.abs((chain.expected_move ?? Number.NaN) / (market.spot * vol * Math.sqrt(35 / 365)) - 1)).toBeLessThan(
      1e-4,
    )
  })

  test('30-day at-the-money volatility matches the reference code', async () => {
    const { implied_volatility, iv_percentage, atm_strike } = await service.ask('options.iv', { params })
    const near = plainAtm(facts.ladderOf('2026-08-07'), 28, facts.marketOf(30))
    const far = plainAtm(facts.ladderOf(EXPIRATION), 35, facts.marketOf(30))
    expect(implied_volatility).toBeCloseTo(volAtDays(near, far, 30), 4)
    expect(iv_percentage).toBeCloseTo(100 * (implied_volatility ?? Number.NaN), 9)
    expect(atm_strike).toBe(near.strike)
  })

  test('every figure of the recommendations matches, with the best call first', async () => {
    const { recommendations } = await service.ask('options.recommendations', { params, body: {} })
    expect(recommendations.length).toBeGreaterThan(5)
    for (const candidate of recommendations) {
      const quote = facts.contracts.find(({ contract }) => contract === candidate.contract_symbol)
      if (quote === undefined) throw new Error(`${candidate.contract_symbol} is not in the file`)
      checkRow(candidate, quote, facts.marketOf(quote.days))
      checkCandidate(candidate, quote, facts)
    }
    expect(recommendations.map(({ is_best_call }) => is_best_call)).toEqual(recommendations.map((_one, at) => at === 0))
    const merit = recommendations
      .slice(1)
      .map(({ recommended, below_minimum_yield, days_to_expiration: days, score }) => [
        ...[recommended ? 0 : 1, below_minimum_yield ? 1 : 0],
        ...[days >= 30 && days <= 45 ? 0 : days >= 21 && days <= 60 ? 1 : 2, -score],
      ])
    expect(merit).toEqual(merit.toSorted((a, b) => compare(a, b)))
  })
})

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, index) => value !== b[index])
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
}
