import type { Query, ScreenerRowPart, Success } from '@callwright/contracts'
import { buildChain, daysTo, stamp } from './chain.ts'
import { expirationDates, type InventedStock, NOW, stocks } from './stocks.ts'

const display = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function toRow(stock: InventedStock): ScreenerRowPart {
  const { symbol, score, earnings, vol } = stock
  return {
    symbol,
    company_name: stock.name,
    current_price: stock.price,
    market_cap: display.format(stock.marketCap),
    market_cap_value: stock.marketCap,
    sector: stock.sector,
    cc_score: score,
    score_max: 60,
    score_reason: score === null ? 'no_writable_call' : null,
    score_parts:
      score === null
        ? []
        : [
            part('iv_rank', 'IV rank', stock.ivRank, 15),
            part('income', 'Income', stock.annYield === null ? null : Math.min(10, stock.annYield / 4), 10),
          ],
    best_ann_yield: stock.annYield,
    best_dte: vol === null ? null : 30,
    best_strike: vol === null ? null : Math.ceil((stock.price * (1 + vol / 4)) / stock.strikeStep) * stock.strikeStep,
    best_delta: vol === null ? null : 0.214,
    implied_volatility: vol,
    iv_rank: stock.ivRank,
    iv_percentile: stock.ivRank === null ? null : stock.ivRank + 3.3,
    rsi: stock.rsi,
    stochastic_k: stock.rsi + 6.1,
    ma_20: stock.price * 0.983,
    price_vs_ma: 1.73,
    dividend_yield: stock.dividend === 0 ? 0 : ((stock.dividend * 4) / stock.price) * 100,
    earnings_date: earnings,
    days_to_earnings: earnings === null ? null : daysTo(earnings),
    ex_dividend_date: stock.exDividend,
    data_class: 'delayed',
    as_of: NOW,
    source: 'invented',
  }
}

function part(key: string, label: string, value: number | null, max: number) {
  const points = value === null ? 0 : Math.round(Math.min(max, (value * max) / 100) * 100) / 100
  const explanation = value === null ? `${label} is unknown.` : `${label} has its own points.`
  return { key, label, points, max, inputs: {}, unknown: value === null, explanation }
}

type Ask = Query<'screener.view'>

const bands = {
  mega: [1e12, Number.POSITIVE_INFINITY],
  large: [10e9, 1e12],
  mid: [2e9, 10e9],
  small: [300e6, 2e9],
} as const

const short: Readonly<Record<string, string>> = {
  technology: 'Information Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
}

const reaches = (value: number | null, least: number | undefined, most?: number) =>
  (least === undefined || (value !== null && value >= least)) &&
  (most === undefined || (value !== null && value <= most))

function fits(stock: InventedStock, query: Ask): boolean {
  const { sector, market_cap: cap, symbols } = query
  const wanted = sector === undefined ? undefined : (short[sector] ?? sector)
  const band = cap === undefined || cap === 'all' ? null : bands[cap]
  return (
    (wanted === undefined || stock.sector === wanted) &&
    (symbols === undefined || symbols.split(',').includes(stock.symbol)) &&
    (band === null || (stock.marketCap >= band[0] && stock.marketCap < band[1])) &&
    reaches(stock.score, query.min_score, query.cc_score_max) &&
    reaches(stock.annYield, query.min_yield, query.best_ann_yield_max) &&
    reaches(stock.price, query.current_price_min, query.current_price_max) &&
    reaches(stock.ivRank, query.min_iv_rank, query.iv_rank_max) &&
    reaches(stock.rsi, query.rsi_min, query.max_rsi) &&
    reaches(((stock.dividend * 4) / stock.price) * 100, query.dividend_yield_min)
  )
}

const orders: Readonly<Record<string, (stock: InventedStock) => number | null>> = {
  cc_score: ({ score }) => score,
  best_ann_yield: ({ annYield }) => annYield,
  iv_rank: ({ ivRank }) => ivRank,
  rsi: ({ rsi }) => rsi,
  current_price: ({ price }) => price,
  market_cap: ({ marketCap }) => marketCap,
  dividend_yield: ({ dividend, price }) => dividend / price,
}

export function answerView(query: Ask): Success<'screener.view'> {
  const { sort_by = 'cc_score', sort_order = 'desc', limit = 50 } = query
  const figure = orders[sort_by] ?? (() => 0)
  const sign = sort_order === 'desc' ? -1 : 1
  const found = stocks
    .filter((stock) => fits(stock, query))
    .toSorted((a, b) => order(figure(a), figure(b), sign) || (a.symbol < b.symbol ? -1 : 1))
  return {
    status: 'success',
    stocks: found.slice(0, limit).map(toRow),
    pagination: { total: found.length, limit, offset: 0 },
    total: found.length,
    universe_total: stocks.length,
    relaxations: found.length > 0 ? [] : listRelaxations(query),
    weights: 'default',
    message: null,
    last_updated: NOW,
    ...stamp,
  }
}

/** Unknown values sort last in both directions. */
function order(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return sign * (a - b)
}

function listRelaxations(query: Ask) {
  return Object.keys(query)
    .filter((name) => !['limit', 'sort_by', 'sort_order', 'fields'].includes(name))
    .flatMap((name) => {
      const total = stocks.filter((stock) => fits(stock, { ...query, [name]: undefined })).length
      return total === 0 ? [] : [{ parameter: name, total }]
    })
}

/** The contract screen over the calls of all stocks, up to 60 days out. */
export function answerCallView(query: Query<'screener.calls'>): Success<'screener.calls'> {
  const { sort_by = 'static_return_annualized_pct', sort_order = 'desc', limit = 50, offset = 0 } = query
  const all = stocks
    .filter((stock) => stock.vol !== null && fits(stock, readStockFilters(query)))
    .flatMap((stock) =>
      expirationDates
        .filter((date) => daysTo(date) <= 60)
        .flatMap((date) => buildChain(stock, date).options.flatMap((call) => toCall(stock, call))),
    )
  const figure = (call: (typeof all)[number], name: string) => {
    const value = (call as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'number' ? value : null
  }
  const bounds = Object.entries(query).flatMap(([name, value]) => {
    const [, of, side] = /^(.+)_(min|max)$/u.exec(name) ?? []
    return of === undefined || typeof value !== 'number' ? [] : [{ of, side, value }]
  })
  const found = all
    .filter((call) =>
      bounds.every(({ of, side, value }) =>
        side === 'min' ? reaches(figure(call, of), value) : reaches(figure(call, of), undefined, value),
      ),
    )
    .toSorted((a, b) => order(figure(a, sort_by), figure(b, sort_by), sort_order === 'desc' ? -1 : 1))
  return {
    status: 'success',
    calls: found.slice(offset, offset + limit),
    pagination: { total: found.length, limit, offset },
    total: found.length,
    universe_total: all.length,
    listed_total: all.length,
    gates: [],
    relaxations: [],
    premium: 'bid',
    return_basis: 'stock_price',
    message: null,
    last_updated: NOW,
    ...stamp,
  }
}

const readStockFilters = ({ sector, market_cap, symbols }: Query<'screener.calls'>): Ask => ({
  ...(sector === undefined ? {} : { sector }),
  ...(market_cap === undefined ? {} : { market_cap }),
  ...(symbols === undefined ? {} : { symbols }),
})

function toCall(
  { symbol, name, price, earnings, exDividend }: InventedStock,
  call: Success<'options.chain'>['options'][number],
): Success<'screener.calls'>['calls'] {
  const { bid, ask, days_to_expiration: days, expiration_date: date } = call
  if (bid === null || ask === null) return []
  const premiumPct = (bid / price) * 100
  const falls = (day: string | null) => (day === null ? null : day <= date ? 1 : 0)
  const mid = (bid + ask) / 2
  return [
    {
      symbol,
      company_name: name,
      contract_symbol: call.contract_symbol,
      expiration_date: date,
      underlying_price: price,
      strike: call.strike,
      days_to_expiration: days,
      ...{ bid, ask, mid },
      delta: call.delta,
      static_return_pct: premiumPct,
      static_return_annualized_pct: days === 0 ? null : (premiumPct * 365) / days,
      if_called_return_pct: call.if_called_return_pct,
      if_called_return_annualized_pct: null,
      breakeven: call.breakeven,
      downside_protection_pct: premiumPct,
      probability_profit: null,
      probability_itm: call.probability_itm,
      open_interest: call.open_interest,
      volume: call.volume,
      spread: ask - bid,
      spread_pct: ((ask - bid) / mid) * 100,
      implied_volatility: call.implied_volatility,
      headroom_pct: (call.strike / price - 1) * 100,
      earnings_before_expiration: falls(earnings),
      ex_dividend_before_expiration: falls(exDividend),
      own_cost: null,
      quoted_at: NOW,
    },
  ]
}
