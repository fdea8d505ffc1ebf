import {
  type Candidate,
  type CandidateCriteria,
  type PassingCall,
  previewRecommendation,
  type Recommendation,
  usesDefaultChoice,
} from '@callwright/scoring'
import type { IsoDate, Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../stamps.ts'
import { type CallSearch, describeCall, explainPoorBest, findBestCall, searchCalls } from './call-search.ts'
import {
  getExpiration,
  type ListedExpiration,
  listWithin,
  type OptionDeps,
  requireExpirationDay,
} from './expirations.ts'

/** What a user asks of the calls, beside the product's own rules. */
export type CallWishes = Partial<CandidateCriteria>

export interface RecommendationRequest {
  readonly symbol: string
  /** Null: every listed expiration. */
  readonly expiration: IsoDate | null
  readonly wishes: CallWishes
}

export interface RankedCall {
  readonly candidate: Candidate
  /** False for what is listed only: see `cautions`, and the minimum yield. */
  readonly recommended: boolean
  readonly cautions: readonly string[]
  /** What the recommendation of a position would say right after adding it. */
  readonly preview: Pick<Recommendation, 'action' | 'label' | 'explanation' | 'suggestedAction'>
}

/** Whether the best call of the stock leads a list, or its score alone makes the order. */
export type RankedBy = 'best_call' | 'score'

export interface Recommendations extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly calls: readonly RankedCall[]
  /** The OCC symbol of the stock's best call, on the list or not; null where it has none. */
  readonly bestContract: string | null
  readonly rankedBy: RankedBy
  readonly rejected: Readonly<Record<string, number>>
  readonly missing: readonly Missing[]
}

/** Calls to write, over all expirations or of one, those recommended first (D22). Throws as `getExpiration`. */
export function createRecommendations({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, expiration, wishes }: RecommendationRequest): Promise<Recommendations> => {
    requireExpirationDay(expiration)
    const listing = await listExpirations(symbol)
    const { minDays = null, maxDays = null } = wishes
    const expirations =
      expiration === null ? listWithin(listing, { minDays, maxDays }) : [getExpiration(listing, expiration)]
    const key = `${listing.symbol}:recommendations:${expiration}:${JSON.stringify(wishes)}`
    return cache('chain', key, async () => {
      const search = await searchCalls(market, listing, expirations, avoidKnown(wishes, expirations))
      const { stamp, symbol: listed, priceUsd } = search.reading
      const best = await findBestCall(market, listing, search)
      const isOf = (one: PassingCall) => one.contractSymbol === best?.contractSymbol
      const leader = usesDefaultChoice(wishes) ? (search.calls.find(isOf) ?? null) : null
      return {
        ...{ ...stamp, symbol: listed, priceUsd, rejected: search.rejected },
        calls: await recommendFirst(search, leader, wishes),
        bestContract: best?.contractSymbol ?? null,
        rankedBy: leader === null ? 'score' : 'best_call',
        missing: mergeMissing(search.missing, explainPoorBest(leader)),
      }
    })
  }
}

/** Events can be avoided where they are known. Where they are not, calls stay on the list and say so. */
function avoidKnown(wishes: CallWishes, expirations: readonly ListedExpiration[]): CallWishes {
  const last = expirations.at(-1)
  return {
    ...wishes,
    avoidEarnings: wishes.avoidEarnings === true && last?.earningsBefore !== null,
    avoidExDividend: wishes.avoidExDividend === true && last?.exDividendBefore !== null,
  }
}

interface JudgedCall extends Omit<RankedCall, 'candidate'> {
  readonly call: PassingCall
}

/** The best call of the stock, what is recommended, and the rest. */
async function recommendFirst(
  { calls, criteria, reading }: CallSearch,
  leader: PassingCall | null,
  wishes: CallWishes,
): Promise<readonly RankedCall[]> {
  const { symbol, priceUsd: price, nowMs: asOfMs } = reading
  if (price === null) return []
  const judged = calls.map((call) => judgeCall(call, wishes, { symbol, price, asOfMs }))
  const placeOf = ({ call, recommended }: JudgedCall) => (call === leader ? 0 : recommended ? 1 : 2)
  const inOrder = judged.toSorted((a, b) => placeOf(a) - placeOf(b))
  const ranked: RankedCall[] = []
  for (const { call, ...verdict } of inOrder.slice(0, criteria.limit)) {
    ranked.push({ candidate: await describeCall(call), ...verdict })
  }
  return ranked
}

function judgeCall(call: PassingCall, wishes: CallWishes, at: Parameters<typeof previewRecommendation>[1]): JudgedCall {
  const { action, label, explanation, suggestedAction } = previewRecommendation(call, at)
  const preview = { action, label, explanation, suggestedAction }
  const cautions = listCautions(call, wishes, preview)
  return { call, recommended: !call.belowMinimumYield && cautions.length === 0, cautions, preview }
}

/** Why a call is listed and not recommended, beside a yield that is too low, which the candidate says itself. */
function listCautions(
  { belowMinimumYield, earningsBeforeExpiration, exDividendBeforeExpiration }: PassingCall,
  { avoidEarnings, avoidExDividend }: CallWishes,
  { action, label }: RankedCall['preview'],
): string[] {
  const cautions: string[] = []
  if (avoidEarnings === true && earningsBeforeExpiration === null) {
    cautions.push('Not recommended: earnings are to be avoided, and their date is unknown.')
  }
  if (avoidExDividend === true && exDividendBeforeExpiration === null) {
    cautions.push('Not recommended: the ex-dividend date is to be avoided, and it is unknown.')
  }
  if (action !== 'hold' && !belowMinimumYield) {
    cautions.push(`Not recommended: right after adding it the rule for positions would say ${label}.`)
  }
  return cautions
}
