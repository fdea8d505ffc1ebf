import { isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { QuotedOption } from '../option-math/chain.ts'
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
  /** Criteria that override the defaults; setting one bound of a range clears the default for the other. */
  readonly criteria?: Partial<CandidateCriteria>
  /**
   * Expirations to search if the criteria set no days: `windows` (the default) for 30-45 days out or else 21-60, as
   * in D21 without an expiration; `all` (D22); or a list of expirations, as in D21 with one.
   */
  readonly expirations?: 'windows' | 'all' | readonly IsoDate[]
}

export interface CandidateSelection extends Omit<CallJudgement, 'passing'> {
  readonly criteria: CandidateCriteria
  /** In `rankCalls` order, at most `criteria.limit` of them. */
  readonly candidates: readonly Candidate[]
  /** First candidate that may be recommended; null if there is none. */
  readonly best: Candidate | null
}

/**
 * Selects the covered-call candidates of a chain (D21, D22): the calls in the chosen expirations that pass
 * `judgeCalls`, with all figures, ranked by `rankCalls`. A call whose time value yields under 10% a year is never
 * `best`. If the criteria set no days, the search covers calls with 30-45 days left, or those with 21-60 if the first
 * call in D53's order has fewer than 30 or more than 45; `criteria` shows which window applied. Throws RangeError in
 * the same cases as `resolveCriteria` and `openChainClock`. Verified in `select-candidates.test.ts` with cases on
 * both sides of every limit, and that the best call (D53) leads with the default criteria.
 */
export function selectCandidates(request: CandidateRequest): CandidateSelection {
  const { expirations = 'windows', criteria: given = {} } = request
  const leader = usesDefaultChoice(given) ? chooseBestCall(judgeCalls(request, WIDEST_CRITERIA).passing) : null
  if (expirations !== 'windows') return selectBy(resolveCriteria(ALL_EXPIRATIONS_CRITERIA, given), request, leader)
  const standard = resolveCriteria(DEFAULT_CRITERIA, given)
  if ('minDays' in given || 'maxDays' in given) return selectBy(standard, request, leader)
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

/** Criteria that change the figures or the length of the list, but not the choice of calls. */
const NEUTRAL_CRITERIA: readonly string[] = [
  'costBasis',
  'returnBasis',
  'limit',
] satisfies readonly (keyof CandidateCriteria)[]

/** True if the criteria do not restrict the choice of calls; the best call then leads the list (D53). */
export function usesDefaultChoice(given: Partial<CandidateCriteria>): boolean {
  const defaults: Readonly<Record<string, unknown>> = { ...ALL_EXPIRATIONS_CRITERIA }
  return Object.entries(given).every(([name, value]) => NEUTRAL_CRITERIA.includes(name) || value === defaults[name])
}

/** First call in a ranking; null if it pays less than the minimum yield. */
export function findBest<Call extends Pick<PassingCall, 'belowMinimumYield'>>(ranked: readonly Call[]): Call | null {
  const [first] = ranked
  return first === undefined || first.belowMinimumYield ? null : first
}

/**
 * Ranks calls (D21, D22, D53): `leader` first, calls under the minimum yield last. Without bounds on days, the best
 * call's groups (`BEST_CALL_GROUPS`) come in order, then all other calls. Within that, calls are ranked by
 * `scoreCandidate`, which ignores days, because annualizing flatters a call in its last days. Ties go to the higher
 * time-value yield, the tighter spread, the earlier contract symbol. Verified in `rank-calls.test.ts`.
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

/**
 * Listed expiration nearest to a number of days (D21's `days_to_expiration`), the later one in a tie; null if none is
 * left.
 */
export function chooseNearestExpiration(listed: readonly IsoDate[], days: number, asOfMs: number): IsoDate | null {
  const today = newYorkDate(asOfMs)
  const distance = (date: IsoDate) => Math.abs(daysBetween(today, date) - days)
  const ahead = listed.filter((date) => !isExpired(date, asOfMs))
  return ahead.toSorted((a, b) => distance(a) - distance(b) || (a > b ? -1 : 1))[0] ?? null
}

export const CALL_VOLUME_DAYS = 60

/** Known volumes of calls that expire within 60 days. */
function knownCallVolumes(rows: readonly QuotedOption[], asOfMs: number): number[] {
  const today = newYorkDate(asOfMs)
  const near = new Map<string, boolean>()
  const volumes: number[] = []
  for (const { type, expiration, volume } of rows) {
    if (type !== 'call' || volume === null) continue
    let counts = near.get(expiration)
    if (counts === undefined) {
      const days = daysBetween(today, expiration)
      counts = days >= 0 && days <= CALL_VOLUME_DAYS
      near.set(expiration, counts)
    }
    if (counts) volumes.push(volume)
  }
  return volumes
}

/** Call contracts traded, for calls with at most 60 days left (D9, D15). Null if no volume is known. */
export function totalCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0)
}

/**
 * Average number of contracts traded per listed call, over calls with at most 60 days left and a known volume (D15).
 * Null if there are none.
 */
export function averageCallVolume(rows: readonly QuotedOption[], asOfMs: number): number | null {
  const volumes = knownCallVolumes(rows, asOfMs)
  return volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
}
