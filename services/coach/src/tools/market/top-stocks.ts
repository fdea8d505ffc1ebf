import { type Query, type Relaxation, type SortColumn, type Success, toSpreadPct } from '@callwright/contracts'
import { newYorkDate, RATING_MAX, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import {
  cleanText,
  count,
  defineTool,
  floorRsi,
  floorToWhole,
  maybe,
  maybeDate,
  maybeLimit,
  maybePercent,
  points,
  readStamp,
  Unanswerable,
} from '../tool.ts'
import { isLocalOrder, listStocks, localOrders, sortLocally } from './screened-stocks.ts'
import {
  listConditions,
  listTests,
  readAverage,
  type StockConditions,
  stockArgs,
  toStockQuery,
} from './stock-conditions.ts'

const DEFAULT_LIMIT = 10

const orders = [
  'cc_score',
  'best_ann_yield',
  'iv_rank',
  'rsi',
  'current_price',
  'market_cap',
  'dividend_yield',
  'volume',
  'symbol',
] as const satisfies readonly SortColumn[]
const allOrders = [...orders, ...localOrders] as const

const args = {
  ...stockArgs,
  min_yield: maybePercent('Annual yield of the best call'),
  max_yield: maybePercent('Annual yield of the best call'),
  liquid: Type.Union([Type.Boolean(), Type.Null()], { description: 'The best call trades well' }),
  sort_by: Type.Union([Type.Enum(allOrders), Type.Null()]),
  sort_order: Type.Union([Type.Enum(['asc', 'desc']), Type.Null()]),
  limit: maybeLimit,
}
const maybeText = Type.Union([Type.String(), Type.Null()])

const row = {
  rank: count(),
  symbol: Type.String(),
  company_name: maybeText,
  cc_score: maybe.points(),
  score_max: points(),
  current_price: maybe.usd(),
  best_ann_yield: maybe.pct('Annual yield of the best call'),
  best_strike: maybe.usd(),
  best_expiration: maybeDate,
  best_dte: maybe.days(),
  best_delta: maybe.delta(),
  iv_rank: maybe.points(),
  rsi: maybe.points(),
  sector: maybeText,
  market_cap: maybeText,
  days_to_earnings: maybe.days(),
  earnings_date: maybeDate,
  ex_dividend_date: maybeDate,
  dividend_yield: maybe.pct('Annual dividends / price'),
  implied_volatility: maybe.frac('A year'),
  price_vs_ma: maybe.pct('Price above the 20-day average'),
  best_spread_pct: maybe.pct('Spread of the best call, percent of the mid'),
  open_interest: maybe.count('Of the best call'),
  volume: maybe.count('Shares today'),
  cost_of_100: maybe.usd('Price of 100 shares', 'contract'),
}

/** Screener columns of a result row. */
const fields = Object.keys(row)
  .filter((name) => name !== 'rank' && name !== 'cost_of_100' && name !== 'best_spread_pct')
  .concat('best_bid', 'bid_ask_spread')
  .join(',')

export const topCoveredCallStocks = defineTool({
  name: 'top_covered_call_stocks',
  description: 'Stocks of the screener that match filters, ranked by the covered-call rating or another column.',
  args,
  result: {
    total: count('Matching stocks, regardless of the limit'),
    universe_total: count('Stocks in the screener'),
    filters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    sort_by: Type.Enum(allOrders),
    average_score: maybe.points('Average rating of all stocks; null if it is no condition'),
    rows: Type.Array(Type.Object(row)),
  },
  run: async (asked, { ask, asOf }) => {
    const today = newYorkDate(Date.parse(asOf))
    const { limit, only_symbols: only } = asked
    const average = await readAverage(asked, ask)
    const tests = listTests(asked, today, average)
    const sortBy = asked.sort_by ?? 'cc_score'
    const isRising = sortBy === 'symbol' || sortBy === 'earnings_date' || sortBy === 'ex_dividend_date'
    const isDescending = (asked.sort_order ?? (isRising ? 'asc' : 'desc')) === 'desc'
    const query: Query<'screener.view'> = {
      ...toStockQuery(asked),
      ...(asked.min_yield === null ? {} : { min_yield: asked.min_yield }),
      ...(asked.max_yield === null ? {} : { best_ann_yield_max: asked.max_yield }),
      ...(asked.liquid === true ? { best_is_liquid_min: 1 } : {}),
      ...(only === null ? {} : { symbols: only.join(',') }),
      sort_by: isLocalOrder(sortBy) ? 'cc_score' : sortBy,
      sort_order: isDescending ? 'desc' : 'asc',
      fields,
    }
    const readsAll = tests.length > 0 || isLocalOrder(sortBy)
    const view = readsAll
      ? await listStocks(query, ask)
      : await ask('screener.view', { query: { ...query, limit: limit ?? DEFAULT_LIMIT } })
    const met = view.stocks.filter((stock) => tests.every((test) => test(stock)))
    const fitting = isLocalOrder(sortBy) ? sortLocally(met, sortBy, isDescending) : met
    if (fitting.length === 0) throw noMatch(view, asked)
    const { min_yield, max_yield } = asked
    return {
      total: readsAll ? fitting.length : view.total,
      universe_total: view.universe_total,
      filters: {
        ...listConditions(asked),
        ...(min_yield === null ? {} : { min_yield }),
        ...(max_yield === null ? {} : { max_yield }),
      },
      sort_by: sortBy,
      average_score: average,
      rows: fitting.slice(0, limit ?? DEFAULT_LIMIT).map(toRow),
      ...readStamp(
        [view],
        asked.earnings_after_days === null ? [] : ['Stocks with an unknown earnings date are excluded.'],
      ),
    }
  },
})

type View = Success<'screener.view'>
type Stock = View['stocks'][number]

function noMatch({ universe_total, relaxations, message }: View, asked: StockConditions): Unanswerable {
  if (universe_total === 0) return new Unanswerable('STALE', message ?? 'The screener has no stocks yet.')
  const suggestions = relaxations.map(describeRelaxation)
  if (asked.earnings_after_days !== null) suggestions.push('Allow earlier earnings dates')
  if (asked.earnings_within_days !== null || asked.ex_dividend_within_days !== null)
    suggestions.push('Allow later dates')
  return new Unanswerable('NOT_FOUND', 'No stocks match these filters.', suggestions)
}

const describeRelaxation = ({ parameter, total }: Relaxation) =>
  `Remove ${parameter.replaceAll('_', ' ')} (${total} ${total === 1 ? 'stock' : 'stocks'})`

function toRow(stock: Stock, index: number) {
  return {
    rank: index + 1,
    symbol: stock.symbol,
    company_name: stock.company_name === undefined ? null : cleanText(stock.company_name),
    cc_score: floorToWhole(stock.cc_score),
    score_max: stock.score_max ?? RATING_MAX,
    current_price: stock.current_price ?? null,
    best_ann_yield: stock.best_ann_yield ?? null,
    best_strike: stock.best_strike ?? null,
    best_expiration: stock.best_expiration ?? null,
    best_dte: stock.best_dte ?? null,
    best_delta: stock.best_delta ?? null,
    iv_rank: floorToWhole(stock.iv_rank),
    rsi: floorRsi(stock.rsi),
    sector: stock.sector ?? null,
    market_cap: stock.market_cap ?? null,
    days_to_earnings: stock.days_to_earnings ?? null,
    earnings_date: stock.earnings_date ?? null,
    ex_dividend_date: stock.ex_dividend_date ?? null,
    dividend_yield: stock.dividend_yield ?? null,
    implied_volatility: stock.implied_volatility ?? null,
    price_vs_ma: stock.price_vs_ma ?? null,
    best_spread_pct: toSpreadPct(stock.best_bid ?? null, stock.bid_ask_spread ?? null),
    open_interest: stock.open_interest ?? null,
    volume: stock.volume ?? null,
    cost_of_100: stock.current_price == null ? null : stock.current_price * SHARES_PER_CONTRACT,
  }
}
