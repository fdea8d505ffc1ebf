import Type, { type Static } from 'typebox'
import { DataClass, Instant, IsoDate, NullableDate, NullableNumber, NullableString, nullable } from './primitives.ts'

/** Sum of the known values; null if there are none. */
const KnownSum = Type.Object({
  usd: NullableNumber,
  pct: Type.Union([Type.Number(), Type.Null()], { description: 'Percent of `cost`' }),
  cost: Type.Number({ description: 'Cost of the shares of the counted positions, dollars' }),
  counted: Type.Integer(),
  left_out: Type.Integer(),
})

export const PortfolioTotals = Type.Object({
  positions: Type.Integer(),
  contracts: Type.Integer(),
  cost: Type.Number({ description: 'Entry price × shares, dollars' }),
  premium: Type.Number({ description: 'Premium received × shares, dollars' }),
  stock_pnl: KnownSum,
  uncovered_stock_pnl: KnownSum,
  /** Each open chain once, with its rolls and realized results. */
  chains_pnl: KnownSum,
  option_pnl: KnownSum,
  cc_pnl: KnownSum,
  /** Stock and option parts of `cc_pnl` over the same positions, which add up to `cc_pnl`. */
  cc_pnl_parts: Type.Object({ stock_pnl: NullableNumber, option_pnl: NullableNumber }),
})

/** Number of positions with at least one reason in each group (D24). `actions` covers the three conditions in SPEC. */
export const AttentionCounts = Type.Object({ actions: Type.Integer(), others: Type.Integer() })

/** Market data shared by all positions on one stock. */
export const Underlying = Type.Object({
  symbol: Type.String(),
  current_price: NullableNumber,
  atm_iv: Type.Union([Type.Number(), Type.Null()], {
    description: '30-day at-the-money implied volatility, decimal per year',
  }),
  earnings_date: NullableDate,
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  ex_dividend_date: NullableDate,
  dividend: Type.Union([Type.Number(), Type.Null()], {
    description: 'Dividend of the ex-dividend date, dollars per share',
  }),
  as_of: nullable(Instant),
  data_class: DataClass,
  source: Type.String(),
  message: NullableString,
})
export type Underlying = Static<typeof Underlying>

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
  'strike_lowered',
  'uncovered',
] as const
export const AttentionReasonId = Type.Enum(attentionReasonIds)
export const AttentionGroup = Type.Enum(['action', 'other'])

/** A dividend that makes early exercise likely, because it exceeds the time value given up by exercising (MATHS 9). */
const DividendAtStake = Type.Object({
  ex_date: IsoDate,
  dividend: Type.Number({ description: 'Dollars per share' }),
  time_value: Type.Number({ description: 'Time value given up by exercising, dollars per share' }),
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
  level: Type.Integer({ minimum: 0, maximum: 3, description: 'Urgency based on known data; 3 is the highest' }),
  reasons: Type.Array(Type.Object({ id: AttentionReasonId, group: AttentionGroup, sentence: Type.String() })),
  unknown: Type.Array(AttentionReasonId, { description: 'Reasons that cannot be evaluated because data is missing' }),
  dividend: nullable(DividendAtStake),
  earnings_date: NullableDate,
})
export type AttentionItem = Static<typeof AttentionItem>
