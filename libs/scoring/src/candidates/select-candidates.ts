import { isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import { chooseBestCall } from './best-call.ts'
import { compareForBest, isInStandardWindow, rankGroup } from './call-liquidity.ts'
import type { Candidate, PassingCall } from './candidate.ts'
import {
  ALL_EXPIRATIONS_CRITERIA,
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  resolveCriteria,
  WIDEST_CRITERIA,
} from './criteria.ts'
import { type CallJudgement, type CallsToJudge, judgeCalls } from './judge-calls.ts'

export interface CandidateRequest extends CallsToJudge {
  /** Wishes beside the default criteria; a wish on one side of a range frees the other. */
  readonly criteria?: Partial<CandidateCriteria>
  /**
   * Which expirations are judged where no days are wished for: those 30-45 days out or 21-60 (`windows`, when left out:
   * D21 without an expiration); `all` (D22); or the named ones (D21 with one).
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
 * Without a wish for days, those of 30-45 are judged, or those of 21-60 where the first call in the order of D53 is
 * one of theirs; `criteria` says which were used.
 * Throws RangeError as `resolveCriteria` and `openChainClock`. Verified in `select-candidates.test.ts` with rows on each
 * side of every bound, and that with the default criteria the best call (D53) leads.
 */
export function selectCandidates(request: CandidateRequest): CandidateSelection {
  const { expirations = 'windows', criteria: wishes = {} } = request
  const leader = asksNothing(wishes) ? chooseBestCall(judgeCalls(request, WIDEST_CRITERIA).passing) : null
  if (expirations !== 'windows') return selectBy(resolveCriteria(ALL_EXPIRATIONS_CRITERIA, wishes), request, leader)
  const standard = resolveCriteria(DEFAULT_CRITERIA, wishes)
  if ('minDays' in wishes || 'maxDays' in wishes) return selectBy(standard, request, leader)
  const wide = { ...standard, minDays: WIDEST_CRITERIA.minDays, maxDays: WIDEST_CRITERIA.maxDays }
  const first = leader ?? judgeCalls(request, wide).passing.toSorted(compareForBest)[0]
  return selectBy(first !== undefined && isInStandardWindow(first) ? standard : wide, request, leader)
}

function selectBy(
  criteria: CandidateCriteria,
  request: CandidateRequest,
  leader: PassingCall | null,
): CandidateSelection {
  const { expirations } = request
  const rows = Array.isArray(expirations)
    ? request.rows.filter(({ expiration }) => expirations.includes(expiration))
    : request.rows
  const { passing, judged, rejected } = judgeCalls({ ...request, rows }, criteria)
  const shown = rankCalls(passing, criteria, leader).slice(0, criteria.limit)
  const candidates = shown.map(({ describe }) => describe())
  return { criteria, candidates, best: findBest(candidates), judged, rejected }
}

/** What changes the figures of a list or its length, and not which calls are on it. */
const FREE: readonly string[] = ['costBasis', 'returnBasis', 'limit'] satisfies readonly (keyof CandidateCriteria)[]

/** Whether wishes leave the choice to the product: then its best call leads the list (D53). */
export function asksNothing(wishes: Partial<CandidateCriteria>): boolean {
  const defaults: Readonly<Record<string, unknown>> = { ...ALL_EXPIRATIONS_CRITERIA }
  return Object.entries(wishes).every(([name, wish]) => FREE.includes(name) || wish === defaults[name])
}

/** The first of a ranking, unless it pays under the minimum yield: then none is best. */
export function findBest<Call extends Pick<PassingCall, 'belowMinimumYield'>>(ranked: readonly Call[]): Call | null {
  const [first] = ranked
  return first === undefined || first.belowMinimumYield ? null : first
}

/**
 * The order of merit (D21, D22, D53): `leader` first, where there is one; calls under the minimum yield last; without a
 * wish for days, in the order in which the best call is looked for (`BEST_CALL_GROUPS`), others after them; then by
 * `scoreCandidate`, which does not count days: a yield a year flatters the last days of a call. Equal scores: the higher
 * yield of time value, the tighter spread, the earlier contract symbol. Verified in `rank-calls.test.ts`.
 */
export function rankCalls(
  calls: readonly PassingCall[],
  { minDays, maxDays }: Pick<CandidateCriteria, 'minDays' | 'maxDays'>,
  leader: Pick<PassingCall, 'contractSymbol'> | null = null,
): PassingCall[] {
  const groupOf = minDays === null && maxDays === null ? rankGroup : () => 0
  const follows = ({ contractSymbol }: PassingCall) => Number(contractSymbol !== leader?.contractSymbol)
  return calls.toSorted(
    (a, b) =>
      follows(a) - follows(b) ||
      Number(a.belowMinimumYield) - Number(b.belowMinimumYield) ||
      groupOf(a) - groupOf(b) ||
      b.score - a.score ||
      b.annualizedTimeValueYieldPct - a.annualizedTimeValueYieldPct ||
      a.spreadPctOfMid - b.spreadPctOfMid ||
      (a.contractSymbol < b.contractSymbol ? -1 : 1),
  )
}

/** The listed expiration nearest to a number of days (D21's `days_to_expiration`), the later of two; null where none is. */
export function chooseNearestExpiration(listed: readonly IsoDate[], days: number, asOfMs: number): IsoDate | null {
  const today = newYorkDate(asOfMs)
  const distance = (date: IsoDate) => Math.abs(daysBetween(today, date) - days)
  const ahead = listed.filter((date) => !isExpired(date, asOfMs))
  return ahead.toSorted((a, b) => distance(a) - distance(b) || (a > b ? -1 : 1))[0] ?? null
}
