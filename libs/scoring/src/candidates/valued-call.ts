import type { IsoDate } from '../calendar/iso-date.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import type { ChainClock, MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { PricingModel } from '../option-math/contract.ts'
import { quoteMid, solveQuoteVol } from '../option-math/quotes.ts'

/** A call with a two-sided quote. Dollars per share, counts in contracts. */
export interface CallQuote {
  readonly contractSymbol: string
  readonly strike: number
  readonly expiration: IsoDate
  /** Calendar days, not floored: negative once past. */
  readonly daysToExpiration: number
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly spreadUsd: number
  readonly spreadPctOfMid: number
  readonly volume: number | null
  readonly openInterest: number | null
}

/** The same with its volatility and delta, from the mid by our own (American) model. */
export interface ValuedCall extends CallQuote {
  readonly impliedVolatility: number
  readonly delta: number
  readonly model: PricingModel
}

/** A chain row as a call that can be sold and bought back; null without a bid above 0 and an ask not under it. */
export function readCallQuote(row: QuotedOption, clock: ChainClock): CallQuote | null {
  const { contractSymbol, strike, expiration, bid, ask, volume, openInterest } = row
  const mid = quoteMid(row)
  if (row.type !== 'call' || bid === null || ask === null || mid === null) return null
  const spreadUsd = ask - bid
  const daysToExpiration = clock.termsOf(expiration).days
  const prices = { bid, ask, mid, spreadUsd, spreadPctOfMid: (spreadUsd / mid) * 100 }
  return { contractSymbol, strike, expiration, daysToExpiration, ...prices, volume, openInterest }
}

/** Volatility and delta of a quoted call; null where its mid carries no volatility. */
export function valueCall(call: CallQuote, { price, rate }: MarketTerms, clock: ChainClock): ValuedCall | null {
  const { strike, expiration, bid, ask } = call
  const { years } = clock.termsOf(expiration)
  const terms = { type: 'call', spot: price, strike, years, rate, dividends: clock.dividends } as const
  const { vol, model } = solveQuoteVol({ ...terms, bid, ask })
  return vol === null
    ? null
    : { ...call, impliedVolatility: vol, delta: computeAmericanDelta({ ...terms, vol }), model }
}
