import type { ChainRow } from '@callwright/contracts'
import { spreadPctOfMid } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { date } from './arguments.ts'
import { days, maybe, usd } from './figures.ts'

/** `premium` is the bid. */
export const callRow = {
  strike: usd(),
  expiry: date,
  dte: days('Calendar days to expiration'),
  bid: maybe.usd(),
  ask: maybe.usd(),
  premium: maybe.usd('Received when selling: the bid'),
  delta: maybe.delta(),
  annYield: maybe.pct('Premium / price × 365 / days'),
  time_value: maybe.usd('Premium minus intrinsic value'),
  open_interest: maybe.count('Contracts'),
  volume: maybe.count('Contracts today'),
  spread_pct: maybe.pct('Percent of the mid'),
  iv: maybe.frac('Annual implied volatility'),
  moneyness: Type.Enum(['ITM', 'ATM', 'OTM']),
  if_called_return_pct: maybe.pct('Percent of the stock price, not annualized'),
  breakeven: maybe.usd(),
  flags: Type.Array(Type.String()),
}
const CallRow = Type.Object(callRow)
export type CallRow = Static<typeof CallRow>

export function toCallRow(row: ChainRow): CallRow {
  const { bid, ask } = row
  return {
    strike: row.strike,
    expiry: row.expiration_date,
    dte: row.days_to_expiration,
    bid,
    ask,
    premium: bid,
    delta: row.delta,
    annYield: row.annualized_yield_pct,
    time_value: row.time_value,
    open_interest: row.open_interest,
    volume: row.volume,
    spread_pct: readSpread(row),
    iv: row.implied_volatility,
    moneyness: row.moneyness,
    if_called_return_pct: row.if_called_return_pct,
    breakeven: row.breakeven,
    flags: [...row.flags],
  }
}

/** Null without a two-sided quote. */
function readSpread({ bid, ask }: ChainRow): number | null {
  return bid === null || ask === null || ask < bid || ask === 0 ? null : spreadPctOfMid(bid, ask)
}
