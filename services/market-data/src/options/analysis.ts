import {
  BEST_CALL_RULES,
  type Candidate,
  type CandidateCriteria,
  chooseNearestExpiration,
  findBest,
  POSITION_LIMITS,
} from '@callwright/scoring'
import { reversedBounds } from '../errors.ts'
import type { MarketData, Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../stamps.ts'
import { describeCall, searchCalls } from './call-search.ts'
import { type ExpirationList, type ListedExpiration, listWithin, type OptionDeps } from './expirations.ts'

export interface AnalysisRequest {
  readonly symbol: string
  readonly targetDeltaMin: number
  readonly targetDeltaMax: number
  /** Days to expiration aimed at. */
  readonly days: number
}

export interface Analysis extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly criteria: CandidateCriteria
  readonly days: number
  readonly candidates: readonly Candidate[]
  readonly best: Candidate | null
  readonly rejected: Readonly<Record<string, number>>
  readonly missing: readonly Missing[]
}

/** The calls of a delta range about so many days out (D21). Throws `unknown_symbol`, `invalid_range`. */
export function createAnalyses({ market, cache, listExpirations }: OptionDeps) {
  return async (request: AnalysisRequest): Promise<Analysis> => {
    const { targetDeltaMin, targetDeltaMax, days } = request
    if (targetDeltaMin > targetDeltaMax) throw reversedBounds('target_delta_min', 'target_delta_max')
    const listing = await listExpirations(request.symbol)
    const key = `${listing.symbol}:analysis:${targetDeltaMin}:${targetDeltaMax}:${days}`
    return cache('chain', key, () => analyze(market, listing, request))
  }
}

const NONE_PAYS: Missing = {
  field: 'best',
  reason: `Every call that fits pays under ${POSITION_LIMITS.minStaticYieldPct} % a year: none is best`,
}

interface DayRange {
  readonly minDays: number
  readonly maxDays: number
}

/** One window of days after the other until one holds a call that fits. */
async function analyze(
  market: MarketData,
  listing: ExpirationList,
  { targetDeltaMin, targetDeltaMax, days }: AnalysisRequest,
): Promise<Analysis> {
  const [first, ...others] = listWindows(listing, days, market.clock.now())
  const search = (window: DayRange) =>
    searchCalls(market, listing, listWithin(listing, window), { targetDeltaMin, targetDeltaMax, ...window })
  let found = await search(first)
  for (const window of others) {
    if (found.calls.length > 0) break
    found = await search(window)
  }
  const { reading, criteria, calls, rejected, missing } = found
  const { stamp, symbol, priceUsd } = reading
  const candidates: Candidate[] = []
  for (const call of calls.slice(0, criteria.limit)) candidates.push(await describeCall(call))
  const best = findBest(candidates)
  const lacks = candidates.length > 0 && best === null ? [NONE_PAYS] : []
  return {
    ...{ ...stamp, symbol, priceUsd, criteria, days, candidates, best, rejected },
    missing: mergeMissing(missing, lacks),
  }
}

/**
 * The windows of D15 moved to the days aimed at: of 30 days 30 to 45, else 21 to 60. Where neither holds an expiration, the
 * one nearest to them.
 */
function listWindows(listing: ExpirationList, days: number, nowMs: number): readonly [DayRange, ...DayRange[]] {
  const { standardDays, wideDays } = BEST_CALL_RULES
  const moveTo = ({ min, max }: { readonly min: number; readonly max: number }): DayRange => ({
    minDays: Math.max(0, min + days - standardDays.min),
    maxDays: max + days - standardDays.min,
  })
  const [standard, wide] = [moveTo(standardDays), moveTo(wideDays)]
  if (listWithin(listing, wide).length === 0) return [findNearest(listing, days, nowMs) ?? standard]
  return listWithin(listing, standard).length === 0 ? [wide] : [standard, wide]
}

function findNearest({ expirations }: ExpirationList, days: number, nowMs: number): DayRange | null {
  const dates = expirations.map(({ date }) => date)
  const nearest = chooseNearestExpiration(dates, days, nowMs)
  const listed: ListedExpiration | undefined = expirations.find(({ date }) => date === nearest)
  return listed === undefined ? null : { minDays: listed.days, maxDays: listed.days }
}
