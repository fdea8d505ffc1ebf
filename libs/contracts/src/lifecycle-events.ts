import Type, { type Static } from 'typebox'
import {
  MAX_CONTRACTS,
  MAX_FEES_USD,
  MAX_NOTES_LENGTH,
  MAX_PRICE_USD,
  PRICE_DECIMALS,
  SHARE_DECIMALS,
} from './portfolio-limits.ts'
import {
  Instant,
  IsoDate,
  NullableNumber,
  NullableString,
  nullable,
  PositionId,
  request,
  SymbolText,
} from './primitives.ts'

/** Everything that the ledger records. The first four are written by the endpoints for positions. */
export const eventKinds = [
  'open',
  'edit',
  'delete',
  'restore',
  'write_more',
  'close',
  'expire',
  'assign',
  'roll',
  'buy_shares',
  'sell_shares',
  'dividend',
  'adjust',
  'join',
  'note',
  'void',
] as const
/** Kinds that can be posted for a call. */
export const callEventKinds = ['write_more', 'close', 'expire', 'assign', 'roll', 'note', 'void'] as const
/** Kinds that can be posted for a chain. */
export const chainEventKinds = ['buy_shares', 'sell_shares', 'dividend', 'adjust', 'note', 'void'] as const
export const eventSources = ['manual', 'confirmed', 'import'] as const
export const sharesSources = ['new', 'held'] as const
export const purchaseKinds = ['trade', 'reinvest', 'put_assigned', 'transfer'] as const
export const adjustActions = ['split', 'special_dividend', 'symbol', 'terms'] as const

export const MAX_EVENTS = 20_000
export const MAX_CONFIRMED = 500
export const MAX_SHARES = MAX_CONTRACTS * 100

const PerShare = (description: string) =>
  Type.Number({ minimum: 0, maximum: MAX_PRICE_USD, description: `${description}, dollars per share` })
/** The smallest price that can be stored, or more: the database would round less to 0. */
const Positive = (description: string) =>
  Type.Number({
    minimum: 10 ** -PRICE_DECIMALS,
    maximum: MAX_PRICE_USD,
    description: `${description}, dollars per share`,
  })
const Dollars = (description: string) =>
  Type.Number({ minimum: 0, maximum: MAX_SHARES * MAX_PRICE_USD, description: `${description}, dollars` })
const Fees = (description: string) => Type.Number({ minimum: 0, maximum: MAX_FEES_USD, description })
const Contracts = Type.Integer({ minimum: 1, maximum: MAX_CONTRACTS })
const Shares = Type.Number({ minimum: 10 ** -SHARE_DECIMALS, maximum: MAX_SHARES, description: 'At most six decimals' })

/** The shares of one lot that leave. Without lots, the oldest shares leave first. */
const ChosenLot = request({ lot_id: PositionId, shares: Shares })
const Lots = Type.Array(ChosenLot, { minItems: 1, maxItems: 200 })

/** The call that a roll opens. */
const RolledTo = request({
  id: PositionId,
  expiry_date: IsoDate,
  strike_price: Positive('Strike'),
  premium: PerShare('Premium received'),
  contracts: Type.Optional(Contracts),
  fees_usd: Type.Optional(Fees('Fees of the sale, dollars')),
})

/** The new terms of one open call after an adjustment. */
export const AdjustedCall = request({
  position_id: PositionId,
  contracts: Contracts,
  strike_price: Positive('Strike'),
  multiplier: Type.Number({
    minimum: 10 ** -SHARE_DECIMALS,
    maximum: MAX_SHARES,
    description: 'Dollars for 1.00 of premium',
  }),
  deliverable_shares: Type.Number({ minimum: 0, maximum: MAX_SHARES, description: 'Shares per contract' }),
  deliverable_cash_usd: Type.Optional(Dollars('Cash per contract')),
})

const common = {
  event_id: PositionId,
  occurred_on: Type.Optional(IsoDate),
  occurred_at: Type.Optional(Instant),
  fees_usd: Type.Optional(Fees('Fees of the whole event, dollars')),
  note: Type.Optional(Type.String({ maxLength: MAX_NOTES_LENGTH })),
  voids: Type.Optional(PositionId),
} as const

const callFields = {
  contracts: Type.Optional(Contracts),
  price: Type.Optional(PerShare('Premium, or price of the shares')),
  shares_from: Type.Optional(Type.Enum(sharesSources)),
  share_price: Type.Optional(Positive('Price paid for new shares')),
  stock_price: Type.Optional(Positive('Price of the stock at the time, if not its close of that day')),
  lots: Type.Optional(Lots),
  accept_uncovered: Type.Optional(Type.Boolean({ description: 'Records the event although calls lose their shares' })),
  close_price: Type.Optional(PerShare('Price paid to close')),
  open: Type.Optional(RolledTo),
} as const

const chainFields = {
  ticker: Type.Optional(SymbolText),
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  shares: Type.Optional(Shares),
  price: callFields.price,
  acquired_on: Type.Optional(IsoDate),
  tax_cost: Type.Optional(PerShare('Cost for tax')),
  via: Type.Optional(Type.Enum(purchaseKinds)),
  lots: callFields.lots,
  accept_uncovered: callFields.accept_uncovered,
  amount_usd: Type.Optional(Dollars('Dividend received')),
  withheld_usd: Type.Optional(Dollars('Tax withheld')),
  ex_date: Type.Optional(IsoDate),
  special: Type.Optional(Type.Boolean()),
  reinvested: Type.Optional(request({ shares: Shares, price: Positive('Price paid') })),
  action: Type.Optional(Type.Enum(adjustActions)),
  effective_on: Type.Optional(IsoDate),
  ratio: Type.Optional(
    request({
      new: Type.Integer({ minimum: 1, maximum: 10_000 }),
      old: Type.Integer({ minimum: 1, maximum: 10_000 }),
    }),
  ),
  symbol: Type.Optional(SymbolText),
  calls: Type.Optional(Type.Array(AdjustedCall, { maxItems: 200 })),
  cash_in_lieu_usd: Type.Optional(Dollars('Cash for fractions of a share')),
} as const

/**
 * An event on a call. The kind decides which fields it takes: `close` contracts, price; `expire` contracts; `assign`
 * contracts, lots; `roll` contracts, close_price, open; `write_more` contracts, price, shares_from, share_price; `note`
 * note; `void` voids. `occurred_on` is required, except for `note` and `void`.
 */
export const CallEventBody = request({ kind: Type.Enum(callEventKinds), ...common, ...callFields })
export type CallEventBody = Static<typeof CallEventBody>

/**
 * An event on a chain's shares. `buy_shares` takes shares, price, acquired_on, tax_cost, via; `sell_shares` shares,
 * price, lots; `dividend` amount_usd, withheld_usd, ex_date, special, reinvested; `adjust` action, effective_on, ratio,
 * symbol, calls, cash_in_lieu_usd. `ticker` and `account` belong to a chain that the purchase creates.
 */
export const ChainEventBody = request({ kind: Type.Enum(chainEventKinds), ...common, ...chainFields })
export type ChainEventBody = Static<typeof ChainEventBody>

const { event_id: _eventId, ...withoutId } = common
/** An event that a suggestion proposes: everything but the id. */
export const ProposedEvent = request({
  kind: Type.Enum(['close', 'expire', 'assign', 'dividend', 'adjust']),
  ...withoutId,
  ...callFields,
  ...chainFields,
})
export type ProposedEvent = Static<typeof ProposedEvent>

/** Result of a roll; prices per share. The last two need the price of the stock at the time. */
export const RollResult = Type.Object({
  net_credit: Type.Number({ description: 'Dollars per share, after fees' }),
  net_credit_usd: Type.Number(),
  days_added: Type.Integer(),
  strike_change: Type.Number({ description: 'Dollars per share' }),
  bought_up_value: NullableNumber,
  roll_return_pct: NullableNumber,
})

/** A recorded event with what it came to. Amounts are dollars of the whole event, after fees. */
export const LedgerEvent = Type.Object({
  event_id: Type.String(),
  sequence: Type.Integer(),
  kind: Type.Enum(eventKinds),
  position_id: NullableString,
  chain_id: Type.String(),
  occurred_on: IsoDate,
  occurred_at: nullable(Instant),
  recorded_at: Instant,
  contracts: nullable(Type.Integer()),
  shares: NullableNumber,
  price: NullableNumber,
  fees_usd: Type.Number(),
  cash_usd: Type.Number({ description: 'Cash received, or paid if negative' }),
  realized_options_usd: Type.Number(),
  realized_stock_usd: Type.Number(),
  linked_position_id: Type.Union([Type.String(), Type.Null()], { description: 'The call that a roll opened' }),
  roll: nullable(RollResult),
  missed_upside_usd: Type.Union([Type.Number(), Type.Null()], {
    description: 'Only of an assignment: close above strike, less the net premium of that call, at least 0',
  }),
  sentence: Type.String({ description: 'What happened, in one sentence' }),
  voided_by: NullableString,
  source: Type.Enum(eventSources),
  note: NullableString,
})
export type LedgerEvent = Static<typeof LedgerEvent>
