import { type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { computeGreeks, type Greeks } from '../option-math/greeks.ts'

/**
 * Price and Greeks of a listed contract at a given volatility (annualized decimal), with the market's rate and known
 * dividends, in the units of D13. Same formula, domain and errors as `computeGreeks`; after expiration, returns the
 * payoff. Verified in `chain.test.ts`: at the volatility of its mid, it returns the mid and the Greeks of the row.
 */
export function valueAtVolatility(
  { type, strike, expiration }: Pick<QuotedOption, 'type' | 'strike' | 'expiration'>,
  vol: number,
  market: MarketTerms,
): Greeks {
  const { termsOf, dividends } = openChainClock(market)
  const { years } = termsOf(expiration)
  return computeGreeks({ type, spot: market.price, strike, years, rate: market.rate, dividends, vol })
}
