import { newYorkDate } from '../calendar/new-york.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import { solveContract, toValuedCall } from '../chain/valued-call.ts'
import { type MarketTerms, openChainClock } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { type CompanyEvents, findEventsInTerm, listPricedDividends } from '../position/events.ts'
import { type CandidateContext, openCandidate, type PassingCall, type WritableCall } from './candidate.ts'
import { type CandidateCriteria, isDeltaInRange } from './criteria.ts'
import { openCallJudge, type RejectionReason } from './rejection-rules.ts'

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
