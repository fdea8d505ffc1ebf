import Type, { type Static } from 'typebox'
import { candidateSchemas } from './candidates.ts'
import { ChainRow } from './chain-row.ts'
import {
  CashDividend,
  Instant,
  IsoDate,
  NullableDate,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
  SymbolParams,
  stamp,
} from './primitives.ts'
import { problems } from './problem.ts'

/** Source of the volatility for a theoretical price: the contract, its expiration, or the 30-day ATM level. */
export const volatilitySources = ['contract', 'expiration_atm', 'atm_30_days'] as const

const GreeksInputs = Type.Object({
  price: NullableNumber,
  strike: Type.Number(),
  days_to_expiration: Type.Integer(),
  years: Type.Number({ description: 'From the time of the quotes to the close of the expiration day' }),
  rate: Type.Number({ description: 'Continuously compounded, decimal per year' }),
  rate_source: Type.String(),
  dividends: Type.Array(CashDividend),
  volatility: NullableNumber,
  volatility_source: nullable(Type.Enum(volatilitySources)),
  model: NullableString,
})

const ContractType = Type.Enum(['call', 'put'])
const StrikeBound = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 }))

export const Expiration = Type.Object({
  date: IsoDate,
  display: Type.String(),
  days_to_expiration: Type.Integer(),
  type: Type.Enum(['weekly', 'monthly', 'quarterly', 'leaps']),
  earnings_before: nullable(Type.Boolean()),
  ex_dividend_before: nullable(Type.Boolean()),
  note: NullableString,
})
export type Expiration = Static<typeof Expiration>

export const optionSchemas = {
  'options.expirations': {
    params: SymbolParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        expirations: Type.Array(Expiration),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.chain': {
    params: SymbolParams,
    query: request({
      expiration_date: Type.Optional(IsoDate),
      type: Type.Optional(Type.Enum(['call', 'put', 'all'])),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        expiration_date: NullableDate,
        days_to_expiration: NullableInteger,
        current_price: NullableNumber,
        expected_move: NullableNumber,
        model: NullableString,
        rate: Type.Number({ description: 'Continuously compounded, decimal per year' }),
        rate_source: Type.String({ description: 'Source of the rate, or that it is assumed' }),
        message: NullableString,
        quote_time: nullable(Instant),
        market_time: Instant,
        earnings_date: NullableDate,
        ex_dividend_date: NullableDate,
        dividends: Type.Array(CashDividend, {
          description: 'Dividends with an ex-date by the expiration day, as used to price the rows',
        }),
        options: Type.Array(ChainRow),
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.snapshot': {
    params: SymbolParams,
    query: request({
      strike_min: StrikeBound,
      strike_max: StrikeBound,
      type: Type.Optional(Type.Enum(['call', 'put', 'all'])),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        current_price: NullableNumber,
        options: Type.Array(ChainRow),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.greeks': {
    params: SymbolParams,
    query: request({
      strike: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
      expiration_date: IsoDate,
      type: Type.Optional(ContractType),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        strike: Type.Number(),
        expiration_date: IsoDate,
        type: ContractType,
        theoretical_price: NullableNumber,
        delta: NullableNumber,
        gamma: NullableNumber,
        theta: NullableNumber,
        vega: NullableNumber,
        rho: NullableNumber,
        implied_volatility: NullableNumber,
        inputs: GreeksInputs,
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.iv': {
    params: SymbolParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        implied_volatility: NullableNumber,
        iv_percentage: NullableNumber,
        atm_strike: NullableNumber,
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  ...candidateSchemas,
} as const
