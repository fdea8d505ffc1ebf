import { isExpired } from '../calendar/expirations.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import { type CallQuote, listRules, readCallQuote } from '../chain/call-quote.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import { solveContract, toValuedCall } from '../chain/valued-call.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { type CompanyEvents, type EventsInTerm, findEventsInTerm, listPricedDividends } from '../position/events.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above, below } from '../thresholds.ts'
import { classifyLiquidity } from './call-liquidity.ts'
import { type CandidateContext, openCandidate, type PassingCall, type WritableCall } from './candidate.ts'
import { type CandidateCriteria, isDeltaInRange } from './criteria.ts'

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

export interface CallsToJudge {
  readonly rows: readonly ListedContract[]
  /** Price, rate and instants. Dividends come from `events` only. */
  readonly market: Omit<MarketTerms, 'dividends'> & { readonly dividends?: never }
  readonly events: CompanyEvents
  readonly ivRank: number | null
}

/** Calls that pass every rule, in chain order, and the number of calls that each rule rejected. */
export interface CallJudgement {
  readonly passing: readonly PassingCall[]
  readonly judged: number
  readonly rejected: Readonly<Partial<Record<RejectionReason, number>>>
}

/**
 * Checks every call against the rules of `openCallJudge` and the delta range. Rejects calls without time value at the
 * bid. Throws RangeError in the same cases as `openChainClock`. Verified in `select-candidates.test.ts`.
 */
export function judgeCalls(request: CallsToJudge, criteria: CandidateCriteria): CallJudgement {
  const { rows } = request
  const calls = rows.filter(({ type }) => type === 'call')
  const context = openContext(request, criteria)
  const judge = openJudge(rows, context, criteria)
  const rejected: Partial<Record<RejectionReason, number>> = {}
  const passing: PassingCall[] = []
  for (const contract of calls) {
    const judged = judge(contract)
    if (typeof judged === 'string') rejected[judged] = (rejected[judged] ?? 0) + 1
    else passing.push(openCandidate(judged, context))
  }
  return { passing, judged: calls.length, rejected }
}

/** Merges the judgements for parts of a chain, such as expirations that were each valued at their own rate. */
export function mergeJudgements(judgements: readonly CallJudgement[]): CallJudgement {
  const rejected: Partial<Record<RejectionReason, number>> = {}
  for (const [reason, count] of judgements.flatMap((judgement) => Object.entries(judgement.rejected))) {
    rejected[reason as RejectionReason] = (rejected[reason as RejectionReason] ?? 0) + count
  }
  return {
    passing: judgements.flatMap(({ passing }) => passing),
    judged: judgements.reduce((sum, { judged }) => sum + judged, 0),
    rejected,
  }
}

function openContext({ market: now, events, ivRank }: CallsToJudge, criteria: CandidateCriteria): CandidateContext {
  const { asOfMs, nowMs = asOfMs } = now
  const today = newYorkDate(nowMs)
  const market = { ...now, dividends: listPricedDividends(events, newYorkDate(asOfMs)) }
  const { returnBasis, costBasis } = criteria
  return { market, clock: openChainClock(market), events, today, ivRank, returnBasis, costBasis }
}

/** Returns a function that values a call, or names the first rule that rejects it. */
function openJudge(
  rows: readonly ListedContract[],
  { market, clock, events, today }: CandidateContext,
  criteria: CandidateCriteria,
) {
  const judge = openCallJudge(market, clock, criteria, (expiration) => findEventsInTerm(events, expiration, today))
  const putMids = new Map(rows.filter(({ type }) => type === 'put').map((put) => [termsKey(put), quoteMid(put)]))
  return (contract: ListedContract): WritableCall | RejectionReason => {
    const quote = judge(contract)
    if (typeof quote === 'string') return quote
    const solved = solveContract(contract, market, clock)
    if (solved === null) return 'no_implied_volatility'
    const call = toValuedCall(quote, solved)
    if (!isDeltaInRange(call.delta, criteria)) return 'delta_out_of_range'
    return { contract, call, solved, putMid: putMids.get(termsKey(contract)) ?? null }
  }
}

const termsKey = ({ expiration, strike }: ListedContract): string => `${expiration} ${strike}`
