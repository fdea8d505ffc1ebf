import {
  type Candidate,
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  previewRecommendation,
  type Recommendation,
} from '@callwright/scoring'
import type { IsoDate, Missing } from '../providers/provider.ts'
import type { AnswerStamp } from '../stamps.ts'
import { type CallSearch, searchCalls } from './call-search.ts'
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

export interface Recommendations extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly calls: readonly RankedCall[]
  readonly rejected: Readonly<Record<string, number>>
  readonly missing: readonly Missing[]
}

/** More than a chain lists: the search leaves none out, the ranking does. */
const EVERY = 100_000

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
      const search = await searchCalls(market, listing, expirations, {
        ...avoidKnown(wishes, expirations),
        limit: EVERY,
      })
      const { stamp, symbol: listed, priceUsd } = search.reading
      const calls = rankCalls(search, wishes)
      return { ...stamp, symbol: listed, priceUsd, calls, rejected: search.rejected, missing: search.missing }
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

function rankCalls({ candidates, reading }: CallSearch, wishes: CallWishes): readonly RankedCall[] {
  const { symbol, priceUsd: price, nowMs: asOfMs } = reading
  if (price === null) return []
  const calls = candidates.map((candidate) => judgeCall(candidate, wishes, { symbol, price, asOfMs }))
  const inOrder = [
    ...calls.filter(({ recommended }) => recommended),
    ...calls.filter(({ recommended }) => !recommended),
  ]
  return inOrder.slice(0, wishes.limit ?? DEFAULT_CRITERIA.limit)
}

function judgeCall(
  candidate: Candidate,
  wishes: CallWishes,
  at: Parameters<typeof previewRecommendation>[1],
): RankedCall {
  const { action, label, explanation, suggestedAction } = previewRecommendation(candidate, at)
  const preview = { action, label, explanation, suggestedAction }
  const cautions = listCautions(candidate, wishes, preview)
  return { candidate, recommended: !candidate.belowMinimumYield && cautions.length === 0, cautions, preview }
}

/** Why a call is listed and not recommended, beside a yield that is too low, which the candidate says itself. */
function listCautions(
  { belowMinimumYield, earningsBeforeExpiration, exDividendBeforeExpiration }: Candidate,
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
