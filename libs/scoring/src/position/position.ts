import type { IsoDate } from '../calendar/iso-date.ts'

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

/** What the market says about a position; unknown is null. Dollars per share, volatilities decimal a year. */
export interface PositionQuote {
  readonly price: number | null
  /** `entry_price` where the price is only the entry price standing in: shown, and unknown to every rule (D25). */
  readonly priceSource: 'quote' | 'entry_price'
  /** Mid of the call (D6). */
  readonly currentPremium: number | null
  /** True where the premium is no quote of now: a last trade, a model value. */
  readonly premiumIsFallback: boolean
  /** Ask of the call: what buying it back costs (D6). */
  readonly ask: number | null
  readonly delta: number | null
  /** The contract's own implied volatility. */
  readonly impliedVolatility: number | null
  /** The stock's ATM volatility, for where the contract has none. */
  readonly atmIv: number | null
}
