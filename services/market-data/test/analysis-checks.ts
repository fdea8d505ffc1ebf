import type { Candidate, ChainRow } from '@callwright/contracts'
import { expect } from '@jest/globals'
import type { PackQuote, PlainPack } from './plain-pack.ts'
import {
  contractOf,
  floorOf,
  midOf,
  type PlainMarket,
  plainFigures,
  plainFlags,
  plainModelFigures,
  plainScore,
} from './plain-row.ts'

export function checkRow(row: ChainRow, quote: PackQuote, market: PlainMarket): void {
  checkQuote(row, quote, market)
  checkModel(row, quote, market)
}

export function checkQuote(row: ChainRow, quote: PackQuote, market: PlainMarket): void {
  const { expiration, type, strike, days, bid, ask, last, volume, openInterest } = quote
  expect(row).toMatchObject({ type, strike, expiration_date: expiration, days_to_expiration: days, bid, ask })
  expect(row).toMatchObject({ last, volume, open_interest: openInterest })
  const { moneyness, ...figures } = plainFigures(quote, market)
  expect(row.moneyness).toBe(moneyness)
  expectNear(row, figures, 1e-9)
  const mid = midOf(quote)
  const vol = row.implied_volatility
  expect([row.contract_symbol, vol !== null]).toEqual([
    row.contract_symbol,
    mid !== null && mid - floorOf(contractOf(quote, market)) > 1e-3,
  ])
  expect(row.flags).toEqual(plainFlags(quote, vol !== null))
  expect(row.in_target).toBe(type === 'call' && row.delta !== null && row.delta >= 0.15 && row.delta <= 0.25)
  if (vol !== null) return
  expect(row).toMatchObject({ ...quote.vendorGreeks, probability_itm: null, probability_profit: null })
  expect(row).toMatchObject({ probability_touch: null })
}

export function checkModel(row: ChainRow, quote: PackQuote, market: PlainMarket): void {
  const { type, implied_volatility: vol } = row
  if (vol === null) return
  // At this volatility the model price equals the mid.
  const { price, probability_itm, probability_profit, probability_touch, ...greeks } = plainModelFigures(
    quote,
    market,
    vol,
  )
  expectNear(row, { mid: price }, MODEL_DISTANCE[type].price)
  for (const [name, greek] of Object.entries(greeks)) {
    expectNear(row, { [name]: greek }, MODEL_DISTANCE[type][name as keyof typeof greeks])
  }
  expectNear(row, { probability_itm, probability_profit, probability_touch }, 1e-9)
}

/** Tolerance per figure; puts need more, because the reference calculates them on a grid. */
const MODEL_DISTANCE = {
  call: { price: 1e-6, delta: 5e-6, gamma: 1e-6, theta: 5e-6, vega: 5e-6, rho: 5e-6 },
  put: { price: 1e-3, delta: 5e-5, gamma: 2e-5, theta: 1e-4, vega: 3e-4, rho: 1e-4 },
} as const

/** Expects every figure to be within the tolerance of the expected one, and null if the expected one is null. */
export function expectNear(got: object, expected: Readonly<Record<string, number | null>>, tolerance: number): void {
  const figures = got as Readonly<Record<string, unknown>>
  const wrong = Object.entries(expected).filter(([name, value]) => {
    const figure = figures[name]
    if (value === null || typeof figure !== 'number') return figure !== value
    return !(Math.abs(figure - value) <= tolerance)
  })
  const about = 'contract_symbol' in got ? got.contract_symbol : ''
  expect(wrong.map(([name, value]) => `${about} ${name}: ${figures[name]}, not ${value}`)).toEqual([])
}

/** Checks the figures of a recommended call that are not in its row. */
export function checkCandidate(
  candidate: Candidate,
  quote: PackQuote,
  { exDate, nextReport, marketOf }: PlainPack,
): void {
  const { days, strike } = quote
  const market = marketOf(days)
  const [bid, ask, openInterest] = [quote.bid ?? Number.NaN, quote.ask ?? Number.NaN, quote.openInterest ?? Number.NaN]
  const { time_value_yield_pct, if_called_return_pct } = plainFigures(quote, market)
  const dividend = market.dividend !== null && exDate <= candidate.expiration_date ? market.dividend.cash : 0
  const staticPct = (time_value_yield_pct ?? Number.NaN) + (dividend / market.spot) * 100
  const yearly = (pct: number | null) => ((pct ?? Number.NaN) * 365) / days
  const move = market.spot * (candidate.implied_volatility ?? Number.NaN) * Math.sqrt(days / 365)
  const isReportIn = nextReport < candidate.expiration_date
  const isExDateIn = exDate <= candidate.expiration_date
  const spreadPct = ((ask - bid) / ((ask + bid) / 2)) * 100
  const yieldPct = yearly(time_value_yield_pct)
  const room = (strike - market.spot) / move
  expectNear(
    candidate,
    {
      static_return_pct: staticPct,
      static_return_annualized_pct: yearly(staticPct),
      if_called_pct: if_called_return_pct,
      if_called_annualized_pct: yearly(if_called_return_pct),
      downside_protection_pct: (bid / market.spot) * 100,
      headroom_pct: ((strike - market.spot) / market.spot) * 100,
      expected_move: move,
      headroom_em: room,
    },
    1e-8,
  )
  expect(candidate).toMatchObject({
    return_basis: 'stock_price',
    below_minimum_yield: yieldPct < 10,
    early_assignment_risk: false,
    earnings_before_expiration: isReportIn,
    ex_dividend_before_expiration: isExDateIn,
  })
  const eventPoints = (isReportIn ? 0 : 7) + (isExDateIn ? 0 : 3)
  const delta = candidate.delta ?? Number.NaN
  const score = plainScore({ yieldPct, delta, room, spreadPct, openInterest, eventPoints })
  // The score adds up six parts, each rounded to two decimals.
  expect(Math.abs(candidate.score - score)).toBeLessThan(0.031)
  const said = candidate.reasons.join(' ')
  expect(Number(/pays ([\d.]+)% of the price per year/.exec(said)?.[1])).toBeCloseTo(yieldPct, 1)
  expect(Number(/Delta ([\d.]+) \(target/.exec(said)?.[1])).toBeCloseTo(delta, 3)
  expect(Number(/strike is ([\d.]+) expected moves above/.exec(said)?.[1])).toBeCloseTo(room, 2)
  expect(Number(/spread is ([\d.]+)% of the mid/.exec(said)?.[1])).toBeCloseTo(spreadPct, 1)
}
