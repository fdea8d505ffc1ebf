import Type, { type Static } from 'typebox'
import { SHORTFALLS_LISTED } from './endpoint-table.ts'
import {
  CacheStatus,
  DataClass,
  Instant,
  NullableDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  provenance,
  request,
  StatusSuccess,
  StockSymbol,
} from './primitives.ts'
import { problems } from './problem.ts'

/** One part of the rating (D8): points with two decimals, what it saw and why. */
export const ScorePart = Type.Object({
  key: Type.String(),
  label: Type.String(),
  points: Type.Number(),
  max: Type.Number(),
  inputs: Type.Record(Type.String(), nullable(Type.Union([Type.Number(), Type.String(), Type.Boolean()]))),
  unknown: Type.Boolean(),
  explanation: Type.String(),
})
export type ScorePart = Static<typeof ScorePart>

/** One stock of the screen (SPEC section 3, D8, D9, D15, D16). */
export const ScreenerRow = Type.Object({
  symbol: Type.String(),
  company_name: Type.String(),
  current_price: NullableNumber,
  market_cap: NullableString,
  market_cap_value: NullableNumber,
  sector: NullableString,
  cc_score: NullableNumber,
  cc_score_core: NullableNumber,
  score_max: Type.Number(),
  score_version: Type.String(),
  score_parts: Type.Array(ScorePart),
  score_coverage: NullableNumber,
  score_reason: NullableString,
  best_ann_yield: NullableNumber,
  best_dte: NullableInteger,
  best_contract: NullableString,
  best_strike: NullableNumber,
  best_delta: NullableNumber,
  best_window: nullable(Type.Enum(['standard', 'wide'])),
  best_if_called_return_pct: NullableNumber,
  bid_ask_spread: NullableNumber,
  open_interest: NullableInteger,
  avg_call_volume: NullableNumber,
  implied_volatility: NullableNumber,
  iv_rank: NullableNumber,
  iv_rank_source: nullable(Type.Enum(['implied', 'realized'])),
  iv_percentile: NullableNumber,
  iv_history_sessions: Type.Integer(),
  rsi: NullableNumber,
  stochastic_k: NullableNumber,
  ma_20: NullableNumber,
  price_vs_ma: NullableNumber,
  volume: NullableNumber,
  dividend_yield: NullableNumber,
  net_margin: NullableNumber,
  debt_to_equity: NullableNumber,
  credit_rating: NullableString,
  earnings_date: NullableDate,
  days_to_earnings: NullableInteger,
  ex_dividend_date: NullableDate,
  display_in_app: Type.Union([Type.Literal(0), Type.Literal(1)]),
  missing_reason: NullableString,
  ...provenance,
  enriched_at: Instant,
})
export type ScreenerRow = Static<typeof ScreenerRow>

/** The column ids a view may be sorted by: SPEC's 21, `iv_rank`, and the wire's own names for two of them (D16). */
export const sortColumns = [
  'symbol',
  'company_name',
  'cc_score',
  'current_price',
  'best_ann_yield',
  'iv_percentile',
  'rsi',
  'sector',
  'market_cap',
  'stochastic_k',
  'ma_20',
  'price_vs_ma',
  'volume',
  'best_dte',
  'avg_call_volume',
  'best_call_oi',
  'bid_ask_spread',
  'dividend_yield',
  'net_margin',
  'debt_to_equity',
  'options_available',
  'iv_rank',
  'open_interest',
  'display_in_app',
] as const
export type SortColumn = (typeof sortColumns)[number]

const Shortfalls = Type.Array(Type.Object({ symbol: Type.String(), reason: Type.String() }), {
  maxItems: SHORTFALLS_LISTED,
})

export const EnrichmentStatus = Type.Object({
  status: StatusSuccess,
  state: Type.Enum(['idle', 'running', 'stopping']),
  run_id: NullableString,
  started_by: nullable(Type.Enum(['platform', 'user'])),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  queued: Type.Integer(),
  active: Type.Integer(),
  rate_per_second: NullableNumber,
  eta_seconds: NullableNumber,
  started_at: nullable(Instant),
  finished_at: nullable(Instant),
  workers: NullableInteger,
  /** Symbols the run could not work out: those that `failed` counts. */
  failures: Shortfalls,
  /** Symbols it worked out as far as their facts go: `done` counts them. */
  incomplete: Shortfalls,
  message: NullableString,
})
export type EnrichmentStatus = Static<typeof EnrichmentStatus>

/** What one enrichment job carries from the screener's API to its workers, whichever version either runs (D17). */
export const EnrichSymbolPayload = request({ run_id: Type.String({ minLength: 1 }), symbol: StockSymbol })
export type EnrichSymbolPayload = Static<typeof EnrichSymbolPayload>

export const screenerSchemas = {
  'screener.view': {
    query: request({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      sort_by: Type.Optional(Type.Enum(sortColumns)),
      sort_order: Type.Optional(Type.Enum(['asc', 'desc'])),
      force_refresh: Type.Optional(Type.Boolean()),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        stocks: Type.Array(ScreenerRow),
        pagination: Type.Object({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
        total: Type.Integer(),
        source: Type.String(),
        message: NullableString,
        last_updated: nullable(Instant),
        cache_status: CacheStatus,
        data_class: DataClass,
        as_of: nullable(Instant),
      }),
      ...problems(400, 401, 503),
    },
  },
  'screener.refresh': { responses: { 202: EnrichmentStatus, ...problems(401, 409, 503) } },
  'screener.startEnrichment': { responses: { 202: EnrichmentStatus, ...problems(401, 409, 503) } },
  'screener.stopEnrichment': { responses: { 202: EnrichmentStatus, ...problems(401, 403, 409, 503) } },
  'screener.enrichmentStatus': { responses: { 200: EnrichmentStatus, ...problems(401, 503) } },
  'screener.status': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        total_stocks: Type.Integer(),
        enriched: Type.Integer(),
        failed: Type.Integer(),
        stale: Type.Integer(),
        last_updated: nullable(Instant),
        snapshot_age_seconds: NullableNumber,
        source: Type.String(),
        data_class: DataClass,
        cache_status: CacheStatus,
      }),
      ...problems(401, 503),
    },
  },
} as const
