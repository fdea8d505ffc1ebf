import Type, { type Static } from 'typebox'
import {
  Instant,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
  StockSymbol,
} from './primitives.ts'
import { SHORTFALLS_LISTED } from './public-endpoints.ts'

const Shortfalls = Type.Array(Type.Object({ symbol: Type.String(), reason: Type.String() }), {
  maxItems: SHORTFALLS_LISTED,
})

export const EnrichmentStatus = Type.Object({
  status: StatusSuccess,
  state: Type.Enum(['idle', 'running', 'stopping']),
  run_id: NullableString,
  started_by: nullable(Type.Enum(['platform', 'user'])),
  /** Number of symbols in the run or its current stage: the final sum of `done` and `failed`. */
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  queued: Type.Integer(),
  active: Type.Integer(),
  /**
   * Symbols per second in the current stage, and the time left. Both are null before its first result and while the run
   * is stalled.
   */
  rate_per_second: NullableNumber,
  eta_seconds: NullableNumber,
  started_at: nullable(Instant),
  finished_at: nullable(Instant),
  /** When the platform refreshes next, if the market moves; null during a run, or if a run is due now. */
  next_refresh_at: nullable(Instant),
  workers: NullableInteger,
  /** Stage of a two-stage run: price history for all symbols, then chains for some. Null in a one-stage run. */
  stage: nullable(Type.Enum(['survey', 'chains'])),
  last_symbol: NullableString,
  /** Symbols that failed, as counted by `failed`. */
  failures: Shortfalls,
  /** Symbols that completed with missing data; `done` includes them. */
  incomplete: Shortfalls,
  message: NullableString,
})
export type EnrichmentStatus = Static<typeof EnrichmentStatus>

/**
 * Payload of an enrichment job. It is validated because the screener's API and workers may run different releases
 * (D17).
 */
export const EnrichSymbolPayload = request({ run_id: Type.String({ minLength: 1 }), symbol: StockSymbol })
export type EnrichSymbolPayload = Static<typeof EnrichSymbolPayload>
