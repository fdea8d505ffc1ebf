import type { ListedPosition, Success } from '@callwright/contracts'
import Type from 'typebox'
import { count, date, days, defineTool, maybe, readStamp, usd } from '../tool.ts'
import { type Portfolio, positionRow, toPositionRow } from './analyze-position.ts'

const focuses = ['all', 'actions', 'risk', 'income'] as const
type Focus = (typeof focuses)[number]

const MAX_ROWS = 100
const MAX_RANKED = 3

const totals = {
  positions: count(),
  contracts: count(),
  cost: usd('Cost of all shares', 'position'),
  premium: usd('Total premium received', 'position'),
  cc_pnl: maybe.usd('Total of the counted positions', 'position'),
  cc_pnl_pct: maybe.pct('Percent of counted_cost'),
  stock_pnl: maybe.usd('Share part of cc_pnl', 'position'),
  option_pnl: maybe.usd('Call part of cc_pnl', 'position'),
  counted: count('Positions included in cc_pnl'),
  counted_cost: usd('Cost of the shares of the counted positions', 'position'),
  left_out: count('Positions with unknown P&L: included in cost and premium, not in cc_pnl'),
  presumed: count('Expired positions included with a presumed result'),
  actions: count('Positions that need an action'),
  close_cost: maybe.usd('Cost to buy back every open call at the ask; null if a call has no ask', 'position'),
  dividends_at_stake: usd('At stake if calls are assigned early', 'position'),
}

const ranked = Type.Object({
  ticker: Type.String(),
  strike: usd(),
  expiry: date,
  cc_pnl: maybe.usd(undefined, 'position'),
  cc_pnl_pct: maybe.pct(),
})
/** A position that the P&L excludes, with the reason. */
const leftOut = Type.Object({ ticker: Type.String(), strike: usd(), expiry: date, reason: Type.String() })
const attention = Type.Object({
  id: Type.String(),
  ticker: Type.String(),
  strike: usd(),
  expiry: date,
  dte: days(),
  reasons: Type.Array(Type.String()),
})

export const portfolioReview = defineTool({
  name: 'portfolio_review',
  description:
    'The user’s own positions: totals, winners, losers, positions that need attention with the reasons, and every position with ' +
    'its recommendation. Focus on actions, risk (highest delta first) or income (highest yield first).',
  args: { focus: Type.Union([Type.Enum(focuses), Type.Null()]) },
  result: {
    focus: Type.Enum(focuses),
    ...totals,
    winners: Type.Array(ranked),
    losers: Type.Array(ranked),
    left_out_positions: Type.Array(leftOut),
    attention: Type.Array(attention),
    rows: Type.Array(Type.Object(positionRow)),
  },
  run: async ({ focus: asked }, { ask }) => {
    const focus = asked ?? 'all'
    const [portfolio, watched] = await Promise.all([ask('portfolio.list'), ask('portfolio.attention')])
    return {
      focus,
      ...readTotals(portfolio),
      close_cost: sumCloseCost(portfolio.positions),
      dividends_at_stake: watched.dividends_at_stake,
      ...rankByProfit(portfolio.positions),
      left_out_positions: listLeftOut(portfolio.positions),
      attention: listAttention(watched),
      rows: arrange(portfolio, watched, focus)
        .slice(0, MAX_ROWS)
        .map((position) => toPositionRow(position, portfolio)),
      ...readStamp([portfolio]),
    }
  },
})

function readTotals({ totals: sums, attention: counts, positions }: Portfolio) {
  return {
    positions: sums.positions,
    contracts: sums.contracts,
    cost: sums.cost,
    premium: sums.premium,
    cc_pnl: sums.cc_pnl.usd,
    cc_pnl_pct: sums.cc_pnl.pct,
    stock_pnl: sums.cc_pnl_parts.stock_pnl,
    option_pnl: sums.cc_pnl_parts.option_pnl,
    counted: sums.cc_pnl.counted,
    counted_cost: sums.cc_pnl.cost,
    left_out: sums.cc_pnl.left_out,
    presumed: positions.filter(({ state, cc_pnl }) => state === 'expired' && cc_pnl !== null).length,
    actions: counts.actions,
  }
}

/** Null if any open call has no ask. */
function sumCloseCost(positions: readonly ListedPosition[]): number | null {
  const costs = positions.flatMap(({ state, cost_to_close }) => (state === 'open' ? [cost_to_close] : []))
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
}

const gapReasons: Readonly<Record<NonNullable<ListedPosition['pnl_gap']>, string>> = {
  split: 'the stock split after you opened the position',
  spin_off: 'the stock spun off a company after you opened the position',
  strike_lowered: 'a special dividend lowered the strike',
  expiration_close: 'the closing price on expiration day is unknown',
  price: 'the stock price is unknown',
  premium: 'the call has no quote',
}

const listLeftOut = (positions: readonly ListedPosition[]) =>
  positions.flatMap(({ ticker: symbol, strike_price: strike, expiry_date: expiration, pnl_gap }) =>
    pnl_gap === null ? [] : [{ ticker: symbol, strike, expiry: expiration, reason: gapReasons[pnl_gap] }],
  )

/** Best and worst positions by P&L percent, then by dollars (D45). Excludes positions with unknown P&L. */
function rankByProfit(positions: readonly ListedPosition[]) {
  const known = positions.flatMap((position) => {
    const { cc_pnl_percent: pct, cc_pnl: gain } = position
    return pct === null || gain === null ? [] : [{ position, pct, gain }]
  })
  const rising = known.toSorted((a, b) => a.pct - b.pct || a.gain - b.gain)
  const show = ({ position, pct, gain }: (typeof known)[number]) => ({
    ticker: position.ticker,
    strike: position.strike_price,
    expiry: position.expiry_date,
    cc_pnl: gain,
    cc_pnl_pct: pct,
  })
  return {
    winners: rising
      .filter(({ pct }) => pct > 0)
      .toReversed()
      .slice(0, MAX_RANKED)
      .map(show),
    losers: rising
      .filter(({ pct }) => pct < 0)
      .slice(0, MAX_RANKED)
      .map(show),
  }
}

type Attention = Success<'portfolio.attention'>

const listAttention = ({ items }: Attention) =>
  items
    .filter(({ reasons }) => reasons.length > 0)
    .slice(0, MAX_ROWS)
    .map((item) => ({
      id: item.id,
      ticker: item.ticker,
      strike: item.strike_price,
      expiry: item.expiry_date,
      dte: item.days_to_expiration,
      reasons: item.reasons.map(({ sentence }) => sentence),
    }))

function arrange({ positions }: Portfolio, { items }: Attention, focus: Focus): readonly ListedPosition[] {
  const needsAction = (id: string) =>
    items.some((item) => item.id === id && item.reasons.some(({ group }) => group === 'action'))
  const unknown = Number.NEGATIVE_INFINITY
  switch (focus) {
    case 'all':
      return positions
    case 'actions':
      return positions.filter(({ id }) => needsAction(id))
    case 'risk':
      return positions.toSorted((a, b) => (b.delta ?? unknown) - (a.delta ?? unknown))
    case 'income':
      return positions.toSorted((a, b) => b.static_yield_pct - a.static_yield_pct)
  }
}
