import type { ScreenerRowPart, Success } from '@callwright/contracts'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { request } from './http.ts'
import {
  type CallLiquidity,
  type Freshness,
  readFreshness,
  requestCount,
  requestRatings,
  requestScreen,
  type ScreenNarrowing,
  type ScreenQuery,
  type StockField,
} from './market.ts'

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

/** A row in the screener. Fields that are unknown or were not requested are null. */
export interface ScreenStock {
  readonly symbol: string
  readonly companyName: string
  readonly rating: Rating
  readonly priceUsd: number | null
  readonly bestAnnYieldPct: number | null
  readonly bestDteDays: number | null
  readonly bestWindow: 'standard' | 'wide' | null
  readonly bestLiquidity: CallLiquidity | null
  /** OCC symbol of the best call. */
  readonly bestContract: string | null
  readonly bestExpiration: string | null
  readonly bestStrikeUsd: number | null
  readonly bestDelta: number | null
  readonly bestBidUsd: number | null
  readonly bestIfCalledReturnPct: number | null
  readonly bestCallOi: number | null
  readonly bidAskSpreadUsd: number | null
  readonly avgCallVolume: number | null
  readonly atmVol: number | null
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'vendor' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number | null
  readonly rsi: number | null
  readonly stochasticK: number | null
  readonly ma20Usd: number | null
  readonly priceVsMaPct: number | null
  readonly volume: number | null
  readonly sector: string | null
  readonly marketCapUsd: number | null
  readonly dividendYieldPct: number | null
  readonly netMarginPct: number | null
  readonly debtToEquity: number | null
  readonly creditRating: string | null
  readonly earningsDate: string | null
  readonly daysToEarnings: number | null
  readonly exDividendDate: string | null
  readonly optionsAvailable: boolean | null
  readonly missingReason: string | null
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
  /** Whether the ratings use the user's custom weights. */
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

function readStock(row: ScreenerRowPart): ScreenStock {
  return {
    symbol: row.symbol,
    companyName: row.company_name ?? row.symbol,
    rating: readRating(row),
    priceUsd: row.current_price ?? null,
    bestAnnYieldPct: row.best_ann_yield ?? null,
    bestDteDays: row.best_dte ?? null,
    bestWindow: row.best_window ?? null,
    bestLiquidity: row.best_liquidity ?? null,
    bestContract: row.best_contract ?? null,
    bestExpiration: row.best_expiration ?? null,
    bestStrikeUsd: row.best_strike ?? null,
    bestDelta: row.best_delta ?? null,
    bestBidUsd: row.best_bid ?? null,
    bestIfCalledReturnPct: row.best_if_called_return_pct ?? null,
    bestCallOi: row.open_interest ?? null,
    bidAskSpreadUsd: row.bid_ask_spread ?? null,
    avgCallVolume: row.avg_call_volume ?? null,
    atmVol: row.implied_volatility ?? null,
    ivRank: row.iv_rank ?? null,
    ivRankSource: row.iv_rank_source ?? null,
    ivPercentile: row.iv_percentile ?? null,
    ivHistorySessions: row.iv_history_sessions ?? null,
    rsi: row.rsi ?? null,
    stochasticK: row.stochastic_k ?? null,
    ma20Usd: row.ma_20 ?? null,
    priceVsMaPct: row.price_vs_ma ?? null,
    volume: row.volume ?? null,
    sector: row.sector ?? null,
    marketCapUsd: row.market_cap_value ?? null,
    dividendYieldPct: row.dividend_yield ?? null,
    netMarginPct: row.net_margin ?? null,
    debtToEquity: row.debt_to_equity ?? null,
    creditRating: row.credit_rating ?? null,
    earningsDate: row.earnings_date ?? null,
    daysToEarnings: row.days_to_earnings ?? null,
    exDividendDate: row.ex_dividend_date ?? null,
    optionsAvailable: row.display_in_app === undefined ? null : row.display_in_app === 1,
    missingReason: row.missing_reason ?? null,
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
}

type Screens = readonly SavedScreen[]

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: Screens }>
}

const readScreens = ({ screens }: Success<'screener.listScreens'>): Screens =>
  screens.map(({ id, name, query }) => ({ id, name, query }))

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
      query: ({ id, name, query }) => request('screener.putScreen', { params: { id }, body: { name, query } }),
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
