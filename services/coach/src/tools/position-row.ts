import type { ListedPosition, Success } from '@callwright/contracts'
import { describeOutcome } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { date } from './arguments.ts'
import { count, days, maybe, pct, usd } from './figures.ts'

export type Portfolio = Success<'portfolio.list'>

/** A position as a row in tool results. Its P&L is in dollars for the whole position. */
export const positionRow = {
  id: Type.String(),
  ticker: Type.String(),
  strike: usd(),
  expiry: date,
  dte: days(),
  state: Type.Enum(['open', 'expired']),
  outcome: Type.Union([Type.String(), Type.Null()], { description: 'Presumed outcome of an expired call' }),
  contracts: count(),
  shares: count(),
  entry_date: date,
  entry_price: usd(),
  entry_premium: usd(),
  current_price: maybe.usd(),
  current_premium: maybe.usd('Price of the call: the mid, or the price named by premium_source'),
  premium_source: Type.Union([Type.String(), Type.Null()]),
  cost_to_close: maybe.usd('At the ask', 'position'),
  delta: maybe.delta(),
  iv: maybe.frac('Annual implied volatility of the call'),
  stock_pnl: maybe.usd(undefined, 'position'),
  option_pnl: maybe.usd(undefined, 'position'),
  cc_pnl: maybe.usd(undefined, 'position'),
  cc_pnl_pct: maybe.pct('Percent of the cost of the shares'),
  static_yield_pct: pct('Time value received, annualized'),
  headroom_pct: maybe.pct(),
  headroom_em: maybe.ratio('In expected moves'),
  profit_captured_pct: maybe.pct('Percent of the premium'),
  time_elapsed_pct: pct(),
  recommendation: Type.String(),
}
const PositionRow = Type.Object(positionRow)
export type PositionRow = Static<typeof PositionRow>

export function toPositionRow(listed: ListedPosition, { rules }: Pick<Portfolio, 'rules'>): PositionRow {
  return {
    id: listed.id,
    ticker: listed.ticker,
    strike: listed.strike_price,
    expiry: listed.expiry_date,
    dte: listed.days_to_expiration,
    state: listed.state,
    outcome: readOutcome(listed),
    contracts: listed.contracts,
    shares: listed.shares,
    entry_date: listed.entry_date,
    entry_price: listed.entry_price,
    entry_premium: listed.entry_premium,
    current_price: listed.current_price,
    current_premium: listed.current_premium,
    premium_source: listed.premium_source === null ? null : premiumSources[listed.premium_source],
    cost_to_close: listed.cost_to_close,
    delta: listed.delta,
    iv: listed.implied_volatility,
    stock_pnl: listed.stock_pnl,
    option_pnl: listed.option_pnl,
    cc_pnl: listed.cc_pnl,
    cc_pnl_pct: listed.cc_pnl_percent,
    static_yield_pct: listed.static_yield_pct,
    headroom_pct: listed.headroom_pct,
    headroom_em: listed.headroom_em,
    profit_captured_pct: listed.profit_captured_pct,
    time_elapsed_pct: listed.time_elapsed_pct,
    recommendation: labelRecommendation(listed, rules),
  }
}

const premiumSources: Readonly<Record<NonNullable<ListedPosition['premium_source']>, string>> = {
  quote: 'mid',
  half_ask: 'half the ask, no bid',
  last: 'last trade of the day',
  settled: 'closing price on expiration day',
}

function readOutcome({ outcome, strike_price }: ListedPosition): string | null {
  if (outcome === null) return null
  const { state, close, close_date: closeDate } = outcome
  return describeOutcome({ state, close, closeDate }, strike_price)
}

/** Most labels come from the rules. Two outcomes have no rule, so their labels are here. */
function labelRecommendation({ recommendation }: ListedPosition, rules: Portfolio['rules']): string {
  const unruled: Readonly<Record<string, string>> = { hold: 'Hold', unavailable: 'N/A' }
  return rules.find(({ id }) => id === recommendation)?.label ?? unruled[recommendation] ?? recommendation
}
