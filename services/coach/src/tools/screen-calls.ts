import { marketCapChoices, nullable, type Query, type Success, sectorChoices } from '@callwright/contracts'
import { BEST_CALL_RULES } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import {
  type Ask,
  cleanText,
  count,
  date,
  days,
  defineTool,
  inOrder,
  maybe,
  maybeCount,
  maybeDays,
  maybeDelta,
  maybeLimit,
  maybeNumber,
  maybePercent,
  maybePremium,
  maybePrice,
  readStamp,
  Unanswerable,
  usd,
} from './tool.ts'

const DEFAULT_LIMIT = 10
/** Rows of a screener response. The best call of each stock is chosen from these. */
const MAX_ROWS = 500

const orders = ['yield', 'premium', 'delta', 'open_interest', 'otm'] as const

const args = {
  sector: Type.Union([Type.Enum(sectorChoices), Type.Null()]),
  without_sectors: nullable(Type.Array(Type.Enum(sectorChoices), { maxItems: sectorChoices.length })),
  market_cap: Type.Union([Type.Enum(marketCapChoices), Type.Null()]),
  min_price: maybePrice('Of the stock'),
  max_price: maybePrice('Of the stock'),
  min_score: maybePercent('Rating of the stock, out of 60', 60),
  min_dividend_yield: maybePercent('Annual'),
  iv_rank_min: maybePercent('0-100', 100),
  rsi_max: maybePercent('0-100', 100),
  dte_min: maybeDays(),
  dte_max: maybeDays(),
  delta_min: maybeDelta(),
  delta_max: maybeDelta(),
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
    total: count('Matching calls of all stocks, regardless of the limit'),
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
  run: async (asked, { ask }) => {
    const filters = chooseFilters(asked)
    const sortBy = asked.sort_by ?? 'yield'
    const symbols = await listStocks(asked, ask)
    const query = toQuery(asked, filters)
    const view = await ask('screener.calls', {
      query: { ...query, ...(symbols === null ? {} : { symbols }), limit: MAX_ROWS, ...sorts[sortBy] },
    })
    if (view.universe_total === 0) throw new Unanswerable('STALE', view.message ?? 'The screener has no calls yet.')
    if (view.calls.length === 0) throw noMatch(view)
    const { yield_min } = asked
    const rows = view.calls
      .map(toRow)
      .filter(({ annYield }) => yield_min === null || (annYield !== null && annYield >= yield_min))
      .toSorted(comparisons[sortBy])
    if (rows.length === 0) throw noMatch(view)
    const bestOfEach = rows.filter(({ symbol }, index) => rows.findIndex((one) => one.symbol === symbol) === index)
    return {
      total: yield_min === null ? view.total : rows.length,
      universe_total: view.universe_total,
      filters,
      sort_by: sortBy,
      address: `/screening/calls?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
      rows: bestOfEach.slice(0, asked.limit ?? DEFAULT_LIMIT),
      ...readStamp([view]),
    }
  },
})

function chooseFilters(asked: Args) {
  const [dte_min, dte_max] = inOrder(asked.dte_min, asked.dte_max)
  const [least, most] = inOrder(asked.delta_min, asked.delta_max)
  const hasDistance = [least, most, asked.otm_pct_min, asked.otm_pct_max].some((one) => one !== null)
  const hasDays = dte_min !== null || dte_max !== null
  const { standardDays: term, delta } = BEST_CALL_RULES
  return {
    dte_min: hasDays ? dte_min : term.min,
    dte_max: hasDays ? dte_max : term.max,
    delta_min: hasDistance ? least : delta.min,
    delta_max: hasDistance ? most : delta.max,
  }
}

/** Symbols that pass the filters which only the stock screen has; null if none of those is set. */
async function listStocks(asked: Args, ask: Ask): Promise<string | null> {
  const { min_score, min_dividend_yield, iv_rank_min, rsi_max } = asked
  const excluded = new Set<string>(asked.without_sectors ?? [])
  const query: Query<'screener.view'> = {
    ...(min_score === null ? {} : { min_score }),
    ...(min_dividend_yield === null ? {} : { dividend_yield_min: min_dividend_yield }),
    ...(iv_rank_min === null ? {} : { min_iv_rank: iv_rank_min }),
    ...(rsi_max === null ? {} : { max_rsi: rsi_max }),
  }
  if (Object.keys(query).length === 0 && excluded.size === 0) return null
  const view = await ask('screener.view', { query: { ...query, limit: MAX_ROWS, fields: 'sector' } })
  const shortSectors: Readonly<Record<string, string>> = {
    'Information Technology': 'technology',
    Financials: 'financial',
    'Health Care': 'healthcare',
  }
  const isExcluded = (sector: string | null | undefined) => excluded.has(shortSectors[sector ?? ''] ?? sector ?? '')
  const found = view.stocks.filter(({ sector }) => !isExcluded(sector)).map(({ symbol }) => symbol)
  if (found.length === 0) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return found.join(',')
}

/** Maps each filter that is set to the parameter of the contract screen. */
function toQuery(asked: Args, filters: ReturnType<typeof chooseFilters>): Query<'screener.calls'> {
  const bounds: Readonly<Record<string, number | string | null>> = {
    sector: asked.sector,
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

const sorts = {
  yield: { sort_by: 'static_return_annualized_pct', sort_order: 'desc' },
  premium: { sort_by: 'bid', sort_order: 'desc' },
  delta: { sort_by: 'delta', sort_order: 'asc' },
  open_interest: { sort_by: 'open_interest', sort_order: 'desc' },
  otm: { sort_by: 'headroom_pct', sort_order: 'desc' },
} as const satisfies Record<(typeof orders)[number], Pick<Query<'screener.calls'>, 'sort_by' | 'sort_order'>>

const falling =
  (figure: (one: Row) => number | null) =>
  (a: Row, b: Row): number =>
    (figure(b) ?? Number.NEGATIVE_INFINITY) - (figure(a) ?? Number.NEGATIVE_INFINITY)
const comparisons: Readonly<Record<(typeof orders)[number], (a: Row, b: Row) => number>> = {
  yield: falling(({ annYield }) => annYield),
  premium: falling(({ premium }) => premium),
  delta: (a, b) => (a.delta ?? Number.POSITIVE_INFINITY) - (b.delta ?? Number.POSITIVE_INFINITY),
  open_interest: falling(({ open_interest }) => open_interest),
  otm: falling(({ otm_pct }) => otm_pct),
}

type View = Success<'screener.calls'>

const DAYS_PER_YEAR = 365
const isYes = (value: 0 | 1 | null) => (value === null ? null : value === 1)

function toRow(call: View['calls'][number]): Row {
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
