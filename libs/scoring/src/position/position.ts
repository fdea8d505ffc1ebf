import type { IsoDate } from '../calendar/iso-date.ts'
import type { QuotedPremiumSource } from '../chain/premium.ts'

/** One covered call as the user entered it: shares bought and a call written against them. Dollars per share. */
export interface Position {
  readonly symbol: string
  readonly strike: number
  readonly expiration: IsoDate
  readonly entryDate: IsoDate
  readonly entryPrice: number
  readonly entryPremium: number
  readonly contracts: number
}

/**
 * A split or a spin-off. `ratio`: of a split, new shares for each old one; of a spin-off, the share price before it divided
 * by the price after it.
 */
export interface ShareChange {
  readonly kind: 'split' | 'spin_off'
  readonly date: IsoDate
  readonly ratio: number
}

/** What the market says about a position; unknown is null. Dollars per share, volatilities decimal a year. */
export interface PositionQuote {
  readonly price: number | null
  /** `entry_price` where the price is only the entry price standing in: shown, and unknown to every rule (D25). */
  readonly priceSource: 'quote' | 'entry_price'
  /** Mid of the call (D6). */
  readonly currentPremium: number | null
  /** True where the premium is no quote of now: a last trade, a model value. */
  readonly premiumIsFallback: boolean
  /** Where the premium comes from; null without one. */
  readonly premiumSource: QuotedPremiumSource | null
  /** Ask of the call: what buying it back costs (D6). */
  readonly ask: number | null
  readonly delta: number | null
  /** What the delta cannot exceed, where only that is known. */
  readonly deltaAtMost: number | null
  /** The contract's own implied volatility. */
  readonly impliedVolatility: number | null
  readonly impliedVolatilityAtMost: number | null
  /** The stock's ATM volatility, for where the contract has none. */
  readonly atmIv: number | null
  /** Close of the stock in the last session of the call, once that is over. */
  readonly expirationClose: number | null
  /** Splits and spin-offs since the entry that the position's terms do not count (`findUncountedChanges`). */
  readonly shareChanges: readonly ShareChange[]
}

/** What is known of a position that the market could not be asked about. */
export const UNKNOWN_QUOTE: PositionQuote = {
  price: null,
  priceSource: 'quote',
  currentPremium: null,
  premiumIsFallback: false,
  premiumSource: null,
  ask: null,
  delta: null,
  deltaAtMost: null,
  impliedVolatility: null,
  impliedVolatilityAtMost: null,
  atmIv: null,
  expirationClose: null,
  shareChanges: [],
}
