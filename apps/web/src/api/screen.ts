import type { Query, ScorePart, ScreenerRow, Success } from '@callwright/contracts'

export type SortColumn = NonNullable<Query<'screener.view'>['sort_by']>
export type SortOrder = NonNullable<Query<'screener.view'>['sort_order']>
type ViewWire = Success<'screener.view'>
export type DataClass = ViewWire['data_class']
export type CacheStatus = ViewWire['cache_status']

export interface ScreenQuery {
  readonly sortBy: SortColumn
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
}

export interface RatingPart {
  readonly key: string
  readonly label: string
  readonly points: number
  readonly max: number
  readonly unknown: boolean
  readonly explanation: string
}

export interface Rating {
  readonly score: number | null
  readonly max: number
  readonly parts: readonly RatingPart[]
  /** 0-1: the share of `max` that could be judged. */
  readonly coverage: number | null
  readonly reason: string | null
}

export interface ScreenStock {
  readonly symbol: string
  readonly companyName: string
  readonly rating: Rating
  readonly priceUsd: number | null
  readonly bestAnnYieldPct: number | null
  readonly bestDteDays: number | null
  readonly bestWindow: 'standard' | 'wide' | null
  readonly atmVol: number | null
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
  readonly ivPercentile: number | null
  readonly ivHistorySessions: number
  readonly rsi: number | null
  readonly sector: string | null
  readonly marketCapUsd: number | null
  readonly missingReason: string | null
}

/** Where figures come from and how old they are. */
export interface Freshness {
  readonly dataClass: DataClass
  readonly source: string
  readonly asOf: string | null
  readonly lastUpdated: string | null
  readonly cacheStatus: CacheStatus
}

export interface Screen {
  readonly stocks: readonly ScreenStock[]
  readonly total: number
  /** What the server has to say about the answer, or null. */
  readonly message: string | null
  readonly freshness: Freshness
}

export interface Shortfall {
  readonly symbol: string
  readonly reason: string
}

export interface Enrichment {
  readonly state: 'idle' | 'running' | 'stopping'
  readonly startedBy: 'platform' | 'user' | null
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly secondsLeft: number | null
  readonly finishedAt: string | null
  /** Stocks that `failed` counts. */
  readonly failures: readonly Shortfall[]
  /** Stocks that lack figures although they are `done`. */
  readonly incomplete: readonly Shortfall[]
  readonly message: string | null
}

export function readScreen(wire: ViewWire): Screen {
  return {
    stocks: wire.stocks.map(readStock),
    total: wire.pagination.total,
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

function readStock(row: ScreenerRow): ScreenStock {
  return {
    symbol: row.symbol,
    companyName: row.company_name,
    rating: {
      score: row.cc_score,
      max: row.score_max,
      parts: row.score_parts.map(readPart),
      coverage: row.score_coverage,
      reason: row.score_reason,
    },
    priceUsd: row.current_price,
    bestAnnYieldPct: row.best_ann_yield,
    bestDteDays: row.best_dte,
    bestWindow: row.best_window,
    atmVol: row.implied_volatility,
    ivRank: row.iv_rank,
    ivRankSource: row.iv_rank_source,
    ivPercentile: row.iv_percentile,
    ivHistorySessions: row.iv_history_sessions,
    rsi: row.rsi,
    sector: row.sector,
    marketCapUsd: row.market_cap_value,
    missingReason: row.missing_reason,
  }
}

function readPart({ key, label, points, max, unknown, explanation }: ScorePart): RatingPart {
  return { key, label, points, max, unknown, explanation }
}

export function readEnrichment(wire: Success<'screener.enrichmentStatus'>): Enrichment {
  return {
    state: wire.state,
    startedBy: wire.started_by,
    total: wire.total,
    done: wire.done,
    failed: wire.failed,
    secondsLeft: wire.eta_seconds,
    finishedAt: wire.finished_at,
    failures: wire.failures,
    incomplete: wire.incomplete,
    message: wire.message,
  }
}
