import type { ChainRow } from '@callwright/contracts'
import type { ContractRow } from '@callwright/scoring'

/** Converts a chain row to the wire format (D19). */
export function toWireRow(row: ContractRow): ChainRow {
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
