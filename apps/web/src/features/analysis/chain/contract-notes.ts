import { atMost } from '@callwright/scoring'
import type { OptionContract } from '../../../api/option-chain.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'

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
    contract.flags.includes('stale_trade') ? 'Not traded today: its last trade is of an earlier day' : null,
    contract.vol === null ? `No implied volatility: ${explainNoVol(contract)}` : null,
  ]
  const lines = [...troubles, ...asides].filter((line) => line !== null)
  if (lines.length === 0) return null
  return { tone: troubles.some((line) => line !== null) ? 'trouble' : 'aside', lines }
}

const describeBid = ({ flags }: OptionContract) =>
  flags.includes('zero_bid') ? 'No bid: nobody offers to pay a premium' : null

function describeSpread({ flags, bid, ask, mid }: OptionContract): string | null {
  if (flags.includes('crossed')) return 'Crossed quote: the bid is above the ask'
  if (bid === null || ask === null || mid === null || mid <= 0) return null
  const spreadPct = ((ask - bid) / mid) * 100
  if (atMost(spreadPct, WIDE_SPREAD_PCT)) return null
  // To the tenth, so that what is just above the limit does not read as the limit.
  return `Wide spread: ${formatDecimal(Math.round(spreadPct * 10) / 10)}% of the mid`
}

function describeInterest({ openInterest }: OptionContract): string | null {
  if (openInterest === null || openInterest >= LOW_OPEN_INTEREST) return null
  return openInterest === 0 ? 'No open interest' : `Low open interest: ${formatInteger(openInterest)}`
}

/** Why no volatility, and nothing that rests on it, can be worked out from the quote (D13). */
export function explainNoVol({ flags, mid }: OptionContract): string {
  if (flags.includes('zero_bid')) return 'nobody bids'
  if (flags.includes('crossed')) return 'the quote is crossed'
  if (mid === null) return 'there is no bid and ask'
  return 'no volatility gives its mid as the price'
}
