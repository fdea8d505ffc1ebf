import {
  BEST_CALL_RULES,
  type Candidate,
  type CandidateCriteria,
  chooseNearestExpiration,
  findBest,
  isDeltaInRange,
  isExpired,
  isInStandardWindow,
  lastSessionBy,
  newYorkCloseMs,
  newYorkDate,
  type PassingCall,
  POSITION_LIMITS,
  type ShareChange,
} from '@callwright/scoring'
import { AppError } from '@callwright/service'
import { reversedBounds } from '../errors.ts'
import type { MarketCache } from '../open-local-market.ts'
import type { IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { findOrUnknown } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'
import {
  type CallSearch,
  describeCall,
  explainPoorBest,
  findBestCall,
  narrowReading,
  readCalls,
  searchCalls,
  searchReading,
} from './call-search.ts'
import { type ExpirationList, type ListedExpiration, listWithin, type OptionDeps } from './expirations.ts'
import type { RankedBy } from './recommendations.ts'

/** Default criteria for an analysis (SPEC section 7). */
export const ANALYSIS_DEFAULTS = { targetDeltaMin: 0.15, targetDeltaMax: 0.25, days: 30 } as const

interface AnalysisRequest {
  readonly symbol: string
  readonly targetDeltaMin: number
  readonly targetDeltaMax: number
  /** Target days to expiration. */
  readonly days: number
}

interface Analysis extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly criteria: CandidateCriteria
  readonly days: number
  readonly candidates: readonly Candidate[]
  /** The first candidate in the list, if it can be recommended; otherwise null. */
  readonly best: Candidate | null
  readonly rankedBy: RankedBy
  readonly bestContract: string | null
  readonly rejected: Readonly<Record<string, number>>
  readonly missing: readonly Missing[]
}

/**
 * Finds calls in a delta range near a target number of days to expiration (D21). Throws `unknown_symbol`,
 * `invalid_range`.
 */
export function createAnalyses({ market, cache, listExpirations }: OptionDeps) {
  return async (request: AnalysisRequest): Promise<Analysis> => {
    const { targetDeltaMin, targetDeltaMax, days } = request
    if (targetDeltaMin > targetDeltaMax) throw reversedBounds('target_delta_min', 'target_delta_max')
    const listing = await listExpirations(request.symbol)
    const key = `${listing.symbol}:analysis:${targetDeltaMin}:${targetDeltaMax}:${days}`
    return cache('chain', key, () => analyze(market, listing, request))
  }
}

const ALL_BELOW_MINIMUM: Missing = {
  field: 'best',
  reason: `Every matching call yields less than ${POSITION_LIMITS.minStaticYieldPct}% a year, so none is recommended`,
}

interface DayRange {
  readonly minDays: number
  readonly maxDays: number
}

/**
 * With the default criteria, the stock's best call comes first (D53); with any other criteria, calls are ranked by
 * score alone.
 */
async function analyze(market: MarketData, listing: ExpirationList, request: AnalysisRequest): Promise<Analysis> {
  const isUsual = isDefault(request)
  const found = isUsual ? await searchAroundBest(market, listing) : await searchWindows(market, listing, request)
  const { reading, criteria, rejected, missing, leader, bestContract } = found
  const { stamp, symbol, priceUsd } = reading
  const calls = leader === null ? found.calls : [leader, ...found.calls.filter((call) => !isSame(call, leader))]
  const candidates: Candidate[] = []
  for (const call of calls.slice(0, criteria.limit)) candidates.push(await describeCall(call))
  const best = findBest(candidates)
  const lacks =
    leader !== null || candidates.length === 0 || best !== null ? explainLeader(leader, criteria) : [ALL_BELOW_MINIMUM]
  return {
    ...stamp,
    symbol,
    priceUsd,
    criteria,
    days: request.days,
    candidates,
    best,
    bestContract,
    rejected,
    rankedBy: leader === null ? 'score' : 'best_call',
    missing: mergeMissing(missing, lacks),
  }
}

const isDefault = ({ targetDeltaMin, targetDeltaMax, days }: AnalysisRequest): boolean =>
  targetDeltaMin === ANALYSIS_DEFAULTS.targetDeltaMin &&
  targetDeltaMax === ANALYSIS_DEFAULTS.targetDeltaMax &&
  days === ANALYSIS_DEFAULTS.days

const isSame = (one: PassingCall, other: PassingCall): boolean => one.contractSymbol === other.contractSymbol

interface AnalysisSearch extends CallSearch {
  /** The best call, if it leads the list; otherwise null. */
  readonly leader: PassingCall | null
  readonly bestContract: string | null
}

/** Searches for calls in the default delta range, over the same range of days as the best call. */
async function searchAroundBest(market: MarketData, listing: ExpirationList): Promise<AnalysisSearch> {
  const { targetDeltaMin, targetDeltaMax, days } = ANALYSIS_DEFAULTS
  const [first, ...others] = listWindows(listing, days, market.clock.now())
  const widest = listWithin(listing, others.at(-1) ?? first)
  const reading = await readCalls(market, listing, widest)
  const leader = await findBestCall(market, listing, { reading, expirations: widest })
  const window = leader === null || !isInStandardWindow(leader) ? (others.at(-1) ?? first) : first
  const found = await searchReading(market, listing, narrowReading(reading, listWithin(listing, window)), {
    targetDeltaMin,
    targetDeltaMax,
    ...window,
  })
  return { ...found, rejected: uncountLeader(found, leader), leader, bestContract: leader?.contractSymbol ?? null }
}

/** The best call is listed even if its delta is outside the range, so don't count it as rejected. */
function uncountLeader({ calls, rejected }: CallSearch, leader: PassingCall | null): CallSearch['rejected'] {
  if (leader === null || calls.some((call) => isSame(call, leader))) return rejected
  const { delta_out_of_range: beyond = 1, ...others } = rejected
  return beyond > 1 ? { ...others, delta_out_of_range: beyond - 1 } : others
}

/** Searches the ranges of days in order until one of them contains a matching call. */
async function searchWindows(
  market: MarketData,
  listing: ExpirationList,
  { targetDeltaMin, targetDeltaMax, days }: AnalysisRequest,
): Promise<AnalysisSearch> {
  const [first, ...others] = listWindows(listing, days, market.clock.now())
  const search = (window: DayRange) =>
    searchCalls(market, listing, listWithin(listing, window), { targetDeltaMin, targetDeltaMax, ...window })
  let found = await search(first)
  for (const window of others) {
    if (found.calls.length > 0) break
    found = await search(window)
  }
  const best = await findBestCall(market, listing, found)
  return { ...found, leader: null, bestContract: best?.contractSymbol ?? null }
}

/** Notes about a best call that leads the list although its delta is out of range or its yield is too low. */
function explainLeader(leader: PassingCall | null, criteria: CandidateCriteria): readonly Missing[] {
  if (leader === null) return []
  const isOutside = !isDeltaInRange(leader.delta, criteria)
  const words = `The stock's best call is listed first; its delta is ${leader.delta.toFixed(3)}`
  return [...(isOutside ? [{ field: 'delta', reason: words }] : []), ...explainPoorBest(leader)]
}

/**
 * The ranges of days in D15, shifted to the target: 30 to 45 and then 21 to 60 for a target of 30. If neither contains
 * an expiration, the only range is the nearest expiration's.
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

interface StockClose {
  readonly date: IsoDate
  /** Dollars per share, adjusted for splits; null if the source has no final bar for that session. */
  readonly close: number | null
}

/** Events that have affected a stock since its positions were entered. */
export interface PastFacts {
  /** Splits and spin-offs since the earliest entry, oldest first; empty if their source failed. */
  readonly splits: readonly ShareChange[]
  /**
   * Closing prices from the last session on or before each past expiration and requested day, and on or before each entry
   * date that precedes one of `splits`.
   */
  readonly closes: readonly StockClose[]
  /** Opening prices of the requested days. */
  readonly opens: readonly StockOpen[]
}

interface StockOpen {
  readonly date: IsoDate
  readonly open: number | null
}

interface PastRequest {
  readonly expirations: readonly IsoDate[]
  readonly entryDates: readonly IsoDate[]
  /** Other past days whose closes are requested. */
  readonly closeDates: readonly IsoDate[]
  /** Past days whose opening prices are requested. */
  readonly openDates: readonly IsoDate[]
}

/**
 * Finds past events and closes. Reads bars only if a call has expired or a split took place between an entry and today.
 */
export async function findPastFacts(
  { market, cache }: { readonly market: MarketData; readonly cache: MarketCache },
  symbol: string,
  { expirations, entryDates, closeDates, openDates }: PastRequest,
): Promise<PastFacts> {
  const nowMs = market.clock.now()
  const [first] = entryDates.toSorted()
  const splits = first === undefined ? [] : await listSplitsSince(market, symbol, { first, today: newYorkDate(nowMs) })
  const [firstSplit] = splits
  const wanted = [
    ...expirations.filter((date) => isExpired(date, nowMs)),
    ...closeDates.filter((date) => date <= newYorkDate(nowMs)),
    ...entryDates.filter((date) => firstSplit !== undefined && splits.some((split) => split.date > date)),
  ]
  const sessions = [...new Set(wanted.map(lastSessionBy))]
  if (sessions.length === 0 && openDates.length === 0) return { splits, closes: [], opens: [] }
  return { splits, ...(await listPastPrices({ market, cache }, symbol, { sessions, openDates })) }
}

async function listSplitsSince(
  market: MarketData,
  symbol: string,
  { first, today }: { readonly first: IsoDate; readonly today: IsoDate },
): Promise<PastFacts['splits']> {
  const { value } = await findOrUnknown(market.splits.listSplits(symbol), null)
  return (value ?? [])
    .filter(({ executionDate }) => executionDate > first && executionDate <= today)
    .map(({ kind, executionDate, ratio }) => ({ kind, date: executionDate, ratio }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

async function listPastPrices(
  { market, cache }: { readonly market: MarketData; readonly cache: MarketCache },
  symbol: string,
  { sessions, openDates }: { readonly sessions: readonly IsoDate[]; readonly openDates: readonly IsoDate[] },
): Promise<Pick<PastFacts, 'closes' | 'opens'>> {
  const reading = cache('bars', symbol, () => market.bars.listDailyBars(symbol))
  const unread = { ...market.stamp(), value: null, missing: [] }
  const { value: bars, asOfMs } = await reading.catch((error) => {
    if (!(error instanceof AppError)) throw error
    return unread
  })
  const byDay = new Map((bars ?? []).map((bar) => [bar.date, bar]))
  // A bar read during its own session does not have the close yet.
  const isFinal = (date: IsoDate) => newYorkDate(asOfMs) > date || asOfMs >= newYorkCloseMs(date)
  return {
    closes: sessions.map((date) => ({ date, close: isFinal(date) ? (byDay.get(date)?.close ?? null) : null })),
    opens: openDates.map((date) => ({ date, open: byDay.get(date)?.open ?? null })),
  }
}
