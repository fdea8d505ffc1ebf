import type { CandidateRequest, RankedCandidate, Success } from '@callwright/contracts'
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import {
  type OptionChain,
  type OptionContract,
  type OptionExpirations,
  readChain,
  readContract,
  readExpirations,
} from './option-chain.ts'
import { readFreshness } from './read-freshness.ts'
import { request } from './request.ts'
import type { Freshness } from './screen.ts'
import { type ChainQuery, requestChain, requestExpirations } from './stock-requests.ts'

/** How long expirations and chains are cached. */
export const OPTIONS_KEPT_SECONDS = 300

/** At-the-money implied volatility of a stock, 30 days out. */
export interface AtmVolatility {
  readonly symbol: string
  /** Volatility as an annualized decimal. */
  readonly vol: number | null
  readonly message: string | null
  readonly freshness: Freshness
}

export type CallWishes = CandidateRequest

/** A ranked call and the reasons for its rank. */
export interface RecommendedCall extends OptionContract {
  readonly expiration: string
  readonly days: number
  readonly recommended: boolean
  /** True for the stock's single best call, the one in its screener row. */
  readonly isBestCall: boolean
  /** True if the yield is under 10% a year. Such a call is listed but never recommended. */
  readonly belowMinimumYield: boolean
  readonly returnBasis: RankedCandidate['return_basis']
  readonly staticReturnPct: number
  readonly staticReturnAnnualizedPct: number
  readonly ifCalledPct: number
  readonly ifCalledAnnualizedPct: number
  readonly headroomPct: number
  readonly headroomEm: number | null
  readonly earningsBefore: boolean | null
  readonly exDividendBefore: boolean | null
  readonly earlyAssignmentRisk: boolean | null
  /** 0-100, relative to the stock's other calls. */
  readonly score: number
  readonly reasons: readonly string[]
  /** Recommendation that the portfolio would show for a position in this call. */
  readonly preview: { readonly label: string; readonly explanation: string; readonly suggestedAction: string }
}

/** How the calls at one expiration trade. */
export interface ExpirationLiquidity {
  /** Sums over all strikes, in contracts. */
  readonly openInterest: number | null
  readonly volume: number | null
  /** Median spread near the money, as a percent of the mid. */
  readonly spreadPct: number | null
}

export interface Recommendations {
  readonly calls: readonly RecommendedCall[]
  /** `best_call`: the stock's best call comes first, then the others by score. */
  readonly rankedBy: Success<'options.recommendations'>['ranked_by']
  /** By rule, the number of calls that it rejected. */
  readonly rejected: Readonly<Record<string, number>>
  /** By expiration, those that were searched. */
  readonly liquidity: Readonly<Record<string, ExpirationLiquidity>>
  readonly message: string | null
  readonly freshness: Freshness
}

function readCall(row: RankedCandidate): RecommendedCall {
  return {
    ...readContract(row),
    expiration: row.expiration_date,
    days: row.days_to_expiration,
    recommended: row.recommended,
    isBestCall: row.is_best_call,
    belowMinimumYield: row.below_minimum_yield,
    returnBasis: row.return_basis,
    staticReturnPct: row.static_return_pct,
    staticReturnAnnualizedPct: row.static_return_annualized_pct,
    ifCalledPct: row.if_called_pct,
    ifCalledAnnualizedPct: row.if_called_annualized_pct,
    headroomPct: row.headroom_pct,
    headroomEm: row.headroom_em,
    earningsBefore: row.earnings_before_expiration,
    exDividendBefore: row.ex_dividend_before_expiration,
    earlyAssignmentRisk: row.early_assignment_risk,
    score: row.score,
    reasons: row.reasons,
    preview: {
      label: row.preview.label,
      explanation: row.preview.explanation,
      suggestedAction: row.preview.suggested_action,
    },
  }
}

function readRecommendations(wire: Success<'options.recommendations'>): Recommendations {
  const { recommendations, ranked_by: rankedBy, rejected, message } = wire
  const liquidity = Object.fromEntries(
    wire.liquidity.map((row) => [
      row.expiration_date,
      { openInterest: row.open_interest, volume: row.volume, spreadPct: row.near_spread_pct },
    ]),
  )
  return {
    calls: recommendations.map(readCall),
    rankedBy,
    rejected,
    liquidity,
    message,
    freshness: readFreshness(wire),
  }
}

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: OptionChain }>
}

/** If the query left the expiration to the server, also caches the chain under the date that the server chose. */
async function cacheByDate(asked: ChainQuery, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    if (asked.expiration === null && data.expiration !== null) dispatch(buildChainEntry(asked, data))
  } catch {
    // The consumer shows the error.
  }
}

function buildChainEntry(asked: ChainQuery, value: OptionChain): UnknownAction {
  const arg = { ...asked, expiration: value.expiration }
  return optionApi.util.upsertQueryEntries([{ endpointName: 'chain', arg, value }])
}

export const optionApi = api.injectEndpoints({
  endpoints: (build) => ({
    expirations: build.query<OptionExpirations, string>({
      query: requestExpirations,
      transformResponse: readExpirations,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
    chain: build.query<OptionChain, ChainQuery>({
      query: requestChain,
      transformResponse: readChain,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
      onQueryStarted: cacheByDate,
    }),
    atmVolatility: build.query<AtmVolatility, string>({
      query: (symbol) => request('options.iv', { params: { symbol } }),
      transformResponse: (wire: Success<'options.iv'>) => ({
        symbol: wire.symbol,
        vol: wire.implied_volatility,
        message: wire.message,
        freshness: readFreshness(wire),
      }),
    }),
    customRecommendations: build.query<Recommendations, { readonly symbol: string; readonly wishes: CallWishes }>({
      query: ({ symbol, wishes }) => request('options.customRecommendations', { params: { symbol }, body: wishes }),
      transformResponse: readRecommendations,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
  }),
})

export const { useExpirationsQuery, useChainQuery, useAtmVolatilityQuery, useCustomRecommendationsQuery } = optionApi
