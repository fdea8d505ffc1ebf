import type { IsoDate } from '../calendar/iso-date.ts'
import type { CallQuote } from '../chain/call-quote.ts'
import { measureWriting, sumInTerm } from '../chain/contract-row.ts'
import { type ValuedCall, valueCall } from '../chain/valued-call.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { EventsInTerm } from '../position/events.ts'
import { annualizedYieldPct as yieldAtBid } from '../returns/yields.ts'
import {
  BEST_CALL_GROUPS,
  type BestCallOrder,
  type BestWindow,
  type CallLiquidity,
  compareForBest,
  rankGroup,
} from './call-liquidity.ts'
import { DEFAULT_CRITERIA, isDeltaInRange, WIDEST_CRITERIA } from './criteria.ts'
import { openCallJudge, type RejectionReason } from './judge-calls.ts'

export interface BestCall extends ValuedCall {
  /** Bid / price × 365 / days × 100. */
  readonly annualizedYieldPct: number
  /** (strike − price + bid + known dividends in the term) / price × 100, not annualized. */
  readonly ifCalledReturnPct: number
  readonly returnBasis: 'stock_price'
  readonly window: BestWindow
  readonly liquidity: CallLiquidity
}

/**
 * Rules in the order in which they are checked. If no call passes, the reported reason is the rule that stopped the
 * call that got furthest.
 */
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

const NO_RATES: ReadonlyMap<IsoDate, number> = new Map()
/** The search for the best call ignores earnings and ex-dates. */
const NO_EVENTS: EventsInTerm = { earningsBeforeExpiration: null, exDividendBeforeExpiration: null }

/**
 * Selects the best call on a stock (D53): out of the money, delta 0.15-0.30 by our own (American) model from the mid,
 * bid > 0, ask ≥ bid, and the highest annualized yield at the bid in the first non-empty group: 30-45 days liquid,
 * 21-60 days liquid, 30-45 days thin, 21-60 days thin (`classifyLiquidity`). All limits are inclusive, with the shared
 * epsilon. Unknown open interest fails. Ties go to the tighter spread, then the earlier contract symbol. Calls are
 * tried best first, so deltas are computed only until one fits. The rate is that of `rates` for the expiration, else
 * the market's. Throws RangeError in the same cases as `openChainClock`. Verified against an independent program on
 * recorded chains and with cases on both sides of every limit in `best-call.test.ts`.
 */
export function selectBestCall(
  rows: readonly QuotedOption[],
  market: MarketTerms,
  rates: ReadonlyMap<IsoDate, number> = NO_RATES,
): BestCallResult {
  const calls = rows.filter(({ type }) => type === 'call')
  if (calls.length === 0) return { best: null, reason: 'no_calls' }
  const clock = openChainClock(market)
  const judge = openCallJudge(market, clock, WIDEST_CRITERIA, () => NO_EVENTS)
  const plausible: PlausibleCall[] = []
  let furthest = 0
  const stopAt = (reason: RejectionReason) => {
    furthest = Math.max(furthest, STAGE_OF.get(reason) ?? 0)
  }
  for (const row of calls) {
    const quote = judge(row)
    if (typeof quote === 'string') stopAt(quote)
    else plausible.push({ ...quote, annualizedYieldPct: yieldOf(quote, market.price) })
  }
  plausible.sort(compareForBest)
  for (const quote of plausible) {
    const call = valueCall(quote, { ...market, rate: rates.get(quote.expiration) ?? market.rate }, clock)
    if (call !== null && isDeltaInRange(call.delta, DEFAULT_CRITERIA)) {
      return { best: describe(call, market, clock), reason: null }
    }
    stopAt(call === null ? 'no_implied_volatility' : 'delta_out_of_range')
  }
  return { best: null, reason: STAGES[furthest]?.[1] ?? 'no_calls' }
}

/** A call that passes every rule except the delta range, which is checked last. */
type PlausibleCall = CallQuote & BestCallOrder

const yieldOf = ({ bid, daysToExpiration: days }: CallQuote, price: number): number => yieldAtBid({ bid, price, days })

function describe(call: ValuedCall, { price }: MarketTerms, clock: ChainClock): BestCall {
  const { annualizedYieldPct, ifCalledReturnPct } = measureWriting(call, price, sumInTerm(call.expiration, clock))
  const { window, liquidity } = BEST_CALL_GROUPS[rankGroup(call)] ?? BEST_CALL_GROUPS[3]
  return { ...call, annualizedYieldPct, ifCalledReturnPct, returnBasis: 'stock_price', window, liquidity }
}

/**
 * Chooses the same best call (D53) as `selectBestCall`, from calls that have already been judged; null if none passes
 * the gates. `calls` must include every passing call with 21-60 days left. Verified in `rank-calls.test.ts` and on
 * recorded chains.
 */
export function chooseBestCall<Call extends BestCallOrder & { readonly bestCallLiquidity: CallLiquidity | null }>(
  calls: readonly Call[],
): Call | null {
  const fit = calls.filter((call) => call.bestCallLiquidity !== null && rankGroup(call) < BEST_CALL_GROUPS.length)
  return fit.toSorted(compareForBest)[0] ?? null
}
