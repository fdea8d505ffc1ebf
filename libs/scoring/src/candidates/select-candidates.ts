import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import { type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { findEventsInTerm, type NextEvents } from '../position/events.ts'
import { BEST_CALL_RULES } from './best-call.ts'
import { type Candidate, type CandidateContext, describeCandidate } from './candidate.ts'
import {
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  isDeltaInRange,
  REJECTION_RULES,
  type RejectionReason,
  requireCriteria,
} from './criteria.ts'
import { readCallQuote, type ValuedCall, valueCall } from './valued-call.ts'

export interface CandidateRequest {
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  readonly events: NextEvents
  readonly ivRank: number | null
  /** Wishes beside `DEFAULT_CRITERIA`. */
  readonly criteria?: Partial<CandidateCriteria>
  /** Only these expirations are judged, and without wishes no bound on days holds; all of them when left out. */
  readonly expirations?: readonly IsoDate[]
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
 * Covered-call candidates of a chain (D21, D22): every call of the chosen expirations through `REJECTION_RULES` and the
 * delta range, those that pass with all their figures, ranked by `scoreCandidate`; equal scores: the higher yield, the
 * tighter spread, the earlier contract symbol. A call whose static yield is under 10 % is listed last and never `best`.
 * Where nobody asked for days and 30-45 have no candidate, 21-60 are judged, as D15 does; `criteria` says which were used.
 * Throws RangeError as `requireCriteria` and `openChainClock`. Verified in `select-candidates.test.ts` with rows on each
 * side of every bound, and that with the default criteria the best call (D15) is always among them.
 */
export function selectCandidates(request: CandidateRequest): CandidateSelection {
  const { expirations, criteria: wishes = {} } = request
  if (expirations !== undefined) {
    return selectBy({ ...DEFAULT_CRITERIA, minDays: null, maxDays: null, ...wishes }, request)
  }
  const standard = selectBy({ ...DEFAULT_CRITERIA, ...wishes }, request)
  if (standard.candidates.length > 0 || 'minDays' in wishes || 'maxDays' in wishes) return standard
  const { min, max } = BEST_CALL_RULES.wideDays
  return selectBy({ ...DEFAULT_CRITERIA, ...wishes, minDays: min, maxDays: max }, request)
}

function selectBy(criteria: CandidateCriteria, request: CandidateRequest): CandidateSelection {
  requireCriteria(criteria)
  const { market, events, ivRank, expirations } = request
  const rows = request.rows.filter(({ expiration }) => expirations?.includes(expiration) ?? true)
  const calls = rows.filter(({ type }) => type === 'call')
  const judge = openJudge(market, events, criteria)
  const putMids = new Map(rows.filter(({ type }) => type === 'put').map((row) => [termsKey(row), quoteMid(row)]))
  const context: CandidateContext = { market, events, ivRank, ...criteria }
  const rejected: Partial<Record<RejectionReason, number>> = {}
  const candidates: Candidate[] = []
  for (const row of calls) {
    const judged = judge(row)
    if (typeof judged === 'string') rejected[judged] = (rejected[judged] ?? 0) + 1
    else candidates.push(describeCandidate(judged, putMids.get(termsKey(row)) ?? null, context))
  }
  candidates.sort(byMerit)
  const best = candidates.find(({ belowMinimumYield }) => !belowMinimumYield) ?? null
  return { criteria, candidates: candidates.slice(0, criteria.limit), best, judged: calls.length, rejected }
}

const termsKey = ({ expiration, strike }: QuotedOption): string => `${expiration} ${strike}`

/** Judges one call after the other: its value, or the first rule that turns it away. */
function openJudge(market: MarketTerms, events: NextEvents, criteria: CandidateCriteria) {
  const clock = openChainClock(market)
  const today = newYorkDate(market.asOfMs)
  return (row: QuotedOption): ValuedCall | RejectionReason => {
    const { strike, expiration } = row
    const quote = readCallQuote(row, clock)
    const { days } = clock.termsOf(expiration)
    const inTerm = findEventsInTerm(events, expiration, today)
    const call = { strike, days, price: market.price, quote, ...inTerm }
    const failing = REJECTION_RULES.find(({ rejects }) => rejects(call, criteria))
    if (failing) return failing.reason
    const valued = quote === null ? null : valueCall(quote, market, clock)
    if (valued === null) return 'no_implied_volatility'
    return isDeltaInRange(valued.delta, criteria) ? valued : 'delta_out_of_range'
  }
}

function byMerit(a: Candidate, b: Candidate): number {
  return (
    Number(a.belowMinimumYield) - Number(b.belowMinimumYield) ||
    b.score - a.score ||
    b.annualizedYieldPct - a.annualizedYieldPct ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}

/** The listed expiration nearest to a number of days (D21's `days_to_expiration`), the later of two; null where none is. */
export function chooseNearestExpiration(listed: readonly IsoDate[], days: number, asOfMs: number): IsoDate | null {
  const today = newYorkDate(asOfMs)
  const distance = (date: IsoDate) => Math.abs(daysBetween(today, date) - days)
  const ahead = listed.filter((date) => date >= today)
  return ahead.toSorted((a, b) => distance(a) - distance(b) || (a > b ? -1 : 1))[0] ?? null
}
