import type { QuotedOption } from '../option-math/chain.ts'
import { atMost } from '../thresholds.ts'
import { spreadPctOfMid, WIDE_SPREAD_PCT_OF_MID } from './call-quote.ts'

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
