import Type, { type Static } from 'typebox'
import {
  IsoDate,
  NullableDate,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
} from './primitives.ts'
import { problems } from './problem.ts'

export const taxTerms = ['short', 'long', 'check'] as const
export const taxFlags = [
  'holding_period_reset',
  'holding_period_suspended',
  'loss_may_be_long_term',
  'qualification_unknown',
  'wash_sale_possible',
] as const

/** Contracts or shares that left. The first eight fields are columns (a) to (h) of Form 8949. */
export const TaxRow = Type.Object({
  description: Type.String(),
  date_acquired: NullableDate,
  date_sold: IsoDate,
  proceeds_usd: Type.Number({ description: 'After fees; for called shares with the premium of the calls' }),
  cost_usd: Type.Number(),
  code: Type.Null({ description: 'Left to the user' }),
  adjustment_usd: Type.Null({ description: 'Left to the user' }),
  gain_or_loss_usd: Type.Number(),
  term: Type.Enum(taxTerms, { description: 'check: a flag could change the term' }),
  kind: Type.Enum(['call', 'shares']),
  symbol: Type.String(),
  contract: NullableString,
  quantity: Type.Number(),
  opened_on: NullableDate,
  closed_on: IsoDate,
  premium_in_proceeds_usd: NullableNumber,
  proceeds_1099b_usd: Type.Number({ description: 'Of a call: premium less buy-back, with a cost of 0' }),
  qualified: nullable(Type.Boolean({ description: 'Whether the call is a qualified covered call' })),
  flags: Type.Array(Type.Enum(taxFlags)),
  wash_sale: nullable(Type.Object({ sold_on: IsoDate, bought_on: IsoDate })),
  event_ids: Type.Array(Type.String()),
})
export type TaxRow = Static<typeof TaxRow>

export const TaxDividend = Type.Object({
  event_id: Type.String(),
  symbol: Type.String(),
  paid_on: IsoDate,
  ex_date: IsoDate,
  amount_usd: Type.Number(),
  withheld_usd: Type.Number(),
  special: Type.Boolean(),
})

export const OpenAtYearEnd = Type.Object({
  position_id: Type.String(),
  symbol: Type.String(),
  contract: NullableString,
  contracts: Type.Integer(),
  strike_price: Type.Number(),
  expiry_date: IsoDate,
  opened_on: IsoDate,
})

/** United States tax view of a year; not advice, as `note` says. */
export const TaxReport = Type.Object({
  status: StatusSuccess,
  year: Type.Integer(),
  years: Type.Array(Type.Integer(), { description: 'Years with entries in the ledger' }),
  rows: Type.Array(TaxRow),
  totals: Type.Object({ short_usd: Type.Number(), long_usd: Type.Number(), check_usd: Type.Number() }),
  dividends: Type.Array(TaxDividend, { description: 'By pay date' }),
  open_at_year_end: Type.Array(OpenAtYearEnd),
  open_as_of: Type.String({ ...IsoDate, description: 'December 31, or today if the year is not over' }),
  unconfirmed: Type.Array(
    Type.Object({
      kind: Type.Enum(['outcome', 'adjustment']),
      position_id: NullableString,
      chain_id: Type.String(),
      symbol: Type.String(),
      day: IsoDate,
      sentence: Type.String(),
    }),
  ),
  note: Type.String(),
  message: NullableString,
})
export type TaxReport = Static<typeof TaxReport>

export const MIN_TAX_YEAR = 1970
export const MAX_TAX_YEAR = 2099

export const taxSchemas = {
  'portfolio.tax': {
    query: request({
      year: Type.Optional(Type.Integer({ minimum: MIN_TAX_YEAR, maximum: MAX_TAX_YEAR })),
      format: Type.Optional(Type.Enum(['json', 'csv'])),
    }),
    responseTypes: ['application/json', 'text/csv'],
    responses: { 200: TaxReport, ...problems(400, 401, 503) },
  },
} as const
