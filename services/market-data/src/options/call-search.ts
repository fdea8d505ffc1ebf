import { setImmediate } from 'node:timers/promises'
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
  rankCalls,
  resolveCriteria,
  usDate,
  WIDEST_CRITERIA,
} from '@callwright/scoring'
import type { ChainFilter, MarketData, Missing } from '../providers/provider.ts'
import { mergeMissing } from '../stamps.ts'
import { type ChainReading, readChain, valueByExpiration } from './chain-reading.ts'
import { type ExpirationList, type ListedExpiration, listWithin } from './expirations.ts'

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
export type CallsRead = Pick<CallSearch, 'reading' | 'expirations'>

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
    ...{ criteria, reading, expirations, calls: rankCalls(passing, criteria), judged, rejected },
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
