import { daysBetween } from '../calendar/iso-date.ts'
import { readCallQuote, type ValuedCall, valueCall } from '../candidates/valued-call.ts'
import { requirePositive, requireWindow } from '../guards.ts'
import { openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { SHARES_PER_CONTRACT } from '../position/position.ts'
import { type Truth, whenKnown } from '../position/truth.ts'
import { above, below } from '../thresholds.ts'
import { describeRoll, type RollCandidate, type RollRequest } from './roll-candidate.ts'
import { ROLL_REJECTION_RULES, type RollOptions, type RollRejection, THETAGANG_ROLL_OPTIONS } from './roll-options.ts'
import { netRollUsd } from './roll-return.ts'

export interface RollSelection {
  readonly options: RollOptions
  /** Best first, at most `options.limit`. */
  readonly candidates: readonly RollCandidate[]
  /** The first with three times yes. */
  readonly best: RollCandidate | null
  /** `open` where no roll is known to fit and an unknown figure decides. */
  readonly verdict: 'roll' | 'let_assign_or_close' | 'open'
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
 * Where none says yes the shares are let go or the call is closed. Throws RangeError on a strike or cost that is not
 * positive, contracts or a limit under 1, or as `openChainClock`. Source: MATHS 7. Verified in `select-rolls.test.ts`.
 */
export function selectRolls(request: RollRequest): RollSelection {
  const { position, costToClose, costBasis, rows } = request
  const options = { ...THETAGANG_ROLL_OPTIONS, ...request.options }
  requirePositive('strike', position.strike)
  requireWindow('contracts', position.contracts)
  requireWindow('limit', options.limit)
  if (costBasis !== null) requirePositive('costBasis', costBasis)
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
    verdict: best !== null ? 'roll' : open ? 'open' : 'let_assign_or_close',
    explanation: explain(best, open, callInProfit, position.strike),
    callInProfit,
    rejected,
  }
}

/** Judges one call after the other: its value, or the first rule that turns it away. */
function openJudge({ position, costToClose, costBasis, market }: RollRequest, options: RollOptions) {
  const clock = openChainClock(market)
  const feePerShareUsd = options.feePerContractUsd / SHARES_PER_CONTRACT
  const netCredit = (newPremium: number): number | null =>
    whenKnown(costToClose, (cost) => netRollUsd({ newPremium, costToClose: cost, feePerShareUsd }))
  return (row: QuotedOption): ValuedCall | RollRejection => {
    const quote = readCallQuote(row, clock)
    const roll = {
      strike: row.strike,
      days: clock.termsOf(row.expiration).days,
      daysAdded: daysBetween(position.expiration, row.expiration),
      strikeChangeUsd: row.strike - position.strike,
      costBasis,
      quote,
      netCreditUsd: whenKnown(quote, ({ bid }) => netCredit(bid)),
    }
    const failing = ROLL_REJECTION_RULES.find(({ rejects }) => rejects(roll, options))
    if (failing) return failing.reason
    const valued = whenKnown(quote, (known) => valueCall(known, market, clock))
    if (valued === null) return 'no_implied_volatility'
    return above(valued.delta, options.maxDelta) ? 'delta_too_high' : valued
  }
}

/** Verdict first, then as `rankBy` says (unknown last), then the tighter spread and the earlier contract symbol. */
function compareRolls(a: RollCandidate, b: RollCandidate, { rankBy, targetDays }: RollOptions): number {
  const verdict = ({ verdict: { roll } }: RollCandidate) => (roll === null ? 1 : roll ? 0 : 2)
  const distance = ({ daysToExpiration }: RollCandidate) =>
    rankBy === 'annualized_return' ? 0 : Math.abs(daysToExpiration - targetDays)
  const merit = ({ delta, netCreditUsd, annualizedRollReturnPct }: RollCandidate) =>
    ({ delta, credit: netCreditUsd, annualized_return: annualizedRollReturnPct })[rankBy] ?? Number.MIN_SAFE_INTEGER
  return (
    verdict(a) - verdict(b) ||
    distance(a) - distance(b) ||
    merit(b) - merit(a) ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

function explain(best: RollCandidate | null, open: boolean, callInProfit: Truth, strike: number): string {
  if (best !== null) {
    const call = `${best.strike.toFixed(2)} call of ${best.expiration}`
    return `The ${call} is above cost, adds ${best.daysAdded} days and brings a net credit.`
  }
  if (open) return 'Whether a roll fits is open: what the shares cost, or what closing the call costs, is not known.'
  const closing = {
    true: 'closing the call keeps a profit on it',
    false: 'closing the call takes a loss on it',
    null: 'what closing the call costs is not known',
  }[`${callInProfit}`]
  return `No roll is above cost, adds 14 days and brings a net credit: let the shares go at $${strike.toFixed(2)}, or close; ${closing}.`
}
