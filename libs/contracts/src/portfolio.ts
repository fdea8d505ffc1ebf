import Type, { type Static } from 'typebox'
import { AlertUserData } from './alerts.ts'
import { ImportAnswer, ImportBody, SavedMap, StatementMapBody } from './import.ts'
import { chainIntents, UncoveredShares } from './lifecycle.ts'
import { eventKinds } from './lifecycle-events.ts'
import {
  AttentionCounts,
  AttentionGroup,
  AttentionItem,
  AttentionReasonId,
  PortfolioTotals,
  Underlying,
} from './portfolio-figures.ts'
import { MAX_MIGRATED } from './portfolio-limits.ts'
import {
  addOutcomes,
  ListedPosition,
  NewPosition,
  positionOptions,
  positionTerms,
  RecommendationRule,
  StoredPosition,
} from './position.ts'
import {
  Instant,
  IsoDate,
  NullableDate,
  NullableNumber,
  NullableString,
  nullable,
  PositionId,
  provenance,
  request,
  StatusSuccess,
  UserParams,
} from './primitives.ts'
import { problems } from './problem.ts'

const IdParams = request({ id: PositionId })

export const exportKinds = ['positions', 'ledger'] as const

/** New values for some terms of a position; omitted terms keep their values. */
export const PositionChange = request({
  ticker: Type.Optional(positionTerms.ticker),
  entry_date: Type.Optional(IsoDate),
  expiry_date: Type.Optional(IsoDate),
  strike_price: Type.Optional(positionTerms.strike_price),
  entry_premium: Type.Optional(positionTerms.entry_premium),
  entry_price: Type.Optional(positionTerms.entry_price),
  ...positionOptions,
})
export type PositionChange = Static<typeof PositionChange>

/**
 * Stamp of the whole portfolio: the oldest time, the worst data class, and all sources. `partial`: some stocks have no
 * data. `missing_symbols` lists them with the reason; their positions have no market figures.
 */
const market = {
  /** Current time on the market's clock; day counts start from it. */
  market_time: Instant,
  partial: Type.Boolean(),
  /** While some are loading, request the portfolio again in a few seconds. */
  missing_symbols: Type.Array(Type.Object({ symbol: Type.String(), reason: Type.String(), loading: Type.Boolean() })),
  message: NullableString,
  ...provenance,
}

const Skipped = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  id: NullableString,
  reason: Type.String(),
})

export const PositionEvent = Type.Object({
  event_id: NullableString,
  position_id: NullableString,
  chain_id: NullableString,
  kind: Type.Enum([...eventKinds, 'dismiss']),
  occurred_on: NullableDate,
  fees_usd: NullableNumber,
  voids: NullableString,
  note: NullableString,
  terms: nullable(Type.Record(Type.String(), Type.Unknown())),
  body: nullable(Type.Record(Type.String(), Type.Unknown())),
  recorded_at: Instant,
})

const ChainSettings = Type.Object({
  id: Type.String(),
  symbol: Type.String(),
  account: NullableString,
  tax_deferred: Type.Boolean(),
  intent: nullable(Type.Enum(chainIntents)),
  note: NullableString,
})

/** A user's current positions, the settings of their chains, every event of their ledger in order, saved column maps, and alerts. */
export const PositionHistory = Type.Object({
  chains: Type.Array(ChainSettings),
  positions: Type.Array(StoredPosition),
  events: Type.Array(PositionEvent),
  import_maps: Type.Array(SavedMap),
  alerts: AlertUserData,
})
export type PositionHistory = Static<typeof PositionHistory>

const writeProblems = problems(400, 401, 409, 422, 503)
/** The first successful response for a key is stored, and repeats of the request get that response. */
const writeHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Chosen by the client, one for each write' }),
  ),
})

export const portfolioSchemas = {
  'portfolio.list': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        positions: Type.Array(ListedPosition),
        uncovered: Type.Array(UncoveredShares, { description: 'Shares without a call, by stock and account' }),
        last_fee_per_contract_usd: nullable(
          Type.Number({ description: 'Fee of the last option trade in the ledger that has one; null if none has' }),
        ),
        totals: PortfolioTotals,
        attention: AttentionCounts,
        underlyings: Type.Array(Underlying),
        rules: Type.Array(RecommendationRule),
        recommendation_note: Type.String(),
        ...market,
      }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.add': {
    headers: writeHeaders,
    body: NewPosition,
    responses: {
      200: Type.Object({ status: StatusSuccess, outcome: Type.Enum(addOutcomes), position: StoredPosition }),
      ...writeProblems,
    },
  },
  'portfolio.update': {
    headers: writeHeaders,
    params: IdParams,
    body: PositionChange,
    responses: {
      200: Type.Object({ status: StatusSuccess, position: StoredPosition }),
      ...writeProblems,
      ...problems(404),
    },
  },
  'portfolio.remove': {
    headers: writeHeaders,
    params: IdParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, position: StoredPosition }),
      ...writeProblems,
      ...problems(404),
    },
  },
  'portfolio.migrate': {
    headers: writeHeaders,
    // Rows are validated one by one: valid ones are added, and invalid ones are skipped and reported (D26).
    body: Type.Array(Type.Unknown(), { maxItems: MAX_MIGRATED }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        migrated_count: Type.Integer(),
        skipped: Type.Array(Skipped),
      }),
      ...writeProblems,
    },
  },
  'portfolio.attention': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        items: Type.Array(AttentionItem, { description: 'Most urgent first' }),
        counts: AttentionCounts,
        reasons: Type.Array(
          Type.Object({
            id: AttentionReasonId,
            group: AttentionGroup,
            label: Type.String(),
            count: Type.Integer(),
            unknown: Type.Integer({ description: 'Positions for which the reason cannot be evaluated' }),
          }),
        ),
        dividends_at_stake: Type.Number({ description: 'Total of all items, dollars' }),
        ...market,
      }),
      ...problems(400, 401, 503),
    },
  },
  'portfolio.export': {
    query: request({
      what: Type.Optional(Type.Enum(exportKinds, { description: 'positions (the default), or every event' })),
    }),
    responses: { 200: Type.String({ description: 'text/csv, with a header line' }), ...problems(400, 401, 503) },
    responseTypes: ['text/csv'],
  },
  'portfolio.import': {
    headers: writeHeaders,
    query: request({ dry_run: Type.Optional(Type.Boolean()) }),
    body: ImportBody,
    responses: { 200: ImportAnswer, ...writeProblems },
  },
  'portfolio.undoImport': {
    headers: writeHeaders,
    params: IdParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, events: Type.Integer({ description: 'Events taken back' }) }),
      ...writeProblems,
      ...problems(404),
    },
  },
  'portfolio.listImportMaps': {
    responses: { 200: Type.Object({ status: StatusSuccess, maps: Type.Array(SavedMap) }), ...problems(400, 401, 503) },
  },
  'portfolio.saveImportMap': {
    body: request({
      header: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 60 }),
      map: StatementMapBody,
    }),
    responses: { 200: Type.Object({ status: StatusSuccess }), ...problems(400, 401, 409, 503) },
  },
  'portfolio.removeImportMap': {
    params: IdParams,
    responses: { 200: Type.Object({ status: StatusSuccess }), ...problems(400, 401, 503) },
  },
  'portfolio.erase': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, positions: Type.Integer(), events: Type.Integer() }),
      ...problems(400, 401, 403, 503),
    },
  },
  'portfolio.exportUser': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, history: PositionHistory }),
      ...problems(400, 401, 403, 503),
    },
  },
  /**
   * Example positions in today's market: a winner, a loser, one with a dividend at stake, one with few days left, and
   * one that needs no action (D49).
   */
  /** Stocks in the portfolios of all users, for the order in which the screener refreshes. */
  'portfolio.heldSymbols': {
    responses: {
      200: Type.Object({ status: StatusSuccess, symbols: Type.Array(Type.String()) }),
      ...problems(401, 403, 503),
    },
  },
  'portfolio.seedDemo': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, positions: Type.Integer() }),
      ...problems(400, 401, 403, 503),
    },
  },
} as const
