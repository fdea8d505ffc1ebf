import { quoteMid } from '../option-math/quotes.ts'
import { atLeast } from '../thresholds.ts'

/** What a call is quoted at besides its mid; dollars per share, volume in contracts, unknown is null. */
export interface PricedQuote {
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  /** Contracts traded today; a last price without a trade today is of another day. */
  readonly volume: number | null
}

/** Where a premium comes from: the mid of bid and ask, half of the ask where there is no bid, or the day's last trade. */
export type QuotedPremiumSource = 'quote' | 'half_ask' | 'last'

export interface ChosenPremium {
  readonly premium: number | null
  /** Null without a premium. */
  readonly source: QuotedPremiumSource | null
}

/**
 * What a call is worth now, dollars per share (D6, D55, D56): the mid; where there is no bid, half of the ask, unless that
 * is less than exercise pays; else the last trade, if it was made today. `intrinsic` is what exercise pays, 0 where the
 * stock's price is not known. Never throws. Verified in `chain.test.ts`.
 */
export function choosePremium(quote: PricedQuote, intrinsic = 0): ChosenPremium {
  const mid = quoteMid(quote)
  if (mid !== null) return { premium: mid, source: 'quote' }
  const { bid, ask, last, volume } = quote
  if (bid === 0 && ask !== null && ask > 0 && atLeast(ask / 2, intrinsic))
    return { premium: ask / 2, source: 'half_ask' }
  const isOfToday = last !== null && volume !== null && volume > 0
  return isOfToday ? { premium: last, source: 'last' } : { premium: null, source: null }
}
