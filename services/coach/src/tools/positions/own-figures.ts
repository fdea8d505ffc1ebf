import type { ListedPosition } from '@callwright/contracts'
import { daysBetween, POSITION_LIMITS, payoffUsd, timeValue } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { tryFetch } from '../market/stock-snapshot.ts'
import { type Ask, count, defineTool, maybe, maybeDate, maybeNumber, pct, readStamp, usd } from '../tool.ts'
import { type Portfolio, positionRow, settle, toPositionRow } from './analyze-position.ts'

const MAX_POSITIONS = 100
const whole = (description?: string) => maybe.usd(description, 'position')
const maybeText = Type.Union([Type.String(), Type.Null()])

const ownRow = Type.Object({
  ...positionRow,
  sector: maybeText,
  cost: usd('Entry price × shares', 'position'),
  premium_total: usd('Premium received', 'position'),
  premium_left: whole('Price of the call × shares: what the call can still earn'),
  time_value: maybe.usd('Price of the call − intrinsic value; what exercising gives up'),
  decay_per_day: whole('Time value left × shares ÷ days to expiration: an average, not the theta of today'),
  value: whole('Stock price × shares'),
  weight_pct: maybe.pct('Percent of the value of all shares held'),
  breakeven: maybe.usd(),
  proceeds: whole('Strike × shares; null after a split or spin-off'),
  if_assigned_total: whole('Gain if the shares are called away, premium included'),
  if_assigned_pct: maybe.pct('Percent of the cost of the shares, not annualized'),
  supposed_profit: whole('Profit at expiration with the stock at the supposed price'),
  close_gain: whole('Premium received − cost to close: gain of the call alone if it is bought back now'),
  days_open: count('Calendar days since the call was sold'),
  earnings_before: maybeDate,
  ex_dividend_before: maybeDate,
  dividend: maybe.usd('Dividend of ex_dividend_before'),
})
type OwnRow = Static<typeof ownRow>

const holdingRow = Type.Object({
  symbol: Type.String(),
  sector: maybeText,
  shares: count(),
  uncovered_shares: count(),
  contracts: count('Open calls'),
  cost: usd('Cost of the shares', 'position'),
  cost_per_share: usd(),
  price: maybe.usd(),
  value: whole(),
  weight_pct: maybe.pct('Percent of the value of all shares held'),
  stock_pnl: whole('Unrealized, of the shares alone'),
  stock_pnl_pct: maybe.pct('Percent of the cost of the shares'),
})
type HoldingRow = Static<typeof holdingRow>

const sectorRow = Type.Object({
  sector: Type.String(),
  stocks: count(),
  value: usd(undefined, 'position'),
  weight_pct: pct(),
})

/** Row figures that add up over positions. A sum is null if one of its figures is unknown. */
const additive = [
  ...([
    'cost',
    'premium_total',
    'premium_left',
    'value',
    'proceeds',
    'if_assigned_total',
    'supposed_profit',
    'decay_per_day',
  ] as const),
  ...(['cost_to_close', 'close_gain', 'cc_pnl', 'stock_pnl', 'option_pnl', 'weight_pct'] as const),
]
/** Row figures of which an average says something. An average is null if one of its figures is unknown. */
const averaged = [
  ...(['dte', 'days_open', 'static_yield_pct', 'delta', 'headroom_pct', 'profit_captured_pct', 'cc_pnl_pct'] as const),
  ...(['cc_pnl', 'premium_total', 'cost', 'option_pnl', 'stock_pnl'] as const),
]
const average = {
  dte: maybe.days('Rounded'),
  days_open: maybe.days('Rounded'),
  static_yield_pct: maybe.pct(),
  delta: maybe.delta(),
  headroom_pct: maybe.pct(),
  profit_captured_pct: maybe.pct(),
  cc_pnl_pct: maybe.pct(),
  cc_pnl: whole(),
  premium_total: whole(),
  cost: whole(),
  option_pnl: whole(),
  stock_pnl: whole(),
}
const total = {
  positions: count(),
  contracts: count(),
  shares: count(),
  cost: usd(undefined, 'position'),
  premium_total: usd(undefined, 'position'),
  premium_left: whole(),
  decay_per_day: whole(),
  value: whole(),
  proceeds: whole(),
  if_assigned_total: whole(),
  if_assigned_pct: maybe.pct('Percent of the cost of the shares'),
  supposed_profit: whole(),
  cost_to_close: whole(),
  close_gain: whole(),
  cc_pnl: whole(),
  cc_pnl_pct: maybe.pct('Percent of the cost of the shares'),
  stock_pnl: whole(),
  option_pnl: whole(),
  weight_pct: maybe.pct(),
  profit_captured_pct: maybe.pct('Percent of all the premium'),
}

export const ownFigures = defineTool({
  name: 'own_figures',
  description:
    'The user’s open calls with all their figures, totals and averages, the shares held by stock, and the weight of each stock ' +
    'and sector. With ids, only those positions count, in that order.',
  args: {
    position_ids: Type.Union([
      Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_POSITIONS }),
      Type.Null(),
    ]),
    change_pct: maybeNumber({
      minimum: -99,
      maximum: 1_000,
      description: 'Supposed change of every stock until expiration, percent; default 0',
    }),
  },
  result: {
    positions: count('All open positions'),
    expired: count('Positions whose call has expired'),
    rows: Type.Array(ownRow),
    total: Type.Object(total),
    average: Type.Object(average, { description: 'Of the rows, each counted once' }),
    holdings: Type.Array(holdingRow, { description: 'Largest value first' }),
    sectors: Type.Array(sectorRow, { description: 'Largest first; empty if a value is unknown' }),
    holdings_value: whole('Value of all shares held'),
    near_strike_pct: pct('Headroom below which a call counts as near its strike'),
    assignment_delta: Type.Number({ unit: 'delta', description: 'Delta at which the shares are at risk' }),
  },
  run: async ({ position_ids: wanted, change_pct }, { ask }) => {
    const portfolio = await ask('portfolio.list')
    const { sectorOf, warnings } = await readSectors(portfolio, ask)
    const holdings = listHoldings(portfolio, sectorOf)
    const all = sumOf(holdings.map(({ value }) => value))
    const open = portfolio.positions.filter(({ state }) => state === 'open')
    const chosen = wanted === null ? open : wanted.flatMap((id) => open.find((one) => one.id === id) ?? [])
    const rows = chosen.map((one) => toOwnRow(one, portfolio, { sectorOf, all, change: change_pct ?? 0 }))
    return {
      positions: open.length,
      expired: portfolio.positions.length - open.length,
      rows,
      total: addUp(rows),
      average: averageOf(rows),
      holdings,
      sectors: listSectors(holdings, all),
      holdings_value: all,
      near_strike_pct: POSITION_LIMITS.letAssignHeadroomPct,
      assignment_delta: POSITION_LIMITS.assignmentDelta,
      ...readStamp([portfolio], warnings),
    }
  },
})

type Sectors = (symbol: string) => string | null

async function readSectors({ positions, uncovered }: Portfolio, ask: Ask) {
  const symbols = [...new Set([...positions, ...uncovered].map(({ ticker }) => ticker))]
  if (symbols.length === 0) return { sectorOf: () => null, warnings: [] }
  const query = { symbols: symbols.join(','), limit: symbols.length, fields: 'sector' }
  const { answer } = await tryFetch(ask('screener.view', { query }))
  const sectors = new Map(answer?.stocks.map(({ symbol, sector }) => [symbol, sector]))
  const sectorOf: Sectors = (symbol) => sectors.get(symbol) ?? null
  return { sectorOf, warnings: answer === null ? ['The sectors are not available right now.'] : [] }
}

/** Null if one of the figures is unknown. */
const sumOf = (figures: readonly (number | null)[]) =>
  figures.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)
const share = (part: number | null, of: number | null) =>
  part === null || of === null || of <= 0 ? null : (part / of) * 100

interface Setting {
  readonly sectorOf: Sectors
  readonly all: number | null
  readonly change: number
}

function toOwnRow(listed: ListedPosition, portfolio: Portfolio, { sectorOf, all, change }: Setting): OwnRow {
  const { ticker, shares, strike_price: strike, current_price: price, current_premium: premium } = listed
  const stock = portfolio.underlyings.find(({ symbol }) => symbol === ticker) ?? null
  const settled = settle(listed)
  const within = (day: string | null | undefined) => (day != null && day <= listed.expiry_date ? day : null)
  const value = price === null ? null : price * shares
  const exDividend = within(stock?.ex_dividend_date)
  const terms = { entryPrice: listed.entry_price, premium: listed.entry_premium, strike, contracts: listed.contracts }
  const isKnown = settled.if_assigned_total !== null
  const left = price === null || premium === null ? null : timeValue({ type: 'call', price, strike, premium })
  return {
    ...toPositionRow(listed, portfolio),
    sector: sectorOf(ticker),
    cost: listed.entry_price * shares,
    premium_total: listed.entry_premium * shares,
    premium_left: premium === null ? null : premium * shares,
    time_value: left,
    decay_per_day: left === null ? null : (left * shares) / Math.max(1, listed.days_to_expiration),
    value,
    weight_pct: share(value, all),
    ...settled,
    proceeds: isKnown ? strike * shares : null,
    supposed_profit: isKnown && price !== null ? payoffUsd(terms, price * (1 + change / 100)) : null,
    close_gain: listed.cost_to_close === null ? null : listed.entry_premium * shares - listed.cost_to_close,
    days_open: daysBetween(listed.entry_date, listed.expiry_date) - listed.days_to_expiration,
    earnings_before: within(stock?.earnings_date),
    ex_dividend_before: exDividend,
    dividend: exDividend === null ? null : (stock?.dividend ?? null),
  }
}

function averageOf(rows: readonly OwnRow[]) {
  const means = averaged.map((key) => {
    const sum = sumOf(rows.map((row) => row[key]))
    return [key, sum === null || rows.length === 0 ? null : sum / rows.length]
  })
  return Object.fromEntries(means) as Record<(typeof averaged)[number], number | null>
}

function addUp(rows: readonly OwnRow[]) {
  const sums = Object.fromEntries(additive.map((key) => [key, sumOf(rows.map((row) => row[key]))]))
  const cost = sums.cost ?? 0
  const received = sums.premium_total ?? 0
  return {
    ...(sums as Record<(typeof additive)[number], number | null>),
    cost,
    premium_total: received,
    positions: rows.length,
    contracts: rows.reduce((sum, { contracts }) => sum + contracts, 0),
    shares: rows.reduce((sum, { shares }) => sum + shares, 0),
    if_assigned_pct: share(sums.if_assigned_total ?? null, cost),
    cc_pnl_pct: share(sums.cc_pnl ?? null, cost),
    profit_captured_pct: sums.premium_left == null ? null : share(received - sums.premium_left, received),
  }
}

/** Shares by stock: those behind open calls and those without a call. */
export function listHoldings({ positions, uncovered }: Portfolio, sectorOf: Sectors): HoldingRow[] {
  const parts = [
    ...positions.flatMap((one) =>
      one.state === 'open' ? [{ ...one, isFree: false, cost: one.entry_price * one.shares, pnl: one.stock_pnl }] : [],
    ),
    ...uncovered.map((one) => ({ ...one, isFree: true, contracts: 0, cost: one.cost_usd, pnl: one.stock_pnl_usd })),
  ]
  const holdings = [...Map.groupBy(parts, ({ ticker }) => ticker)].map(([symbol, some]) => {
    const cost = some.reduce((sum, one) => sum + one.cost, 0)
    const shares = some.reduce((sum, one) => sum + one.shares, 0)
    const free = some.reduce((sum, one) => sum + (one.isFree ? one.shares : 0), 0)
    const pnl = sumOf(some.map((one) => one.pnl))
    return {
      symbol,
      sector: sectorOf(symbol),
      shares: Math.floor(shares),
      uncovered_shares: Math.floor(free),
      contracts: some.reduce((sum, one) => sum + one.contracts, 0),
      cost,
      cost_per_share: cost / shares,
      price: pnl === null ? null : (cost + pnl) / shares,
      value: pnl === null ? null : cost + pnl,
      stock_pnl: pnl,
      stock_pnl_pct: share(pnl, cost),
    }
  })
  const all = sumOf(holdings.map(({ value }) => value))
  return holdings
    .map((one) => ({ ...one, weight_pct: share(one.value, all) }))
    .toSorted((a, b) => (b.value ?? b.cost) - (a.value ?? a.cost))
}

function listSectors(holdings: readonly HoldingRow[], all: number | null) {
  if (all === null || all <= 0) return []
  return [...Map.groupBy(holdings, ({ sector }) => sector ?? 'Unknown sector')]
    .map(([sector, some]) => {
      const value = some.reduce((sum, one) => sum + (one.value ?? 0), 0)
      return { sector, stocks: some.length, value, weight_pct: (value / all) * 100 }
    })
    .toSorted((a, b) => b.value - a.value)
}
