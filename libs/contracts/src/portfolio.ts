import Type, { type Static } from 'typebox'
import { chainIntents, UncoveredShares } from './lifecycle.ts'
import { eventKinds, sharesSources } from './lifecycle-events.ts'
import {
  AttentionCounts,
  AttentionGroup,
  AttentionItem,
  AttentionReasonId,
  PortfolioTotals,
  Underlying,
} from './portfolio-figures.ts'
import { MAX_CSV_LENGTH, MAX_MIGRATED, MAX_PRICE_USD } from './portfolio-limits.ts'
import { ListedPosition, positionOptions, positionTerms, RecommendationRule, StoredPosition } from './position.ts'
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
import { decimalSigns } from './typed-numbers.ts'

const IdParams = request({ id: PositionId })

/** Optional details of a new position; without them, it is a new chain on new shares without fees. */
const entryDetails = {
  fees_usd: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_PRICE_USD, description: 'Fees of the sale' })),
  chain_id: Type.Optional(PositionId),
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  shares_from: Type.Optional(Type.Enum(sharesSources)),
  acquired_on: Type.Optional(IsoDate),
  tax_cost: Type.Optional(
    Type.Number({ minimum: 0, maximum: MAX_PRICE_USD, description: 'Cost for tax, dollars per share' }),
  ),
  accept_uncovered: Type.Optional(Type.Boolean()),
  confirm_equal: Type.Optional(
    Type.Boolean({ description: 'Adds the position although one with equal terms was added within the last minute' }),
  ),
}

export const NewPosition = request({ id: PositionId, ...positionTerms, ...positionOptions, ...entryDetails })
export type NewPosition = Static<typeof NewPosition>

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

export const addOutcomes = ['created', 'known', 'restored'] as const
/** `duplicate`: repeats an earlier line. `unconfirmed`: has unusual terms and needs `confirm_unusual`. */
export const importOutcomes = [...addOutcomes, 'duplicate', 'unconfirmed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const csvSeparators = ['comma', 'semicolon', 'tab', 'bar'] as const
export type CsvSeparator = (typeof csvSeparators)[number]
/** Order of month and day in dates like `11/10/2026`. */
export const dateOrders = ['month_first', 'day_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Format of a CSV text; omitted fields are detected from the text. */
const CsvForm = {
  separator: Type.Optional(Type.Enum(csvSeparators)),
  decimal: Type.Optional(Type.Enum(decimalSigns)),
  dates: Type.Optional(Type.Enum(dateOrders)),
}

const ImportBody = request({
  csv: Type.String({ minLength: 1, maxLength: MAX_CSV_LENGTH }),
  ...CsvForm,
  confirm_unusual: Type.Optional(Type.Boolean({ description: 'Also adds rows with unusual terms' })),
  add_equal_rows: Type.Optional(
    Type.Boolean({ description: 'Treats equal rows without an id as separate positions, not duplicates' }),
  ),
})
export type ImportBody = Static<typeof ImportBody>

/**
 * Question about an ambiguous cell: the cell and its possible readings, each with the value of `field` that selects it.
 */
const ImportQuestion = Type.Object({
  field: Type.Enum(['decimal', 'dates']),
  line: Type.Integer(),
  text: Type.String({ description: 'The cell as written' }),
  readings: Type.Array(Type.Object({ answer: Type.Enum([...decimalSigns, ...dateOrders]), reading: Type.String() })),
})
export type ImportQuestion = Static<typeof ImportQuestion>

export const importMarkKinds = ['rounded', 'renamed', 'unknown_symbol', 'unusual', 'duplicate'] as const
export type ImportMarkKind = (typeof importMarkKinds)[number]

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

/** A user's current positions, the settings of their chains, and every event of their ledger, in order. */
export const PositionHistory = Type.Object({
  chains: Type.Array(ChainSettings),
  positions: Type.Array(StoredPosition),
  events: Type.Array(PositionEvent),
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
    responses: { 200: Type.String({ description: 'text/csv, with a header line' }), ...problems(400, 401, 503) },
  },
  'portfolio.import': {
    headers: writeHeaders,
    query: request({ dry_run: Type.Optional(Type.Boolean()) }),
    body: ImportBody,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        dry_run: Type.Boolean(),
        form: Type.Object(
          {
            separator: Type.Enum(csvSeparators),
            decimal: nullable(Type.Enum(decimalSigns)),
            dates: nullable(Type.Enum(dateOrders)),
          },
          { description: 'Detected format; null if it is ambiguous (see questions), or the text has no such value' },
        ),
        questions: Type.Array(ImportQuestion, { description: 'No row is added while a question is open' }),
        rows: Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Line number in the text; the header is line 1' }),
            outcome: Type.Enum(importOutcomes),
            position: NewPosition,
            marks: Type.Array(Type.Object({ kind: Type.Enum(importMarkKinds), sentence: Type.String() })),
          }),
        ),
        refused: Type.Array(Type.Object({ line: Type.Integer(), id: NullableString, reason: Type.String() })),
        counts: Type.Object({
          created: Type.Integer(),
          known: Type.Integer(),
          restored: Type.Integer(),
          duplicate: Type.Integer(),
          unconfirmed: Type.Integer(),
          refused: Type.Integer(),
        }),
        ignored_columns: Type.Array(Type.String(), {
          description: 'Columns that are not used',
        }),
        message: Type.Union([Type.String(), Type.Null()], { description: 'Set if symbols could not be checked' }),
      }),
      ...writeProblems,
    },
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
  'portfolio.seedDemo': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, positions: Type.Integer() }),
      ...problems(400, 401, 403, 503),
    },
  },
} as const
