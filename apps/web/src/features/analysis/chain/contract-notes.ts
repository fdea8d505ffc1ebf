import { atMost } from '@callwright/scoring'
import type { OptionContract } from '../../../api/option-chain.ts'
import { noteWords as words } from './chain-words.ts'

/** Spread, as a percent of the mid, above which trading costs too much. */
const WIDE_SPREAD_PCT = 10
/** Open interest below which a contract counts as thinly traded. */
const LOW_OPEN_INTEREST = 100

export interface ContractNotes {
  /** `trouble` if the contract may not trade at the prices shown; `aside` for other notes. */
  readonly tone: 'trouble' | 'aside'
  readonly lines: readonly string[]
}

/** Notes to check before trading a contract; null if there are none. */
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
  // Keeps one decimal: in whole percents, a spread just above the threshold would read as the threshold itself.
  return words.wideSpread(Math.round(spreadPct * 10) / 10)
}

function describeInterest({ openInterest }: OptionContract): string | null {
  if (openInterest === null || openInterest >= LOW_OPEN_INTEREST) return null
  return openInterest === 0 ? words.noInterest : words.lowInterest(openInterest)
}

/** Explains why volatility, and every figure based on it, cannot be calculated from the quote (D13). */
export function explainNoVol({ flags, mid }: OptionContract): string {
  if (flags.includes('zero_bid')) return words.whyNoVol.zeroBid
  if (flags.includes('crossed')) return words.whyNoVol.crossed
  if (mid === null) return words.whyNoVol.noQuote
  return words.whyNoVol.noSolution
}
