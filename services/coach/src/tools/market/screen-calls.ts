import type { Query, Success } from '@callwright/contracts'
import { BEST_CALL_RULES, newYorkDate } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import {
  type Ask,
  cleanText,
  count,
  date,
  days,
  defineTool,
  floorRsi,
  floorToWhole,
  inOrder,
  maybe,
  maybeCount,
  maybeDate,
  maybeDays,
  maybeDelta,
  maybeLimit,
  maybeNumber,
  maybePercent,
  maybePremium,
  readStamp,
  type ToolRuntime,
  Unanswerable,
  usd,
} from '../tool.ts'
import { listStocks, sortLocally } from './screened-stocks.ts'
import { listTests, readAverage, stockArgs, testedFields, toStockQuery } from './stock-conditions.ts'

const DEFAULT_LIMIT = 10
/** Rows of a screener response. The best call of each stock is chosen from these. */
const MAX_ROWS = 500
/** Calls nearest to a delta can be on any page of the order that is asked for. */
const MAX_CALLS = 1_500

const callOrders = ['yield', 'premium', 'delta', 'open_interest', 'otm', 'spread'] as const
const stockOrders = [
  'cc_score',
  'current_price',
  'dividend_yield',
  'iv_rank',
  'rsi',
  'market_cap',
  'implied_volatility',
] as const
const orders = [...callOrders, ...stockOrders] as const
type StockOrder = (typeof stockOrders)[number]
const isStockOrder = (name: string): name is StockOrder => stockOrders.some((one) => one === name)

const args = {
  ...stockArgs,
  dte_reach: maybeDays('Days before `dte_min` to search if no call fits otherwise'),
  dte_min: maybeDays(),
  dte_max: maybeDays(),
  delta_min: maybeDelta(),
  delta_max: maybeDelta(),
  near_delta: { ...maybeDelta(), description: 'Lists the call of each stock that is nearest to it' },
  otm_pct_min: maybeNumber({ minimum: -100, maximum: 1_000, description: 'Distance from the price up to the strike' }),
  otm_pct_max: maybeNumber({ minimum: -100, maximum: 1_000, description: 'Distance from the price up to the strike' }),
  premium_min: maybePremium('Dollars per share, at the bid'),
  premium_pct_min: maybePercent('Premium as a percentage of the stock price'),
  yield_min: maybePercent('Premium a year, as a percentage of the stock price'),
  open_interest_min: maybeCount('Contracts'),
  volume_min: maybeCount('Contracts today'),
  max_spread_pct: maybePercent('Percent of the mid', 200),
  no_earnings: Type.Union([Type.Boolean(), Type.Null()], { description: 'No earnings before the expiration' }),
  no_ex_dividend: Type.Union([Type.Boolean(), Type.Null()], { description: 'No ex-dividend date before it' }),
  sort_by: Type.Union([Type.Enum(orders), Type.Null()]),
  sort_order: Type.Union([Type.Enum(['asc', 'desc']), Type.Null()], {
    description: 'Only for a figure of the stock, and for the spread',
  }),
  limit: maybeLimit,
}
type Args = Static<Type.TObject<typeof args>>

const maybeBoolean = Type.Union([Type.Boolean(), Type.Null()])

const row = {
  symbol: Type.String(),
  company_name: Type.String(),
  price: usd(),
  strike: usd(),
  expiry: date,
  dte: days('Calendar days to expiration'),
  bid: usd(),
  ask: usd(),
  premium: usd('Received when selling: the bid'),
  premium_pct: maybe.pct('Percent of the stock price'),
  annYield: maybe.pct('Time value / price × 365 / days; the premium of a call out of the money is all time value'),
  delta: maybe.delta(),
  otm_pct: maybe.pct('Distance from the price up to the strike'),
  open_interest: maybe.count('Contracts'),
  spread_pct: maybe.pct('Percent of the mid'),
  score: maybe.points('Rating of the stock; null unless the stock has conditions of its own, like the next six'),
  dividend_yield: maybe.pct('Annual dividends / price'),
  iv_rank: maybe.points(),
  implied_volatility: maybe.frac('A year'),
  rsi: maybe.points(),
  ex_dividend_date: maybeDate,
  earnings_date: maybeDate,
  earnings_before: maybeBoolean,
  ex_dividend_before: maybeBoolean,
}
type Row = Static<Type.TObject<typeof row>>

export const screenCalls = defineTool({
  name: 'screen_calls',
  description:
    'Calls of all screened stocks that match filters on the call itself: days, delta, distance, premium, yield, liquidity, ' +
    'earnings and ex-dividend dates before expiration. Lists the best call of each stock. Without days, 30 to 45; without a ' +
    'filter on delta or distance, the delta range of best calls.',
  args,
  result: {
    total: maybe.count(
      'Matching calls of all stocks, regardless of the limit; null in an order by a figure of the stock',
    ),
    universe_total: count('Calls in the screener'),
    filters: Type.Object({
      dte_min: maybe.days(),
      dte_max: maybe.days(),
      delta_min: maybe.delta(),
      delta_max: maybe.delta(),
    }),
    sort_by: Type.Enum(orders),
    address: Type.String({ description: 'Page with these filters' }),
    rows: Type.Array(Type.Object(row)),
  },
  run: async (asked, { ask, asOf }) => {
    let filters = chooseFilters(asked)
    const sortBy = asked.sort_by ?? 'yield'
    const ofStock = isStockOrder(sortBy) ? sortBy : null
    const limit = asked.limit ?? DEFAULT_LIMIT
    const stocks = await findStocks(asked, ofStock, { ask, asOf })
    const symbols = stocks === null ? null : [...stocks.keys()]
    const most = asked.near_delta === null ? MAX_ROWS : MAX_CALLS
    const listOf = (some: readonly string[] | null) =>
      listCalls({ ...toQuery(asked, filters), ...sortOf(asked) }, { symbols: some, most }, ask)
    const list = () => (ofStock === null || symbols === null ? listOf(symbols) : listInOrder(symbols, limit, listOf))
    let view = await list()
    if (view.calls.length === 0 && asked.dte_reach !== null) {
      filters = { ...filters, dte_min: Math.max(0, (filters.dte_min ?? 0) - asked.dte_reach) }
      view = await list()
    }
    const query = toQuery(asked, filters)
    if (view.universe_total === 0) throw new Unanswerable('STALE', view.message ?? 'The screener has no calls yet.')
    if (view.calls.length === 0) throw noMatch(view)
    const { yield_min, near_delta } = asked
    const fitting = view.calls
      .map((call) => toRow(call, stocks?.get(call.symbol) ?? unknownFigures))
      .filter(({ annYield }) => yield_min === null || (annYield !== null && annYield >= yield_min))
    if (fitting.length === 0) throw noMatch(view)
    const chosen = near_delta === null ? fitting : nearestOfEach(fitting, near_delta)
    const rows = isStockOrder(sortBy)
      ? chosen.toSorted(byPlace(symbols ?? []))
      : chosen.toSorted(sortBy === 'spread' && asked.sort_order === 'desc' ? widest : comparisons[sortBy])
    const bestOfEach = rows.filter(({ symbol }, index) => rows.findIndex((one) => one.symbol === symbol) === index)
    return {
      total: ofStock !== null ? null : yield_min === null ? view.total : fitting.length,
      universe_total: view.universe_total,
      filters,
      sort_by: sortBy,
      address: `/screening/calls?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
      rows: bestOfEach.slice(0, limit),
      ...readStamp([view]),
    }
  },
})

/** How far a delta may be from the one that is asked for. */
const DELTA_REACH = 0.05

/** The call of each stock whose delta is nearest to a value; the one that yields the most of several days. */
function nearestOfEach(rows: readonly Row[], delta: number): readonly Row[] {
  const distance = (one: Row) => Math.round(Math.abs((one.delta ?? 1) - delta) * 1_000)
  return [...Map.groupBy(rows, ({ symbol }) => symbol).values()].flatMap((calls) =>
    calls.toSorted((a, b) => distance(a) - distance(b) || (b.annYield ?? 0) - (a.annYield ?? 0)).slice(0, 1),
  )
}

/** Symbols in one request: their list has a maximal length. */
const MAX_SYMBOLS = 400

/** Calls of the stocks, in as many requests as their symbols and the rows of a response take. */
async function listCalls(
  query: Query<'screener.calls'>,
  { symbols, most }: { readonly symbols: readonly string[] | null; readonly most: number },
  ask: Ask,
): Promise<View> {
  const parts = symbols === null ? [null] : splitList(symbols, MAX_SYMBOLS)
  const views: View[] = []
  for (const part of parts) {
    const named = { ...query, ...(part === null ? {} : { symbols: part.join(',') }), limit: MAX_ROWS }
    const view = await ask('screener.calls', { query: named })
    views.push(view)
    for (let offset = MAX_ROWS; offset < Math.min(view.total, most); offset += MAX_ROWS)
      views.push({ ...(await ask('screener.calls', { query: { ...named, offset } })), total: 0 })
  }
  const [first] = views
  if (first === undefined) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return {
    ...first,
    calls: views.flatMap(({ calls }) => calls),
    total: views.reduce((sum, { total }) => sum + total, 0),
  }
}

const splitList = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

function chooseFilters(asked: Args) {
  const [dte_min, dte_max] = inOrder(asked.dte_min, asked.dte_max)
  const [least, most] = inOrder(asked.delta_min, asked.delta_max)
  const hasDistance = [least, most, asked.near_delta, asked.otm_pct_min, asked.otm_pct_max].some((one) => one !== null)
  const hasDays = dte_min !== null || dte_max !== null
  const { standardDays: term, delta } = BEST_CALL_RULES
  return {
    dte_min: hasDays ? dte_min : term.min,
    dte_max: hasDays ? dte_max : term.max,
    delta_min: least ?? (asked.near_delta === null ? (hasDistance ? null : delta.min) : asked.near_delta - DELTA_REACH),
    delta_max: most ?? (asked.near_delta === null ? (hasDistance ? null : delta.max) : asked.near_delta + DELTA_REACH),
  }
}

type StockFigures = Pick<
  Row,
  'score' | 'dividend_yield' | 'iv_rank' | 'implied_volatility' | 'rsi' | 'ex_dividend_date' | 'earnings_date'
>

/** Figures of the stocks that pass the conditions which only the stock screen has; null if none of those is set. */
async function findStocks(asked: Args, order: StockOrder | null, { ask, asOf }: Pick<ToolRuntime, 'ask' | 'asOf'>) {
  const today = newYorkDate(Date.parse(asOf))
  // The search for calls filters by these itself.
  const query = toStockQuery({ ...asked, sector: null, market_cap: null, min_price: null, max_price: null })
  const tests = listTests(asked, today, await readAverage(asked, ask))
  if (Object.keys(query).length === 0 && tests.length === 0 && order === null) return null
  const isDescending = asked.sort_order !== 'asc'
  const sort: Query<'screener.view'> =
    order === null || order === 'implied_volatility'
      ? {}
      : { sort_by: order, sort_order: isDescending ? 'desc' : 'asc' }
  const { stocks } = await listStocks({ ...query, ...sort, fields: `${testedFields},dividend_yield,iv_rank,rsi` }, ask)
  const fitting = stocks.filter((stock) => tests.every((test) => test(stock)))
  const met = order === 'implied_volatility' ? sortLocally(fitting, order, isDescending) : fitting
  if (met.length === 0) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return new Map(
    met.map((stock): [string, StockFigures] => [
      stock.symbol,
      {
        score: floorToWhole(stock.cc_score),
        dividend_yield: stock.dividend_yield ?? null,
        iv_rank: floorToWhole(stock.iv_rank),
        implied_volatility: stock.implied_volatility ?? null,
        rsi: floorRsi(stock.rsi),
        ex_dividend_date: stock.ex_dividend_date ?? null,
        earnings_date: stock.earnings_date ?? null,
      },
    ]),
  )
}
const unknownFigures: StockFigures = {
  score: null,
  dividend_yield: null,
  iv_rank: null,
  implied_volatility: null,
  rsi: null,
  ex_dividend_date: null,
  earnings_date: null,
}

/** Maps each filter that is set to the parameter of the contract screen. */
function toQuery(asked: Args, filters: ReturnType<typeof chooseFilters>): Query<'screener.calls'> {
  const bounds: Readonly<Record<string, number | string | null>> = {
    sector: asked.or_sectors === null ? asked.sector : null,
    market_cap: asked.market_cap,
    underlying_price_min: asked.min_price,
    underlying_price_max: asked.max_price,
    days_to_expiration_min: filters.dte_min,
    days_to_expiration_max: filters.dte_max,
    delta_min: filters.delta_min,
    delta_max: filters.delta_max,
    headroom_pct_min: asked.otm_pct_min,
    headroom_pct_max: asked.otm_pct_max,
    bid_min: asked.premium_min ?? SMALLEST_BID,
    downside_protection_pct_min: asked.premium_pct_min,
    open_interest_min: asked.open_interest_min,
    volume_min: asked.volume_min,
    spread_pct_max: asked.max_spread_pct,
    earnings_before_expiration_max: asked.no_earnings === true ? 0 : null,
    ex_dividend_before_expiration_max: asked.no_ex_dividend === true ? 0 : null,
  }
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== null))
}

/** A call without a bid cannot be sold. */
const SMALLEST_BID = 0.01

/** Calls of the stocks in their order, until enough stocks have one. */
async function listInOrder(
  symbols: readonly string[],
  limit: number,
  list: (some: readonly string[]) => Promise<View>,
): Promise<View> {
  const views: View[] = []
  for (const part of splitList(symbols, SYMBOLS_AT_ONCE)) {
    views.push(await list(part))
    if (new Set(views.flatMap(({ calls }) => calls.map(({ symbol }) => symbol))).size >= limit) break
  }
  const [first] = views
  if (first === undefined) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return { ...first, calls: views.flatMap(({ calls }) => calls) }
}
/** So many usually have enough calls that fit. */
const SYMBOLS_AT_ONCE = 60

const byPlace = (symbols: readonly string[]) => (a: Row, b: Row) =>
  symbols.indexOf(a.symbol) - symbols.indexOf(b.symbol) || comparisons.yield(a, b)

const sortOf = ({ sort_by, sort_order }: Args) => {
  const order = sorts[sort_by === null || isStockOrder(sort_by) ? 'yield' : sort_by]
  return sort_by === 'spread' && sort_order !== null ? { ...order, sort_order } : order
}

const sorts = {
  yield: { sort_by: 'static_return_annualized_pct', sort_order: 'desc' },
  premium: { sort_by: 'bid', sort_order: 'desc' },
  delta: { sort_by: 'delta', sort_order: 'asc' },
  open_interest: { sort_by: 'open_interest', sort_order: 'desc' },
  otm: { sort_by: 'headroom_pct', sort_order: 'desc' },
  spread: { sort_by: 'spread_pct', sort_order: 'asc' },
} as const satisfies Record<(typeof callOrders)[number], Pick<Query<'screener.calls'>, 'sort_by' | 'sort_order'>>

const falling =
  (figure: (one: Row) => number | null) =>
  (a: Row, b: Row): number =>
    (figure(b) ?? Number.NEGATIVE_INFINITY) - (figure(a) ?? Number.NEGATIVE_INFINITY)
const widest = falling((one) => one.spread_pct)
const comparisons: Readonly<Record<(typeof callOrders)[number], (a: Row, b: Row) => number>> = {
  yield: falling(({ annYield }) => annYield),
  premium: falling(({ premium }) => premium),
  delta: (a, b) => (a.delta ?? Number.POSITIVE_INFINITY) - (b.delta ?? Number.POSITIVE_INFINITY),
  open_interest: falling(({ open_interest }) => open_interest),
  otm: falling(({ otm_pct }) => otm_pct),
  spread: (a, b) => (a.spread_pct ?? Number.POSITIVE_INFINITY) - (b.spread_pct ?? Number.POSITIVE_INFINITY),
}

type View = Success<'screener.calls'>

const DAYS_PER_YEAR = 365
const isYes = (value: 0 | 1 | null) => (value === null ? null : value === 1)

function toRow(call: View['calls'][number], stock: StockFigures): Row {
  const { underlying_price: price, bid, days_to_expiration: dte } = call
  const timeValuePct = ((bid - Math.max(0, price - call.strike)) / price) * 100
  return {
    symbol: call.symbol,
    company_name: cleanText(call.company_name),
    price,
    strike: call.strike,
    expiry: call.expiration_date,
    dte,
    bid,
    ask: call.ask,
    premium: bid,
    premium_pct: (bid / price) * 100,
    annYield: dte === 0 ? null : (timeValuePct * DAYS_PER_YEAR) / dte,
    delta: call.delta,
    otm_pct: call.headroom_pct,
    open_interest: call.open_interest,
    spread_pct: call.spread_pct,
    ...stock,
    earnings_before: isYes(call.earnings_before_expiration),
    ex_dividend_before: isYes(call.ex_dividend_before_expiration),
  }
}

function noMatch({ relaxations, gates }: View): Unanswerable {
  const removed = gates.toSorted((a, b) => b.removed - a.removed)[0]
  const reason = removed === undefined ? '' : ` The condition on ${removed.gate.replaceAll('_', ' ')} removes the most.`
  const suggestions = relaxations
    .slice(0, 3)
    .map(({ parameter, total }) => `Remove ${parameter.replaceAll('_', ' ')} (${total} calls)`)
  return new Unanswerable('NOT_FOUND', `No call matches these filters.${reason}`, suggestions)
}
