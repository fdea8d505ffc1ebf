import { isExpired } from '../calendar/expirations.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { type CallQuote, readCallQuote } from '../chain/call-quote.ts'
import { listRules } from '../chain/rule-table.ts'
import type { ChainClock, MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { EventsInTerm } from '../position/events.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above, below } from '../thresholds.ts'
import { classifyLiquidity } from './call-liquidity.ts'
import type { CandidateCriteria } from './criteria.ts'

interface ExpirationFacts extends EventsInTerm {
  readonly days: number
  readonly isExpired: boolean
}

type ExpirationRule = (facts: ExpirationFacts, criteria: CandidateCriteria) => boolean
type StrikeRule = (strike: number, price: number, criteria: CandidateCriteria) => boolean
type QuoteRule = (quote: CallQuote, price: number, criteria: CandidateCriteria) => boolean

/**
 * Rules for expirations, in order. A search that avoids an event also rejects expirations for which the event's date
 * is unknown.
 */
const EXPIRATION_RULES = {
  expired: (facts) => facts.isExpired,
  days_out_of_range: ({ days }, { minDays, maxDays }) =>
    (minDays !== null && days < minDays) || (maxDays !== null && days > maxDays),
  earnings_before_expiration: (facts, { avoidEarnings }) => avoidEarnings && facts.earningsBeforeExpiration === true,
  earnings_unknown: (facts, { avoidEarnings }) => avoidEarnings && facts.earningsBeforeExpiration === null,
  ex_dividend_before_expiration: (facts, { avoidExDividend }) =>
    avoidExDividend && facts.exDividendBeforeExpiration === true,
  ex_dividend_unknown: (facts, { avoidExDividend }) => avoidExDividend && facts.exDividendBeforeExpiration === null,
} as const satisfies Record<string, ExpirationRule>

/** Rules for strikes, checked after those for expirations. */
const STRIKE_RULES = {
  strike_out_of_range: (strike, _price, { minStrike, maxStrike }) =>
    (minStrike !== null && below(strike, minStrike)) || (maxStrike !== null && above(strike, maxStrike)),
  in_the_money: (strike, price, { allowInTheMoney }) => !allowInTheMoney && !above(strike, price),
  below_cost: (strike, _price, { neverBelowCost, costBasis }) =>
    neverBelowCost && costBasis !== null && below(strike, costBasis),
} as const satisfies Record<string, StrikeRule>

/**
 * Rules for two-sided quotes, checked last. An unknown open interest fails the minimum. A covered call sold at or
 * below intrinsic value cannot gain, whatever the stock does.
 */
const QUOTE_RULES = {
  spread_too_wide: (quote, _price, { maxSpreadPct, admitsLiquid }) =>
    above(quote.spreadPctOfMid, maxSpreadPct) && !(admitsLiquid && classifyLiquidity(quote) === 'liquid'),
  open_interest_too_low: ({ openInterest }, _price, { minOpenInterest }) => (openInterest ?? 0) < minOpenInterest,
  premium_too_small: ({ bid }, _price, { minPremiumUsd }) => below(bid, minPremiumUsd),
  no_time_value: (quote, price) => !above(timeValueOf(quote, price), 0),
  yield_too_low: (quote, price, { minAnnualYieldPct }) =>
    below(annualizePct((timeValueOf(quote, price) / price) * 100, quote.daysToExpiration), minAnnualYieldPct),
} as const satisfies Record<string, QuoteRule>

const timeValueOf = ({ strike, bid: premium }: CallQuote, price: number): number =>
  timeValue({ type: 'call', price, strike, premium })

/** Why a call is not a candidate; the last two reasons need the model. */
export type RejectionReason =
  | keyof typeof EXPIRATION_RULES
  | keyof typeof STRIKE_RULES
  | 'no_quote'
  | keyof typeof QUOTE_RULES
  | 'no_implied_volatility'
  | 'delta_out_of_range'

const onExpiration = listRules<keyof typeof EXPIRATION_RULES, ExpirationRule>(EXPIRATION_RULES)
const onStrike = listRules<keyof typeof STRIKE_RULES, StrikeRule>(STRIKE_RULES)
const onQuote = listRules<keyof typeof QUOTE_RULES, QuoteRule>(QUOTE_RULES)

/**
 * Returns a function that checks a call against every rule that needs no model. The function returns the call's
 * quote, or the first rule that rejects the call. Rules for expirations are evaluated once per expiration.
 */
export function openCallJudge(
  { price, asOfMs, nowMs = asOfMs }: Pick<MarketTerms, 'price' | 'asOfMs' | 'nowMs'>,
  clock: ChainClock,
  criteria: CandidateCriteria,
  findEvents: (expiration: IsoDate) => EventsInTerm,
): (row: QuotedOption) => CallQuote | RejectionReason {
  const known = new Map<IsoDate, RejectionReason | null>()
  const judgeExpiration = (expiration: IsoDate): RejectionReason | null => {
    const { days } = clock.termsOf(expiration)
    const facts = { days, isExpired: days <= 0 && isExpired(expiration, nowMs), ...findEvents(expiration) }
    return onExpiration.find(({ rejects }) => rejects(facts, criteria))?.reason ?? null
  }
  return (row) => {
    let rejected = known.get(row.expiration)
    if (rejected === undefined) {
      rejected = judgeExpiration(row.expiration)
      known.set(row.expiration, rejected)
    }
    if (rejected !== null) return rejected
    for (const { reason, rejects } of onStrike) if (rejects(row.strike, price, criteria)) return reason
    const quote = readCallQuote(row, clock)
    if (quote === null) return 'no_quote'
    for (const { reason, rejects } of onQuote) if (rejects(quote, price, criteria)) return reason
    return quote
  }
}
