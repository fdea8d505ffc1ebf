import { ScreenerRow, type SymbolFacts } from '@callwright/contracts'
import { addDays } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { INVENTED_DAY, inventFacts } from '../../test/invented-facts.ts'
import { buildRow, toStoredRow } from './build-row.ts'

describe('build row', () => {
  /**
   * Mid prices in an invented market at 16:00 New York time on 2026-07-10: the stock is at $100, the rate is 4 %, every
   * contract has a volatility of 32 %, and there are no dividends. Calculated in Python: calls with the Black-Scholes
   * formula and math.erfc, American puts with finite differences on two grids. Columns: days, strike, call, put (prices
   * to four decimals). Deltas of the 35-day calls at 105, 108, 110, 112: 0.3431, 0.2456, 0.1912, 0.1456.
   */
  const MIDS = [
    [21, 95, 6.2888, 1.0743],
    [21, 100, 3.1742, 2.9584],
    [21, 105, 1.3124, 6.1097],
    [35, 95, 7.107, 1.7527],
    [35, 100, 4.1384, 3.7808],
    [35, 105, 2.152, 6.8069],
    [35, 108, 1.3755, 9.0482],
    [35, 110, 0.9976, 10.6875],
    [35, 112, 0.7106, 12.4222],
  ] as const
  const TODAY = '2026-07-10'
  const HALF_SPREAD = 0.05

  function chain(): NonNullable<SymbolFacts['chain']> {
    const rows = MIDS.flatMap(([days, strike, call, put]) => [
      { days, strike, type: 'call' as const, mid: call },
      { days, strike, type: 'put' as const, mid: put },
    ])
    return {
      contract_symbol: rows.map(({ days, strike, type }) => `INV ${days} ${type} ${strike}`),
      expiration_date: rows.map(({ days }) => addDays(TODAY, days)),
      type: rows.map(({ type }) => type),
      strike: rows.map(({ strike }) => strike),
      bid: rows.map(({ mid }) => mid - HALF_SPREAD),
      ask: rows.map(({ mid }) => mid + HALF_SPREAD),
      volume: rows.map(({ type }) => (type === 'call' ? 20 : 999)),
      open_interest: rows.map(() => 150),
    }
  }

  /**
   * 41 daily bars that rise by $0.25 a day to a close of $100. The high and the low are $0.50 from the close, and the
   * volume is a million shares.
   */
  function risingBars(): SymbolFacts['bars'] {
    const close = Array.from({ length: 41 }, (_, index) => 90 + index * 0.25)
    return {
      date: close.map((_, index) => addDays(TODAY, index - 40)),
      high: close.map((value) => value + 0.5),
      low: close.map((value) => value - 0.5),
      close,
      volume: close.map(() => 1_000_000),
    }
  }

  function facts(change: Partial<SymbolFacts> = {}): SymbolFacts {
    return {
      symbol: 'INV',
      name: 'Invented Industries',
      sector: 'Industrials',
      as_of: '2026-07-10T20:00:00.000Z',
      data_class: 'recorded',
      source: 'invented market',
      cache_status: 'fresh',
      market_time: '2026-07-10T20:00:00.000Z',
      price: 100,
      bars: risingBars(),
      chain: chain(),
      quoted_at: '2026-07-10T20:00:00.000Z',
      underlying_price: null,
      rate: 0.04,
      expiration_rates: [],
      dividends: [],
      iv_history: [],
      vendor_iv_rank: null,
      earnings_date: null,
      earnings_session: null,
      fundamentals: {
        market_cap_shares_date: null,
        market_cap: 448.4e9,
        net_margin: 15,
        debt_to_equity: 0.3,
        negative_equity: false,
        dividend_yield: 0.6,
        credit_rating: null,
      },
      missing: [],
      ...change,
    }
  }

  const context = { asOf: new Date('2026-07-10T20:00:00Z'), past: { callVolumes: [], ratings: [] } }
  const rowOf = (change: Partial<SymbolFacts> = {}) => buildRow(facts(change), context).row
  const pointsOf = (row: ReturnType<typeof rowOf>) =>
    Object.fromEntries(row.scoreParts.map(({ key, points }) => [key, points]))

  describe('buildRow on an invented stock', () => {
    test('the stored row matches the contract', () => {
      const stored = { ...toStoredRow(rowOf()), enriched_at: '2026-07-10T20:00:01.000Z' }
      expect(Compile(ScreenerRow).Errors(stored)).toEqual([])
      expect(Object.keys(stored).sort()).toEqual(Object.keys(ScreenerRow.properties).sort())
    })

    test('computes indicators for a steady rise: RSI 100, SMA 20 = 100 - 0.25 x 9.5, %K = (100 - 96.25)/4.25', () => {
      const row = rowOf()
      expect(row.rsi).toBe(100)
      expect(row.ma20).toBeCloseTo(97.625, 10)
      expect(row.priceVsMa).toBeCloseTo(2.43278, 5)
      expect(row.stochasticK).toBeCloseTo(88.23529, 5)
      expect(row.volume).toBe(1_000_000)
    })

    test('recovers the volatility that the mids were calculated with', () => {
      expect(rowOf().impliedVolatility).toBeCloseTo(0.32, 4)
    })

    test('of the calls with deltas 0.2456 and 0.1912, picks the one that yields more: 1.3255/100 x 365/35', () => {
      const row = rowOf()
      expect(row).toMatchObject({
        bestContract: 'INV 35 call 108',
        bestStrike: 108,
        bestDte: 35,
        bestWindow: 'standard',
        openInterest: 150,
        avgCallVolume: 20,
        displayInApp: 1,
        missingReason: null,
        scoreReason: null,
      })
      expect(row.bestAnnYield).toBeCloseTo(13.82307, 4)
      expect(row.bestDelta).toBeCloseTo(0.2456, 3)
      expect(row.bidAskSpread).toBeCloseTo(0.1, 10)
      expect(row.bestIfCalledReturnPct).toBeCloseTo(9.3255, 6)
    })

    test('scores each part as calculated by hand from its curve', () => {
      const row = rowOf()
      const points = pointsOf(row)
      expect(points).toEqual({
        liquidity_volume: 2.61, // 6 x (6 - 5)/(7.30103 - 5), 180 calls traded
        liquidity_spread: 2.56, // 4 x ln(35/7.27)/ln(35/3)
        iv_rank: 0,
        technical: 3.81, // RSI 0, price +2.43 % 3, %K 88.24: 3 x 6.76/25 = 0.81
        quality: 12.51, // cap 4.51 (log), margin 2, debt 3, dividend record 3
        income: 2.94, // (13.823 - 5)/30 x 10
      })
      expect(row.ccScore).toBeCloseTo(24.43, 10)
      expect(row.ccScoreCore).toBeCloseTo(21.49, 10)
      expect(row.scoreMax).toBe(60)
      expect(row.scoreCoverage).toBeCloseTo(45 / 60, 10)
    })

    test('halves the income points for earnings before the expiration', () => {
      const row = rowOf({ earnings_date: '2026-07-30' })
      expect(pointsOf(row).income).toBe(1.47)
      expect(row).toMatchObject({ earningsDate: '2026-07-30', daysToEarnings: 20 })
    })

    test('ignores a report after the close of the expiration day', () => {
      const onThatDay = { earnings_date: '2026-08-14' }
      expect(pointsOf(rowOf({ ...onThatDay, earnings_session: 'after_close' })).income).toBe(2.94)
      expect(pointsOf(rowOf({ ...onThatDay, earnings_session: 'before_open' })).income).toBe(1.47)
      expect(pointsOf(rowOf({ ...onThatDay, earnings_session: null })).income).toBe(1.47)
    })

    test.each([
      ['2026-07-09', null, null],
      ['2026-07-10', '2026-07-10', 0],
      [null, null, null],
    ])('earnings on %p: next %p, in %p days', (earnings_date, earningsDate, daysToEarnings) => {
      expect(rowOf({ earnings_date })).toMatchObject({ earningsDate, daysToEarnings })
    })

    test('uses the first declared ex-date after today, even if the list is not sorted', () => {
      const dividends = ['2026-11-10', '2026-07-10', '2026-08-10', '2026-05-10'].map((ex_date) => ({
        ex_date,
        cash_amount: 0.2,
        estimated: false,
      }))
      expect(rowOf({ dividends }).exDividendDate).toBe('2026-08-10')
      expect(rowOf({ dividends: dividends.slice(1, 2) }).exDividendDate).toBeNull()
      const expected = [{ ex_date: '2026-08-10', cash_amount: 0.2, estimated: true }]
      expect(rowOf({ dividends: expected }).exDividendDate).toBeNull()
    })

    test('writes the market cap as text and as a number, or null if it is unknown', () => {
      expect(rowOf()).toMatchObject({ marketCap: '$448B', marketCapValue: 448.4e9 })
      const fundamentals = { ...facts().fundamentals, market_cap: null }
      expect(rowOf({ fundamentals })).toMatchObject({ marketCap: null, marketCapValue: null })
    })
  })

  describe('buildRow with missing facts', () => {
    test('without a chain, keeps technical figures, leaves the stock unrated and gives the source’s reason', () => {
      const missing = [{ field: 'chain', reason: 'This source has no options for INV' }]
      expect(rowOf({ chain: null, missing })).toMatchObject({
        ccScore: null,
        scoreReason: 'no_writable_call',
        rsi: 100,
        impliedVolatility: null,
        bestContract: null,
        avgCallVolume: null,
        displayInApp: 0,
        missingReason: 'This source has no options for INV',
      })
    })

    test('without bars and a price, sets every figure that needs them to null, never 0', () => {
      const bars = { date: [], high: [], low: [], close: [], volume: [] }
      expect(rowOf({ bars, price: null })).toMatchObject({
        currentPrice: null,
        ...{ rsi: null, stochasticK: null, ma20: null, priceVsMa: null, volume: null },
        ...{ impliedVolatility: null, bestAnnYield: null, ccScore: null },
        displayInApp: 1,
        missingReason: 'No price history from this source',
      })
    })

    test('if a chain has no bids, finds no volatility and no call, and explains why in both parts', () => {
      const listed = chain()
      const row = rowOf({ chain: { ...listed, bid: listed.bid.map(() => null) } })
      expect(row).toMatchObject({ impliedVolatility: null, ivRank: null, bestContract: null, missingReason: null })
      const explained = Object.fromEntries(row.scoreParts.map(({ key, explanation }) => [key, explanation]))
      expect(explained.iv_rank).toBe(
        'The IV rank is unknown. Option quotes are missing, one-sided or too wide to compute an implied volatility.',
      )
      expect(explained.income).toMatch(/none has both a bid and an ask/)
    })

    test('explains in the volatility part whether the price or the chain is missing', () => {
      const explainIv = (change: Partial<SymbolFacts>) =>
        rowOf(change).scoreParts.find(({ key }) => key === 'iv_rank')?.explanation
      expect(explainIv({ chain: null })).toBe('The IV rank is unknown. No options are listed.')
      expect(explainIv({ price: null })).toBe('The IV rank is unknown. The stock price is unknown.')
    })

    test('gives both reasons if the chain and the bars are missing', () => {
      const bars = { date: [], high: [], low: [], close: [], volume: [] }
      expect(rowOf({ bars, chain: null }).missingReason).toBe(
        'No price history from this source. No option chain from this source',
      )
    })
  })

  describe('on Monday before the open, with Friday’s quotes', () => {
    const market_time = '2026-07-13T12:00:00.000Z'
    const friday = rowOf()

    test('counts the best call’s days and annual yield from now, but computes its delta as of the quotes', () => {
      const row = rowOf({ market_time })
      expect(row).toMatchObject({ bestContract: friday.bestContract, bestDte: 32, bestWindow: 'standard' })
      expect(row.bestAnnYield).toBeCloseTo((1.3255 / 100) * (36_500 / 32), 8)
      expect(row.bestDelta).toBe(friday.bestDelta)
      expect(rowOf({ market_time: '2026-07-17T12:00:00.000Z' })).toMatchObject({ bestDte: 28, bestWindow: 'wide' })
    })

    test('computes volatility, IV rank, call volume and session as of the quotes', () => {
      const { row, session } = buildRow(facts({ market_time }), context)
      const { impliedVolatility, ivRank, avgCallVolume, asOf } = friday
      expect(row).toMatchObject({ impliedVolatility, ivRank, avgCallVolume, asOf })
      expect(session.date).toBe(TODAY)
    })

    test.each([
      ['2026-07-10', null, null],
      ['2026-07-13', '2026-07-13', 0],
      ['2026-07-16', '2026-07-16', 3],
    ])('earnings on %s: next %p, in %p days', (earnings_date, earningsDate, daysToEarnings) => {
      expect(rowOf({ market_time, earnings_date })).toMatchObject({ earningsDate, daysToEarnings })
    })

    test('treats today’s ex-date as past', () => {
      const dividends = ['2026-07-13', '2026-08-10'].map((ex_date) => ({ ex_date, cash_amount: 0.2, estimated: false }))
      expect(rowOf({ market_time, dividends }).exDividendDate).toBe('2026-08-10')
      expect(rowOf({ dividends }).exDividendDate).toBe('2026-07-13')
    })
  })
})

describe('buildRow with past sessions', () => {
  const facts = inventFacts('QAA')
  const context = { asOf: new Date('2026-07-10T20:00:00Z'), past: { callVolumes: [], ratings: [] } }

  test('stores the rating and call volume under today’s date or, on a weekend, the last session’s', () => {
    const { row, session } = buildRow(facts, context)
    expect(session).toEqual({ date: INVENTED_DAY, callVolume: 10, score: row.ccScore })
    const saturday = buildRow({ ...facts, as_of: '2026-07-11T15:00:00Z' }, context)
    expect(saturday.session.date).toBe(INVENTED_DAY)
  })

  test('averages call volume over 20 sessions including today, ignoring an earlier value for today', () => {
    const stored = Array.from({ length: 20 }, (_, index) => ({
      date: addDays(INVENTED_DAY, index - 20),
      callVolume: 41,
    }))
    const callVolumes = [...stored, { date: INVENTED_DAY, callVolume: 9_999 }]
    const { row } = buildRow(facts, { ...context, past: { ratings: [], callVolumes } })
    expect(row.avgCallVolume).toBeCloseTo((19 * 41 + 10) / 20, 8)
  })

  test('ranks today’s volatility within the history from market-data', () => {
    const today = buildRow(facts, context).row.impliedVolatility ?? Number.NaN
    const iv_history = Array.from({ length: 60 }, (_, index) => ({
      date: addDays(INVENTED_DAY, index - 60),
      // Today's volatility is a third of the way from the lowest to the highest.
      implied_volatility: today - 0.06 + (0.18 * index) / 59,
    }))
    const { row } = buildRow({ ...facts, iv_history }, context)
    expect(row).toMatchObject({ ivRankSource: 'implied', ivHistorySessions: 61 })
    expect(row.ivRank).toBeCloseTo(100 / 3, 6)
    expect(row.ivPercentile).toBeCloseTo((20 / 61) * 100, 8)
  })

  test('stores the change in the rating and the points for each part', () => {
    const ratings = [
      { date: '2026-07-08', score: 30 },
      { date: '2026-07-09', score: 31.5 },
    ]
    const { row } = buildRow(facts, { ...context, past: { callVolumes: [], ratings } })
    const score = row.ccScore ?? Number.NaN
    expect(row).toMatchObject({ ccScorePrevious: 31.5, ccScorePreviousDate: '2026-07-09' })
    expect(row.ccScoreChange).toBeCloseTo(score - 31.5, 10)
    expect(row.scoreHistory).toEqual([...ratings, { date: INVENTED_DAY, score }])
    expect(row.scorePoints).toEqual(row.scoreParts.map(({ points, unknown }) => (unknown ? null : points)))
    expect(row.scorePoints).toHaveLength(6)
  })
})
