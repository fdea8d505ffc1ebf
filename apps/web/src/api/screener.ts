import type { ScreenerRow, ScreenerRowPart, ScreenTab, Success } from '@callwright/contracts'
import type { Domain } from '@callwright/contracts/domain-names'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import {
  requestCount,
  requestRatings,
  requestScreen,
  type ScreenNarrowing,
  type ScreenQuery,
  type StockField,
} from './early-requests.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'

export interface Rating {
  readonly score: number | null
  readonly max: number
  /** Points for each part, in order; null for a part whose points are unknown. */
  readonly points: readonly (number | null)[]
  /** Share of `max` whose inputs are known, 0-1. */
  readonly coverage: number | null
  readonly reason: string | null
  /** Points gained or lost since `previous`. */
  readonly change: number | null
  /** The most recent earlier rating, with its session's date; null if there is none. */
  readonly previous: { readonly score: number; readonly date: string } | null
}

/** Figures of a row: their names on the wire, and in the browser with their units. */
const figureNames = {
  current_price: 'priceUsd',
  best_ann_yield: 'bestAnnYieldPct',
  best_dte: 'bestDteDays',
  best_window: 'bestWindow',
  best_liquidity: 'bestLiquidity',
  /** OCC symbol of the best call. */
  best_contract: 'bestContract',
  best_expiration: 'bestExpiration',
  best_strike: 'bestStrikeUsd',
  best_delta: 'bestDelta',
  best_bid: 'bestBidUsd',
  best_if_called_return_pct: 'bestIfCalledReturnPct',
  open_interest: 'bestCallOi',
  bid_ask_spread: 'bidAskSpreadUsd',
  avg_call_volume: 'avgCallVolume',
  implied_volatility: 'atmVol',
  iv_rank: 'ivRank',
  iv_rank_source: 'ivRankSource',
  iv_percentile: 'ivPercentile',
  iv_history_sessions: 'ivHistorySessions',
  rsi: 'rsi',
  stochastic_k: 'stochasticK',
  ma_20: 'ma20Usd',
  price_vs_ma: 'priceVsMaPct',
  volume: 'volume',
  sector: 'sector',
  market_cap_value: 'marketCapUsd',
  market_cap_shares_date: 'marketCapSharesDate',
  dividend_yield: 'dividendYieldPct',
  net_margin: 'netMarginPct',
  debt_to_equity: 'debtToEquity',
  credit_rating: 'creditRating',
  earnings_date: 'earningsDate',
  days_to_earnings: 'daysToEarnings',
  ex_dividend_date: 'exDividendDate',
  missing_reason: 'missingReason',
} as const satisfies { readonly [Name in StockField]?: string }

type Figures = Domain<Pick<ScreenerRow, keyof typeof figureNames>, typeof figureNames>

/** A row in the screener. Figures that are unknown or were not requested are null. */
export type ScreenStock = { readonly [Name in keyof Figures]: Figures[Name] | null } & {
  readonly symbol: string
  readonly companyName: string
  readonly rating: Rating
  readonly optionsAvailable: boolean | null
}

/** How many stocks would match if one filter were removed. `parameter` is that filter's name on the wire. */
export interface Relaxation {
  readonly parameter: string
  readonly total: number
}

export interface Screen {
  /** Fields that were requested. */
  readonly fields: readonly StockField[]
  readonly stocks: readonly ScreenStock[]
  readonly total: number
  /** Number of stocks before any filter. */
  readonly universeTotal: number
  /** If nothing matches, the filters whose removal would help, the most matches first. */
  readonly relaxations: readonly Relaxation[]
  /** Whether the ratings use the user's own weights. */
  readonly ownWeights: boolean
  /** Message from the server, or null. */
  readonly message: string | null
  readonly freshness: Freshness
}

export function readScreen(wire: Success<'screener.view'>, { fields }: Pick<ScreenQuery, 'fields'>): Screen {
  return {
    fields,
    stocks: wire.stocks.map(readStock),
    total: wire.pagination.total,
    universeTotal: wire.universe_total,
    relaxations: wire.relaxations,
    ownWeights: wire.weights === 'custom',
    message: wire.message,
    freshness: { ...readFreshness(wire), lastUpdated: wire.last_updated },
  }
}

const figurePairs = Object.entries(figureNames) as [keyof typeof figureNames, keyof Figures][]

function readStock(row: ScreenerRowPart): ScreenStock {
  const figures: Partial<Record<keyof Figures, unknown>> = {}
  for (const [field, name] of figurePairs) figures[name] = row[field] ?? null
  return {
    ...(figures as Figures),
    symbol: row.symbol,
    companyName: row.company_name ?? row.symbol,
    rating: readRating(row),
    optionsAvailable: row.display_in_app === undefined ? null : row.display_in_app === 1,
  }
}

function readRating(row: ScreenerRowPart): Rating {
  const { score_max: max, cc_score_previous: score, cc_score_previous_date: date } = row
  if (max === undefined) throw new Error(`The row of ${row.symbol} has no rating scale`)
  return {
    score: row.cc_score ?? null,
    max,
    points: row.score_points ?? [],
    coverage: row.score_coverage ?? null,
    reason: row.score_reason ?? null,
    change: row.cc_score_change ?? null,
    previous: isKnown(score) && isKnown(date) ? { score, date } : null,
  }
}

const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Stock ratings, best first. An unrated stock has null. */
export interface RatingList {
  readonly scores: readonly (number | null)[]
  /** Total number of stocks. */
  readonly total: number
}

/** One page of a stock list, as symbols only. */
export interface Listing {
  readonly symbols: readonly string[]
  readonly offset: number
  /** Length of the whole list. */
  readonly total: number
}

export const screenerApi = api.injectEndpoints({
  endpoints: (build) => ({
    screen: build.query<Screen, ScreenQuery>({
      query: requestScreen,
      transformResponse: (wire: Success<'screener.view'>, _meta, query) => readScreen(wire, query),
      providesTags: ['Screen'],
    }),
    listing: build.query<Listing, Omit<ScreenQuery, 'fields'>>({
      query: (query) => requestScreen({ ...query, fields: ['symbol'] }),
      transformResponse: ({ stocks, pagination: { offset, total } }: Success<'screener.view'>) => ({
        symbols: stocks.map(({ symbol }) => symbol),
        offset,
        total,
      }),
      providesTags: ['Screen'],
    }),
    countStocks: build.query<number, ScreenNarrowing>({
      query: requestCount,
      transformResponse: ({ pagination }: Success<'screener.view'>) => pagination.total,
      providesTags: ['Screen'],
    }),
    /** The key is the offset. */
    ratings: build.query<RatingList, number>({
      query: requestRatings,
      transformResponse: ({ stocks, pagination: { total } }: Success<'screener.view'>) => ({
        scores: stocks.map(({ cc_score: score }) => score ?? null),
        total,
      }),
      providesTags: ['Screen'],
    }),
  }),
})

/** Aborts this query's request if it is running. */
export async function abortScreen(dispatch: Dispatch, query: ScreenQuery): Promise<void> {
  const running = (dispatch as ThunkDispatch<unknown, unknown, UnknownAction>)(
    screenerApi.util.getRunningQueryThunk('screen', query),
  )
  running?.abort()
  await running
}

export const { useScreenQuery, useListingQuery, useCountStocksQuery, useRatingsQuery } = screenerApi

/** A saved screen: its name and the screener page's query string. */
export interface SavedScreen {
  readonly id: string
  readonly name: string
  readonly query: string
  /** Tab of the screener that the query belongs to. */
  readonly tab: ScreenTab
}

type Screens = readonly SavedScreen[]

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Screens }>
}

const readScreens = ({ screens }: Success<'screener.listScreens'>): Screens =>
  screens.map(({ id, name, query, tab }) => ({ id, name, query, tab }))

/** Caches the complete list that a change returns. */
async function cacheList(_arg: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data: value } = await queryFulfilled
    dispatch(savedScreenApi.util.upsertQueryEntries([{ endpointName: 'listScreens', arg: undefined, value }]))
  } catch {
    // The caller shows the error.
  }
}

const savedScreenApi = api.injectEndpoints({
  endpoints: (build) => ({
    listScreens: build.query<Screens, void>({
      query: () => request('screener.listScreens'),
      transformResponse: readScreens,
    }),
    putScreen: build.mutation<Screens, SavedScreen>({
      query: ({ id, name, query, tab }) =>
        request('screener.putScreen', { params: { id }, body: { name, query, tab } }),
      transformResponse: readScreens,
      onQueryStarted: cacheList,
    }),
    removeScreen: build.mutation<Screens, Pick<SavedScreen, 'id'>>({
      query: ({ id }) => request('screener.removeScreen', { params: { id } }),
      transformResponse: readScreens,
      onQueryStarted: cacheList,
    }),
  }),
})

export const { useListScreensQuery, usePutScreenMutation, useRemoveScreenMutation } = savedScreenApi
