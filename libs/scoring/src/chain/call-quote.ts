import type { IsoDate } from '../calendar/iso-date.ts'
import type { ChainClock, QuotedOption } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { atMost } from '../thresholds.ts'

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

/** A problem with a quote (D19). */
export type ContractFlag = 'zero_bid' | 'crossed' | 'wide_spread' | 'stale_trade' | 'no_open_interest' | 'iv_unsolvable'

/**
 * Flags for a contract, in the order of `ContractFlag`. `stale_trade`: there is a last price but no trade today. An
 * unknown figure raises no flag. Verified with cases on both sides of every limit in `chain.test.ts`.
 */
export function listFlags(
  { bid, ask, last, volume, openInterest }: QuotedOption & { readonly last: number | null },
  impliedVolatility: number | null,
): ContractFlag[] {
  const flags: ContractFlag[] = []
  if (bid === 0) flags.push('zero_bid')
  if (bid !== null && ask !== null) {
    if (bid > ask) flags.push('crossed')
    else if (!atMost(spreadPctOfMid(bid, ask), WIDE_SPREAD_PCT_OF_MID)) flags.push('wide_spread')
  }
  if (last !== null && volume === 0) flags.push('stale_trade')
  if (openInterest === 0) flags.push('no_open_interest')
  if (impliedVolatility === null) flags.push('iv_unsolvable')
  return flags
}

export interface NamedRule<Reason, Rejects> {
  readonly reason: Reason
  readonly rejects: Rejects
}

/** Lists the rules of a table in order: the first rule that rejects gives the reason. */
export function listRules<Reason extends string, Rejects>(
  table: Readonly<Record<Reason, Rejects>>,
): NamedRule<Reason, Rejects>[] {
  return (Object.keys(table) as Reason[]).map((reason) => ({ reason, rejects: table[reason] }))
}
