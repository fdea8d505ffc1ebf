import type { IsoDate } from '../calendar/iso-date.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { PricingModel } from '../option-math/contract.ts'
import { solveQuoteVol } from '../option-math/quotes.ts'
import { annualizedYieldPct, ifCalledReturnPct } from '../returns/yields.ts'
import { above, atLeast, atMost } from '../thresholds.ts'

/** The rules of D15, in one place. */
export const BEST_CALL_RULES = {
  standardDays: { min: 30, max: 45 },
  wideDays: { min: 21, max: 60 },
  delta: { min: 0.15, max: 0.3 },
  maxSpreadPctOfMid: 40,
  minOpenInterest: 10,
} as const

export type BestWindow = 'standard' | 'wide'

export interface BestCall {
  readonly contractSymbol: string
  readonly strike: number
  readonly expiration: IsoDate
  readonly daysToExpiration: number
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly spreadUsd: number
  readonly spreadPctOfMid: number
  readonly delta: number
  readonly impliedVolatility: number
  readonly openInterest: number
  /** bid / price × 365 / days × 100. */
  readonly annualizedYieldPct: number
  /** (strike − price + bid) / price × 100; dividends left out. */
  readonly ifCalledReturnPct: number
  readonly returnBasis: 'stock_price'
  readonly window: BestWindow
  readonly model: PricingModel
}

/** The rule that stopped the contract which came furthest. */
export type NoBestCallReason =
  | 'no_calls'
  | 'no_expiration_in_window'
  | 'no_out_of_the_money_call'
  | 'no_quote'
  | 'spread_too_wide'
  | 'open_interest_too_low'
  | 'no_implied_volatility'
  | 'delta_out_of_range'

export type BestCallResult =
  | { readonly best: BestCall; readonly reason: null }
  | { readonly best: null; readonly reason: NoBestCallReason }

/** A call that passes every rule but the delta's. */
interface PlausibleCall {
  readonly row: QuotedOption
  readonly bid: number
  readonly ask: number
  readonly spreadPctOfMid: number
  readonly openInterest: number
  readonly days: number
  readonly yieldPct: number
}

/**
 * The best call of a stock (D15): out of the money, 30-45 days out, delta 0.15-0.30 by our own (American) model from the
 * mid, bid > 0, ask ≥ bid, spread ≤ 40 % of mid, open interest ≥ 10, and of those the highest annualised yield at the bid.
 * None: 21-60 days, `window: 'wide'`. All bounds inclusive, through the one epsilon. Unknown open interest fails.
 * Equal yields: the tighter spread, then the earlier contract symbol. Deltas are worked out from the highest yield down,
 * until one fits. Throws RangeError as `openChainClock`. Verified against an independent program on recorded chains and
 * with rows on each side of every bound in `best-call.test.ts`.
 */
export function selectBestCall(rows: readonly QuotedOption[], market: MarketTerms): BestCallResult {
  const calls = rows.filter(({ type }) => type === 'call')
  if (calls.length === 0) return { best: null, reason: 'no_calls' }
  const clock = openChainClock(market)
  const standard = bestInWindow(calls, market, clock, 'standard')
  return standard.best === null ? bestInWindow(calls, market, clock, 'wide') : standard
}

const STAGES: readonly NoBestCallReason[] = [
  'no_expiration_in_window',
  'no_out_of_the_money_call',
  'no_quote',
  'spread_too_wide',
  'open_interest_too_low',
  'no_implied_volatility',
  'delta_out_of_range',
]

function bestInWindow(
  calls: readonly QuotedOption[],
  market: MarketTerms,
  clock: ChainClock,
  window: BestWindow,
): BestCallResult {
  const days = window === 'standard' ? BEST_CALL_RULES.standardDays : BEST_CALL_RULES.wideDays
  const plausible: PlausibleCall[] = []
  let furthest = 0
  for (const row of calls) {
    const terms = clock.termsOf(row.expiration)
    if (terms.days < days.min || terms.days > days.max) continue
    const judged = judge(row, terms.days, market.price)
    if (typeof judged === 'string') furthest = Math.max(furthest, STAGES.indexOf(judged))
    else plausible.push(judged)
  }
  plausible.sort(byYield)
  for (const call of plausible) {
    const { vol, delta, model } = greeksOf(call, market, clock)
    if (vol !== null && atLeast(delta, BEST_CALL_RULES.delta.min) && atMost(delta, BEST_CALL_RULES.delta.max)) {
      return { best: describe(call, market.price, vol, delta, model, window), reason: null }
    }
    furthest = Math.max(furthest, STAGES.indexOf(vol === null ? 'no_implied_volatility' : 'delta_out_of_range'))
  }
  return { best: null, reason: STAGES[furthest] ?? 'no_expiration_in_window' }
}

/** Every rule that needs no model; the name of the first one that fails. */
function judge(row: QuotedOption, days: number, price: number): PlausibleCall | NoBestCallReason {
  const { bid, ask, openInterest } = row
  if (!above(row.strike, price)) return 'no_out_of_the_money_call'
  if (bid === null || ask === null || !(bid > 0) || !(ask >= bid)) return 'no_quote'
  const spreadPctOfMid = ((ask - bid) / ((bid + ask) / 2)) * 100
  if (!atMost(spreadPctOfMid, BEST_CALL_RULES.maxSpreadPctOfMid)) return 'spread_too_wide'
  if (openInterest === null || openInterest < BEST_CALL_RULES.minOpenInterest) return 'open_interest_too_low'
  return { row, bid, ask, spreadPctOfMid, openInterest, days, yieldPct: annualizedYieldPct({ bid, price, days }) }
}

function byYield(a: PlausibleCall, b: PlausibleCall): number {
  return (
    b.yieldPct - a.yieldPct ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.row.contractSymbol < b.row.contractSymbol ? -1 : 1)
  )
}

function greeksOf(
  { row, bid, ask }: PlausibleCall,
  { price, rate }: MarketTerms,
  { dividends, termsOf }: ChainClock,
): { readonly vol: number | null; readonly delta: number; readonly model: PricingModel } {
  const { years } = termsOf(row.expiration)
  const terms = { type: 'call', spot: price, strike: row.strike, years, rate, dividends } as const
  const { vol, model } = solveQuoteVol({ ...terms, bid, ask })
  return { vol, model, delta: vol === null ? Number.NaN : computeAmericanDelta({ ...terms, vol }) }
}

function describe(
  { row, bid, ask, spreadPctOfMid, openInterest, days, yieldPct }: PlausibleCall,
  price: number,
  impliedVolatility: number,
  delta: number,
  model: PricingModel,
  window: BestWindow,
): BestCall {
  const { contractSymbol, strike, expiration } = row
  return {
    contractSymbol,
    strike,
    expiration,
    daysToExpiration: days,
    bid,
    ask,
    mid: (bid + ask) / 2,
    spreadUsd: ask - bid,
    spreadPctOfMid,
    delta,
    impliedVolatility,
    openInterest,
    annualizedYieldPct: yieldPct,
    ifCalledReturnPct: ifCalledReturnPct({ price, strike, premium: bid, basis: 'stock_price' }),
    returnBasis: 'stock_price',
    window,
    model,
  }
}
