import type { ChainRow, Success } from '@callwright/contracts'
import { type ContractRow, priceAmerican, valueContracts, yearsUntilClose } from '@callwright/scoring'
import { buildChain } from './option-builders.ts'

interface ChainTerms {
  readonly expiration?: string
  readonly days?: number
  readonly price?: number
  readonly vol?: number
  readonly dividends?: readonly { readonly exDate: string; readonly cash: number; readonly estimated?: boolean }[]
  readonly strikes?: readonly number[]
  /** Changes to single rows, by strike. */
  readonly rows?: Readonly<Record<number, Partial<ChainRow>>>
}

const NOW = '2026-07-10T20:00:00Z'
const RATE = 0.04
const usualStrikes = Array.from({ length: 17 }, (_, index) => 80 + 2.5 * index)

/**
 * A made-up chain whose figures agree with each other: calls with strikes around 100, quoted in 5-cent ticks and valued
 * the way the server values them.
 */
export function buildValuedChain(
  terms: ChainTerms = {},
  changes: Partial<Success<'options.chain'>> = {},
): Success<'options.chain'> {
  const { expiration = '2026-08-14', days = 35, price = 100, vol = 0.3, dividends = [], rows = {} } = terms
  const { strikes = usualStrikes } = terms
  const asOfMs = Date.parse(NOW)
  const timed = dividends.map(({ exDate, cash }) => ({ years: yearsUntilClose(exDate, asOfMs), cash }))
  const law = { spot: price, years: yearsUntilClose(expiration, asOfMs), rate: RATE, vol, dividends: timed }
  const quoted = strikes.map((strike) => {
    const ticks = Math.max(2, Math.round(priceAmerican({ type: 'call', strike, ...law }).price * 20))
    return {
      contractSymbol: `QAAA${expiration.slice(2).replaceAll('-', '')}C${String(strike * 1_000).padStart(8, '0')}`,
      type: 'call' as const,
      expiration,
      strike,
      bid: (ticks - 1) / 20,
      ask: (ticks + 1) / 20,
      last: ticks / 20,
      volume: 120,
      openInterest: 900,
      vendorGreeks: null,
    }
  })
  const valued = valueContracts(quoted, { price, rate: RATE, dividends, asOfMs })
  return buildChain({
    expiration_date: expiration,
    days_to_expiration: days,
    current_price: price,
    expected_move: price * vol * Math.sqrt(days / 365),
    rate: RATE,
    quote_time: NOW,
    market_time: NOW,
    earnings_date: null,
    ex_dividend_date: dividends[0]?.exDate ?? null,
    dividends: dividends.map(({ exDate, cash, estimated = false }) => ({
      ex_date: exDate,
      cash_amount: cash,
      estimated,
    })),
    options: valued.map((row) => ({ ...toWire(row), ...rows[row.strike] })),
    data_class: 'delayed',
    ...changes,
  })
}

function toWire(row: ContractRow): ChainRow {
  return {
    contract_symbol: row.contractSymbol,
    type: row.type,
    strike: row.strike,
    expiration_date: row.expiration,
    days_to_expiration: row.daysToExpiration,
    bid: row.bid,
    ask: row.ask,
    mid: row.mid,
    last: row.last,
    volume: row.volume,
    open_interest: row.openInterest,
    implied_volatility: row.impliedVolatility,
    delta: row.delta,
    gamma: row.gamma,
    theta: row.theta,
    vega: row.vega,
    rho: row.rho,
    greeks_source: row.greeksSource,
    moneyness: row.moneyness,
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
    flags: [...row.flags],
  }
}
