import type { IsoDate } from '../calendar/iso-date.ts'
import type { QuotedPremiumSource } from '../chain/premium.ts'

/** A covered call as entered by the user: shares bought and a call sold against them. Dollars per share. */
export interface Position {
  readonly symbol: string
  readonly strike: number
  readonly expiration: IsoDate
  readonly entryDate: IsoDate
  readonly entryPrice: number
  readonly premium: number
  readonly contracts: number
  /** Dollars for 1.00 of premium, and shares per contract; both 100 unless the contract was adjusted. */
  readonly multiplier?: number
  readonly sharesPerContract?: number
}

/**
 * A split or a spin-off. For a split, `ratio` is the number of new shares per old share; for a spin-off, it is the share
 * price before divided by the price after.
 */
export interface ShareChange {
  readonly kind: 'split' | 'spin_off'
  readonly date: IsoDate
  readonly ratio: number
}

/** Market data for a position; unknown values are null. Dollars per share; volatilities are annualized decimals. */
export interface PositionQuote {
  readonly price: number | null
  /** `entry_price` if the quote is missing: it is displayed, but every rule treats the price as unknown (D25). */
  readonly priceSource: 'quote' | 'entry_price'
  /** Mid of the call (D6). */
  readonly currentPremium: number | null
  /** True if the premium is not a current quote: a last trade or a model value. */
  readonly premiumIsFallback: boolean
  /** Source of the premium; null without one. */
  readonly premiumSource: QuotedPremiumSource | null
  /** Ask of the call, the cost of buying it back (D6). */
  readonly ask: number | null
  readonly delta: number | null
  /** Upper bound of the delta, if only that is known. */
  readonly deltaAtMost: number | null
  /** The contract's own implied volatility. */
  readonly impliedVolatility: number | null
  readonly impliedVolatilityAtMost: number | null
  /** ATM volatility of the stock, used if the contract has none. */
  readonly atmIv: number | null
  /** The stock's close in the call's last session, once that session is over. */
  readonly expirationClose: number | null
  /** Splits and spin-offs since the entry that the position's terms do not reflect (`findUncountedChanges`). */
  readonly shareChanges: readonly ShareChange[]
  /** Ex-date of a special dividend that lowered the strike, if the position's terms do not reflect that; else null. */
  readonly strikeLoweredOn: IsoDate | null
}

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
  strikeLoweredOn: null,
}
