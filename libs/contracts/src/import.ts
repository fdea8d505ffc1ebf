import Type, { type Static } from 'typebox'
import { mapActions } from './import-map.ts'
import { eventKinds } from './lifecycle-events.ts'
import { MAX_LEDGER_LENGTH } from './portfolio-limits.ts'
import { addOutcomes, NewPosition } from './position.ts'
import { IsoDate, NullableNumber, NullableString, nullable, request, StatusSuccess } from './primitives.ts'
import { decimalSigns } from './typed-numbers.ts'

/** `duplicate`: repeats an earlier line. `unconfirmed`: has unusual terms and needs `confirm_unusual`. */
export const importOutcomes = [...addOutcomes, 'duplicate', 'unconfirmed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const csvSeparators = ['comma', 'semicolon', 'tab', 'bar'] as const
export type CsvSeparator = (typeof csvSeparators)[number]
/** Order of month and day in dates like `11/10/2026`. */
export const dateOrders = ['month_first', 'day_first'] as const
export type DateOrder = (typeof dateOrders)[number]

const ColumnName = Type.String({ maxLength: 100 })
/** Meaning of a file's columns, and each word in its column of actions. */
export const StatementMapBody = request({
  name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
  columns: request({
    day: ColumnName,
    action: ColumnName,
    symbol: Type.Optional(ColumnName),
    contract: Type.Optional(ColumnName),
    quantity: ColumnName,
    price: Type.Optional(ColumnName),
    fees: Type.Optional(ColumnName),
    amount: Type.Optional(ColumnName),
    right: Type.Optional(ColumnName),
    strike: Type.Optional(ColumnName),
    expiry: Type.Optional(ColumnName),
  }),
  actions: Type.Record(Type.String({ maxLength: 100 }), Type.Enum(mapActions), { maxProperties: 100 }),
  price_per: Type.Enum(['share', 'contract']),
})

const Ref = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

export const ImportBody = request({
  csv: Type.String({ minLength: 1, maxLength: MAX_LEDGER_LENGTH }),
  separator: Type.Optional(Type.Enum(csvSeparators)),
  decimal: Type.Optional(Type.Enum(decimalSigns)),
  dates: Type.Optional(Type.Enum(dateOrders)),
  confirm_unusual: Type.Optional(Type.Boolean({ description: 'Also adds positions with unusual terms' })),
  add_equal_rows: Type.Optional(
    Type.Boolean({ description: 'Treats equal positions without an id as separate ones, not duplicates' }),
  ),
  account: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', description: 'Name of the account' }),
  ),
  map: Type.Optional(StatementMapBody),
  answers: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 40 }), {
      maxProperties: 2_000,
      description: 'Answers to questions, by id',
    }),
  ),
  choices: Type.Optional(
    Type.Record(
      Ref,
      request({
        as_roll: Type.Optional(Type.Boolean({ description: 'False to record a closing and an opening' })),
        skip: Type.Optional(Type.Boolean()),
        add: Type.Optional(Type.Boolean({ description: 'Adds an event that looks like one entered before' })),
      }),
      { maxProperties: 20_000, description: 'By the ref of an event' },
    ),
  ),
  preview: Type.Optional(
    Type.String({ maxLength: 64, description: 'Of the dry run; an import that differs from it is refused' }),
  ),
})
export type ImportBody = Static<typeof ImportBody>

/**
 * Question about an ambiguous cell: the cell and its possible readings, each with the value of `field` that selects it.
 */
const FormQuestion = Type.Object({
  field: Type.Enum(['decimal', 'dates']),
  line: Type.Integer(),
  text: Type.String({ description: 'The cell as written' }),
  readings: Type.Array(Type.Object({ answer: Type.Enum([...decimalSigns, ...dateOrders]), reading: Type.String() })),
})
export type ImportQuestion = Static<typeof FormQuestion>

export const importMarkKinds = ['rounded', 'renamed', 'unknown_symbol', 'unusual', 'duplicate'] as const
export type ImportMarkKind = (typeof importMarkKinds)[number]

const Form = Type.Object(
  {
    separator: Type.Enum(csvSeparators),
    decimal: nullable(Type.Enum(decimalSigns)),
    dates: nullable(Type.Enum(dateOrders)),
  },
  { description: 'Detected format; null if it is ambiguous (see questions), or the text has no such value' },
)
const FormQuestions = Type.Array(FormQuestion, { description: 'Nothing is written while one is open' })
const ImportId = Type.Union([Type.String(), Type.Null()], {
  description: 'For undoing the import as one; null if nothing was written',
})

const PositionImport = Type.Object({
  status: StatusSuccess,
  kind: Type.Literal('positions'),
  dry_run: Type.Boolean(),
  form: Form,
  questions: FormQuestions,
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
  ignored_columns: Type.Array(Type.String(), { description: 'Columns that are not used' }),
  message: Type.Union([Type.String(), Type.Null()], { description: 'Set if symbols could not be checked' }),
  import_id: ImportId,
})

/** Outcome of a line. Only `event` and `merged` lines are written. */
export const lineOutcomes = ['event', 'merged', 'known', 'ignored', 'question', 'refused'] as const
export type LineOutcome = (typeof lineOutcomes)[number]
export const statementQuestionKinds = ['share_cost', 'opening_premium', 'split_ratio', 'unusual'] as const

/**
 * Origin of an event: one line, several lines, lines that imply it (an assignment without its sale of shares, for
 * example), or only the user's answer to a question.
 */
export const eventOrigins = ['line', 'joined', 'inferred', 'answer'] as const
export type EventOrigin = (typeof eventOrigins)[number]

const ImportedEvent = Type.Object({
  ref: Ref,
  origin: Type.Enum(eventOrigins),
  kind: Type.Enum(eventKinds),
  ticker: Type.String(),
  occurred_on: IsoDate,
  sentence: Type.String({ description: 'What will be recorded' }),
  contracts: NullableNumber,
  shares: NullableNumber,
  price: Type.Union([Type.Number(), Type.Null()], { description: 'Dollars per share' }),
  fees_usd: Type.Number(),
  lines: Type.Array(Type.Integer()),
  is_roll: Type.Boolean({ description: 'A closing and an opening, recorded as one roll' }),
  marks: Type.Array(Type.String()),
})
export type ImportedEvent = Static<typeof ImportedEvent>

const EventImport = Type.Object({
  status: StatusSuccess,
  kind: Type.Literal('events'),
  dry_run: Type.Boolean(),
  preview: Type.String(),
  detected: Type.Object({
    format: Type.String({ description: 'schwab, fidelity, …, mapped, or callwright for an exported ledger' }),
    broker: Type.String(),
    accounts: Type.Array(Type.String({ description: 'Names under which the accounts are stored' })),
    known_accounts: Type.Array(Type.String({ description: 'Accounts of the portfolio' })),
    lines: Type.Integer(),
  }),
  form: Form,
  form_questions: FormQuestions,
  lines: Type.Array(
    Type.Object({
      line: Type.Integer(),
      outcome: Type.Enum(lineOutcomes),
      reason: Type.String(),
      refs: Type.Array(Type.String()),
    }),
    { description: 'Every line of the file that has text, once' },
  ),
  events: Type.Array(ImportedEvent),
  questions: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum(statementQuestionKinds),
      symbol: Type.String(),
      text: Type.String(),
      choices: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
      takes_price: Type.Boolean({ description: 'The answer can also be dollars per share' }),
    }),
  ),
  chains: Type.Array(
    Type.Object({
      chain_id: Type.String(),
      ticker: Type.String(),
      account: NullableString,
      shares: Type.Number(),
      open_contracts: Type.Integer(),
      cost_usd: Type.Number(),
      net_premium_usd: Type.Number(),
      realized_usd: Type.Number({ description: 'Options, shares and dividends, after fees' }),
    }),
    { description: 'Chains that the import changes, as they will be' },
  ),
  counts: Type.Object({
    event: Type.Integer(),
    merged: Type.Integer(),
    known: Type.Integer(),
    ignored: Type.Integer(),
    question: Type.Integer(),
    refused: Type.Integer(),
  }),
  message: NullableString,
  import_id: ImportId,
})
export type EventImport = Static<typeof EventImport>

const UnknownColumns = Type.Object({
  status: StatusSuccess,
  kind: Type.Literal('columns'),
  dry_run: Type.Boolean(),
  separator: Type.Enum(csvSeparators),
  header_line: Type.Integer(),
  header: Type.Array(Type.String()),
  samples: Type.Array(Type.Array(Type.String())),
  words: Type.Array(Type.Array(Type.String()), { description: 'Distinct texts of each column that has few of them' }),
  map: Type.Union([StatementMapBody, Type.Null()], { description: 'The map saved for this header' }),
  map_id: Type.Union([Type.String(), Type.Null()], { description: 'Id of the saved map' }),
})

/** A file of positions, a file of events, or a file whose columns the user must name. */
export const ImportAnswer = Type.Union([PositionImport, EventImport, UnknownColumns])
export type ImportAnswer = Static<typeof ImportAnswer>

/** `id` is the same for all files with these columns. */
export const SavedMap = Type.Object({ id: Type.String(), header: Type.Array(Type.String()), map: StatementMapBody })
