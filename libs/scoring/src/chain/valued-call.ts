import { computeAmericanDelta } from '../option-math/american/american.ts'
import type { ChainClock, MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { PricedContract, PricingModel } from '../option-math/contract.ts'
import { solveQuoteVol } from '../option-math/quotes.ts'
import type { CallQuote } from './call-quote.ts'

/** A contract at the volatility of its mid; input for Greeks and probabilities. */
export interface SolvedContract {
  readonly priced: PricedContract
  readonly model: PricingModel
}

/** Volatility of a quote from its mid by our own (American) model, D13; null if the mid implies none. */
export function solveContract(
  { type, strike, expiration, bid, ask }: Pick<QuotedOption, 'type' | 'strike' | 'expiration' | 'bid' | 'ask'>,
  { price, rate }: MarketTerms,
  { termsOf, dividends }: ChainClock,
): SolvedContract | null {
  const terms = { type, spot: price, strike, years: termsOf(expiration).years, rate, dividends }
  const { vol, model } = solveQuoteVol({ ...terms, bid, ask })
  return vol === null ? null : { priced: { ...terms, vol }, model }
}

/** A quoted call with its volatility and delta, which is all that a search through a chain needs. */
export interface ValuedCall extends CallQuote {
  readonly impliedVolatility: number
  readonly delta: number
  readonly model: PricingModel
}

/** Computes a quoted call's delta and returns the call with volatility and delta. */
export function toValuedCall(call: CallQuote, { priced, model }: SolvedContract): ValuedCall {
  return { ...call, impliedVolatility: priced.vol, delta: computeAmericanDelta(priced), model }
}

/** Computes volatility and delta of a quoted call; null if its mid implies no volatility. */
export function valueCall(call: CallQuote, market: MarketTerms, clock: ChainClock): ValuedCall | null {
  const solved = solveContract({ type: 'call', ...call }, market, clock)
  return solved === null ? null : toValuedCall(call, solved)
}
