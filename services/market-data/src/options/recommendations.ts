import { type PassingCall, previewRecommendation, usesDefaultChoice } from '@callwright/scoring'
import type { IsoDate, Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'
import {
  type CallSearch,
  describeCall,
  explainPoorBest,
  findBestCall,
  type RankedCall,
  type RequestedCriteria,
  searchCalls,
} from './call-search.ts'
import {
  type ExpirationLiquidity,
  getExpiration,
  type ListedExpiration,
  listWithin,
  measureLiquidity,
  type OptionDeps,
  requireExpirationDay,
} from './expirations.ts'

interface RecommendationRequest {
  readonly symbol: string
  /** Null means all listed expirations. */
  readonly expiration: IsoDate | null
  readonly requested: RequestedCriteria
}

/** Whether the stock's best call comes first, or calls are ordered by score alone. */
export type RankedBy = 'best_call' | 'score'

export interface Recommendations extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly calls: readonly RankedCall[]
  /** OCC symbol of the stock's best call, even if it is not listed; null if there is none. */
  readonly bestContract: string | null
  readonly rankedBy: RankedBy
  readonly rejected: Readonly<Record<string, number>>
  /** The expirations whose calls were read. */
  readonly liquidity: readonly ExpirationLiquidity[]
  readonly missing: readonly Missing[]
}

/**
 * Lists calls to write at one expiration or all of them, with recommended ones first (D22). Throws what `getExpiration`
 * throws.
 */
export function createRecommendations({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, expiration, requested }: RecommendationRequest): Promise<Recommendations> => {
    requireExpirationDay(expiration)
    const listing = await listExpirations(symbol)
    const { minDays = null, maxDays = null } = requested
    const expirations =
      expiration === null ? listWithin(listing, { minDays, maxDays }) : [getExpiration(listing, expiration)]
    const key = `${listing.symbol}:recommendations:${expiration}:${JSON.stringify(requested)}`
    return cache('chain', key, async () => {
      const search = await searchCalls(market, listing, expirations, avoidKnown(requested, expirations))
      const { stamp, symbol: listed, priceUsd } = search.reading
      const best = await findBestCall(market, listing, search)
      const isOf = (one: PassingCall) => one.contractSymbol === best?.contractSymbol
      const leader = usesDefaultChoice(requested) ? (search.calls.find(isOf) ?? null) : null
      return {
        ...stamp,
        symbol: listed,
        priceUsd,
        rejected: search.rejected,
        calls: await recommendFirst(search, leader, requested),
        bestContract: best?.contractSymbol ?? null,
        rankedBy: leader === null ? 'score' : 'best_call',
        liquidity: measureLiquidity(search.reading),
        missing: mergeMissing(search.missing, explainPoorBest(leader)),
      }
    })
  }
}

/** Drops the criteria for avoiding events whose dates are unknown, so that calls stay listed, with a caution. */
function avoidKnown(requested: RequestedCriteria, expirations: readonly ListedExpiration[]): RequestedCriteria {
  const last = expirations.at(-1)
  return {
    ...requested,
    avoidEarnings: requested.avoidEarnings === true && last?.earningsBefore !== null,
    avoidExDividend: requested.avoidExDividend === true && last?.exDividendBefore !== null,
  }
}

interface JudgedCall extends Omit<RankedCall, 'candidate'> {
  readonly call: PassingCall
}

/** Puts the stock's best call first, then recommended calls, then all others. */
async function recommendFirst(
  { calls, criteria, reading }: CallSearch,
  leader: PassingCall | null,
  requested: RequestedCriteria,
): Promise<readonly RankedCall[]> {
  const { symbol, priceUsd: price, nowMs: asOfMs } = reading
  if (price === null) return []
  const judged = calls.map((call) => judgeCall(call, requested, { symbol, price, asOfMs }))
  const placeOf = ({ call, recommended }: JudgedCall) => (call === leader ? 0 : recommended ? 1 : 2)
  const inOrder = judged.toSorted((a, b) => placeOf(a) - placeOf(b))
  const ranked: RankedCall[] = []
  for (const { call, ...verdict } of inOrder.slice(0, criteria.limit)) {
    ranked.push({ candidate: await describeCall(call), ...verdict })
  }
  return ranked
}

function judgeCall(
  call: PassingCall,
  requested: RequestedCriteria,
  at: Parameters<typeof previewRecommendation>[1],
): JudgedCall {
  const { action, label, explanation, suggestedAction } = previewRecommendation(call, at)
  const preview = { action, label, explanation, suggestedAction }
  const cautions = listCautions(call, requested, preview)
  return { call, recommended: !call.belowMinimumYield && cautions.length === 0, cautions, preview }
}

/**
 * Reasons to list a call without recommending it. A low yield is not among them, since the candidate itself reports it.
 */
function listCautions(
  { belowMinimumYield, earningsBeforeExpiration, exDividendBeforeExpiration }: PassingCall,
  { avoidEarnings, avoidExDividend }: RequestedCriteria,
  { action, label }: RankedCall['preview'],
): string[] {
  const cautions: string[] = []
  if (avoidEarnings === true && earningsBeforeExpiration === null) {
    cautions.push('Not recommended: you want to avoid earnings, but their date is unknown.')
  }
  if (avoidExDividend === true && exDividendBeforeExpiration === null) {
    cautions.push('Not recommended: you want to avoid the ex-dividend date, but it is unknown.')
  }
  if (action !== 'hold' && !belowMinimumYield) {
    cautions.push(`Not recommended: once added, the rule for positions would say ${label}.`)
  }
  return cautions
}
