import { isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { ListedContract } from '../chain/contract-row.ts'
import { solveContract, toValuedCall } from '../chain/valued-call.ts'
import { type MarketTerms, openChainClock } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { type CompanyEvents, findEventsInTerm, listKnownCash, listUpcomingDividends } from '../position/events.ts'
import { type Candidate, type CandidateContext, describeCandidate, type WritableCall } from './candidate.ts'
import {
  ALL_EXPIRATIONS_CRITERIA,
  BEST_CALL_RULES,
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  isDeltaInRange,
  resolveCriteria,
} from './criteria.ts'
import { openCallJudge, type RejectionReason } from './rejection-rules.ts'

export interface CandidateRequest {
  readonly rows: readonly ListedContract[]
  /** Price, rate and instants. The dividends come from `events`, which is the one list of them. */
  readonly market: Omit<MarketTerms, 'dividends'> & { readonly dividends?: never }
  readonly events: CompanyEvents
  readonly ivRank: number | null
  /** Wishes beside the default criteria; a wish on one side of a range frees the other. */
  readonly criteria?: Partial<CandidateCriteria>
  /**
   * Which expirations are judged where no days are wished for: those 30-45 days out, else 21-60 (`windows`, when left
   * out: D21 without an expiration); `all` (D22); or the named ones (D21 with one).
   */
  readonly expirations?: 'windows' | 'all' | readonly IsoDate[]
}

export interface CandidateSelection {
  readonly criteria: CandidateCriteria
  /** Best first, at most `criteria.limit`; calls under the minimum yield come last. */
  readonly candidates: readonly Candidate[]
  /** The first that may be recommended; null where there is none. */
  readonly best: Candidate | null
  /** Calls judged, and how many each rule turned away. */
  readonly judged: number
  readonly rejected: Readonly<Partial<Record<RejectionReason, number>>>
}

/**
 * Covered-call candidates of a chain (D21, D22): every call of the chosen expirations through the rules of `openCallJudge`
 * and the delta range, those that pass with all their figures, ranked by `scoreCandidate`; equal scores: the higher yield
 * of time value, the tighter spread, the earlier contract symbol. A call that pays its holder to give up intrinsic value
 * is refused, and one whose time value pays under 10 % a year is listed last and never `best`.
 * Where nobody asked for days and 30-45 have no candidate, 21-60 are judged, as D15 does; `criteria` says which were used.
 * Throws RangeError as `resolveCriteria` and `openChainClock`. Verified in `select-candidates.test.ts` with rows on each
 * side of every bound, and that with the default criteria the best call (D15) is always among them.
 */
export function selectCandidates(request: CandidateRequest): CandidateSelection {
  const { expirations = 'windows', criteria: wishes = {} } = request
  if (expirations !== 'windows') return selectBy(resolveCriteria(ALL_EXPIRATIONS_CRITERIA, wishes), request)
  const standard = selectBy(resolveCriteria(DEFAULT_CRITERIA, wishes), request)
  if (standard.candidates.length > 0 || 'minDays' in wishes || 'maxDays' in wishes) return standard
  const { min, max } = BEST_CALL_RULES.wideDays
  return selectBy({ ...standard.criteria, minDays: min, maxDays: max }, request)
}

/** What several selections of one stock's calls come to, each expiration valued at the rate of its own term. */
export function mergeSelections(
  selections: readonly CandidateSelection[],
  limit: number,
): Omit<CandidateSelection, 'criteria'> {
  const candidates = selections.flatMap((selection) => selection.candidates).sort(byMerit)
  const rejected: Partial<Record<RejectionReason, number>> = {}
  for (const [reason, count] of selections.flatMap((selection) => Object.entries(selection.rejected))) {
    rejected[reason as RejectionReason] = (rejected[reason as RejectionReason] ?? 0) + count
  }
  return {
    candidates: candidates.slice(0, limit),
    best: candidates.find(({ belowMinimumYield }) => !belowMinimumYield) ?? null,
    judged: selections.reduce((sum, selection) => sum + selection.judged, 0),
    rejected,
  }
}

function selectBy(criteria: CandidateCriteria, request: CandidateRequest): CandidateSelection {
  const { expirations } = request
  const rows = Array.isArray(expirations)
    ? request.rows.filter(({ expiration }) => expirations.includes(expiration))
    : request.rows
  const calls = rows.filter(({ type }) => type === 'call')
  const context = openContext(request, criteria)
  const judge = openJudge(rows, context, criteria)
  const rejected: Partial<Record<RejectionReason, number>> = {}
  const candidates: Candidate[] = []
  for (const contract of calls) {
    const judged = judge(contract)
    if (typeof judged === 'string') rejected[judged] = (rejected[judged] ?? 0) + 1
    else candidates.push(describeCandidate(judged, context))
  }
  candidates.sort(byMerit)
  const best = candidates.find(({ belowMinimumYield }) => !belowMinimumYield) ?? null
  return { criteria, candidates: candidates.slice(0, criteria.limit), best, judged: calls.length, rejected }
}

function openContext({ market: now, events, ivRank }: CandidateRequest, criteria: CandidateCriteria): CandidateContext {
  const { asOfMs, nowMs = asOfMs } = now
  const today = newYorkDate(nowMs)
  const market = { ...now, dividends: listKnownCash(listUpcomingDividends(events, newYorkDate(asOfMs))) }
  const { returnBasis, costBasis } = criteria
  return { market, clock: openChainClock(market), events, today, ivRank, returnBasis, costBasis }
}

/** Judges one call after the other: what is worked out of it, or the first rule that turns it away. */
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

function byMerit(a: Candidate, b: Candidate): number {
  return (
    Number(a.belowMinimumYield) - Number(b.belowMinimumYield) ||
    b.score - a.score ||
    b.annualizedTimeValueYieldPct - a.annualizedTimeValueYieldPct ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

/** The listed expiration nearest to a number of days (D21's `days_to_expiration`), the later of two; null where none is. */
export function chooseNearestExpiration(listed: readonly IsoDate[], days: number, asOfMs: number): IsoDate | null {
  const today = newYorkDate(asOfMs)
  const distance = (date: IsoDate) => Math.abs(daysBetween(today, date) - days)
  const ahead = listed.filter((date) => !isExpired(date, asOfMs))
  return ahead.toSorted((a, b) => distance(a) - distance(b) || (a > b ? -1 : 1))[0] ?? null
}
