import Type, { type Static, type TSchema } from 'typebox'
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
  StockSymbol,
  SymbolParams,
  stamp,
} from './primitives.ts'
import { problems } from './problem.ts'

export const Bar = Type.Object({
  timestamp: Type.Integer({
    description:
      'Milliseconds UTC; of minutes and hours the start, of a day or longer 00:00 New York of its first session',
  }),
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Number(),
  vwap: Type.Optional(Type.Number()),
})
export type Bar = Static<typeof Bar>

/** The lines each indicator draws, by the names of their values in a point (D23). */
export const indicatorLines = {
  sma: ['value'],
  ema: ['value'],
  rsi: ['value'],
  stochastic: ['k', 'd'],
  bollinger: ['upper', 'middle', 'lower'],
  macd: ['macd', 'signal', 'histogram'],
  atr: ['value'],
} as const
export type Indicator = keyof typeof indicatorLines
export type IndicatorLine = (typeof indicatorLines)[Indicator][number]
const indicators = Object.keys(indicatorLines) as Indicator[]

const indicatorValue = Type.Optional(NullableNumber)
/** The lines of one indicator at one bar; null until its window is full. */
export const IndicatorPoint = Type.Object({
  timestamp: Type.Integer({ description: 'Of the daily bar: 00:00 New York of its session, milliseconds UTC' }),
  value: indicatorValue,
  ...{ k: indicatorValue, d: indicatorValue },
  ...{ upper: indicatorValue, middle: indicatorValue, lower: indicatorValue },
  ...{ macd: indicatorValue, signal: indicatorValue, histogram: indicatorValue },
} satisfies Record<IndicatorLine | 'timestamp', TSchema>)
export type IndicatorPoint = Static<typeof IndicatorPoint>

export const stockEventKinds = ['earnings', 'dividend', 'split'] as const
/** What happened to a stock on a day, or is known to be coming. */
export const StockEvent = Type.Object({
  date: IsoDate,
  kind: Type.Enum(stockEventKinds),
  cash_amount: Type.Union([Type.Number(), Type.Null()], { description: 'Of a dividend, dollars per share' }),
  split_ratio: Type.Union([Type.Number(), Type.Null()], { description: 'Of a split, new shares for each old one' }),
})
export type StockEvent = Static<typeof StockEvent>

export const SymbolName = Type.Object({ symbol: Type.String(), name: Type.String() })
const ListedSymbol = Type.Object({ symbol: Type.String(), name: Type.String(), sector: NullableString })

const Quote = Type.Object({
  status: StatusSuccess,
  symbol: Type.String(),
  last_price: Type.Number(),
  change: NullableNumber,
  change_pct: NullableNumber,
  bid: NullableNumber,
  ask: NullableNumber,
  volume: NullableNumber,
  previous_close: NullableNumber,
  message: NullableString,
  ...stamp,
})
export type Quote = Static<typeof Quote>

const SearchResult = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  exchange: NullableString,
  type: Type.String(),
  options_available: Type.Boolean(),
})

/** All that one enrichment job needs of one symbol, in one answer; series and chain as columns. */
export const SymbolFacts = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  sector: NullableString,
  ...stamp,
  /** Now, by the market's clock: days to expiration and to events count from it (D3, D4); prices are of `as_of`. */
  market_time: Instant,
  price: NullableNumber,
  bars: Type.Object({
    date: Type.Array(IsoDate),
    high: Type.Array(Type.Number()),
    low: Type.Array(Type.Number()),
    close: Type.Array(Type.Number()),
    volume: Type.Array(Type.Number()),
  }),
  /**
   * What the best call, the call volume and the volatility at 30 days need: calls of the next 60 days, and puts round the
   * money of the expirations on both sides of 30 days.
   */
  chain: nullable(
    Type.Object({
      contract_symbol: Type.Array(Type.String()),
      expiration_date: Type.Array(IsoDate),
      type: Type.Array(Type.Enum(['call', 'put'])),
      strike: Type.Array(Type.Number()),
      bid: Type.Array(NullableNumber),
      ask: Type.Array(NullableNumber),
      volume: Type.Array(NullableInteger),
      open_interest: Type.Array(NullableInteger),
    }),
  ),
  /** When the chain was quoted; null without one. */
  quoted_at: nullable(Instant),
  /** The price the chain was quoted against, where the source says: its quotes are never valued with another. */
  underlying_price: NullableNumber,
  rate: Type.Number({ description: 'Continuously compounded, decimal per year' }),
  /** The rate of each expiration's own term, where a best call may expire: what the chain values its calls at. */
  expiration_rates: Type.Array(Type.Object({ date: IsoDate, rate: Type.Number() })),
  dividends: Type.Array(CashDividend),
  iv_history: Type.Array(Type.Object({ date: IsoDate, implied_volatility: Type.Number() })),
  earnings_date: NullableDate,
  /** When on that day the market hears of it; null where it is not known. */
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  fundamentals: Type.Object({
    market_cap: NullableNumber,
    net_margin: NullableNumber,
    debt_to_equity: NullableNumber,
    negative_equity: Type.Boolean(),
    dividend_yield: NullableNumber,
    credit_rating: NullableString,
  }),
  missing: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
})
export type SymbolFacts = Static<typeof SymbolFacts>

export const stockSchemas = {
  'stocks.search': {
    query: request({ q: Type.String({ minLength: 1, maxLength: 64 }) }),
    responses: {
      200: Type.Object({ status: StatusSuccess, results: Type.Array(SearchResult), message: NullableString, ...stamp }),
      ...problems(400, 401, 503),
    },
  },
  'stocks.data': {
    params: SymbolParams,
    query: request({
      timespan: Type.Optional(Type.Enum(['minute', 'hour', 'day', 'week', 'month'])),
      multiplier: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
      from_date: Type.Optional(IsoDate),
      to_date: Type.Optional(IsoDate),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        timespan: Type.String(),
        multiplier: Type.Integer(),
        data: Type.Array(Bar),
        events: Type.Array(StockEvent, { description: 'Ascending: from the first bar on, and those to come' }),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'stocks.indicators': {
    params: SymbolParams,
    query: request({
      indicator: Type.Optional(Type.Enum(indicators, { description: 'sma unless given' })),
      window: Type.Optional(
        Type.Integer({
          minimum: 2,
          maximum: 250,
          description:
            'Bars the indicator looks back on: 20 for sma, ema and bollinger (2 standard deviations), 14 for rsi, atr and ' +
            'stochastic (%K, and %D over 3), 26 for macd, whose fast average and signal keep the proportion of 12/26/9',
        }),
      ),
      from_date: Type.Optional(IsoDate),
      to_date: Type.Optional(IsoDate),
    }),
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        indicator: Type.Enum(indicators),
        window: Type.Integer(),
        data: Type.Array(IndicatorPoint),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'stocks.quote': { params: SymbolParams, responses: { 200: Quote, ...problems(400, 401, 404, 503) } },
  'stocks.sp500': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        count: Type.Integer(),
        symbols: Type.Array(ListedSymbol),
        ...stamp,
      }),
      ...problems(401, 503),
    },
  },
  'stocks.symbolsWithOptions': {
    query: request({
      search: Type.Optional(Type.String({ maxLength: 64 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    responses: {
      200: Type.Object({ status: StatusSuccess, symbols: Type.Array(SymbolName), message: NullableString, ...stamp }),
      ...problems(400, 401, 503),
    },
  },
  'marketData.universe': {
    responses: {
      200: Type.Object({
        symbols: Type.Array(ListedSymbol),
        ...stamp,
        as_of: Instant,
      }),
      ...problems(401, 503),
    },
  },
  'marketData.facts': {
    params: request({ symbol: StockSymbol }),
    query: request({
      chain: Type.Optional(Type.Enum(['none'], { description: 'Leaves the chain and its volatility out, unasked' })),
    }),
    responses: { 200: SymbolFacts, ...problems(400, 401, 404, 503) },
  },
} as const
