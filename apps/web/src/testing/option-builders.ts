import type { ChainRow, Expiration, Success } from '@callwright/contracts'

/** A made-up call, with a fictitious symbol, price and dates. */
export function buildContract(changes: Partial<ChainRow> = {}): ChainRow {
  const strike = changes.strike ?? 130
  return {
    contract_symbol: `QAAA260814C${String(strike * 1000).padStart(8, '0')}`,
    type: 'call',
    strike,
    expiration_date: '2026-08-14',
    days_to_expiration: 35,
    bid: 1.2,
    ask: 1.26,
    mid: 1.23,
    last: 1.22,
    volume: 60,
    open_interest: 400,
    implied_volatility: 0.3204,
    delta: 0.2194,
    gamma: 0.02,
    theta: -0.05,
    vega: 0.12,
    rho: 0.03,
    greeks_source: 'american',
    moneyness: 'OTM',
    in_target: false,
    best_call_liquidity: 'liquid',
    annualized_yield_pct: 10.39,
    time_value: 1.2,
    time_value_yield_pct: 0.996,
    annualized_time_value_yield_pct: 10.39,
    if_called_return_pct: 8.88,
    breakeven: 119.3,
    probability_itm: 0.197,
    probability_profit: 0.55,
    probability_touch: 0.4,
    flags: [],
    ...changes,
  }
}

/** Calls with strikes from 90 to 150, $5 apart, on a stock at 120.50. Those at 130 and 135 are in range. */
export const buildCalls = (): ChainRow[] =>
  Array.from({ length: 13 }, (_, index) => {
    const strike = 90 + index * 5
    const moneyness = strike === 120 ? 'ATM' : strike < 120 ? 'ITM' : 'OTM'
    return buildContract({
      strike,
      moneyness,
      in_target: strike === 130 || strike === 135,
      best_call_liquidity: strike === 130 || strike === 135 ? 'liquid' : null,
      time_value_yield_pct: strike === 130 ? 1.1 : 0.5,
      annualized_time_value_yield_pct: strike === 130 ? 11.47 : 5.21,
    })
  })

export function buildChain(changes: Partial<Success<'options.chain'>> = {}): Success<'options.chain'> {
  return {
    status: 'success',
    symbol: 'QAAA',
    expiration_date: '2026-08-14',
    days_to_expiration: 35,
    current_price: 120.5,
    expected_move: 11,
    model: 'american',
    rate: 0.04,
    rate_source: 'assumed',
    message: null,
    quote_time: '2026-07-10T19:59:00Z',
    market_time: '2026-07-10T20:00:00Z',
    earnings_date: '2026-07-30',
    ex_dividend_date: null,
    dividends: [],
    options: buildCalls(),
    source: 'recorded pack',
    cache_status: 'fresh',
    data_class: 'recorded',
    as_of: '2026-07-10T20:00:00Z',
    ...changes,
  }
}

export function buildExpiration(changes: Partial<Expiration> = {}): Expiration {
  return {
    date: '2026-08-14',
    display: 'Aug 14, 2026',
    days_to_expiration: 35,
    type: 'weekly',
    earnings_before: false,
    ex_dividend_before: false,
    note: null,
    ...changes,
  }
}

export function buildExpirations(
  expirations: readonly Expiration[],
  changes: Partial<Success<'options.expirations'>> = {},
): Success<'options.expirations'> {
  return {
    status: 'success',
    symbol: 'QAAA',
    expirations: [...expirations],
    message: null,
    source: 'recorded pack',
    cache_status: 'fresh',
    data_class: 'recorded',
    as_of: '2026-07-10T20:00:00Z',
    ...changes,
  }
}
