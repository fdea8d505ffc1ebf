import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChainClock, QuotedOption } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'

/** From here on a spread is too wide to trade on (D15), percent of the mid; the bound itself is not. */
export const WIDE_SPREAD_PCT_OF_MID = 40

/** (ask − bid) / mid × 100: what getting in and out at once costs, percent of the mid. NaN where both are 0. */
export function spreadPctOfMid(bid: number, ask: number): number {
  return ((ask - bid) / ((bid + ask) / 2)) * 100
}

/** A call with a two-sided quote. Dollars per share, counts in contracts. */
export interface CallQuote {
  readonly contractSymbol: string
  readonly strike: number
  readonly expiration: IsoDate
  /** Calendar days, not floored: negative once past. */
  readonly daysToExpiration: number
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly spreadUsd: number
  readonly spreadPctOfMid: number
  readonly volume: number | null
  readonly openInterest: number | null
}

/** A chain row as a call that can be sold and bought back; null without a bid above 0 and an ask not under it. */
export function readCallQuote(row: QuotedOption, clock: ChainClock): CallQuote | null {
  const { contractSymbol, strike, expiration, bid, ask, volume, openInterest } = row
  const mid = quoteMid(row)
  if (row.type !== 'call' || bid === null || ask === null || mid === null) return null
  const daysToExpiration = clock.termsOf(expiration).days
  const prices = { bid, ask, mid, spreadUsd: ask - bid, spreadPctOfMid: spreadPctOfMid(bid, ask) }
  return { contractSymbol, strike, expiration, daysToExpiration, ...prices, volume, openInterest }
}
