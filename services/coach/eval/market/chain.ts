import type { ChainRow, Expiration, Success } from '@callwright/contracts'
import {
  annualizedYieldPct,
  annualizePct,
  breakeven,
  computeEuropeanGreeks,
  computeExpectedMove,
  daysBetween,
  expirationKind,
  ifCalledReturnPct,
  moneyness,
  probabilityItm,
  timeValue,
  yearsUntilClose,
} from '@callwright/scoring'
import { expirationDates, type InventedStock, NOW, TODAY } from './stocks.ts'

const RATE = 0.04
const STRIKES_EACH_SIDE = 12

export const stamp = {
  as_of: NOW,
  data_class: 'delayed' as const,
  source: 'invented',
  cache_status: 'fresh' as const,
}

export const daysTo = (expiration: string) => daysBetween(TODAY, expiration)

const display = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const notes: Readonly<Record<string, string>> = {
  '2026-12-24': 'moved from Friday, a holiday',
  '2026-12-31': 'moved from Friday, a holiday',
  '2027-06-17': 'moved from Friday, a holiday',
}

export function listExpirations({ vol, earnings, exDividend }: InventedStock): Expiration[] {
  if (vol === null) return []
  return expirationDates.map((date) => ({
    date,
    display: display.format(new Date(`${date}T00:00:00Z`)),
    days_to_expiration: daysTo(date),
    type: expirationKind(date, TODAY),
    earnings_before: earnings === null ? null : earnings <= date,
    ex_dividend_before: exDividend === null ? null : exDividend <= date,
    note: notes[date] ?? null,
  }))
}

/** First expiration 30 to 45 days out. */
export const defaultExpiration = () =>
  expirationDates.find((date) => daysTo(date) >= 30 && daysTo(date) <= 45) ?? '2026-12-24'

export function buildChain(stock: InventedStock, expiration: string): Success<'options.chain'> {
  const { symbol, price, vol, earnings, exDividend, dividend } = stock
  const days = daysTo(expiration)
  return {
    status: 'success',
    symbol,
    expiration_date: expiration,
    days_to_expiration: days,
    current_price: price,
    expected_move: vol === null ? null : computeExpectedMove(price, vol, days),
    model: 'bsm',
    rate: RATE,
    rate_source: 'invented',
    message: null,
    quote_time: NOW,
    market_time: NOW,
    earnings_date: earnings,
    ex_dividend_date: exDividend,
    dividends:
      exDividend === null || exDividend > expiration
        ? []
        : [{ ex_date: exDividend, cash_amount: dividend, estimated: false }],
    options: vol === null ? [] : listStrikes(stock).map((strike) => buildCall(stock, vol, strike, expiration)),
    ...stamp,
  }
}

function listStrikes({ price, strikeStep }: InventedStock): number[] {
  const middle = Math.round(price / strikeStep)
  const numbers = Array.from({ length: 2 * STRIKES_EACH_SIDE + 1 }, (_, index) => middle - STRIKES_EACH_SIDE + index)
  return numbers.filter((number) => number > 0).map((number) => number * strikeStep)
}

/** Puts by put-call parity, without dividends. */
export const buildPuts = (stock: InventedStock, expiration: string): ChainRow[] =>
  buildChain(stock, expiration).options.map((call) => {
    const years = yearsUntilClose(expiration, Date.parse(NOW))
    const fair = Math.max(0.01, (call.last ?? 0) - stock.price + call.strike * Math.exp(-RATE * years))
    const [bid, ask] = [Math.max(0, toCents(fair * 0.985 - 0.01)), toCents(fair * 1.015 + 0.01)]
    return {
      ...call,
      type: 'put' as const,
      contract_symbol: call.contract_symbol.replace(/C(?=\d{8}$)/u, 'P'),
      bid,
      ask,
      mid: (bid + ask) / 2,
      last: toCents(fair),
      delta: call.delta === null ? null : call.delta - 1,
      moneyness: moneyness({ type: 'put', price: stock.price, strike: call.strike }),
      best_call_liquidity: null,
      annualized_yield_pct: null,
      if_called_return_pct: null,
      breakeven: null,
    }
  })

const toCents = (value: number) => Math.round(value * 100) / 100

export function buildCall(
  { symbol, price }: InventedStock,
  atmVol: number,
  strike: number,
  expiration: string,
): ChainRow {
  const days = daysTo(expiration)
  // A volatility smile gives every strike its own volatility.
  const vol = atmVol * (1 + 0.35 * (strike / price - 1) ** 2)
  const contract = {
    type: 'call' as const,
    spot: price,
    strike,
    years: yearsUntilClose(expiration, Date.parse(NOW)),
    rate: RATE,
    vol,
  }
  const { price: fair, delta, gamma } = computeEuropeanGreeks(contract)
  const bid = Math.max(0, toCents(fair * 0.985 - 0.01))
  const ask = toCents(fair * 1.015 + 0.01)
  const quote = { price, strike, premium: bid }
  const earned = timeValue({ type: 'call', ...quote })
  return {
    contract_symbol: `${symbol}${expiration.slice(2).replaceAll('-', '')}C${String(Math.round(strike * 1_000)).padStart(8, '0')}`,
    type: 'call',
    strike,
    expiration_date: expiration,
    days_to_expiration: days,
    bid,
    ask,
    mid: (bid + ask) / 2,
    last: toCents(fair),
    volume: 40 + Math.round(900 * delta),
    open_interest: 120 + Math.round(4_000 * delta),
    implied_volatility: vol,
    delta,
    gamma,
    theta: null,
    vega: null,
    rho: null,
    greeks_source: 'bsm',
    moneyness: moneyness({ type: 'call', price, strike }),
    in_target: delta >= 0.15 && delta <= 0.25,
    best_call_liquidity: bid > 0 && strike > price && delta >= 0.15 && delta <= 0.3 ? 'liquid' : null,
    annualized_yield_pct: annualizedYieldPct({ bid, price, days }),
    time_value: earned,
    time_value_yield_pct: (earned / price) * 100,
    annualized_time_value_yield_pct: annualizePct((earned / price) * 100, days),
    if_called_return_pct: ifCalledReturnPct({ ...quote, basis: 'stock_price' }),
    breakeven: breakeven(quote),
    probability_itm: probabilityItm(contract),
    probability_profit: null,
    probability_touch: null,
    flags: [],
  }
}
