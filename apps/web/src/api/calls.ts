import type { CallBasis, CallRow, CallSortColumn, Query, Success } from '@callwright/contracts'
import { type Domain, toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness, type SortOrder } from './market.ts'
import type { Relaxation } from './screener.ts'

/** Figures of a call: their names on the wire, and in the browser with their units. */
const callNames = {
  contract_symbol: 'contract',
  expiration_date: 'expiration',
  underlying_price: 'priceUsd',
  strike: 'strikeUsd',
  days_to_expiration: 'days',
  bid: 'bidUsd',
  ask: 'askUsd',
  mid: 'midUsd',
  breakeven: 'breakevenUsd',
  spread: 'spreadUsd',
  own_cost: 'ownCostUsd',
  implied_volatility: 'vol',
  earnings_before_expiration: 'earnings',
  ex_dividend_before_expiration: 'exDividend',
} as const

/** A call in the contract screen; unknown figures are null. */
export type ScreenedCall = Domain<CallRow, typeof callNames>

export type CallsNarrowing = Omit<
  Query<'screener.calls'>,
  'limit' | 'offset' | 'sort_by' | 'sort_order' | 'premium' | 'basis'
>
export type CallPremium = NonNullable<Query<'screener.calls'>['premium']>

export interface CallsQuery {
  readonly narrowing: CallsNarrowing
  readonly premium: CallPremium
  readonly basis: CallBasis
  readonly sortBy: CallSortColumn
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
}

type CallsWire = Success<'screener.calls'>
export type GateCount = CallsWire['gates'][number]

export interface CallScreen {
  readonly calls: readonly ScreenedCall[]
  readonly total: number
  /** Number of stored calls before any gate. */
  readonly universeTotal: number
  /** Number of calls that the sources listed, stored or not. */
  readonly listedTotal: number
  /** Gates in the order in which they were applied, each with the number of calls that it removed. */
  readonly gates: readonly GateCount[]
  readonly relaxations: readonly Relaxation[]
  readonly premium: CallPremium
  readonly basis: CallBasis
  readonly message: string | null
  readonly freshness: Freshness
}

export const callsApi = api.injectEndpoints({
  endpoints: (build) => ({
    calls: build.query<CallScreen, CallsQuery>({
      query: ({ narrowing, premium, basis, sortBy, sortOrder, limit, offset }) =>
        request('screener.calls', {
          query: { ...narrowing, premium, basis, sort_by: sortBy, sort_order: sortOrder, limit, offset },
        }),
      transformResponse: (wire: CallsWire) => ({
        calls: wire.calls.map((call) => toDomain(call, callNames)),
        total: wire.total,
        universeTotal: wire.universe_total,
        listedTotal: wire.listed_total,
        gates: wire.gates,
        relaxations: wire.relaxations,
        premium: wire.premium,
        basis: wire.return_basis,
        message: wire.message,
        freshness: { ...readFreshness(wire), lastUpdated: wire.last_updated },
      }),
      providesTags: ['Screen'],
    }),
  }),
})

export const { useCallsQuery } = callsApi
