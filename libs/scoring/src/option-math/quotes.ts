import { type ContractTerms, discountedLegs, type PricingModel } from './contract.ts'
import { impliedEuropeanVolatility, type NoVolatilityReason } from './implied-volatility.ts'

/** Time value under a tenth of a cent carries no volatility: it is the rounding of the quote. */
const MIN_TIME_VALUE_USD = 1e-3

export interface BidAsk {
  readonly bid: number | null
  readonly ask: number | null
}

export type QuoteReason = 'no_mid' | 'zero_bid' | 'crossed'
export type NoQuoteVolReason = QuoteReason | NoVolatilityReason | 'below_intrinsic'

/** Why a quote has no mid to rely on, null when it has one (D13). A locked quote (bid = ask) is a good one. */
export function quoteReason({ bid, ask }: BidAsk): QuoteReason | null {
  if (bid === null || Number.isNaN(bid)) return 'no_mid'
  if (bid <= 0) return 'zero_bid'
  if (ask === null || Number.isNaN(ask)) return 'no_mid'
  return ask < bid ? 'crossed' : null
}

/** (bid + ask)/2, null when the quote has no reliable mid. */
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
 * Implied volatility of a quote from its mid (D13): null with a reason when the bid is missing or zero, the quote is
 * crossed, the mid lies under what immediate exercise or the model's floor is worth, or its time value is under 0.001 $.
 * Units and model as `impliedEuropeanVolatility`. Never throws. Verified in `quotes.test.ts`.
 */
export function solveQuoteVol(quote: BidAsk & ContractTerms): QuoteVol {
  const mid = quoteMid(quote)
  if (mid === null) return { vol: null, mid, model: 'bsm', reason: quoteReason(quote) ?? 'no_mid' }
  const solved = impliedEuropeanVolatility({ ...quote, price: mid })
  if (solved.vol === null && (solved.reason === 'invalid' || solved.reason === 'expired')) return { ...solved, mid }
  const sign = quote.type === 'call' ? 1 : -1
  const exercise = Math.max(0, sign * (quote.spot - quote.strike))
  const legs = discountedLegs(quote)
  const floor = Math.max(exercise, sign * (legs.stock - legs.strike))
  const { model } = solved
  if (mid < exercise - MIN_TIME_VALUE_USD) return { vol: null, mid, model, reason: 'below_intrinsic' }
  if (mid < floor - MIN_TIME_VALUE_USD) return { vol: null, mid, model, reason: 'below_lower_bound' }
  if (mid < floor + MIN_TIME_VALUE_USD) return { vol: null, mid, model, reason: 'no_time_value' }
  return { ...solved, mid }
}
