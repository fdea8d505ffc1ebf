import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChainClock, QuotedOption } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'

/** A spread above this limit is too wide to trade (D15), percent of the mid. */
export const WIDE_SPREAD_PCT_OF_MID = 40

/** (ask − bid) / mid × 100: cost of an immediate round trip, percent of the mid. NaN if both are 0. */
export function spreadPctOfMid(bid: number, ask: number): number {
  return ((ask - bid) / ((bid + ask) / 2)) * 100
}

/** A call with a two-sided quote. Dollars per share, counts in contracts. */
export interface CallQuote {
  readonly contractSymbol: string
  readonly strike: number
  readonly expiration: IsoDate
  /** Calendar days; negative after expiration. */
  readonly daysToExpiration: number
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly spreadUsd: number
  readonly spreadPctOfMid: number
  readonly volume: number | null
  readonly openInterest: number | null
}

/** Reads a chain row as a tradable call; null unless the bid is above 0 and the ask is at least the bid. */
export function readCallQuote(row: QuotedOption, clock: ChainClock): CallQuote | null {
  const { contractSymbol, strike, expiration, bid, ask, volume, openInterest } = row
  const mid = quoteMid(row)
  if (row.type !== 'call' || bid === null || ask === null || mid === null) return null
  const daysToExpiration = clock.termsOf(expiration).days
  const prices = { bid, ask, mid, spreadUsd: ask - bid, spreadPctOfMid: spreadPctOfMid(bid, ask) }
  return { contractSymbol, strike, expiration, daysToExpiration, ...prices, volume, openInterest }
}
