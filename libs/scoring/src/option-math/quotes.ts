import { chooseMethod } from './american/american-contract.ts'
import { impliedAmericanVolatility, type NoAmericanVolatilityReason } from './american/implied.ts'
import type { AmericanContract, ContractTerms, PricingModel } from './contract.ts'

/** A time value under a tenth of a cent has no implied volatility: it is only rounding in the quote. */
const MIN_TIME_VALUE_USD = 1e-3

export interface BidAsk {
  readonly bid: number | null
  readonly ask: number | null
}

export type QuoteReason = 'no_mid' | 'zero_bid' | 'crossed'
export type NoQuoteVolReason = QuoteReason | NoAmericanVolatilityReason

/**
 * Why a quote has no reliable mid; null if it has one (D13). A locked quote (bid = ask) has one. Dollars per share;
 * never throws. Verified in `implied-volatility.test.ts`.
 */
export function quoteReason({ bid, ask }: BidAsk): QuoteReason | null {
  if (bid === null || Number.isNaN(bid)) return 'no_mid'
  if (bid <= 0) return 'zero_bid'
  if (ask === null || Number.isNaN(ask)) return 'no_mid'
  return ask < bid ? 'crossed' : null
}

/** (bid + ask)/2, dollars per share; null if `quoteReason` gives a reason. Verified in `implied-volatility.test.ts`. */
export function quoteMid(quote: BidAsk): number | null {
  const { bid, ask } = quote
  return bid === null || ask === null || quoteReason(quote) !== null ? null : (bid + ask) / 2
}

export type QuoteVol =
  | { readonly vol: number; readonly mid: number; readonly model: PricingModel }
  | {
      readonly vol: null
      readonly mid: number | null
      readonly model: PricingModel
      readonly reason: NoQuoteVolReason
    }

/**
 * Implied volatility at a quote's mid (D13), with American exercise: null with a reason if the bid is missing or
 * zero, the quote is crossed, the mid is outside the option's bounds, or its time value is under $0.001. Same units,
 * model and reasons as `impliedAmericanVolatility`. Never throws. Verified in `implied-volatility.test.ts`.
 */
export function solveQuoteVol(quote: BidAsk & ContractTerms & Pick<AmericanContract, 'dividendModel'>): QuoteVol {
  const mid = quoteMid(quote)
  if (mid !== null) return { ...impliedAmericanVolatility({ ...quote, price: mid }, MIN_TIME_VALUE_USD), mid }
  return { vol: null, mid, model: chooseMethod(quote).model, reason: quoteReason(quote) ?? 'no_mid' }
}
