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
  SymbolParams,
  stamp,
} from './primitives.ts'
import { problems } from './problem.ts'

export const Bar = Type.Object({
  timestamp: Type.Integer({
    description:
      'Milliseconds UTC: the start of a minute or hour bar, or 00:00 New York on the first session of a longer bar',
  }),
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Number(),
  vwap: Type.Optional(Type.Number()),
})
export type Bar = Static<typeof Bar>

/** Lines of each indicator, named as in an `IndicatorPoint` (D23). */
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
/** Values of one indicator at one bar; null until its window is full. */
export const IndicatorPoint = Type.Object({
  timestamp: Type.Integer({ description: 'Time of the daily bar: 00:00 New York on its session, milliseconds UTC' }),
  value: indicatorValue,
  k: indicatorValue,
  d: indicatorValue,
  upper: indicatorValue,
  middle: indicatorValue,
  lower: indicatorValue,
  macd: indicatorValue,
  signal: indicatorValue,
  histogram: indicatorValue,
} satisfies Record<IndicatorLine | 'timestamp', TSchema>)
export type IndicatorPoint = Static<typeof IndicatorPoint>

export const stockEventKinds = ['earnings', 'dividend', 'split'] as const
export const StockEvent = Type.Object({
  date: IsoDate,
  kind: Type.Enum(stockEventKinds),
  cash_amount: Type.Union([Type.Number(), Type.Null()], { description: 'Dividends only: dollars per share' }),
  split_ratio: Type.Union([Type.Number(), Type.Null()], { description: 'Splits only: new shares per old share' }),
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

/** Lowest and highest price from one session to another. */
const PriceRange = Type.Object({ from_date: IsoDate, to_date: IsoDate, low: Type.Number(), high: Type.Number() })

const SearchResult = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  exchange: NullableString,
  type: Type.String(),
  options_available: Type.Boolean(),
})

export const MAX_SYMBOLS_RESOLVED = 1_000

/** Listed symbol for a spelling; the fields are null if the market does not list it. */
export const ResolvedSymbol = Type.Object({
  typed: Type.String({ description: 'The symbol as requested' }),
  symbol: NullableString,
  name: NullableString,
  note: Type.Union([Type.String(), Type.Null()], { description: 'For a former ticker: FB is now META.' }),
})
export type ResolvedSymbol = Static<typeof ResolvedSymbol>

/** All data for one enrichment job, in one response; series and chain are columns. */
export const SymbolFacts = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  sector: NullableString,
  ...stamp,
  /** Current time on the market's clock, from which days are counted (D3, D4). Prices are as of `as_of`. */
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
   * Contracts for the best call, the call volume and the 30-day volatility: calls that expire within 60 days, and
   * near-the-money puts in the expirations on both sides of 30 days.
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
  /** Time of the chain's quotes; null if there is no chain. */
  quoted_at: nullable(Instant),
  /**
   * Stock price at the time of the chain's quotes; null if the source does not report it. Quotes are never valued with
   * another price.
   */
  underlying_price: NullableNumber,
  rate: Type.Number({ description: 'Continuously compounded, decimal per year' }),
  /** Interest rate for each expiration of a call; calls that expire then are valued at this rate. */
  expiration_rates: Type.Array(Type.Object({ date: IsoDate, rate: Type.Number() })),
  dividends: Type.Array(CashDividend),
  iv_history: Type.Array(Type.Object({ date: IsoDate, implied_volatility: Type.Number() })),
  /** The vendor's own IV rank, 0-100; null once `iv_history` is long enough, or if no vendor has one. */
  vendor_iv_rank: nullable(Type.Object({ rank: Type.Number(), percentile: NullableNumber })),
  earnings_date: NullableDate,
  /** Whether the company reports before the open or after the close; null if unknown. */
  earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
  fundamentals: Type.Object({
    market_cap: NullableNumber,
    /** Day of the number of shares that `market_cap` is computed from; null if it is the source's own figure. */
    market_cap_shares_date: NullableDate,
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
        events: Type.Array(StockEvent, { description: 'Ascending: events since the first bar, and announced ones' }),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'stocks.profile': {
    params: SymbolParams,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        symbol: Type.String(),
        day_range: nullable(PriceRange),
        year_range: nullable(PriceRange),
        market_cap: NullableNumber,
        market_cap_shares_date: NullableDate,
        dividend_yield: NullableNumber,
        next_ex_dividend_date: NullableDate,
        next_dividend: NullableNumber,
        next_earnings_date: NullableDate,
        next_earnings_session: nullable(Type.Enum(['before_open', 'after_close'])),
        message: NullableString,
        ...stamp,
      }),
      ...problems(400, 401, 404, 503),
    },
  },
  'stocks.indicators': {
    params: SymbolParams,
    query: request({
      indicator: Type.Optional(Type.Enum(indicators, { description: 'Default: sma' })),
      window: Type.Optional(
        Type.Integer({
          minimum: 2,
          maximum: 250,
          description:
            'Lookback in bars. Default: 20 for sma, ema and bollinger (2 standard deviations), 14 for rsi, atr and ' +
            'stochastic (%K, and %D over 3), 26 for macd, whose fast average and signal scale as 12/26/9',
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
        /**
         * Shortest time between the starts of two screener refreshes, in seconds, so that they use at most half of the
         * source's limit; null if it has none.
         */
        refresh_seconds: NullableNumber,
        /** Whether each of the source's own IV ranks takes a call of its own. */
        separate_iv_ranks: Type.Boolean(),
        ...stamp,
        as_of: Instant,
      }),
      ...problems(401, 503),
    },
  },
  'marketData.resolveSymbols': {
    body: request({
      symbols: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: MAX_SYMBOLS_RESOLVED }),
    }),
    responses: {
      200: Type.Object({ symbols: Type.Array(ResolvedSymbol, { description: 'In the order of the request' }) }),
      ...problems(400, 401, 403, 503),
    },
  },
  'marketData.facts': {
    params: SymbolParams,
    query: request({
      chain: Type.Optional(Type.Enum(['none'], { description: 'none: do not fetch the chain and its volatility' })),
      iv_rank: Type.Optional(Type.Enum(['own'], { description: 'own: do not fetch the vendor’s IV rank' })),
    }),
    responses: { 200: SymbolFacts, ...problems(400, 401, 404, 503) },
  },
} as const
