import Type, { type Static } from 'typebox'
import { Instant, IsoDate, NullableNumber, NullableString, nullable } from './primitives.ts'

/** Units of a figure: dollars, percent 0-100, fraction 0-1, an option's delta, a ratio, days, a count, points. */
export const figureUnits = ['usd', 'pct', 'frac', 'delta', 'ratio', 'days', 'count', 'points'] as const
export type FigureUnit = (typeof figureUnits)[number]

export const CellUnit = Type.Enum([...figureUnits, 'date', 'text'])

const FigureValue = nullable(Type.Union([Type.Number(), Type.String(), Type.Boolean()]))

export const CardFigure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  value: FigureValue,
  unit: CellUnit,
})
export type CardFigure = Static<typeof CardFigure>

export const CardTable = Type.Object({
  columns: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), unit: CellUnit })),
  rows: Type.Array(Type.Record(Type.String(), FigureValue), { maxItems: 100 }),
})
export type CardTable = Static<typeof CardTable>

/** Row of an options table (SPEC); `annYield` is percent per year. */
export const OptionsTableRow = Type.Object({
  strike: Type.Number(),
  expiry: IsoDate,
  delta: NullableNumber,
  premium: NullableNumber,
  annYield: NullableNumber,
  symbol: Type.Optional(Type.String()),
  dte: Type.Optional(NullableNumber),
  bid: Type.Optional(NullableNumber),
  ask: Type.Optional(NullableNumber),
  open_interest: Type.Optional(NullableNumber),
  moneyness: Type.Optional(NullableString),
})
export type OptionsTableRow = Static<typeof OptionsTableRow>

/** Row of a stock list (SPEC). */
export const StockListRow = Type.Object({
  symbol: Type.String(),
  cc_score: NullableNumber,
  company_name: Type.Optional(NullableString),
  score_max: Type.Optional(NullableNumber),
  current_price: Type.Optional(NullableNumber),
  best_ann_yield: Type.Optional(NullableNumber),
})
export type StockListRow = Static<typeof StockListRow>

/** Content of most cards: labeled figures, an optional table, and plain sentences. */
const facts = {
  title: Type.String(),
  figures: Type.Array(CardFigure),
  table: nullable(CardTable),
  notes: Type.Array(Type.String()),
}

/** One rule of the recommendation and its outcome (D25). */
export const TracedRule = Type.Object({
  rule: Type.String(),
  outcome: Type.Enum(['fired', 'not_fired', 'unknown']),
  detail: Type.String(),
})

export const cardContents = {
  options_table: Type.Array(OptionsTableRow, { maxItems: 100 }),
  stock_list: Type.Array(StockListRow, { maxItems: 100 }),
  strike_comparison: Type.Object(facts),
  trade_card: Type.Object(facts),
  portfolio_summary: Type.Object(facts),
  recommendation: Type.Object({ ...facts, action: Type.String(), trace: Type.Array(TracedRule) }),
  roll_table: Type.Object(facts),
  concept_card: Type.Object({ title: Type.String(), text: Type.String(), formula: NullableString }),
  market_status: Type.Object(facts),
  events_list: Type.Object(facts),
  clarify: Type.Object({ question: Type.String(), choices: Type.Array(Type.String(), { maxItems: 6 }) }),
  error_card: Type.Object({ code: Type.String(), message: Type.String(), suggestions: Type.Array(Type.String()) }),
} as const

export type CardType = keyof typeof cardContents
export const cardTypes = Object.keys(cardContents) as CardType[]

/** Link to a page of this app; external URLs are rejected. */
export const AppLink = Type.Object({ label: Type.String(), path: Type.String({ pattern: '^/(?![/\\\\])[^\\s<>"]*$' }) })
export type AppLink = Static<typeof AppLink>

/** Action offered on a card. Nothing happens until the user confirms it. */
export const CardAction = Type.Union([
  Type.Object({ kind: Type.Literal('open'), label: Type.String(), path: AppLink.properties.path }),
  Type.Object({ kind: Type.Literal('ask'), label: Type.String(), message: Type.String() }),
  Type.Object({
    kind: Type.Literal('add_position'),
    label: Type.String(),
    position: Type.Object({
      ticker: Type.String(),
      strike_price: Type.Number(),
      expiry_date: IsoDate,
      entry_premium: NullableNumber,
      entry_price: NullableNumber,
    }),
  }),
])
export type CardAction = Static<typeof CardAction>

/** Result of the grounding check: figures checked against the tools' results, and sentences withheld (D35). */
export const Grounding = Type.Object({
  checked: Type.Integer(),
  unmatched: Type.Integer(),
  withheld: Type.Integer(),
})
export type Grounding = Static<typeof Grounding>

const envelope = {
  as_of: nullable(Instant),
  delay_minutes: NullableNumber,
  source: NullableString,
  warnings: Type.Array(Type.String()),
  links: Type.Array(AppLink),
  actions: Type.Array(CardAction),
  grounding: Grounding,
}

const card = <T extends CardType>(type: T) =>
  Type.Object({ type: Type.Literal(type), content: cardContents[type], ...envelope })

/** Card next to an answer's text. The server builds it from a tool's result; a model never does. */
export const ChatMetadata = Type.Union([
  card('options_table'),
  card('stock_list'),
  card('strike_comparison'),
  card('trade_card'),
  card('portfolio_summary'),
  card('recommendation'),
  card('roll_table'),
  card('concept_card'),
  card('market_status'),
  card('events_list'),
  card('clarify'),
  card('error_card'),
])
export type ChatMetadata = Static<typeof ChatMetadata>
