import Type, { type Static } from 'typebox'
import { callLiquidities } from './chain-row.ts'
import { EnrichmentStatus } from './enrichment.ts'
import {
  bound,
  boundsOf,
  CacheStatus,
  DataClass,
  Instant,
  IsoDate,
  NullableDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  provenance,
  request,
  StatusSuccess,
  UserParams,
} from './primitives.ts'
import { problems } from './problem.ts'
import {
  boundNames,
  MAX_SCREEN_NAME,
  MAX_SCREENS,
  MAX_WEIGHT,
  marketCapChoices,
  type NamedBound,
  namedBounds,
  ratingPartKeys,
  screenTabs,
  sectorChoices,
  sortColumns,
} from './screener-columns.ts'
import { listFilter, Watchlist } from './watchlists.ts'

export const SCORE_HISTORY_SESSIONS = 20

/** One part of the rating (D8): points with two decimals, its inputs and an explanation. */
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

/** One stock in the screener (SPEC section 3, D8, D9, D15, D16). */
export const ScreenerRow = Type.Object({
  symbol: Type.String(),
  company_name: Type.String(),
  current_price: NullableNumber,
  market_cap: NullableString,
  market_cap_value: NullableNumber,
  market_cap_shares_date: Type.Union([IsoDate, Type.Null()], {
    description:
      'Day of the number of shares that the market cap is computed from; null if it is the source’s own figure',
  }),
  sector: NullableString,
  cc_score: NullableNumber,
  cc_score_core: NullableNumber,
  score_max: Type.Number(),
  score_version: Type.String(),
  score_parts: Type.Array(ScorePart),
  /** Points of each part in the order of `score_parts`; null if unknown. */
  score_points: Type.Array(NullableNumber),
  score_coverage: NullableNumber,
  score_reason: NullableString,
  /** Rating of the last earlier session that has one; null with own weights. */
  cc_score_previous: NullableNumber,
  cc_score_previous_date: NullableDate,
  cc_score_change: NullableNumber,
  /** Up to 20 ratings, oldest first and including this session's; empty with own weights. */
  score_history: Type.Array(Type.Object({ date: IsoDate, score: Type.Number() }), { maxItems: SCORE_HISTORY_SESSIONS }),
  best_ann_yield: NullableNumber,
  best_dte: NullableInteger,
  best_contract: NullableString,
  best_expiration: NullableDate,
  best_strike: NullableNumber,
  best_delta: NullableNumber,
  best_bid: NullableNumber,
  best_window: nullable(
    Type.Enum(['standard', 'wide'], {
      description: 'Days to expiration searched: 30 to 45 (standard) or 21 to 60 (wide)',
    }),
  ),
  best_liquidity: nullable(
    Type.Enum(callLiquidities, { description: 'thin: the best call has a wide spread or low open interest' }),
  ),
  best_if_called_return_pct: NullableNumber,
  bid_ask_spread: NullableNumber,
  open_interest: NullableInteger,
  avg_call_volume: NullableNumber,
  implied_volatility: NullableNumber,
  iv_rank: NullableNumber,
  iv_rank_source: nullable(Type.Enum(['implied', 'vendor', 'realized'])),
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

/** A row as its worker writes it; the database adds the time. */
export const StoredRow = Type.Omit(ScreenerRow, ['enriched_at'])
export type StoredRow = Static<typeof StoredRow>

const ownBounds = Object.fromEntries(Object.keys(namedBounds).map((name) => [name, bound])) as Record<
  NamedBound,
  typeof bound
>

const SYMBOL_LIST = '^[A-Za-z0-9 .$/:-]{1,40}(,[A-Za-z0-9 .$/:-]{1,40})*$'

/** Filters that choose stocks by name, sector or size. */
export const stockFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Prefix of a symbol or company name; an exact symbol match comes first',
    }),
  ),
  symbols: Type.Optional(
    Type.String({ pattern: SYMBOL_LIST, maxLength: 4_000, description: 'AAPL,MSFT, in any spelling' }),
  ),
  sector: Type.Optional(Type.Enum(sectorChoices)),
  market_cap: Type.Optional(Type.Enum(marketCapChoices)),
  list: listFilter,
} as const

/** Filters of a view (D14). Bounds are inclusive; an unknown value fails every bound. */
const screenFilters = {
  ...stockFilters,
  ...ownBounds,
  ...boundsOf(boundNames),
}

/** A row with only the requested `fields`; `symbol` is always included. */
export const ScreenerRowPart = Type.Intersect([
  Type.Pick(ScreenerRow, ['symbol']),
  Type.Partial(Type.Omit(ScreenerRow, ['symbol'])),
])
export type ScreenerRowPart = Static<typeof ScreenerRowPart>

/** Number of stocks that would match without one filter, named by its parameter. */
export const Relaxation = Type.Object({ parameter: Type.String(), total: Type.Integer() })
export type Relaxation = Static<typeof Relaxation>

/** Weights of the rating's parts. Only proportions matter, and at least one must be positive (D10). */
export const RatingWeights = request(
  Object.fromEntries(ratingPartKeys.map((key) => [key, Type.Number({ minimum: 0, maximum: MAX_WEIGHT })])) as Record<
    (typeof ratingPartKeys)[number],
    ReturnType<typeof Type.Number>
  >,
)
export type RatingWeights = Static<typeof RatingWeights>

const WeightsResponse = Type.Object({
  status: StatusSuccess,
  weights: RatingWeights,
  custom: Type.Boolean(),
})

/** A user's saved screen: the query string of its page. */
export const SavedScreen = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  tab: Type.Enum(screenTabs, { description: 'Tab of the screener that the query belongs to' }),
  updated_at: Instant,
})
export type SavedScreen = Static<typeof SavedScreen>
/** Data that the screener stores for one user: any own weights, saved screens and watchlists. */
export const ScreenerUserData = Type.Object({
  weights: nullable(RatingWeights),
  screens: Type.Array(SavedScreen),
  lists: Type.Array(Watchlist),
})
export type ScreenerUserData = Static<typeof ScreenerUserData>
const ScreenParams = request({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) })
const ScreensResponse = Type.Object({
  status: StatusSuccess,
  screens: Type.Array(SavedScreen, { maxItems: MAX_SCREENS }),
})

const statusEvents = { responseTypes: ['text/event-stream'], events: { status: EnrichmentStatus } } as const

export const screenerSchemas = {
  'screener.view': {
    query: request({
      ...screenFilters,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      sort_by: Type.Optional(Type.Enum(sortColumns)),
      sort_order: Type.Optional(Type.Enum(['asc', 'desc'])),
      fields: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9_]+(,[a-z0-9_]+)*$',
          maxLength: 1_000,
          description: 'Comma-separated fields to return, such as cc_score,rsi; default: all',
        }),
      ),
      force_refresh: Type.Optional(Type.Boolean()),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        stocks: Type.Array(ScreenerRowPart),
        pagination: Type.Object({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
        total: Type.Integer(),
        /** Number of stocks before filtering. */
        universe_total: Type.Integer(),
        /** For an empty result: each filter whose removal alone would let stocks match, most matches first. */
        relaxations: Type.Array(Relaxation),
        weights: Type.Enum(['default', 'custom']),
        source: Type.String(),
        message: NullableString,
        last_updated: nullable(Instant),
        cache_status: CacheStatus,
        data_class: DataClass,
        as_of: nullable(Instant),
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'screener.refresh': { responses: { 202: EnrichmentStatus, ...problems(401, 403, 409, 503) } },
  'screener.startEnrichment': { responses: { 202: EnrichmentStatus, ...problems(401, 403, 409, 503) } },
  'screener.stopEnrichment': { responses: { 202: EnrichmentStatus, ...problems(401, 403, 409, 503) } },
  'screener.enrichmentStatus': { responses: { 200: EnrichmentStatus, ...problems(401, 503) } },
  'screener.enrichmentEvents': { ...statusEvents, responses: { 200: Type.String(), ...problems(401, 429, 503) } },
  'screener.getWeights': { responses: { 200: WeightsResponse, ...problems(401, 503) } },
  'screener.putWeights': { body: RatingWeights, responses: { 200: WeightsResponse, ...problems(400, 401, 503) } },
  'screener.listScreens': { responses: { 200: ScreensResponse, ...problems(401, 503) } },
  'screener.putScreen': {
    params: ScreenParams,
    body: request({
      name: Type.String({ minLength: 1, maxLength: MAX_SCREEN_NAME }),
      query: Type.String({ maxLength: 2_000 }),
      tab: Type.Optional(Type.Enum(screenTabs, { description: 'Default: stocks' })),
    }),
    responses: { 200: ScreensResponse, ...problems(400, 401, 409, 503) },
  },
  'screener.erase': {
    params: UserParams,
    responses: { 200: Type.Object({ status: StatusSuccess }), ...problems(400, 401, 403, 503) },
  },
  'screener.exportUser': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, kept: ScreenerUserData }),
      ...problems(400, 401, 403, 503),
    },
  },
  'screener.removeScreen': {
    params: ScreenParams,
    responses: { 200: ScreensResponse, ...problems(400, 401, 404, 503) },
  },
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
