import { atMost } from '@callwright/scoring'
import type { OptionContract } from '../../../api/options.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'

/** Spread, as a percent of the mid, above which trading costs too much. */
export const WIDE_SPREAD_PCT = 10
/** Open interest below which a contract counts as thinly traded. */
const LOW_OPEN_INTEREST = 100

export interface ContractNotes {
  /** `trouble` if the contract may not trade at the prices shown; `aside` for other notes. */
  readonly tone: 'trouble' | 'aside'
  readonly lines: readonly string[]
}

/** Notes to check before trading a contract; null if there are none. */
export function listNotes(contract: OptionContract): ContractNotes | null {
  const { flags, vol } = contract
  const troubles = [
    flags.includes('zero_bid') ? 'No bid: there is no buyer' : null,
    describeSpread(contract),
    describeInterest(contract),
  ]
  const asides = [
    flags.includes('stale_trade') ? 'Not traded today: the last trade is from an earlier day' : null,
    vol === null ? `No implied volatility: ${explainNoVol(contract)}` : null,
  ]
  const lines = [...troubles, ...asides].filter((line) => line !== null)
  if (lines.length === 0) return null
  return { tone: troubles.some((line) => line !== null) ? 'trouble' : 'aside', lines }
}

function describeSpread({ flags, bid, ask, mid }: OptionContract): string | null {
  if (flags.includes('crossed')) return 'Crossed quote: the bid is above the ask'
  if (bid === null || ask === null || mid === null || mid <= 0) return null
  const spreadPct = ((ask - bid) / mid) * 100
  if (atMost(spreadPct, WIDE_SPREAD_PCT)) return null
  // Keeps one decimal: in whole percents, a spread just above the threshold would read as the threshold itself.
  return `Wide spread: ${formatDecimal(Math.round(spreadPct * 10) / 10)}% of the mid`
}

function describeInterest({ openInterest }: OptionContract): string | null {
  if (openInterest === null || openInterest >= LOW_OPEN_INTEREST) return null
  return openInterest === 0 ? 'No open interest' : `Low open interest: ${formatInteger(openInterest)}`
}

/** Explains why volatility, and every figure based on it, cannot be calculated from the quote (D13). */
export function explainNoVol({ flags, mid }: OptionContract): string {
  if (flags.includes('zero_bid')) return 'there is no bid'
  if (flags.includes('crossed')) return 'the quote is crossed'
  if (mid === null) return 'there is no bid or ask'
  return 'no volatility matches the mid price'
}
