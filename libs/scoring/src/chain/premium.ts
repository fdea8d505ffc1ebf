import { quoteMid } from '../option-math/quotes.ts'
import { atLeast } from '../thresholds.ts'

/** Quote of a call; dollars per share, volume in contracts, unknown values are null. */
export interface PricedQuote {
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  /** Contracts traded today. If there are none, the last price is from an earlier day. */
  readonly volume: number | null
}

/** Source of a premium: the mid of bid and ask, half of the ask if there is no bid, or today's last trade. */
export type QuotedPremiumSource = 'quote' | 'half_ask' | 'last'

export interface ChosenPremium {
  readonly premium: number | null
  readonly source: QuotedPremiumSource | null
}

/**
 * Current premium of a call, dollars per share (D6, D55, D56): the mid; without a bid, half of the ask, unless exercise
 * pays more; else the last trade, if it was today. `intrinsic` is the intrinsic value, 0 if the stock's price is unknown.
 * Never throws. Verified in `chain.test.ts`.
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
