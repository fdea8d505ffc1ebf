import type { CallQuote } from '../chain/call-quote.ts'
import { measureWriting, sumInTerm } from '../chain/contract-row.ts'
import { type ValuedCall, valueCall } from '../chain/valued-call.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { EventsInTerm } from '../position/events.ts'
import { annualizedYieldPct as yieldAtBid } from '../returns/yields.ts'
import { BEST_CALL_RULES, DEFAULT_CRITERIA, isDeltaInRange } from './criteria.ts'
import { openCallJudge, type RejectionReason } from './rejection-rules.ts'

export type BestWindow = 'standard' | 'wide'

export interface BestCall extends ValuedCall {
  /** bid / price × 365 / days × 100. */
  readonly annualizedYieldPct: number
  /** (strike − price + bid + known dividends of the term) / price × 100, not annualised. */
  readonly ifCalledReturnPct: number
  readonly returnBasis: 'stock_price'
  readonly window: BestWindow
}

/** How far a call can come, by the rule that stops it: the reason is that of the call which came furthest. */
const STAGES = [
  ['days_out_of_range', 'no_expiration_in_window'],
  ['in_the_money', 'no_out_of_the_money_call'],
  ['no_quote', 'no_quote'],
  ['spread_too_wide', 'spread_too_wide'],
  ['open_interest_too_low', 'open_interest_too_low'],
  ['no_implied_volatility', 'no_implied_volatility'],
  ['delta_out_of_range', 'delta_out_of_range'],
] as const satisfies readonly (readonly [RejectionReason, string])[]

const STAGE_OF: ReadonlyMap<RejectionReason, number> = new Map(STAGES.map(([rule], stage) => [rule, stage]))

export type NoBestCallReason = 'no_calls' | (typeof STAGES)[number][1]

export type BestCallResult =
  | { readonly best: BestCall; readonly reason: null }
  | { readonly best: null; readonly reason: NoBestCallReason }

/** Events turn no call away here. */
const NO_EVENTS: EventsInTerm = { earningsBeforeExpiration: null, exDividendBeforeExpiration: null }

/**
 * The best call of a stock (D15): out of the money, 30-45 days out, delta 0.15-0.30 by our own (American) model from the
 * mid, bid > 0, ask ≥ bid, spread ≤ 40 % of mid, open interest ≥ 10, and of those the highest annualised yield at the bid.
 * None: 21-60 days, `window: 'wide'`. The rules are those of `DEFAULT_CRITERIA`, all bounds inclusive, through the one
 * epsilon. Unknown open interest fails.
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

function bestInWindow(
  calls: readonly QuotedOption[],
  market: MarketTerms,
  clock: ChainClock,
  window: BestWindow,
): BestCallResult {
  const { min, max } = window === 'standard' ? BEST_CALL_RULES.standardDays : BEST_CALL_RULES.wideDays
  const criteria = { ...DEFAULT_CRITERIA, minDays: min, maxDays: max }
  const judge = openCallJudge(market, clock, criteria, () => NO_EVENTS)
  const plausible: PlausibleCall[] = []
  let furthest = 0
  const stopAt = (reason: RejectionReason) => {
    furthest = Math.max(furthest, STAGE_OF.get(reason) ?? 0)
  }
  for (const row of calls) {
    const quote = judge(row)
    if (typeof quote === 'string') stopAt(quote)
    else plausible.push({ quote, yieldPct: yieldOf(quote, market.price) })
  }
  plausible.sort(byYield)
  for (const { quote } of plausible) {
    const call = valueCall(quote, market, clock)
    if (call !== null && isDeltaInRange(call.delta, criteria)) {
      return { best: describe(call, market, clock, window), reason: null }
    }
    stopAt(call === null ? 'no_implied_volatility' : 'delta_out_of_range')
  }
  return { best: null, reason: STAGES[furthest]?.[1] ?? 'no_calls' }
}

/** A call that passes every rule but the delta's. */
interface PlausibleCall {
  readonly quote: CallQuote
  readonly yieldPct: number
}

const yieldOf = ({ bid, daysToExpiration: days }: CallQuote, price: number): number => yieldAtBid({ bid, price, days })

function byYield(a: PlausibleCall, b: PlausibleCall): number {
  return (
    b.yieldPct - a.yieldPct ||
    a.quote.spreadPctOfMid - b.quote.spreadPctOfMid ||
    (a.quote.contractSymbol < b.quote.contractSymbol ? -1 : 1)
  )
}

function describe(call: ValuedCall, { price }: MarketTerms, clock: ChainClock, window: BestWindow): BestCall {
  const { annualizedYieldPct, ifCalledReturnPct } = measureWriting(call, price, sumInTerm(call.expiration, clock))
  return { ...call, annualizedYieldPct, ifCalledReturnPct, returnBasis: 'stock_price', window }
}
