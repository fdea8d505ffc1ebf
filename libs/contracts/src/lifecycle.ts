import Type, { type Static } from 'typebox'
import { LedgerEvent, ProposedEvent } from './lifecycle-events.ts'
import { DataClass, IsoDate, NullableDate, NullableNumber, NullableString, nullable } from './primitives.ts'

export const chainStates = ['open', 'ended'] as const
export const callEnds = ['closed', 'expired', 'assigned', 'rolled', 'mixed'] as const
export const chainIntents = ['keep_shares', 'happy_to_sell'] as const
export const chainFlags = [
  'lots_differ_for_tax',
  'uncovered_calls',
  'split_not_applied',
  'close_unknown',
  'price_unknown',
  'premium_unknown',
] as const

/** Whether a call is a qualified covered call on the day it is written. */
export const qualification = {
  qualified: Type.Union([Type.Boolean(), Type.Null()], {
    description:
      'Whether the call is a qualified covered call, as Section 1092(c)(4) of the Internal Revenue Code reads. Null if ' +
      'that is unknown. Not tax advice',
  }),
  qualified_reason: Type.String({ description: 'The figures behind `qualified`, or what is missing, in one sentence' }),
}

/** A call of a chain. */
export const ChainCall = Type.Object({
  position_id: Type.String(),
  strike_price: Type.Number(),
  expiry_date: IsoDate,
  opened_on: IsoDate,
  multiplier: Type.Number(),
  deliverable_shares: Type.Number(),
  contracts_written: Type.Integer(),
  contracts_open: Type.Integer(),
  premium_usd: Type.Number({ description: 'Premium received for all contracts written, before fees' }),
  realized_usd: Type.Number(),
  ended_on: NullableDate,
  end: nullable(Type.Enum(callEnds)),
  rolled_to: NullableString,
  ...qualification,
})

export const ShareLot = Type.Object({
  lot_id: Type.String(),
  acquired_on: IsoDate,
  shares: Type.Number(),
  cost_usd: Type.Number(),
  tax_cost_usd: Type.Number(),
})

/**
 * Lines from the cost for tax to the breakeven. Amounts add up to the cent: a line named in `bridgeTotals` is the sum of
 * the lines above it.
 */
export const bridgeLabels = [
  'tax_cost',
  'cost_entered',
  'call_kept',
  'call_open',
  'adjusted_cost',
  'dividends',
  'left_with_shares',
  'breakeven_with_dividends',
] as const
export const bridgeTotals: readonly string[] = ['adjusted_cost', 'breakeven_with_dividends']
const BridgeLine = Type.Object({
  label: Type.Enum(bridgeLabels),
  event_id: NullableString,
  position_id: NullableString,
  amount_usd: Type.Number(),
  per_share: Type.Number(),
})

/** All calls, shares and dividends of one campaign. Unknown figures are null; `flags` say why. */
export const Chain = Type.Object({
  chain_id: Type.String(),
  ticker: Type.String(),
  account: NullableString,
  tax_deferred: Type.Boolean(),
  intent: nullable(Type.Enum(chainIntents)),
  note: NullableString,
  state: Type.Enum(chainStates),
  started_on: IsoDate,
  ended_on: NullableDate,
  days_elapsed: Type.Integer(),
  days_invested: Type.Integer(),
  shares_held: Type.Number(),
  covered_shares: Type.Number(),
  coverable_contracts: Type.Integer(),
  uncovered_contracts: Type.Integer(),
  calls: Type.Array(ChainCall),
  lots: Type.Array(ShareLot),
  premium_received_usd: Type.Number(),
  paid_to_close_usd: Type.Number(),
  net_premium_usd: Type.Number({ description: 'Received − paid − option fees' }),
  fees_usd: Type.Number(),
  dividends_usd: Type.Number(),
  realized_options_usd: Type.Number(),
  realized_stock_usd: Type.Number(),
  unrealized_options_usd: NullableNumber,
  unrealized_stock_usd: NullableNumber,
  pnl_usd: NullableNumber,
  presumed: Type.Boolean({ description: 'True while an outcome that is not confirmed is in the figures' }),
  average_capital_usd: Type.Number(),
  pnl_pct: Type.Union([Type.Number(), Type.Null()], { description: 'Percent of the average capital' }),
  annualized_pct: NullableNumber,
  breakeven: NullableNumber,
  breakeven_with_dividends: NullableNumber,
  breakeven_above_strike: Type.Boolean(),
  adjusted_cost: NullableNumber,
  tax_cost: NullableNumber,
  bridge: Type.Array(BridgeLine),
  holding_pnl_usd: NullableNumber,
  versus_holding_usd: NullableNumber,
  missed_upside_usd: NullableNumber,
  flags: Type.Array(Type.Enum(chainFlags)),
})
export type Chain = Static<typeof Chain>

export const IncomeBucket = Type.Object({
  key: Type.String({ description: 'A month, `2026-02`, or a symbol' }),
  premium_received_usd: Type.Number(),
  paid_to_close_usd: Type.Number(),
  option_fees_usd: Type.Number(),
  net_premium_usd: Type.Number({ description: 'Cash view: received − paid − fees, by the day of each trade' }),
  realized_options_usd: Type.Number({ description: 'Realized view: each contract in the month in which it ended' }),
  realized_stock_usd: Type.Number(),
  dividends_usd: Type.Number(),
  rolls: Type.Integer(),
  roll_net_usd: Type.Number(),
  presumed_usd: Type.Number({ description: 'Outcomes not confirmed; not part of the other figures' }),
})
export type IncomeBucket = Static<typeof IncomeBucket>

export const Holding = Type.Object({
  ticker: Type.String(),
  account: NullableString,
  shares: Type.Number(),
  covered_shares: Type.Number(),
  uncovered_shares: Type.Number(),
  open_contracts: Type.Integer(),
  coverable_contracts: Type.Integer(),
  cost_usd: Type.Number(),
  tax_cost_usd: Type.Number(),
  adjusted_cost: NullableNumber,
  breakeven: NullableNumber,
  current_price: NullableNumber,
  market_value_usd: NullableNumber,
  unrealized_usd: NullableNumber,
  lots: Type.Array(ShareLot),
  chain_ids: Type.Array(Type.String()),
})
export type Holding = Static<typeof Holding>

export const suggestionKinds = [
  'expire',
  'assign',
  'early_assignment',
  'dividend',
  'split',
  'special_dividend',
] as const
/** `presumed`: clear from the data. `check`: close to the strike. `ask`: the data cannot tell. */
export const certainties = ['presumed', 'check', 'ask'] as const

const SuggestedTerms = Type.Object({
  position_id: NullableString,
  contracts: nullable(Type.Integer()),
  strike_price: NullableNumber,
  shares: NullableNumber,
  price: Type.Union([Type.Number(), Type.Null()], { description: 'Cost, dollars per share' }),
})

/** Something that market data say has happened, ready to be recorded. */
export const Suggestion = Type.Object({
  id: Type.String({ description: 'The same every time' }),
  kind: Type.Enum(suggestionKinds),
  certainty: Type.Enum(certainties),
  position_id: NullableString,
  chain_id: Type.String(),
  ticker: Type.String(),
  event: nullable(ProposedEvent),
  evidence: Type.Object({
    close: NullableNumber,
    close_on: NullableDate,
    strike: NullableNumber,
    distance_pct: NullableNumber,
    source: Type.String(),
    data_class: DataClass,
  }),
  before: Type.Array(SuggestedTerms),
  after: Type.Array(SuggestedTerms),
  sentence: Type.String(),
})
export type Suggestion = Static<typeof Suggestion>

export const ChainEvents = Type.Array(LedgerEvent, { description: 'Oldest first; voided events included' })

/** Shares without a call, by stock and account. */
export const UncoveredShares = Type.Object({
  ticker: Type.String(),
  account: NullableString,
  shares: Type.Number(),
  cost_usd: Type.Number(),
  stock_pnl_usd: NullableNumber,
  coverable_contracts: Type.Integer(),
  chain_ids: Type.Array(Type.String()),
})
export type UncoveredShares = Static<typeof UncoveredShares>

/** Fields of a listed position that come from its chain. */
export const positionLife = {
  chain_id: Type.String(),
  chain_pnl_usd: Type.Union([Type.Number(), Type.Null()], {
    description: 'P&L of the whole chain, rolls and realized results included; null if a part is unknown',
  }),
  chain_realized_options_usd: Type.Number(),
  chain_calls_ended: Type.Integer({ description: 'Calls of the chain that have ended, rolled ones included' }),
  opening_fees_usd: Type.Number({ description: 'Fees paid to open the contracts that are still open' }),
  has_events: Type.Boolean({ description: 'True once the call was closed in part, added to, or adjusted' }),
  shares_from: Type.Enum(['new', 'held']),
  multiplier: Type.Number(),
  deliverable_shares: Type.Number(),
  uncovered_contracts: Type.Integer(),
  suggestion: nullable(Suggestion),
}
