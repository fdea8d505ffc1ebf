import {
  marketCapChoices,
  nullable,
  type Query,
  type Relaxation,
  type SortColumn,
  type Success,
  sectorChoices,
} from '@callwright/contracts'
import { RATING_MAX } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
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
/** Row limit of a screener response. The coach filters these rows by the criteria that the screener lacks. */
const MAX_ROWS = 500

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
  without_sectors: nullable(Type.Array(Type.Enum(sectorChoices), { maxItems: sectorChoices.length })),
  market_cap: Type.Union([Type.Enum(marketCapChoices), Type.Null()]),
  earnings_after_days: maybeDays('No earnings for at least this many days'),
  sort_by: Type.Union([Type.Enum(orders), Type.Null()]),
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
}

/** Screener columns of a result row. */
const fields = Object.keys(row)
  .filter((name) => name !== 'rank')
  .join(',')

export const topCoveredCallStocks = defineTool({
  name: 'top_covered_call_stocks',
  description: 'Stocks of the screener that match filters, ranked by the covered-call rating or another column.',
  args,
  result: {
    total: count('Matching stocks, regardless of the limit'),
    universe_total: count('Stocks in the screener'),
    filters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    sort_by: Type.Enum(orders),
    rows: Type.Array(Type.Object(row)),
  },
  run: async (asked, { ask }) => {
    const { earnings_after_days: quietDays, limit } = asked
    const excludedSectors = listSectors(asked.without_sectors)
    const filtersLocally = quietDays !== null || excludedSectors.size > 0
    const sortBy = asked.sort_by ?? 'cc_score'
    const [least, most] = inOrder(asked.min_price, asked.max_price)
    const filters = listFilters({ ...asked, min_price: least, max_price: most })
    const view = await ask('screener.view', {
      query: {
        ...toQuery(filters),
        sort_by: sortBy,
        sort_order: asked.sort_order ?? (sortBy === 'symbol' ? 'asc' : 'desc'),
        limit: filtersLocally ? MAX_ROWS : (limit ?? DEFAULT_LIMIT),
        fields,
      },
    })
    const fitting = view.stocks.filter(
      (stock) =>
        (quietDays === null || hasNoEarningsWithin(stock, quietDays)) && !excludedSectors.has(stock.sector ?? ''),
    )
    if (fitting.length === 0) throw noMatch(view, quietDays)
    return {
      total: filtersLocally ? fitting.length : view.total,
      universe_total: view.universe_total,
      filters,
      sort_by: sortBy,
      rows: fitting.slice(0, limit ?? DEFAULT_LIMIT).map(toRow),
      ...readStamp([view], quietDays === null ? [] : ['Stocks with an unknown earnings date are excluded.']),
    }
  },
})

type View = Success<'screener.view'>
type Stock = View['stocks'][number]

/** Maps the screener's short sector names to GICS sectors. */
const shortSectors: Readonly<Record<string, string>> = {
  technology: 'Information Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
}
const listSectors = (sectors: Args['without_sectors']) =>
  new Set((sectors ?? []).map((sector) => shortSectors[sector] ?? sector))

/** An unknown earnings date could be tomorrow, so it fails the check. */
const hasNoEarningsWithin = ({ days_to_earnings: days }: Stock, least: number) => days != null && days >= least

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
  'earnings_after_days',
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
}

const toQuery = (filters: Filters): Query<'screener.view'> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const known = viewNames[name]
      return known === undefined ? [] : [[known, value]]
    }),
  )

function noMatch({ universe_total, relaxations, message }: View, quietDays: number | null): Unanswerable {
  if (universe_total === 0) return new Unanswerable('STALE', message ?? 'The screener has no stocks yet.')
  const suggestions = relaxations.map(describeRelaxation)
  if (quietDays !== null) suggestions.push('Allow earlier earnings dates')
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
  }
}
