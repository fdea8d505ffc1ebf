import { isExpired } from '../calendar/expirations.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { probabilityItm, probabilityProfit } from '../returns/probabilities.ts'
import { timeValue } from '../returns/yields.ts'
import { above, atMost } from '../thresholds.ts'
import { type CallQuote, readCallQuote } from './call-quote.ts'
import { sumInTerm } from './contract-row.ts'
import { solveContract } from './valued-call.ts'

/** A call worth comparing with others. Probabilities are 0-1; unknown values are null. */
export interface ScreenedCall extends CallQuote {
  /** Declared dividends in the term, dollars per share. */
  readonly dividends: number
  readonly impliedVolatility: number | null
  readonly delta: number | null
  readonly probabilityItm: number | null
  /** Probability of a profit from a covered call sold at the bid, and at the mid. */
  readonly probabilityProfitAtBid: number | null
  readonly probabilityProfitAtMid: number | null
}

export interface CallScreening {
  /** Number of calls in the chain. */
  readonly listed: number
  readonly calls: readonly ScreenedCall[]
}

/** A wider spread says nothing about the price, percent of the mid. */
export const SCREENED_MAX_SPREAD_PCT = 100

/**
 * Values the calls of a chain that can be compared across stocks: not expired, bid > 0, ask ≥ bid, spread at most 100%
 * of the mid, and time value at the mid, because a covered call without it cannot gain. Volatility from the mid, delta
 * by the American model and Black-Scholes probabilities, as in `valueContracts`; they are null if the mid has no
 * volatility. The rate is that of `rates` for the expiration, else the market's. Throws RangeError in the same cases as
 * `openChainClock`. Verified in `screened-call.test.ts` against `valueContracts`, and with cases on both sides of every limit.
 */
export function screenCalls(
  rows: readonly QuotedOption[],
  market: MarketTerms,
  rates: ReadonlyMap<IsoDate, number>,
): CallScreening {
  const clock = openChainClock(market)
  const { price, asOfMs, nowMs = asOfMs } = market
  const listed = rows.filter(({ type }) => type === 'call')
  const calls = listed.flatMap((row) => {
    const quote = readCallQuote(row, clock)
    if (quote === null || !isComparable(quote, price) || isOver(quote, nowMs)) return []
    return valueQuote(quote, { ...market, rate: rates.get(quote.expiration) ?? market.rate }, clock)
  })
  return { listed: listed.length, calls }
}

function isComparable({ strike, mid, spreadPctOfMid }: CallQuote, price: number): boolean {
  if (!atMost(spreadPctOfMid, SCREENED_MAX_SPREAD_PCT)) return false
  return above(timeValue({ type: 'call', price, strike, premium: mid }), 0)
}

const isOver = ({ daysToExpiration: days, expiration }: CallQuote, nowMs: number) =>
  days <= 0 && isExpired(expiration, nowMs)

function valueQuote(quote: CallQuote, market: MarketTerms, clock: ChainClock): ScreenedCall {
  const dividends = sumInTerm(quote.expiration, clock)
  const solved = solveContract({ type: 'call', ...quote }, market, clock)
  if (solved === null) {
    const unknown = { probabilityItm: null, probabilityProfitAtBid: null, probabilityProfitAtMid: null }
    return { ...quote, dividends, impliedVolatility: null, delta: null, ...unknown }
  }
  const { priced } = solved
  return {
    ...quote,
    dividends,
    impliedVolatility: priced.vol,
    delta: computeAmericanDelta(priced),
    probabilityItm: probabilityItm(priced),
    probabilityProfitAtBid: probabilityProfit({ ...priced, premium: quote.bid }),
    probabilityProfitAtMid: probabilityProfit({ ...priced, premium: quote.mid }),
  }
}
