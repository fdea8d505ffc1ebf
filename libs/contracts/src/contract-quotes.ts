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

/** Contracts of one question. */
export const MAX_CONTRACTS_ASKED = 1_000

/** A call as a position names it. */
export const CallTerms = request({
  expiration_date: IsoDate,
  strike: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
})
export type CallTerms = Static<typeof CallTerms>

/** Where the premium of a call that is quoted comes from. */
export const quotedPremiumSources = ['quote', 'half_ask', 'last'] as const

/** A split or spin-off that has been carried out. */
export const ShareChange = Type.Object({
  kind: Type.Enum(['split', 'spin_off']),
  date: IsoDate,
  ratio: Type.Number({
    exclusiveMinimum: 0,
    description:
      'Split: new shares for each old one. Spin-off: the share price before it divided by the price after it',
  }),
})

/** One call that was asked about; prices per share, null where the source has none. */
export const CallQuote = Type.Object({
  ...CallTerms.properties,
  listed: Type.Boolean({ description: 'Whether the source lists such a contract' }),
  bid: NullableNumber,
  ask: NullableNumber,
  premium: Type.Union([Type.Number(), Type.Null()], {
    description: 'The mid; without a bid half of the ask; else the last trade of today',
  }),
  premium_source: nullable(Type.Enum(quotedPremiumSources)),
  premium_is_quote: nullable(Type.Boolean()),
  delta: NullableNumber,
  delta_at_most: Type.Union([Type.Number(), Type.Null()], { description: 'By the ask, where there is no delta' }),
  implied_volatility: NullableNumber,
  implied_volatility_at_most: NullableNumber,
  put_mid: Type.Union([Type.Number(), Type.Null()], { description: 'The mid of the put of the same strike' }),
  flags: Type.Array(Type.Enum(contractFlags)),
})
export type CallQuote = Static<typeof CallQuote>

/** All that a list of positions on one stock needs of the market, in one answer. */
export const ContractQuotes = Type.Object({
  symbol: Type.String(),
  current_price: NullableNumber,
  contracts: Type.Array(CallQuote, { description: 'Those asked for, in the same order' }),
  atm_iv: NullableNumber,
  earnings_date: NullableDate,
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  /** Declared ones to come of which the ex-date is known. */
  dividends: Type.Array(
    Type.Object({
      ex_date: IsoDate,
      cash_amount: NullableNumber,
      kind: nullable(
        Type.Enum(['regular', 'special'], { description: 'Strikes are lowered by special ones; null is unknown' }),
      ),
    }),
  ),
  pays_no_dividend: Type.Boolean(),
  /** Carried out since the earliest of the entry dates, ascending. */
  splits: Type.Array(ShareChange),
  /**
   * Of the last session by the expiration of each call that is over and, where there was a split or spin-off since, by each entry date:
   * adjusted for both, null where the source has no final bar of that session.
   */
  closes: Type.Array(Type.Object({ date: IsoDate, close: NullableNumber })),
  quoted_at: nullable(Instant),
  /** Now, by the market's clock: days count from it. */
  market_time: Instant,
  message: NullableString,
  ...stamp,
})
export type ContractQuotes = Static<typeof ContractQuotes>

export const contractQuoteSchemas = {
  'marketData.contractQuotes': {
    params: SymbolParams,
    body: request({
      contracts: Type.Array(CallTerms, { minItems: 1, maxItems: MAX_CONTRACTS_ASKED }),
      /** Days on which shares of the positions were bought. */
      entry_dates: Type.Optional(Type.Array(IsoDate, { maxItems: MAX_CONTRACTS_ASKED })),
    }),
    responses: { 200: ContractQuotes, ...problems(400, 401, 403, 404, 503) },
  },
} as const
