import Type, { type Static } from 'typebox'
import { MAX_CSV_LENGTH, MAX_MIGRATED } from './portfolio-limits.ts'
import {
  ListedPosition,
  PositionId,
  positionOptions,
  positionTerms,
  RecommendationRule,
  StoredPosition,
} from './position.ts'
import {
  DataClass,
  Instant,
  IsoDate,
  NullableDate,
  NullableNumber,
  NullableString,
  nullable,
  provenance,
  request,
  StatusSuccess,
  UserParams,
} from './primitives.ts'
import { problems } from './problem.ts'
import { decimalSigns } from './typed-numbers.ts'

const IdParams = request({ id: PositionId })

export const NewPosition = request({ id: PositionId, ...positionTerms, ...positionOptions })
export type NewPosition = Static<typeof NewPosition>

/** Any of a position's terms; those left out stay as they are. */
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

/** A sum of what is known; null where nothing is. */
const KnownSum = Type.Object({
  usd: NullableNumber,
  pct: Type.Union([Type.Number(), Type.Null()], { description: 'Of `cost`' }),
  cost: Type.Number({ description: 'What the shares of the counted positions cost, dollars' }),
  counted: Type.Integer(),
  left_out: Type.Integer(),
})

const PortfolioTotals = Type.Object({
  positions: Type.Integer(),
  contracts: Type.Integer(),
  cost: Type.Number({ description: 'Entry price × shares, dollars' }),
  premium: Type.Number({ description: 'Premium received × shares, dollars' }),
  stock_pnl: KnownSum,
  option_pnl: KnownSum,
  cc_pnl: KnownSum,
  /** Of the positions that `cc_pnl` counts: the two add up to it. */
  cc_pnl_parts: Type.Object({ stock_pnl: NullableNumber, option_pnl: NullableNumber }),
})

/** Positions with at least one reason of each group, each once (D24): SPEC's three conditions are actions. */
const AttentionCounts = Type.Object({ actions: Type.Integer(), others: Type.Integer() })

/** What is the same for every position on one stock. */
export const Underlying = Type.Object({
  symbol: Type.String(),
  current_price: NullableNumber,
  atm_iv: Type.Union([Type.Number(), Type.Null()], { description: 'At the money, 30 days out, decimal a year' }),
  earnings_date: NullableDate,
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  ex_dividend_date: NullableDate,
  dividend: Type.Union([Type.Number(), Type.Null()], { description: 'Of that day, dollars per share' }),
  as_of: nullable(Instant),
  data_class: DataClass,
  source: Type.String(),
  message: NullableString,
})
export type Underlying = Static<typeof Underlying>

/**
 * What the market says of the portfolio as a whole: the oldest instant, the worst class, every source. `partial`: some
 * stock could not be asked about, and `missing_symbols` says which and why; their positions are there without figures.
 */
const market = {
  /** Now, by the market's clock: what days and dates count from. */
  market_time: Instant,
  partial: Type.Boolean(),
  missing_symbols: Type.Array(Type.Object({ symbol: Type.String(), reason: Type.String() })),
  message: NullableString,
  ...provenance,
}

export const attentionReasonIds = [
  'days_left',
  'delta',
  'profit',
  'profit_captured',
  'dividend',
  'ex_dividend',
  'special_dividend',
  'earnings',
  'expired',
  'split',
  'spin_off',
] as const
const AttentionReasonId = Type.Enum(attentionReasonIds)
const AttentionGroup = Type.Enum(['action', 'other'])

/** A dividend that makes early exercise likely: it exceeds what exercising gives up (MATHS 9). */
const DividendAtStake = Type.Object({
  ex_date: IsoDate,
  dividend: Type.Number({ description: 'Dollars per share' }),
  time_value: Type.Number({ description: 'What exercising gives up, dollars per share' }),
  at_stake: Type.Number({ description: '(dividend − time value) × shares, dollars' }),
})

export const AttentionItem = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  strike_price: Type.Number(),
  expiry_date: IsoDate,
  contracts: Type.Integer(),
  days_to_expiration: Type.Integer(),
  cc_pnl: NullableNumber,
  cc_pnl_percent: NullableNumber,
  level: Type.Integer({ minimum: 0, maximum: 3, description: 'Urgency as far as it is known; 3 is the highest' }),
  reasons: Type.Array(Type.Object({ id: AttentionReasonId, group: AttentionGroup, sentence: Type.String() })),
  unknown: Type.Array(AttentionReasonId, { description: 'Reasons that what is known does not settle' }),
  dividend: nullable(DividendAtStake),
  earnings_date: NullableDate,
})
export type AttentionItem = Static<typeof AttentionItem>

const Skipped = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  id: NullableString,
  reason: Type.String(),
})

export const addOutcomes = ['created', 'known', 'restored'] as const
/** `duplicate`: the same as an earlier line. `unconfirmed`: has unusual terms, and needs `confirm_unusual`. */
export const importOutcomes = [...addOutcomes, 'duplicate', 'unconfirmed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const csvSeparators = ['comma', 'semicolon', 'tab', 'bar'] as const
export type CsvSeparator = (typeof csvSeparators)[number]
/** Which number of `11/10/2026` is the month. */
export const dateOrders = ['month_first', 'day_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** How to read a CSV text; what is left out follows from the text. */
const CsvForm = {
  separator: Type.Optional(Type.Enum(csvSeparators)),
  decimal: Type.Optional(Type.Enum(decimalSigns)),
  dates: Type.Optional(Type.Enum(dateOrders)),
}

const ImportBody = request({
  csv: Type.String({ minLength: 1, maxLength: MAX_CSV_LENGTH }),
  ...CsvForm,
  confirm_unusual: Type.Optional(Type.Boolean({ description: 'Adds rows with unusual terms too' })),
  add_equal_rows: Type.Optional(
    Type.Boolean({ description: 'Equal rows without an id are separate positions, not duplicates' }),
  ),
})
export type ImportBody = Static<typeof ImportBody>

/** What the text does not settle: a cell and its two readings, by the value of the field that settles it. */
const ImportQuestion = Type.Object({
  field: Type.Enum(['decimal', 'dates']),
  line: Type.Integer(),
  text: Type.String({ description: 'The cell as it is written' }),
  readings: Type.Array(Type.Object({ answer: Type.Enum([...decimalSigns, ...dateOrders]), reading: Type.String() })),
})
export type ImportQuestion = Static<typeof ImportQuestion>

export const importMarkKinds = ['rounded', 'renamed', 'unknown_symbol', 'unusual', 'duplicate'] as const
export type ImportMarkKind = (typeof importMarkKinds)[number]

/** One line of the ledger, as it was written. */
export const PositionEvent = Type.Object({
  position_id: Type.String(),
  kind: Type.Enum(['open', 'edit', 'delete', 'restore', 'close', 'expire', 'assign', 'roll']),
  terms: nullable(Type.Record(Type.String(), Type.Unknown())),
  recorded_at: Instant,
})

/** All a user ever said of their positions: those that stand, and every event of the ledger in order. */
export const PositionHistory = Type.Object({
  positions: Type.Array(StoredPosition),
  events: Type.Array(PositionEvent),
})
export type PositionHistory = Static<typeof PositionHistory>

const writeProblems = problems(400, 401, 409, 422, 503)
/** The first success under a key is kept, and repeated to the same request. */
const writeHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Made by the client, one for each write' }),
  ),
})

export const portfolioSchemas = {
  'portfolio.list': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        positions: Type.Array(ListedPosition),
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
    // Row by row: a bad one is skipped and named, and the others get in (D26).
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
        items: Type.Array(AttentionItem, { description: 'The most urgent first' }),
        counts: AttentionCounts,
        reasons: Type.Array(
          Type.Object({
            id: AttentionReasonId,
            group: AttentionGroup,
            label: Type.String(),
            count: Type.Integer(),
            unknown: Type.Integer({ description: 'Positions for which it cannot be told' }),
          }),
        ),
        dividends_at_stake: Type.Number({ description: 'Of all items, dollars' }),
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
          { description: 'How the text was read; null: that is a question, or the text has nothing of the kind' },
        ),
        questions: Type.Array(ImportQuestion, { description: 'While there is one, no row is added' }),
        rows: Type.Array(
          Type.Object({
            line: Type.Integer({ description: 'Of the text, the header being 1' }),
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
          description: 'Columns of the text that say nothing of a position',
        }),
        message: Type.Union([Type.String(), Type.Null()], { description: 'Where symbols could not be checked' }),
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
  /** Positions to learn from, made of the market of today: a winner, a loser, a dividend at stake, few days left (D49). */
  'portfolio.seedDemo': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, positions: Type.Integer() }),
      ...problems(400, 401, 403, 503),
    },
  },
} as const
