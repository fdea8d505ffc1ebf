import Type, { type Static } from 'typebox'
import { contractFlags } from './chain-row.ts'
import { chainIntents, qualification } from './lifecycle.ts'
import { MAX_CONTRACTS, MAX_PRICE_USD } from './portfolio-limits.ts'
import {
  CashDividend,
  IsoDate,
  NullableDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  PositionId,
  request,
} from './primitives.ts'

const Price = Type.Number({ minimum: 0, maximum: MAX_PRICE_USD })

/** Requirements for a roll (`RollOptions` of @callwright/scoring); omitted ones keep their defaults. */
const RollOptionFields = request({
  target_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 1200 })),
  min_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 1200 })),
  max_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 1200 })),
  min_days_added: Type.Optional(Type.Integer({ minimum: 0, maximum: 1200 })),
  min_strike: Type.Optional(Price),
  max_delta: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  min_open_interest: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  min_credit_usd: Type.Optional(Price),
  credit_only: Type.Optional(Type.Boolean()),
  never_below_cost: Type.Optional(Type.Boolean()),
  never_below_old_strike: Type.Optional(Type.Boolean()),
  rank_by: Type.Optional(Type.Enum(['delta', 'credit', 'annualized_return'])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

export const RollPreviewBody = request({
  position_id: PositionId,
  contracts: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS })),
  expiry_date: Type.Optional(IsoDate),
  strike_price: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MAX_PRICE_USD })),
  options: Type.Optional(RollOptionFields),
  close_price: Type.Optional(Price),
  open_price: Type.Optional(Price),
  fee_per_contract_usd: Type.Optional({
    ...Price,
    description: 'Fee of one trade; without it, that of the last option trade in the ledger that has one',
  }),
  all: Type.Optional(
    Type.Boolean({
      description:
        'The table of rolls: every call with a later expiration, or a higher strike on the same day, unquoted ones included, ranked by intent. Not together with options.',
    }),
  ),
  intent: Type.Optional(
    Type.Enum(chainIntents, { description: 'What decides the rank in the table; without it, the intent of the chain' }),
  ),
})
export type RollPreviewBody = Static<typeof RollPreviewBody>

const NullableTruth = nullable(Type.Boolean())

export const rollVerdicts = ['roll', 'let_assign_or_close', 'open'] as const

/** A call to roll to. Prices per share; net credits after fees. */
export const RollPreviewCandidate = Type.Object({
  contract_symbol: NullableString,
  expiry_date: IsoDate,
  strike_price: Type.Number(),
  days_to_expiration: Type.Integer(),
  bid: NullableNumber,
  ask: NullableNumber,
  delta: NullableNumber,
  open_interest: NullableInteger,
  spread_pct: Type.Union([Type.Number(), Type.Null()], { description: 'Percent of the mid' }),
  quote_flags: Type.Array(Type.Enum(contractFlags)),
  unknown_reason: Type.Union([Type.String(), Type.Null()], { description: 'Why figures of the roll are unknown' }),
  days_added: Type.Integer(),
  strike_change: Type.Number(),
  net_credit: NullableNumber,
  net_credit_usd: NullableNumber,
  roll_return_pct: NullableNumber,
  roll_return_annualized_pct: NullableNumber,
  bought_up_value: NullableNumber,
  upside_pct: NullableNumber,
  static_return_pct: Type.Union([Type.Number(), Type.Null()], {
    description: 'Of the new call alone, on the price of the stock, after the fee of its sale',
  }),
  static_return_annualized_pct: NullableNumber,
  if_called_return_pct: NullableNumber,
  if_called_return_annualized_pct: NullableNumber,
  scores: nullable(
    Type.Object(
      { keep_shares: Type.Number(), happy_to_sell: Type.Number() },
      { description: 'Rank score for each intent; docs/formulas.md, `ROLL_INTENTS`' },
    ),
  ),
  fits: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether all three answers are yes; null if one is open',
  }),
  answers: Type.Object({ strike_above_cost: NullableTruth, enough_days: NullableTruth, net_credit: NullableTruth }),
  earnings_before_expiration: NullableTruth,
  ex_dividend_before_expiration: NullableTruth,
  ...qualification,
  after: Type.Object({
    breakeven: NullableNumber,
    net_premium_usd: NullableNumber,
    if_called_pnl_usd: NullableNumber,
    if_called_annualized_pct: NullableNumber,
  }),
  warnings: Type.Array(Type.String()),
})
export type RollPreviewCandidate = Static<typeof RollPreviewCandidate>

/** The calls that the verdict speaks of. */
const LookedAt = Type.Object({
  calls: Type.Integer(),
  unquoted: Type.Integer({ description: 'Calls among them without a two-sided quote' }),
  expirations: Type.Integer(),
  first_expiration: IsoDate,
  last_expiration: IsoDate,
  lowest_strike: Type.Number(),
  highest_strike: Type.Number(),
})

/** The open call that would be bought back. */
const HeldCall = Type.Object({
  strike_price: Type.Number(),
  expiry_date: IsoDate,
  contracts_open: Type.Integer(),
  bid: NullableNumber,
  ask: NullableNumber,
  spread_pct: NullableNumber,
  quote_flags: Type.Array(Type.Enum(contractFlags)),
})

/** Fields of the answer, besides the stamp of the market data. */
export const rollPreview = {
  position_id: Type.String(),
  ticker: Type.String(),
  contracts: Type.Integer(),
  held: HeldCall,
  current_price: NullableNumber,
  cost_to_close: Type.Union([Type.Number(), Type.Null()], { description: 'Ask, dollars per share' }),
  cost_basis: Type.Union([Type.Number(), Type.Null()], {
    description: 'Cost of the shares after the premium kept, dollars per share; the first question uses it',
  }),
  fee_per_contract_usd: Type.Number({ description: 'Fee of one trade that the figures include' }),
  fee_source: Type.Enum(['given', 'last_trade', 'none']),
  priced_by: Type.Enum(['quotes', 'you']),
  intent: nullable(Type.Enum(chainIntents)),
  verdict: Type.Enum(rollVerdicts),
  explanation: Type.String(),
  looked_at: nullable(LookedAt),
  rejected: Type.Record(Type.String(), Type.Integer()),
  earnings_date: NullableDate,
  dividends: Type.Array(CashDividend, { description: 'Ex-dates up to the last expiration looked at' }),
  candidates: Type.Array(RollPreviewCandidate),
}
