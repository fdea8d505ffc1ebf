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

const BacktestResult = Type.Object({
  from_date: IsoDate,
  to_date: IsoDate,
  calls: Type.Integer({ description: 'Number of calls that every figure here is over' }),
  expired: Type.Integer(),
  assigned: Type.Integer(),
  profitable: Type.Integer({ description: 'Calls over whose term shares and call together gained' }),
  ahead_of_holding: Type.Integer({ description: 'Calls over whose term they did better than the shares alone' }),
  average_premium_pct: Type.Number(),
  covered_return_pct: Type.Number(),
  holding_return_pct: Type.Number(),
  covered_annual_pct: nullable(Type.Number({ description: 'Compound; null for less than a year' })),
  holding_annual_pct: NullableNumber,
  worst_covered_pct: Type.Number(),
  worst_holding_pct: Type.Number(),
  uncovered_sessions: Type.Integer({ description: 'Sessions on which no call that fits was known' }),
  cycles: Type.Array(
    Type.Object({
      sold_on: IsoDate,
      expiration_date: IsoDate,
      strike_price: Type.Number(),
      delta: NullableNumber,
      premium: Type.Number({ description: 'Received, dollars per share' }),
      price_at_sale: Type.Number(),
      price_at_end: Type.Number(),
      dividends: Type.Number(),
      outcome: Type.Enum(['expired', 'assigned']),
      covered_return_pct: Type.Number(),
      holding_return_pct: Type.Number(),
    }),
  ),
})

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
  'options.volatility': {
    params: SymbolParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        history: Type.Array(
          Type.Object({
            date: IsoDate,
            implied_volatility: Type.Union([Type.Number(), Type.Null()], {
              description: '30-day at the money, annualized decimal',
            }),
            realized_volatility: Type.Union([Type.Number(), Type.Null()], {
              description: 'Of 30 sessions, annualized decimal',
            }),
          }),
        ),
        term_structure: Type.Array(
          Type.Object({
            expiration_date: IsoDate,
            days_to_expiration: Type.Integer(),
            implied_volatility: Type.Number({ description: 'At the money, annualized decimal' }),
          }),
        ),
        earnings: Type.Array(
          Type.Object({
            date: IsoDate,
            session: nullable(Type.Enum(['before_open', 'after_close'])),
            move_pct: Type.Union([Type.Number(), Type.Null()], { description: 'Close to close over the report' }),
            implied_move_pct: Type.Union([Type.Number(), Type.Null()], {
              description: '85% of the at-the-money straddle at the close before, percent of the price',
            }),
          }),
          { description: 'Newest first' },
        ),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'options.backtest': {
    params: SymbolParams,
    query: request({
      delta: Type.Optional(Type.Number({ minimum: 0.05, maximum: 0.6 })),
      days: Type.Optional(Type.Integer({ minimum: 7, maximum: 90, description: 'Days to expiration' })),
      months: Type.Optional(Type.Integer({ minimum: 3, maximum: 36, description: 'How far back to begin' })),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        basis: nullable(Type.Enum(['past_quotes', 'modelled'])),
        rule: Type.Object({ delta: Type.Number(), days: Type.Integer(), months: Type.Integer() }),
        assumptions: Type.Array(Type.String()),
        result: nullable(BacktestResult),
        buy_write: nullable(BacktestResult),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  ...candidateSchemas,
} as const
