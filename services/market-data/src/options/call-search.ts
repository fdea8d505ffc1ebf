import { setImmediate } from 'node:timers/promises'
import type {
  CandidateRequest,
  Candidate as WireCandidate,
  RankedCandidate as WireRankedCandidate,
} from '@callwright/contracts'
import {
  ALL_EXPIRATIONS_CRITERIA,
  type CallJudgement,
  type Candidate,
  type CandidateCriteria,
  chooseBestCall,
  judgeCalls,
  mergeJudgements,
  type PassingCall,
  POSITION_LIMITS,
  type Recommendation,
  type ReturnBasis,
  rankCalls,
  resolveCriteria,
  usDate,
  WIDEST_CRITERIA,
} from '@callwright/scoring'
import { costNeeded, reversedBounds, twoExpirations } from '../errors.ts'
import type { ChainFilter, IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { mergeMissing } from '../wire.ts'
import { toWireRow } from './chain.ts'
import { type ChainReading, readChain, valueByExpiration } from './chain-reading.ts'
import { type ExpirationList, type ListedExpiration, listWithin } from './expirations.ts'

/** The user's criteria, which apply on top of the product's own rules. */
export type RequestedCriteria = Partial<CandidateCriteria>

export interface RankedCall {
  readonly candidate: Candidate
  /** False if the call is listed without being recommended, because of its `cautions` or a yield below the minimum. */
  readonly recommended: boolean
  readonly cautions: readonly string[]
  /** Recommendation that the position would get right after the user adds it. */
  readonly preview: Pick<Recommendation, 'action' | 'label' | 'explanation' | 'suggestedAction'>
}

/** Reads a request's expiration from its query or its body. Throws `two_expirations`. */
export function readExpiration(
  query: { readonly expiration_date?: string },
  body: { readonly expiration_date?: string },
): IsoDate | null {
  const [inAddress, inBody] = [query.expiration_date, body.expiration_date]
  if (inAddress !== undefined && inBody !== undefined && inAddress !== inBody) throw twoExpirations()
  return inAddress ?? inBody ?? null
}

/** Converts the body of a custom request to criteria (D22). Throws `invalid_range`, `cost_basis_needed`. */
export function readCriteria(body: CandidateRequest): RequestedCriteria {
  requireOrder(body, 'target_delta_min', 'target_delta_max')
  requireOrder(body, 'min_dte', 'max_dte')
  if (body.cost_basis === undefined) {
    if (body.never_below_cost === true) throw costNeeded('never_below_cost')
    if (body.return_basis === 'cost_basis') throw costNeeded('return_basis cost_basis')
  }
  const criteria = {
    targetDeltaMin: body.target_delta_min,
    targetDeltaMax: body.target_delta_max,
    minDays: body.min_dte,
    maxDays: body.max_dte,
    minAnnualYieldPct: body.min_annual_yield_pct,
    minOpenInterest: body.min_open_interest,
    maxSpreadPct: body.max_spread_pct,
    avoidEarnings: body.avoid_earnings,
    avoidExDividend: body.avoid_ex_dividend,
    costBasis: body.cost_basis,
    neverBelowCost: body.never_below_cost,
    returnBasis: body.return_basis,
    limit: body.limit,
  }
  return Object.fromEntries(Object.entries(criteria).filter(([, wish]) => wish !== undefined))
}

type Bound = 'target_delta_min' | 'target_delta_max' | 'min_dte' | 'max_dte'

function requireOrder(body: CandidateRequest, least: Bound, most: Bound): void {
  const [min, max] = [body[least], body[most]]
  if (min !== undefined && max !== undefined && min > max) throw reversedBounds(least, most)
}

type WireBasis = WireCandidate['return_basis']

/** Converts a candidate to the wire format (D21). */
export function toWireCandidate(candidate: Candidate, bestContract: string | null): WireCandidate {
  const { staticReturn, ifCalledReturn } = candidate
  return {
    ...toWireRow(candidate),
    return_basis: toWireBasis(staticReturn.basis),
    static_return_pct: staticReturn.returnPct,
    static_return_annualized_pct: staticReturn.annualizedPct,
    if_called_pct: ifCalledReturn.returnPct,
    if_called_annualized_pct: ifCalledReturn.annualizedPct,
    downside_protection_pct: candidate.cushionPct,
    headroom_pct: candidate.headroomPct,
    expected_move: candidate.expectedMove,
    headroom_em: candidate.headroomEm,
    earnings_before_expiration: candidate.earningsBeforeExpiration,
    ex_dividend_before_expiration: candidate.exDividendBeforeExpiration,
    early_assignment_risk: candidate.earlyAssignmentRisk,
    is_best_call: candidate.contractSymbol === bestContract,
    below_minimum_yield: candidate.belowMinimumYield,
    score: candidate.score,
    reasons: [...candidate.reasons],
  }
}

/** Converts a ranked call to the wire format (D22). */
export function toWireRanked(
  { candidate, recommended, cautions, preview }: RankedCall,
  bestContract: string | null,
): WireRankedCandidate {
  const row = toWireCandidate(candidate, bestContract)
  const { action, label, explanation, suggestedAction } = preview
  return {
    ...row,
    reasons: [...cautions, ...row.reasons],
    recommended,
    preview: { action, label, explanation, suggested_action: suggestedAction },
  }
}

/** Converts the criteria of an analysis to the wire format (D21). */
export function toWireCriteria(criteria: CandidateCriteria, days: number) {
  return {
    target_delta_min: criteria.targetDeltaMin,
    target_delta_max: criteria.targetDeltaMax,
    days_to_expiration: days,
    min_dte: criteria.minDays,
    max_dte: criteria.maxDays,
    min_open_interest: criteria.minOpenInterest,
    max_spread_pct: criteria.maxSpreadPct,
    return_basis: toWireBasis(criteria.returnBasis),
    limit: criteria.limit,
  }
}

/**
 * Narrows the return basis to what the wire format allows. libs/scoring can also base returns on the strike, but no
 * request here does.
 */
function toWireBasis(basis: ReturnBasis): WireBasis {
  if (basis === 'strike') throw new RangeError('a candidate has no return on the strike')
  return basis
}

/** The matching calls at some expirations, ranked, and how many calls were rejected for each reason. */
export interface CallSearch extends Omit<CallJudgement, 'passing'> {
  readonly criteria: CandidateCriteria
  readonly calls: readonly PassingCall[]
  readonly reading: ChainReading
  /** The expirations whose calls were read. */
  readonly expirations: readonly ListedExpiration[]
  readonly missing: readonly Missing[]
}

/**
 * Searches the calls at the given expirations for matches. Each call is valued at the interest rate for its term (D21,
 * D22).
 */
export async function searchCalls(
  market: MarketData,
  listing: ExpirationList,
  expirations: readonly ListedExpiration[],
  requested: Partial<CandidateCriteria>,
): Promise<CallSearch> {
  return searchReading(
    market,
    listing,
    { reading: await readCalls(market, listing, expirations), expirations },
    requested,
  )
}

/** Reads the calls at exactly these expirations, as quoted. */
export const readCalls = (
  market: MarketData,
  listing: ExpirationList,
  expirations: readonly ListedExpiration[],
): Promise<ChainReading> => readChain(market, listing, narrow(listing, expirations))

/** Calls already read, with their expirations. */
type CallsRead = Pick<CallSearch, 'reading' | 'expirations'>

/** Like `searchCalls`, but searches calls that have already been read. */
export async function searchReading(
  market: MarketData,
  listing: ExpirationList,
  { reading, expirations }: CallsRead,
  requested: Partial<CandidateCriteria>,
): Promise<CallSearch> {
  const criteria = resolveCriteria(ALL_EXPIRATIONS_CRITERIA, requested)
  const { passing, judged, rejected, missing } = await judgeReading(market, reading, criteria)
  const isUnpriced = reading.priceUsd === null
  return {
    criteria,
    reading,
    expirations,
    calls: rankCalls(passing, criteria),
    judged,
    rejected,
    missing: mergeMissing(
      reading.missing,
      missing,
      isUnpriced ? [] : explainNone(listing, { passing, judged, rejected }),
    ),
  }
}

async function judgeReading(
  market: MarketData,
  reading: ChainReading,
  criteria: CandidateCriteria,
): Promise<CallJudgement & { readonly missing: readonly Missing[] }> {
  const { events } = reading
  const { values, missing } = await valueByExpiration(market, reading, (rows, { dividends: _known, ...terms }) =>
    judgeCalls({ rows, market: terms, events, ivRank: null }, criteria),
  )
  return { ...mergeJudgements(values), missing }
}

/** Finds the stock's one best call (D53). Reuses `read` if it contains every call 21 to 60 days from expiration. */
export async function findBestCall(
  market: MarketData,
  listing: ExpirationList,
  read: CallsRead,
): Promise<PassingCall | null> {
  const expirations = listWithin(listing, WIDEST_CRITERIA)
  if (expirations.length === 0) return null
  const isHeld = expirations.every(({ date }) => read.expirations.some((one) => one.date === date))
  const reading = isHeld ? read.reading : await readCalls(market, listing, expirations)
  const { passing } = await judgeReading(market, narrowReading(reading, expirations).reading, WIDEST_CRITERIA)
  return chooseBestCall(passing)
}

/** Reduces a reading to the contracts at these expirations. */
export function narrowReading(reading: ChainReading, expirations: readonly ListedExpiration[]): CallsRead {
  const dates = new Set(expirations.map(({ date }) => date))
  const contracts = reading.contracts.filter(({ expiration }) => dates.has(expiration))
  return { reading: { ...reading, contracts }, expirations }
}

/**
 * Explains why the best call is not recommended if its yield is too low (D22). No other call replaces it as the best
 * one.
 */
export function explainPoorBest(best: PassingCall | null): readonly Missing[] {
  if (best === null || !best.belowMinimumYield) return []
  const { strike, expiration, annualizedTimeValueYieldPct } = best
  const pays = `yields ${annualizedTimeValueYieldPct.toFixed(1)}% a year, less than ${POSITION_LIMITS.minStaticYieldPct}%`
  return [
    {
      field: 'best',
      reason: `The best call (${strike}, ${usDate(expiration)}) ${pays}, so it is listed but not recommended`,
    },
  ]
}

/** Computes every figure for a listed call, then yields to the event loop. */
export async function describeCall({ describe }: PassingCall): Promise<Candidate> {
  const candidate = describe()
  await setImmediate()
  return candidate
}

/** Filter for the calls at these expirations; null if there are none. */
function narrow({ expirations: listed }: ExpirationList, chosen: readonly ListedExpiration[]): ChainFilter | null {
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (first === undefined || last === undefined) return null
  if (chosen.length === listed.length) return { type: 'call' }
  if (chosen.length === 1) return { type: 'call', expiration: first.date }
  return { type: 'call', minDays: first.days, maxDays: last.days }
}

function explainNone(listing: ExpirationList, { passing, judged, rejected }: CallJudgement): readonly Missing[] {
  if (passing.length > 0 || listing.expirations.length === 0) return []
  if (judged === 0) return [{ field: 'candidates', reason: 'No calls expire within the requested days' }]
  const counts = Object.entries(rejected).sort(([, a], [, b]) => b - a)
  const words = counts.map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  return [{ field: 'candidates', reason: `None of ${judged} calls match: ${words.join(', ')}` }]
}
