import { atMost } from '@callwright/scoring'
import type { OptionContract } from '../../../api/option-chain.ts'
import { noteWords as words } from './chain-words.ts'

/** From here on a quote costs too much to get in and out of, percent of the mid. */
const WIDE_SPREAD_PCT = 10
/** Below this few others hold the contract. */
const LOW_OPEN_INTEREST = 100

export interface ContractNotes {
  /** `trouble`: it may not trade at the prices shown. `aside`: good to know. */
  readonly tone: 'trouble' | 'aside'
  readonly lines: readonly string[]
}

/** What to know of a contract before trading on its figures; null where there is nothing. */
export function listNotes(contract: OptionContract): ContractNotes | null {
  const troubles = [describeBid(contract), describeSpread(contract), describeInterest(contract)]
  const asides = [
    contract.flags.includes('stale_trade') ? words.staleTrade : null,
    contract.vol === null ? words.noVol(explainNoVol(contract)) : null,
  ]
  const lines = [...troubles, ...asides].filter((line) => line !== null)
  if (lines.length === 0) return null
  return { tone: troubles.some((line) => line !== null) ? 'trouble' : 'aside', lines }
}

const describeBid = ({ flags }: OptionContract) => (flags.includes('zero_bid') ? words.zeroBid : null)

function describeSpread({ flags, bid, ask, mid }: OptionContract): string | null {
  if (flags.includes('crossed')) return words.crossed
  if (bid === null || ask === null || mid === null || mid <= 0) return null
  const spreadPct = ((ask - bid) / mid) * 100
  if (atMost(spreadPct, WIDE_SPREAD_PCT)) return null
  // To the tenth, so that what is just above the limit does not read as the limit.
  return words.wideSpread(Math.round(spreadPct * 10) / 10)
}

function describeInterest({ openInterest }: OptionContract): string | null {
  if (openInterest === null || openInterest >= LOW_OPEN_INTEREST) return null
  return openInterest === 0 ? words.noInterest : words.lowInterest(openInterest)
}

/** Why no volatility, and nothing that rests on it, can be worked out from the quote (D13). */
export function explainNoVol({ flags, mid }: OptionContract): string {
  if (flags.includes('zero_bid')) return words.whyNoVol.zeroBid
  if (flags.includes('crossed')) return words.whyNoVol.crossed
  if (mid === null) return words.whyNoVol.noQuote
  return words.whyNoVol.noSolution
}
