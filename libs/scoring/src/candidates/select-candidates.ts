import { isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { Candidate, PassingCall } from './candidate.ts'
import {
  ALL_EXPIRATIONS_CRITERIA,
  BEST_CALL_RULES,
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  resolveCriteria,
} from './criteria.ts'
import { type CallJudgement, type CallsToJudge, judgeCalls } from './judge-calls.ts'

export interface CandidateRequest extends CallsToJudge {
  /** Wishes beside the default criteria; a wish on one side of a range frees the other. */
  readonly criteria?: Partial<CandidateCriteria>
  /**
   * Which expirations are judged where no days are wished for: those 30-45 days out, else 21-60 (`windows`, when left
   * out: D21 without an expiration); `all` (D22); or the named ones (D21 with one).
   */
  readonly expirations?: 'windows' | 'all' | readonly IsoDate[]
}

export interface CandidateSelection extends Omit<CallJudgement, 'passing'> {
  readonly criteria: CandidateCriteria
  /** In the order of `rankCalls`, at most `criteria.limit`. */
  readonly candidates: readonly Candidate[]
  /** The first that may be recommended; null where there is none. */
  readonly best: Candidate | null
}

/**
 * Covered-call candidates of a chain (D21, D22): the calls of the chosen expirations that `judgeCalls` lets pass, with all
 * their figures, ranked by `rankCalls`; one whose time value pays under 10 % a year is never `best`.
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

function selectBy(criteria: CandidateCriteria, request: CandidateRequest): CandidateSelection {
  const { expirations } = request
  const rows = Array.isArray(expirations)
    ? request.rows.filter(({ expiration }) => expirations.includes(expiration))
    : request.rows
  const { passing, judged, rejected } = judgeCalls({ ...request, rows }, criteria)
  const shown = rankCalls(passing, criteria).slice(0, criteria.limit)
  const candidates = shown.map(({ describe }) => describe())
  return { criteria, candidates, best: findBest(candidates), judged, rejected }
}

/** The first of a ranking that may be recommended: those under the minimum yield come last. */
export function findBest<Call extends Pick<PassingCall, 'belowMinimumYield'>>(ranked: readonly Call[]): Call | null {
  const [first] = ranked
  return first === undefined || first.belowMinimumYield ? null : first
}

/**
 * The order of merit (D21, D22): calls under the minimum yield last; where nobody wished for days, those of 30-45 days
 * before those of 21-60 and these before the rest, as D15 looks for its best call; then by `scoreCandidate`, which does not
 * count days: a yield a year flatters the last days of a call. Equal scores: the higher yield of time value, the tighter
 * spread, the earlier contract symbol. Verified in `select-candidates.test.ts`.
 */
export function rankCalls(
  calls: readonly PassingCall[],
  { minDays, maxDays }: Pick<CandidateCriteria, 'minDays' | 'maxDays'>,
): PassingCall[] {
  const windowOf = minDays === null && maxDays === null ? rankWindow : () => 0
  return calls.toSorted(
    (a, b) =>
      Number(a.belowMinimumYield) - Number(b.belowMinimumYield) ||
      windowOf(a) - windowOf(b) ||
      b.score - a.score ||
      b.annualizedTimeValueYieldPct - a.annualizedTimeValueYieldPct ||
      a.spreadPctOfMid - b.spreadPctOfMid ||
      (a.contractSymbol < b.contractSymbol ? -1 : 1),
  )
}

const WINDOWS = [BEST_CALL_RULES.standardDays, BEST_CALL_RULES.wideDays]

/** 0 in the window of D15, 1 in its wide one, 2 outside both. */
function rankWindow({ daysToExpiration: days }: PassingCall): number {
  const rank = WINDOWS.findIndex(({ min, max }) => days >= min && days <= max)
  return rank === -1 ? WINDOWS.length : rank
}

/** The listed expiration nearest to a number of days (D21's `days_to_expiration`), the later of two; null where none is. */
export function chooseNearestExpiration(listed: readonly IsoDate[], days: number, asOfMs: number): IsoDate | null {
  const today = newYorkDate(asOfMs)
  const distance = (date: IsoDate) => Math.abs(daysBetween(today, date) - days)
  const ahead = listed.filter((date) => !isExpired(date, asOfMs))
  return ahead.toSorted((a, b) => distance(a) - distance(b) || (a > b ? -1 : 1))[0] ?? null
}
