import { isExpired } from '../calendar/expirations.ts'
import { daysBetween } from '../calendar/iso-date.ts'
import { readCallQuote } from '../chain/call-quote.ts'
import { valueCall } from '../chain/valued-call.ts'
import { requireCount, requireNotNegative, requirePositive } from '../guards.ts'
import { openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { above, below } from '../thresholds.ts'
import { type Truth, whenKnown } from '../truth.ts'
import { dollars } from '../wording.ts'
import { compareRolls } from './compare-rolls.ts'
import { judgeQuote, judgeTerms, type RollRejection } from './rejection-rules.ts'
import { describeRoll, type RollCandidate, type RollRequest, type RollTarget } from './roll-candidate.ts'
import { feePerShare, type RollOptions, resolveRollOptions } from './roll-options.ts'
import { netRollUsd } from './roll-return.ts'
import { MIN_DAYS_ADDED } from './three-questions.ts'

export interface RollSelection {
  readonly options: RollOptions
  /** Best first, at most `options.limit`. */
  readonly candidates: readonly RollCandidate[]
  /** The first with three times yes. */
  readonly best: RollCandidate | null
  /** `open` where no roll is known to fit and an unknown figure decides. */
  readonly verdict: 'roll' | 'none_fits' | 'open'
  readonly explanation: string
  /** Whether buying the open call back costs less than it brought. */
  readonly callInProfit: Truth
  /** How many calls each rule turned away. */
  readonly rejected: Readonly<Partial<Record<RollRejection, number>>>
}

/**
 * Calls that an open call can be rolled to: a later expiration, or a higher strike of the same one, within the options.
 * Each has its net credit, days and dollars of strike added, Blue Collar Investor's roll return, McMillan's comparison and
 * the verdict of the three questions; those with three times yes come first, then those that are open, then by `rankBy`.
 * Where none says yes the explanation names the expirations that were looked at. Throws RangeError on a position that has expired: there
 * is nothing left to buy back; on a strike or cost that is not positive, a negative premium or cost to close, contracts
 * under 1, or as `resolveRollOptions` and `openChainClock`. Source: MATHS 7. Verified in `select-rolls.test.ts`.
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
  const callInProfit = whenKnown(costToClose, (cost) => below(cost, position.entryPremium))
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
  const { strike, expiration, entryPremium, contracts } = position
  requirePositive('strike', strike)
  requireNotNegative('entryPremium', entryPremium)
  requireCount('contracts', contracts)
  if (costToClose !== null) requireNotNegative('costToClose', costToClose)
  if (costBasis !== null) requirePositive('costBasis', costBasis)
  if (isExpired(expiration, asOfMs)) throw new RangeError(`expiration must be still to come, got ${expiration}`)
}

/** Judges one call after the other: what the step to it is, or the first rule that turns it away. */
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
    const call = `${dollars(best.strike)} call of ${best.expiration}`
    return `The ${call} is above cost, adds ${best.daysAdded} days and brings a net credit.`
  }
  if (open) return 'Whether a roll fits is open: what the shares cost, or what closing the call costs, is not known.'
  const closing = {
    true: 'Closing the call now keeps a profit on it.',
    false: 'Closing the call now leaves no profit on it.',
    null: 'What closing the call costs is not known.',
  }[`${callInProfit}`]
  return `${describeRange(request)} a call above cost that adds ${MIN_DAYS_ADDED} days and brings a net credit. ${closing}`
}

/** The verdict is one on what was looked at, and names it. */
function describeRange({ rows, position }: RollRequest): string {
  const later = rows.flatMap(({ type, expiration }) =>
    type === 'call' && expiration > position.expiration ? [expiration] : [],
  )
  const dates = [...new Set(later)].toSorted()
  const last = dates.at(-1)
  if (last === undefined) return 'No later expiration was looked at, so none has'
  return dates.length === 1
    ? `The expiration of ${last}, the only one looked at, does not have`
    : `Of the ${dates.length} expirations looked at, through ${last}, none has`
}
