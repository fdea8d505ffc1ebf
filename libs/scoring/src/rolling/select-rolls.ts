import { isExpired } from '../calendar/expirations.ts'
import { daysBetween } from '../calendar/iso-date.ts'
import { type CallQuote, listRules, readCallQuote } from '../chain/call-quote.ts'
import { valueCall } from '../chain/valued-call.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'
import { openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { above, below } from '../thresholds.ts'
import { type Truth, whenKnown } from '../truth.ts'
import { dollars, usDate } from '../wording.ts'
import {
  compareRolls,
  describeRoll,
  feePerShare,
  MIN_DAYS_ADDED,
  type RollCandidate,
  type RollOptions,
  type RollRequest,
  type RollTarget,
  resolveRollOptions,
} from './roll-candidate.ts'
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
  /** Number of calls that each rule rejected. */
  readonly rejected: Readonly<Partial<Record<RollRejection, number>>>
}

/**
 * Selects calls that an open call can be rolled to: a later expiration, or a higher strike in the same one, within the
 * options. Each result has its net credit, added days and strike, Blue Collar Investor's roll return, McMillan's
 * comparison and the verdict of the three questions. Rolls with three yes answers come first, then open ones, then by
 * `rankBy`. If no roll fits, the explanation names the expirations checked. Throws RangeError on an expired position, a
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
  for (const row of rows) {
    if (row.type !== 'call') continue
    const judged = judge(row)
    if (typeof judged === 'string') rejected[judged] = (rejected[judged] ?? 0) + 1
    else candidates.push(describeRoll(judged, request, options))
  }
  candidates.sort((a, b) => compareRolls(a, b, options))
  const best = candidates.find(({ verdict }) => verdict.roll === true) ?? null
  const open = candidates.some(({ verdict }) => verdict.roll === null)
  const callInProfit = whenKnown(costToClose, (cost) => below(cost, position.premium))
  return {
    options,
    candidates: candidates.slice(0, options.limit),
    best,
    verdict: best !== null ? 'roll' : open ? 'open' : 'none_fits',
    explanation: explain(request, { best, open, callInProfit }),
    callInProfit,
    rejected,
  }
}

function requireOpenCall({ position, costToClose, costBasis, market: { asOfMs } }: RollRequest): void {
  const { strike, expiration, premium, contracts } = position
  requirePositive('strike', strike)
  requireNotNegative('premium', premium)
  requireCount('contracts', contracts)
  if (costToClose !== null) requireNotNegative('costToClose', costToClose)
  if (costBasis !== null) requirePositive('costBasis', costBasis)
  if (isExpired(expiration, asOfMs)) throw new RangeError(`expiration must be in the future, got ${expiration}`)
}

/** Returns a function that describes the roll to a listed call, or names the first rule that rejects that call. */
function openJudge({ position, costToClose, costBasis, market }: RollRequest, options: RollOptions) {
  const clock = openChainClock(market)
  const feePerShareUsd = feePerShare(options)
  return (row: QuotedOption): RollTarget | RollRejection => {
    const { strike, expiration } = row
    const { days } = clock.termsOf(expiration)
    const step = {
      daysAdded: daysBetween(position.expiration, expiration),
      strikeChangeUsd: strike - position.strike,
    }
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
    const call = valueCall(quote, market, clock)
    if (call === null) return 'no_implied_volatility'
    return above(call.delta, options.maxDelta) ? 'delta_too_high' : { call, ...step, netCreditUsd }
  }
}

interface Found {
  readonly best: RollCandidate | null
  readonly open: boolean
  readonly callInProfit: Truth
}

function explain(request: RollRequest, { best, open, callInProfit }: Found): string {
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
  return `${describeRange(request)} a call above cost that adds ${MIN_DAYS_ADDED} days and brings a net credit. ${closing}`
}

/** Start of the sentence that says which expirations were searched. */
function describeRange({ rows, position }: RollRequest): string {
  const later = rows.flatMap(({ type, expiration }) =>
    type === 'call' && expiration > position.expiration ? [expiration] : [],
  )
  const dates = [...new Set(later)].toSorted()
  const last = dates.at(-1)
  if (last === undefined) return 'No later expiration was checked, so none has'
  return dates.length === 1
    ? `The only expiration checked, ${usDate(last)}, does not have`
    : `None of the ${dates.length} expirations checked, through ${usDate(last)}, has`
}
