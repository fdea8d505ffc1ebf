import { isExpired } from '../calendar/expirations.ts'
import { daysBetween } from '../calendar/iso-date.ts'
import { type CallQuote, listRules, readCallQuote } from '../chain/call-quote.ts'
import { valueCall } from '../chain/valued-call.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'
import { openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { above, below } from '../thresholds.ts'
import { type Truth, whenKnown } from '../truth.ts'
import { dollars, usDate } from '../wording.ts'
import { compareRolls, describeRoll, type RollCandidate, type RollRequest, type RollTarget } from './roll-candidate.ts'
import { feePerShare, MIN_DAYS_ADDED, type RollOptions, resolveRollOptions } from './roll-options.ts'
import { describeRange, measureRange, type RollRange } from './roll-range.ts'
import { netRollUsd } from './roll-return.ts'

/** A listed call's terms relative to the open call. */
export interface RollTerms {
  readonly strike: number
  readonly strikeChangeUsd: number
  /** Days from today to the new expiration, and how many days later it is than the old one. */
  readonly days: number
  readonly daysAdded: number
  readonly isExpired: boolean
  /** Cost of the shares; null if unknown. */
  readonly costBasis: number | null
}

/** The new call's quote and the roll's net credit after fees, which is null if the cost to close is unknown. */
export interface QuotedRoll {
  readonly quote: CallQuote
  readonly netCreditUsd: number | null
}

type TermsRule = (roll: RollTerms, options: RollOptions) => boolean
type QuoteRule = (roll: QuotedRoll, options: RollOptions) => boolean

/**
 * Rules for listed calls, in order. A roll goes to a later expiration or, on the same day, to a higher strike. An
 * unknown cost does not reject a call, but it leaves the verdict open.
 */
const TERMS_RULES = {
  expired: ({ isExpired }) => isExpired,
  not_a_roll: ({ daysAdded, strikeChangeUsd }) => daysAdded < 0 || (daysAdded === 0 && !above(strikeChangeUsd, 0)),
  too_few_days_added: ({ daysAdded }, { minDaysAdded }) => daysAdded < minDaysAdded,
  days_out_of_range: ({ days }, { minDays, maxDays }) => days < minDays || days > maxDays,
  below_min_strike: ({ strike }, { minStrike }) => minStrike !== null && below(strike, minStrike),
  below_old_strike: ({ strikeChangeUsd }, { neverBelowOldStrike }) => neverBelowOldStrike && below(strikeChangeUsd, 0),
  below_cost: ({ strike, costBasis }, { neverBelowCost }) =>
    neverBelowCost && costBasis !== null && below(strike, costBasis),
} as const satisfies Record<string, TermsRule>

/** Rules for two-sided quotes, in order. An unknown credit does not reject a call. */
const QUOTE_RULES = {
  open_interest_too_low: ({ quote }, { minOpenInterest }) => (quote.openInterest ?? 0) < minOpenInterest,
  premium_too_small: ({ quote }, { minCreditUsd }) => below(quote.bid, minCreditUsd),
  credit_too_small: ({ netCreditUsd }, { creditOnly, minCreditUsd }) =>
    creditOnly && netCreditUsd !== null && !above(netCreditUsd, minCreditUsd),
} as const satisfies Record<string, QuoteRule>

/** Why a call is not a roll target; the last two reasons need the model. */
export type RollRejection =
  | keyof typeof TERMS_RULES
  | 'no_quote'
  | keyof typeof QUOTE_RULES
  | 'no_implied_volatility'
  | 'delta_too_high'

const onTerms = listRules<keyof typeof TERMS_RULES, TermsRule>(TERMS_RULES)
const onQuote = listRules<keyof typeof QUOTE_RULES, QuoteRule>(QUOTE_RULES)

/** First rule that rejects a listed call; null if it passes. */
export function judgeTerms(roll: RollTerms, options: RollOptions): RollRejection | null {
  return onTerms.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}

/** First rule that rejects the quote; null if it passes. */
export function judgeQuote(roll: QuotedRoll, options: RollOptions): RollRejection | null {
  return onQuote.find(({ rejects }) => rejects(roll, options))?.reason ?? null
}

/** A listed call that cannot be sold at a bid now. Dollars per share. */
export interface UnpricedRoll extends Pick<QuotedOption, 'contractSymbol' | 'expiration' | 'strike' | 'bid' | 'ask'> {
  readonly daysToExpiration: number
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  readonly openInterest: number | null
  readonly reason: string
}

export interface RollSelection {
  readonly options: RollOptions
  /** Best first, at most `options.limit`. */
  readonly candidates: readonly RollCandidate[]
  /** First candidate with three yes answers. */
  readonly best: RollCandidate | null
  /** `open` if no roll is known to fit and a figure needed to decide is unknown. */
  readonly verdict: 'roll' | 'none_fits' | 'open'
  readonly explanation: string
  /** True if buying the open call back costs less than its premium. */
  readonly callInProfit: Truth
  /** Calls within the terms of the options that have no two-sided quote, by expiration and strike. */
  readonly unpriced: readonly UnpricedRoll[]
  /**
   * Range of the calls that the verdict is about: those that pass the options, those whose credit is too small, and those
   * without a two-sided quote.
   */
  readonly lookedAt: RollRange | null
  /** Number of calls that each rule rejected. */
  readonly rejected: Readonly<Partial<Record<RollRejection, number>>>
}

/**
 * Selects calls that an open call can be rolled to: a later expiration, or a higher strike in the same one, within the
 * options. Each result has its net credit, added days and strike, Blue Collar Investor's roll return, McMillan's
 * comparison and the verdict of the three questions. Rolls with three yes answers come first, then open ones, then by
 * `rankBy`. The explanation names the range of calls that it speaks of. Throws RangeError on an expired position, a
 * strike or cost that is not positive, a negative premium or cost to close, contracts under 1, and in the same cases as
 * `resolveRollOptions` and `openChainClock`. Source: MATHS 7. Verified in `select-rolls.test.ts`.
 */
export function selectRolls(request: RollRequest): RollSelection {
  const options = resolveRollOptions(request.options ?? {})
  requireOpenCall(request)
  const { position, costToClose, rows } = request
  const judge = openJudge(request, options)
  const rejected: Partial<Record<RollRejection, number>> = {}
  const candidates: RollCandidate[] = []
  const unpriced: UnpricedRoll[] = []
  const looked: QuotedOption[] = []
  for (const row of rows) {
    if (row.type !== 'call') continue
    const { verdict: judged, ...terms } = judge(row)
    if (typeof judged === 'string') rejected[judged] = (rejected[judged] ?? 0) + 1
    else candidates.push(describeRoll(judged, request, options))
    if (judged === 'no_quote') unpriced.push(describeUnpriced(row, terms))
    else if (typeof judged !== 'string' || judged === 'credit_too_small') looked.push(row)
  }
  const lookedAt = measureRange(looked, unpriced)
  candidates.sort((a, b) => compareRolls(a, b, options))
  const best = candidates.find(({ verdict }) => verdict.roll === true) ?? null
  const open = candidates.some(({ verdict }) => verdict.roll === null)
  const callInProfit = whenKnown(costToClose, (cost) => below(cost, position.premium))
  return {
    options,
    candidates: candidates.slice(0, options.limit),
    best,
    verdict: best !== null ? 'roll' : open ? 'open' : 'none_fits',
    explanation: `${explain({ best, open, callInProfit })} ${describeRange(lookedAt)}${describeLeftOut(rejected)}`,
    callInProfit,
    unpriced: unpriced.toSorted((a, b) => daysBetween(b.expiration, a.expiration) || a.strike - b.strike),
    lookedAt,
    rejected,
  }
}

/** Reasons that say nothing about cost, days or credit, so the verdict does not cover the calls that they reject. */
const LEFT_OUT = ['open_interest_too_low', 'premium_too_small', 'no_implied_volatility', 'delta_too_high'] as const

function describeLeftOut(rejected: RollSelection['rejected']): string {
  const count = LEFT_OUT.reduce((sum, reason) => sum + (rejected[reason] ?? 0), 0)
  if (count === 0) return ''
  const calls = count === 1 ? '1 more call was' : `${count} more calls were`
  return ` ${calls} left out because of open interest, premium, volatility or delta.`
}

function requireOpenCall({ position, costToClose, costBasis, market: { asOfMs } }: RollRequest): void {
  const { strike, expiration, premium, contracts } = position
  requirePositive('strike', strike)
  requireNotNegative('premium', premium)
  requireCount('contracts', contracts)
  if (costToClose !== null) requireNotNegative('costToClose', costToClose)
  // Premiums kept over time can exceed the price of the shares, so the cost may be zero or below.
  if (costBasis !== null && !Number.isFinite(costBasis))
    throw new RangeError(`costBasis must be finite, got ${costBasis}`)
  if (isExpired(expiration, asOfMs)) throw new RangeError(`expiration must be in the future, got ${expiration}`)
}

interface JudgedTerms extends Pick<RollTarget, 'daysAdded' | 'strikeChangeUsd'> {
  readonly days: number
}

/** Returns a function that describes the roll to a listed call, or names the first rule that rejects that call. */
function openJudge({ position, costToClose, costBasis, market }: RollRequest, options: RollOptions) {
  const clock = openChainClock(market)
  const feePerShareUsd = feePerShare(options)
  const judgeCall = (row: QuotedOption, { days, ...step }: JudgedTerms): RollTarget | RollRejection => {
    const { strike, expiration } = row
    const isOver = days <= 0 && isExpired(expiration, market.asOfMs)
    const onTerms = judgeTerms({ strike, days, isExpired: isOver, costBasis, ...step }, options)
    if (onTerms !== null) return onTerms
    const quote = readCallQuote(row, clock)
    if (quote === null) return 'no_quote'
    const netCreditUsd = whenKnown(costToClose, (cost) =>
      netRollUsd({ newPremium: quote.bid, costToClose: cost, feePerShareUsd }),
    )
    const onQuote = judgeQuote({ quote, netCreditUsd }, options)
    if (onQuote !== null) return onQuote
    const solved = valueCall(quote, market, clock)
    if (solved === null && !options.keepsUnvalued) return 'no_implied_volatility'
    const call = solved ?? { ...quote, impliedVolatility: null, delta: null, model: null }
    return call.delta !== null && above(call.delta, options.maxDelta)
      ? 'delta_too_high'
      : { call, ...step, netCreditUsd }
  }
  return (row: QuotedOption): JudgedTerms & { readonly verdict: RollTarget | RollRejection } => {
    const terms = {
      days: clock.termsOf(row.expiration).days,
      daysAdded: daysBetween(position.expiration, row.expiration),
      strikeChangeUsd: row.strike - position.strike,
    }
    return { ...terms, verdict: judgeCall(row, terms) }
  }
}

function describeUnpriced(row: QuotedOption, { days, ...step }: JudgedTerms): UnpricedRoll {
  const { contractSymbol, expiration, strike, bid, ask, openInterest } = row
  const terms = { contractSymbol, expiration, strike, bid, ask, openInterest, daysToExpiration: days, ...step }
  return { ...terms, reason: explainNoQuote(row) }
}

function explainNoQuote({ bid, ask }: Pick<QuotedOption, 'bid' | 'ask'>): string {
  if (bid === null && ask === null) return 'The call has no bid and no ask.'
  if (bid === null || bid <= 0) return 'The call has no bid, so it cannot be sold now.'
  return ask === null ? 'The call has no ask, so its bid cannot be judged.' : 'The bid of the call is above its ask.'
}

interface Found {
  readonly best: RollCandidate | null
  readonly open: boolean
  readonly callInProfit: Truth
}

function explain({ best, open, callInProfit }: Found): string {
  if (best !== null) {
    const call = `${dollars(best.strike)} call expiring ${usDate(best.expiration)}`
    return `The ${call} is above cost, adds ${best.daysAdded} days and brings a net credit.`
  }
  if (open)
    return 'Cannot tell whether a roll fits: the cost of the shares, or the cost of closing the call, is unknown.'
  const closing = {
    true: 'Closing the call now keeps a profit on it.',
    false: 'Closing the call now makes no profit on it.',
    null: 'The cost of closing the call is unknown.',
  }[`${callInProfit}`]
  return `No call looked at is above cost, adds ${MIN_DAYS_ADDED} days and brings a net credit. ${closing}`
}
