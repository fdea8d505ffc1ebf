import type { Query, ScreenerRow, ScreenerRowPart, Success } from '@callwright/contracts'
import { columnFields, type ScreenColumn } from '@callwright/contracts/screener-columns'
import type { CallLiquidity } from './option-chain.ts'
import { type ApiRequest, request } from './request.ts'

export type SortOrder = NonNullable<Query<'screener.view'>['sort_order']>
type ViewWire = Success<'screener.view'>
export type DataClass = ViewWire['data_class']
export type CacheStatus = ViewWire['cache_status']
/** Name of a row's field on the wire. */
export type StockField = keyof ScreenerRow
/** Filters, by their names on the wire. */
export type ScreenNarrowing = Omit<
  Query<'screener.view'>,
  'limit' | 'offset' | 'sort_by' | 'sort_order' | 'fields' | 'force_refresh'
>

export interface ScreenQuery {
  readonly sortBy: ScreenColumn
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
  readonly narrowing: ScreenNarrowing
  /** Fields to return for each stock, from `listFields`. */
  readonly fields: readonly StockField[]
}

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
  readonly ivRankSource: 'implied' | 'realized' | null
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

/** Where figures come from, and how old they are. */
export interface Freshness {
  readonly dataClass: DataClass
  readonly source: string
  readonly asOf: string | null
  readonly lastUpdated: string | null
  readonly cacheStatus: CacheStatus
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

/** Fields in every request: the name, the rating, and why figures are missing. */
const commonFields = [
  'symbol',
  'company_name',
  'cc_score',
  'score_max',
  'score_points',
  'score_coverage',
  'score_reason',
  'cc_score_change',
  'cc_score_previous',
  'cc_score_previous_date',
  'missing_reason',
] as const satisfies readonly StockField[]

/** Fields of each column. The types check that they exist. */
const fieldsOf: Readonly<Record<ScreenColumn, readonly StockField[]>> = columnFields

/** Lists the fields that these columns need. The list is sorted, so that moving a column does not cause a refetch. */
export function listFields(columns: readonly ScreenColumn[]): StockField[] {
  return [...new Set<StockField>([...commonFields, ...columns.flatMap((column) => fieldsOf[column])])].sort()
}

/** Whether the response contains the figures that a column needs. */
export function hasColumn({ fields }: Screen, column: ScreenColumn): boolean {
  return fieldsOf[column].every((field) => fields.includes(field))
}

export function requestScreen({ sortBy, sortOrder, limit, offset, narrowing, fields }: ScreenQuery): ApiRequest {
  return request('screener.view', {
    query: { ...narrowing, limit, offset, sort_by: sortBy, sort_order: sortOrder, fields: fields.join(',') },
  })
}

/** Builds a request that returns only the number of stocks. */
export const requestCount = (narrowing: ScreenNarrowing): ApiRequest =>
  request('screener.view', { query: { ...narrowing, limit: 1, fields: 'symbol' } })

/** Maximum rows per response. */
const MAX_ROWS = 500

/** Builds a request that returns only ratings, for all stocks from `offset` on, best first. */
export const requestRatings = (offset: number): ApiRequest =>
  requestScreen({
    sortBy: 'cc_score',
    sortOrder: 'desc',
    limit: MAX_ROWS,
    offset,
    narrowing: {},
    fields: ['cc_score'],
  })

export function readScreen(wire: ViewWire, { fields }: Pick<ScreenQuery, 'fields'>): Screen {
  return {
    fields,
    stocks: wire.stocks.map(readStock),
    total: wire.pagination.total,
    universeTotal: wire.universe_total,
    relaxations: wire.relaxations,
    ownWeights: wire.weights === 'custom',
    message: wire.message,
    freshness: {
      dataClass: wire.data_class,
      source: wire.source,
      asOf: wire.as_of,
      lastUpdated: wire.last_updated,
      cacheStatus: wire.cache_status,
    },
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
