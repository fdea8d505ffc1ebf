import {
  marketCapChoices,
  nullable,
  type Query,
  type Relaxation,
  type SortColumn,
  type Success,
  sectorChoices,
} from '@callwright/contracts'
import { newYorkDate, RATING_MAX, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { averageOf, isLocal, type LocalConditions, listStocks, meets } from './screened-stocks.ts'
import {
  cleanText,
  count,
  defineTool,
  floorRsi,
  floorToWhole,
  inOrder,
  maybe,
  maybeDate,
  maybeDays,
  maybeLimit,
  maybeNumber,
  maybePercent,
  maybePrice,
  points,
  readStamp,
  Unanswerable,
} from './tool.ts'

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
/** The screener cannot sort by volatility, so its rows are sorted here. */
const allOrders = [...orders, 'implied_volatility'] as const

const args = {
  sector: Type.Union([Type.Enum(sectorChoices), Type.Null()]),
  min_score: maybeNumber({ minimum: 0, maximum: RATING_MAX, description: 'Rating, out of 60' }),
  max_score: maybeNumber({ minimum: 0, maximum: RATING_MAX, description: 'Rating, out of 60' }),
  min_yield: maybePercent('Annual yield of the best call'),
  max_yield: maybePercent('Annual yield of the best call'),
  min_price: maybePrice(),
  max_price: maybePrice(),
  iv_rank_min: maybePercent('0-100', 100),
  iv_rank_max: maybePercent('0-100', 100),
  rsi_min: maybePercent('0-100', 100),
  rsi_max: maybePercent('0-100', 100),
  min_dividend_yield: maybePercent('Annual'),
  or_sectors: nullable(
    Type.Array(Type.Enum(sectorChoices), { maxItems: sectorChoices.length, description: 'Beside `sector`' }),
  ),
  without_sectors: nullable(Type.Array(Type.Enum(sectorChoices), { maxItems: sectorChoices.length })),
  above_average: Type.Union([Type.Boolean(), Type.Null()], { description: 'Rating above the average of all stocks' }),
  min_price_vs_ma: maybeNumber({
    minimum: -100,
    maximum: 1_000,
    description: 'Price above the 20-day average, percent',
  }),
  market_cap: Type.Union([Type.Enum(marketCapChoices), Type.Null()]),
  earnings_after_days: maybeDays('No earnings for at least this many days'),
  earnings_within_days: maybeDays('Earnings within this many days'),
  ex_dividend_within_days: maybeDays('Ex-dividend date within this many days'),
  sort_by: Type.Union([Type.Enum(allOrders), Type.Null()]),
  sort_order: Type.Union([Type.Enum(['asc', 'desc']), Type.Null()]),
  limit: maybeLimit,
}
type Args = Static<Type.TObject<typeof args>>

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
  volume: maybe.count('Shares today'),
  cost_of_100: maybe.usd('Price of 100 shares', 'contract'),
}

/** Screener columns of a result row. */
const fields = Object.keys(row)
  .filter((name) => name !== 'rank' && name !== 'cost_of_100')
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
    const { earnings_after_days: quietDays, limit } = asked
    const average =
      asked.above_average === true
        ? averageOf((await listStocks({ fields: 'cc_score' }, ask)).stocks.map(({ cc_score }) => cc_score))
        : null
    const conditions = {
      sectors: asked.sector === null || asked.or_sectors === null ? [] : [asked.sector, ...asked.or_sectors],
      withoutSectors: asked.without_sectors ?? [],
      quietDays,
      earningsWithin: asked.earnings_within_days,
      exDividendWithin: asked.ex_dividend_within_days,
      scoreAbove: average,
    }
    const sortBy = asked.sort_by ?? 'cc_score'
    const isDescending = (asked.sort_order ?? (sortBy === 'symbol' ? 'asc' : 'desc')) === 'desc'
    const [least, most] = inOrder(asked.min_price, asked.max_price)
    const filters = listFilters({
      ...asked,
      sector: conditions.sectors.length > 0 ? null : asked.sector,
      min_price: least,
      max_price: most,
    })
    const query: Query<'screener.view'> = {
      ...toQuery(filters),
      sort_by: sortBy === 'implied_volatility' ? 'cc_score' : sortBy,
      sort_order: isDescending ? 'desc' : 'asc',
      fields,
    }
    const readsAll = isLocal(conditions) || sortBy === 'implied_volatility'
    const view = readsAll
      ? await listStocks(query, ask)
      : await ask('screener.view', { query: { ...query, limit: limit ?? DEFAULT_LIMIT } })
    const met = view.stocks.filter((stock) => meets(stock, conditions, today))
    const fitting = sortBy === 'implied_volatility' ? sortByVolatility(met, isDescending) : met
    if (fitting.length === 0) throw noMatch(view, conditions)
    return {
      total: readsAll ? fitting.length : view.total,
      universe_total: view.universe_total,
      filters,
      sort_by: sortBy,
      average_score: average,
      rows: fitting.slice(0, limit ?? DEFAULT_LIMIT).map(toRow),
      ...readStamp([view], quietDays === null ? [] : ['Stocks with an unknown earnings date are excluded.']),
    }
  },
})

type View = Success<'screener.view'>
type Stock = View['stocks'][number]

/** Stocks whose volatility is unknown have no place in this order. */
const sortByVolatility = (stocks: readonly Stock[], isDescending: boolean) =>
  stocks
    .filter(({ implied_volatility: iv }) => iv != null)
    .toSorted((a, b) => ((a.implied_volatility ?? 0) - (b.implied_volatility ?? 0)) * (isDescending ? -1 : 1))

const filterNames = [
  'sector',
  'min_score',
  'max_score',
  'min_yield',
  'max_yield',
  'min_price',
  'max_price',
  'iv_rank_min',
  'iv_rank_max',
  'rsi_min',
  'rsi_max',
  'min_dividend_yield',
  'market_cap',
  'min_price_vs_ma',
  'earnings_after_days',
  'earnings_within_days',
  'ex_dividend_within_days',
] as const
type Filters = Record<string, string | number>

function listFilters(asked: Args): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = asked[name]
      return value === null || value === 'all' ? [] : [[name, value]]
    }),
  )
}

/** Maps each of these filters to the screener's query parameter. */
const viewNames: Readonly<Record<string, keyof Query<'screener.view'>>> = {
  sector: 'sector',
  min_score: 'min_score',
  max_score: 'cc_score_max',
  min_yield: 'min_yield',
  max_yield: 'best_ann_yield_max',
  min_price: 'current_price_min',
  max_price: 'current_price_max',
  iv_rank_min: 'min_iv_rank',
  iv_rank_max: 'iv_rank_max',
  rsi_min: 'rsi_min',
  rsi_max: 'max_rsi',
  min_dividend_yield: 'dividend_yield_min',
  market_cap: 'market_cap',
  min_price_vs_ma: 'price_vs_ma_min',
}

const toQuery = (filters: Filters): Query<'screener.view'> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const known = viewNames[name]
      return known === undefined ? [] : [[known, value]]
    }),
  )

function noMatch({ universe_total, relaxations, message }: View, asked: LocalConditions): Unanswerable {
  if (universe_total === 0) return new Unanswerable('STALE', message ?? 'The screener has no stocks yet.')
  const suggestions = relaxations.map(describeRelaxation)
  if (asked.quietDays !== null) suggestions.push('Allow earlier earnings dates')
  if (asked.earningsWithin !== null || asked.exDividendWithin !== null) suggestions.push('Allow later dates')
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
    volume: stock.volume ?? null,
    cost_of_100: stock.current_price == null ? null : stock.current_price * SHARES_PER_CONTRACT,
  }
}
