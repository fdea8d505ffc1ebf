import Type, { type Static } from 'typebox'
import { contractFlags } from './chain-row.ts'
import {
  Instant,
  IsoDate,
  NullableDate,
  NullableNumber,
  NullableString,
  nullable,
  request,
  SymbolParams,
  stamp,
} from './primitives.ts'
import { problems } from './problem.ts'

export const MAX_QUOTED_CONTRACTS = 1_000
export const MAX_CLOSE_DATES = 2_000

/** Expiration and strike that identify a position's call. */
export const CallTerms = request({
  expiration_date: IsoDate,
  strike: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
})
export type CallTerms = Static<typeof CallTerms>

/** Sources of a call's current premium. */
export const quotedPremiumSources = ['quote', 'half_ask', 'last'] as const

/** A split or spin-off that has taken effect. */
export const ShareChange = Type.Object({
  kind: Type.Enum(['split', 'spin_off']),
  date: IsoDate,
  ratio: Type.Number({
    exclusiveMinimum: 0,
    description: 'Split: new shares per old share. Spin-off: share price before it divided by the price after it',
  }),
})

/** Quote for one requested call. Prices are per share; a price is null if the source has none. */
export const CallQuote = Type.Object({
  ...CallTerms.properties,
  listed: Type.Boolean({ description: 'Whether the source lists this contract' }),
  bid: NullableNumber,
  ask: NullableNumber,
  premium: Type.Union([Type.Number(), Type.Null()], {
    description: 'The mid; without a bid, half of the ask; otherwise the last trade of today',
  }),
  premium_source: nullable(Type.Enum(quotedPremiumSources)),
  premium_is_quote: nullable(Type.Boolean()),
  delta: NullableNumber,
  delta_at_most: Type.Union([Type.Number(), Type.Null()], {
    description: 'Upper bound computed from the ask, for calls without a delta',
  }),
  implied_volatility: NullableNumber,
  implied_volatility_at_most: NullableNumber,
  put_mid: Type.Union([Type.Number(), Type.Null()], { description: 'Mid of the put at the same strike' }),
  flags: Type.Array(Type.Enum(contractFlags)),
})
export type CallQuote = Static<typeof CallQuote>

const QuotedDividend = Type.Object({
  ex_date: IsoDate,
  cash_amount: NullableNumber,
  kind: nullable(
    Type.Enum(['regular', 'special'], { description: 'A special dividend lowers the strikes; null means unknown' }),
  ),
})

/** All market data for the positions on one stock, in one response. */
export const ContractQuotes = Type.Object({
  symbol: Type.String(),
  current_price: NullableNumber,
  contracts: Type.Array(CallQuote, { description: 'The requested contracts, in the same order' }),
  atm_iv: NullableNumber,
  earnings_date: NullableDate,
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  /** Declared future dividends with a known ex-date. */
  dividends: Type.Array(QuotedDividend),
  /** Dividends with an ex-date from `dividends_since` to today, oldest first; empty unless requested. */
  past_dividends: Type.Array(QuotedDividend),
  pays_no_dividend: Type.Boolean(),
  /** Splits and spin-offs since the earliest entry date, oldest first. */
  splits: Type.Array(ShareChange),
  /**
   * Closing prices, adjusted for splits and spin-offs, of the last session on or before each past expiration, on or before
   * each of `close_dates`, and on or before each entry date that a split or spin-off has followed. Null if the source has no final bar for the session.
   */
  closes: Type.Array(Type.Object({ date: IsoDate, close: NullableNumber })),
  /** Opening prices of `open_dates`, adjusted as the closes are; only if requested. */
  opens: Type.Optional(Type.Array(Type.Object({ date: IsoDate, open: NullableNumber }))),
  /** Strikes of all calls of the expiration in `strikes_of`, ascending; only if requested. */
  strikes: Type.Optional(Type.Array(Type.Number())),
  quoted_at: nullable(Instant),
  /** Current time on the market's clock; day counts start from it. */
  market_time: Instant,
  message: NullableString,
  ...stamp,
})
export type ContractQuotes = Static<typeof ContractQuotes>

export const contractQuoteSchemas = {
  'marketData.contractQuotes': {
    params: SymbolParams,
    body: request({
      contracts: Type.Array(CallTerms, { maxItems: MAX_QUOTED_CONTRACTS }),
      /** Days on which the shares of the positions were bought. */
      entry_dates: Type.Optional(Type.Array(IsoDate, { maxItems: MAX_QUOTED_CONTRACTS })),
      /** Other past days whose closes are needed. */
      close_dates: Type.Optional(Type.Array(IsoDate, { maxItems: MAX_CLOSE_DATES })),
      /** Days on which calls were written, whose opening prices are needed. */
      open_dates: Type.Optional(Type.Array(IsoDate, { maxItems: MAX_CLOSE_DATES })),
      /** An expiration whose listed strikes are needed. */
      strikes_of: Type.Optional(IsoDate),
      /** First ex-date of the past dividends to return. */
      dividends_since: Type.Optional(IsoDate),
    }),
    responses: { 200: ContractQuotes, ...problems(400, 401, 403, 404, 503) },
  },
} as const
