import { computeAmericanDelta } from '../option-math/american/american.ts'
import { impliedAmericanVolatility } from '../option-math/american/implied.ts'
import { type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { discountedLegs } from '../option-math/contract.ts'
import { atLeast } from '../thresholds.ts'

/** Upper bounds that follow from a call's ask alone; null if there are none. */
export interface CallBounds {
  readonly deltaAtMost: number | null
  readonly impliedVolatilityAtMost: number | null
}

export const NO_BOUNDS: CallBounds = { deltaAtMost: null, impliedVolatilityAtMost: null }

/**
 * Upper bounds for a call without a bid (D56). The call is worth no more than its ask, so its volatility is at most the
 * one that the ask implies. If the strike is at or above the forward, delta rises with volatility, so delta is at most
 * the delta at that volatility. Null for a call with a bid, without an ask, or with a strike below the forward, where
 * delta may fall as volatility rises. Throws RangeError in the same cases as `openChainClock`. Verified in
 * `chain.test.ts`: no value up to the ask has a higher delta.
 */
export function boundByAsk(
  { strike, expiration, bid, ask }: Pick<QuotedOption, 'strike' | 'expiration' | 'bid' | 'ask'>,
  market: MarketTerms,
): CallBounds {
  if (ask === null || !(ask > 0) || (bid !== null && bid > 0)) return NO_BOUNDS
  const { termsOf, dividends } = openChainClock(market)
  const { years } = termsOf(expiration)
  const terms = { type: 'call', spot: market.price, strike, years, rate: market.rate, dividends } as const
  const legs = discountedLegs(terms)
  if (!atLeast(legs.strike, legs.stock)) return NO_BOUNDS
  const { vol } = impliedAmericanVolatility({ ...terms, price: ask })
  return vol === null
    ? NO_BOUNDS
    : { deltaAtMost: computeAmericanDelta({ ...terms, vol }), impliedVolatilityAtMost: vol }
}
