import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { OptionContract } from '../../../api/option-chain.ts'
import { formatDecimal, formatStrikeUsd, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { explainNoVol } from '../chain/contract-notes.ts'
import type { Trade, TradeFigures } from './trade-figures.ts'

/** Strike as text: `340`, `342.5`. */
export const nameStrike = (strike: number) => formatDecimal(strike)

/** Expiration date, with the year if it isn't the market's current year. */
export function nameExpiration(expiration: string, marketTime: string): string {
  return expiration.slice(0, 4) === marketTime.slice(0, 4) ? formatDay(expiration) : formatDayLong(expiration)
}

/** `Sell 1 QAAA Aug 14, 130 call` */
export function nameTrade({ symbol, contracts, expiration, call, chain }: Trade): string {
  const calls = contracts === 1 ? 'call' : 'calls'
  return `Sell ${formatDecimal(contracts)} ${symbol} ${nameExpiration(expiration, chain.marketTime)}, ${nameStrike(call.strike)} ${calls}`
}

/** The trade's outcome in one sentence, without jargon. */
export function describeTrade(trade: Trade, { creditUsd, headroomPct }: TradeFigures): string {
  const { call, expiration, chain, contracts, price } = trade
  const kept =
    creditUsd === null
      ? 'There is no bid, so what you keep is unknown. You would'
      : creditUsd === 0
        ? 'There are no buyers for this call. You would'
        : `You keep ${formatUsd(creditUsd)} and would`
  const shares = contracts === 1 ? '' : ` ${formatDecimal(contracts * SHARES_PER_CONTRACT)} shares`
  const distance = formatYieldPct(Math.abs(headroomPct))
  const side = call.strike > price ? `${distance}% above today` : `${distance}% below today`
  const place = distance === '0.0' ? "at today's price" : side
  const day = nameExpiration(expiration, chain.marketTime)
  return `${kept} sell${shares} at ${formatStrikeUsd(call.strike)}, ${place}, if called by ${day}.`
}

/** Explains why the premium is unknown. */
export const explainNoPremium = ({ bid }: OptionContract) =>
  bid === 0 ? 'The bid is 0, so there is no premium.' : 'This call has no bid.'

/** Explains why the trade has no breakeven. */
export const explainNoBreakeven = (call: OptionContract) =>
  call.premium === null ? explainNoPremium(call) : 'The trade loses at every price: the strike is too low.'

/** Explains why figures based on the call's volatility are unknown. */
export const explainNoVolatility = (call: OptionContract) => `Volatility cannot be calculated: ${explainNoVol(call)}.`

/** Explains why the call cannot be valued. */
export const explainNoValue = (call: OptionContract) =>
  call.premium === null ? explainNoPremium(call) : explainNoVolatility(call)
