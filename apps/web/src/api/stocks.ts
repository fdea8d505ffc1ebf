import type { Bar, Query, StockEvent, Success } from '@callwright/contracts'
import { toDomain } from '@callwright/contracts/domain-names'
import { api } from './api.ts'
import { requestQuote } from './early-requests.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'

/** A stock's last price, in dollars per share. */
export interface StockQuote {
  readonly symbol: string
  readonly lastPriceUsd: number
  readonly changeUsd: number | null
  readonly changePct: number | null
  readonly bidUsd: number | null
  readonly askUsd: number | null
  readonly volume: number | null
  readonly previousCloseUsd: number | null
  readonly message: string | null
  readonly freshness: Freshness
}

export interface BarsQuery {
  readonly symbol: string
  readonly timespan: NonNullable<Query<'stocks.data'>['timespan']>
  readonly multiplier: number
  /** A New York calendar day; null to get the server's default, two years of daily bars. */
  readonly from: string | null
}

export type PriceBar = Bar
export type { StockEvent }

/** A stock's bars, oldest first, with past and upcoming events. */
export interface PriceBars {
  readonly symbol: string
  /** Length of each bar; a day if the source has no shorter bars. */
  readonly timespan: string
  readonly multiplier: number
  readonly bars: readonly PriceBar[]
  readonly events: readonly StockEvent[]
  readonly message: string | null
  readonly freshness: Freshness
}

const quoteNames = {
  last_price: 'lastPriceUsd',
  change: 'changeUsd',
  bid: 'bidUsd',
  ask: 'askUsd',
  previous_close: 'previousCloseUsd',
} as const

const readQuote = (wire: Success<'stocks.quote'>): StockQuote => ({
  ...toDomain(wire, quoteNames),
  freshness: readFreshness(wire),
})

function readBars(wire: Success<'stocks.data'>): PriceBars {
  const { symbol, timespan, multiplier, data: bars, events, message } = wire
  return { symbol, timespan, multiplier, bars, events, message, freshness: readFreshness(wire) }
}

export const stockApi = api.injectEndpoints({
  endpoints: (build) => ({
    quote: build.query<StockQuote, string>({
      query: requestQuote,
      transformResponse: readQuote,
    }),
    bars: build.query<PriceBars, BarsQuery>({
      query: ({ symbol, timespan, multiplier, from }) =>
        request('stocks.data', {
          params: { symbol },
          query: { timespan, multiplier, ...(from !== null && { from_date: from }) },
        }),
      transformResponse: readBars,
      // Long enough that going back to an earlier timeframe does not cause a refetch.
      keepUnusedDataFor: 300,
    }),
  }),
})

export const { useQuoteQuery, useBarsQuery } = stockApi

export interface SymbolSuggestion {
  readonly symbol: string
  readonly name: string
}

export interface SuggestionQuery {
  readonly search: string
  readonly limit: number
}

const symbolApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestSymbols: build.query<readonly SymbolSuggestion[], SuggestionQuery>({
      // Not retried: by then, the user has typed more.
      query: (query) => request('stocks.symbolsWithOptions', { query, attempts: 1 }),
      transformResponse: ({ symbols }: Success<'stocks.symbolsWithOptions'>) => symbols,
    }),
  }),
})

export const { useSuggestSymbolsQuery } = symbolApi
