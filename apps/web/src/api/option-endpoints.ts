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
import { request } from './request.ts'
import type { Freshness } from './screen.ts'
import { readStamp } from './stamp.ts'
import { type ChainQuery, requestChain, requestExpirations } from './stock-requests.ts'

/** How long expirations and chains are kept and not asked for again. */
export const OPTIONS_KEPT_SECONDS = 300

/** The volatility of a stock at the money, 30 days ahead. */
export interface AtmVolatility {
  readonly symbol: string
  /** Decimal a year. */
  readonly vol: number | null
  readonly message: string | null
  readonly freshness: Freshness
}

export type CallWishes = CandidateRequest

/** A call in the order of merit, with the reasons for its place. */
export interface RecommendedCall extends OptionContract {
  readonly expiration: string
  readonly days: number
  readonly recommended: boolean
  /** The one best call of the stock, as its row of the screener names it. */
  readonly isBestCall: boolean
  /** Under 10 % a year: listed, never recommended. */
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
  /** 0-100, among the calls of one stock. */
  readonly score: number
  readonly reasons: readonly string[]
  /** What the recommendation of a position would say once it is added. */
  readonly preview: { readonly label: string; readonly explanation: string; readonly suggestedAction: string }
}

export interface Recommendations {
  readonly calls: readonly RecommendedCall[]
  /** `best_call`: the stock's best call first, the others by score. */
  readonly rankedBy: Success<'options.recommendations'>['ranked_by']
  /** How many calls each rule turned away. */
  readonly rejected: Readonly<Record<string, number>>
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
  return { calls: recommendations.map(readCall), rankedBy, rejected, message, freshness: readStamp(wire) }
}

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: OptionChain }>
}

/** The chain of the date the server chose is the answer to that date, too. */
async function keepByDate(asked: ChainQuery, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    if (asked.expiration === null && data.expiration !== null) dispatch(buildChainEntry(asked, data))
  } catch {
    // Who asked shows why.
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
      onQueryStarted: keepByDate,
    }),
    atmVolatility: build.query<AtmVolatility, string>({
      query: (symbol) => request('options.iv', { params: { symbol } }),
      transformResponse: (wire: Success<'options.iv'>) => ({
        symbol: wire.symbol,
        vol: wire.implied_volatility,
        message: wire.message,
        freshness: readStamp(wire),
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
