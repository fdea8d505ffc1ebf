import { ChainRow } from '@callwright/contracts'
import { type CompanyEvents, newYorkCloseMs, valueContracts } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import type { OptionQuote } from '../providers/provider.ts'
import { toWireRow } from './chain.ts'
import { describeExpiration, measureLiquidity } from './expirations.ts'

describe('contract row', () => {
  const MARKET = { price: 100, rate: 0.037, dividends: [], asOfMs: newYorkCloseMs('2026-07-10') }
  const QUOTE: OptionQuote = {
    contractSymbol: 'XYZ260821C00110000',
    type: 'call',
    expiration: '2026-08-21',
    strike: 110,
    bid: 1.2,
    ask: 1.3,
    last: 1.25,
    volume: 10,
    openInterest: 100,
    vendorGreeks: { delta: 0.07, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.03 },
  }

  test.each([
    ['solved', {}],
    ['without a volatility', { bid: 0, volume: 0 }],
  ])('maps a quote %s to a row with every figure under its wire name', (_name, change) => {
    const [row] = valueContracts([{ ...QUOTE, ...change }], MARKET)
    if (row === undefined) throw new Error('no row')
    const wire = toWireRow(row)
    expect(Object.keys(wire)).toEqual(Object.keys(ChainRow.properties))
    expect(wire).toEqual({
      contract_symbol: 'XYZ260821C00110000',
      type: 'call',
      strike: 110,
      expiration_date: '2026-08-21',
      days_to_expiration: 42,
      bid: row.bid,
      ask: 1.3,
      mid: row.mid,
      last: 1.25,
      volume: row.volume,
      open_interest: 100,
      implied_volatility: row.impliedVolatility,
      delta: row.delta,
      gamma: row.gamma,
      theta: row.theta,
      vega: row.vega,
      rho: row.rho,
      greeks_source: row.greeksSource,
      moneyness: 'OTM',
      in_target: row.inTarget,
      best_call_liquidity: row.bestCallLiquidity,
      annualized_yield_pct: row.annualizedYieldPct,
      time_value: row.timeValueUsd,
      time_value_yield_pct: row.timeValueYieldPct,
      annualized_time_value_yield_pct: row.annualizedTimeValueYieldPct,
      if_called_return_pct: row.ifCalledReturnPct,
      breakeven: row.breakeven,
      probability_itm: row.probabilityItm,
      probability_profit: row.probabilityProfit,
      probability_touch: row.probabilityTouch,
      flags: row.flags,
    })
  })
})

describe('expirations', () => {
  const NONE: CompanyEvents = { earnings: null, dividends: [], paysNoDividend: false }
  const paying = (exDate: string) => ({ dividends: [{ exDate, cash: 0.5 }] })
  const describeOn = (date: string, events: Partial<CompanyEvents> = {}) =>
    describeExpiration(date, newYorkCloseMs('2026-07-10'), { ...NONE, ...events })

  describe('describeExpiration', () => {
    test.each([
      ['2026-07-31', 'before_open', '2026-07-31', true],
      ['2026-07-31', null, '2026-07-31', true],
      ['2026-07-31', 'after_close', '2026-07-31', false],
    ] as const)('earnings on %s %s before %s: %p', (date, session, expiration, before) => {
      expect(describeOn(expiration, { earnings: { date, session } }).earningsBefore).toBe(before)
    })

    test('counts a dividend on the expiration day, and distinguishes unknown dividends from none', () => {
      expect(describeOn('2026-07-31', paying('2026-07-31')).exDividendBefore).toBe(true)
      expect(describeOn('2026-07-31', paying('2026-08-03')).exDividendBefore).toBe(false)
      expect(describeOn('2026-07-31').exDividendBefore).toBeNull()
      expect(describeOn('2026-07-31', { paysNoDividend: true }).exDividendBefore).toBe(false)
      expect(describeOn('2026-07-31').earningsBefore).toBeNull()
    })

    test('ignores past reports and ex-dates', () => {
      expect(describeOn('2026-07-31', { earnings: { date: '2026-07-09', session: null } }).earningsBefore).toBeNull()
      expect(describeOn('2026-07-31', paying('2026-07-10')).exDividendBefore).toBeNull()
    })

    test('treats a Thursday in place of a holiday Friday as a monthly, on its listed date (F45)', () => {
      const june = describeExpiration('2026-06-18', newYorkCloseMs('2026-06-01'), NONE)
      expect(june).toMatchObject({ date: '2026-06-18', days: 17, kind: 'monthly' })
      expect(june.note).toMatch(/holiday/)
      expect(describeOn('2026-08-21').note).toBeNull()
    })

    test('counts days in New York, with 0 on the expiration day', () => {
      expect(describeOn('2026-07-10').days).toBe(0)
      expect(describeOn('2026-07-13').days).toBe(3)
    })
  })
})

describe('liquidity of expirations', () => {
  const quote = (expiration: string, strike: number, changes: Partial<OptionQuote> = {}): OptionQuote => ({
    contractSymbol: `XYZ ${expiration} ${strike}`,
    type: 'call',
    expiration,
    strike,
    bid: 1,
    ask: 1.1,
    last: null,
    volume: 10,
    openInterest: 100,
    vendorGreeks: null,
    ...changes,
  })
  const measure = (contracts: readonly OptionQuote[], priceUsd: number | null = 100) =>
    measureLiquidity({ contracts, priceUsd })

  test('sums up the calls of each date and takes the median spread of the ten strikes nearest to the price', () => {
    const near = Array.from({ length: 10 }, (_, index) =>
      quote('2026-07-17', 96 + index, { bid: 1, ask: 1 + index / 10 }),
    )
    const far = quote('2026-07-17', 150, { bid: 0.01, ask: 0.5, volume: null, openInterest: 900 })
    expect(measure([...near, far, quote('2026-07-24', 100, { volume: null, openInterest: null })])).toEqual([
      { date: '2026-07-17', openInterest: 1900, volume: 100, spreadPct: expect.closeTo((33.333 + 40) / 2, 2) },
      { date: '2026-07-24', openInterest: null, volume: null, spreadPct: expect.closeTo(9.524, 2) },
    ])
  })

  test.each([
    ['most strikes near the money have no quote', [{ bid: null }, { ask: null }, {}]],
    ['the quotes are crossed', [{ bid: 2, ask: 1 }]],
  ])('has no spread if %s', (_name, changes) => {
    const [found] = measure(changes.map((change, index) => quote('2026-07-17', 100 + index, change)))
    expect(found?.spreadPct).toBeNull()
  })

  test('has no spread without a price', () => {
    expect(measure([quote('2026-07-17', 100)], null)[0]?.spreadPct).toBeNull()
  })
})
