import {
  createWireWriter,
  ListedPosition,
  positionNames,
  type StoredPosition,
  type Success,
  termNames,
  toDomain,
} from '@callwright/contracts'
import {
  countAttention,
  findAttention,
  findAttentionLevel,
  measurePosition,
  newYorkDate,
  type PositionQuote,
  RECOMMENDATION_NOTE,
  RECOMMENDATION_RULES,
  recommend,
  SHARES_PER_CONTRACT,
  totalPositions,
  UNKNOWN_QUOTE,
} from '@callwright/scoring'
import { buildCall, stamp } from './chain.ts'
import { findStock, NOW } from './stocks.ts'

type Holding = readonly [
  id: string,
  symbol: string,
  strike: number,
  expiration: string,
  entryDate: string,
  entryPrice: number,
  premium: number,
  contracts: number,
]

/**
 * Positions by user: one to roll, one near expiration, a winner with most of its premium captured, a loser, and two on
 * the same stock.
 */
const holdings: Readonly<Record<string, readonly Holding[]>> = {
  'user-1': [
    ['pos-msft', 'MSFT', 365, '2026-12-11', '2026-11-02', 352.4, 8.15, 1],
    ['pos-ko', 'KO', 122.5, '2026-11-27', '2026-10-30', 116.9, 1.1, 2],
    ['pos-nvda', 'NVDA', 72, '2026-12-18', '2026-11-18', 55.05, 2.9, 3],
    ['pos-dis', 'DIS', 240, '2027-01-15', '2026-11-10', 231.6, 4.6, 1],
    ['pos-aapl-1', 'AAPL', 90, '2026-12-18', '2026-11-09', 79.35, 1.62, 2],
    ['pos-aapl-2', 'AAPL', 95, '2027-01-15', '2026-11-20', 82.2, 1.31, 1],
  ],
  // One position included in the totals, one whose call has no quote, and two that have expired.
  'user-3': [
    ['pos-counted', 'DIS', 240, '2027-01-15', '2026-11-10', 231.6, 4.6, 1],
    ['pos-bare', 'MSFT', 365, '2026-12-11', '2026-11-02', 352.4, 8.15, 1],
    ['pos-over', 'KO', 122.5, '2026-11-20', '2026-10-30', 116.9, 1.1, 1],
    ['pos-called', 'NVDA', 50, '2026-11-20', '2026-10-30', 48, 2, 1],
  ],
  'user-2': [['pos-secret', 'XOM', 48, '2026-12-18', '2026-11-03', 43.19, 0.77, 7]],
}

const unquoted: readonly string[] = ['pos-bare']
/** Closing price on each expired call's expiration date. */
const closes: Readonly<Record<string, number>> = { 'pos-over': 118.2, 'pos-called': 56.2 }

const store = ([
  id,
  symbol,
  strike,
  expiration,
  entryDate,
  entryPrice,
  premium,
  contracts,
]: Holding): StoredPosition => ({
  id,
  ticker: symbol,
  entry_date: entryDate,
  expiry_date: expiration,
  strike_price: strike,
  entry_premium: premium,
  entry_price: entryPrice,
  contracts,
  shares: contracts * SHARES_PER_CONTRACT,
  notes: null,
  created_at: NOW,
  updated_at: NOW,
})

function value(holding: Holding) {
  const stored = store(holding)
  const stock = findStock(stored.ticker)
  if (stock === null || stock.vol === null) throw new Error(`${stored.ticker} has no calls in the invented market`)
  const isQuoted = !unquoted.includes(stored.id) && stored.expiry_date > newYorkDate(Date.parse(NOW))
  const call = isQuoted ? buildCall(stock, stock.vol, stored.strike_price, stored.expiry_date) : null
  const position = toDomain(stored, termNames)
  const quote: PositionQuote = {
    ...UNKNOWN_QUOTE,
    price: stock.price,
    currentPremium: call?.mid ?? null,
    premiumSource: call === null ? null : 'quote',
    expirationClose: closes[stored.id] ?? null,
    ask: call?.ask ?? null,
    delta: call?.delta ?? null,
    impliedVolatility: call?.implied_volatility ?? null,
    atmIv: stock.vol,
  }
  const metrics = measurePosition(position, quote, Date.parse(NOW))
  const events = {
    earnings: stock.earnings === null ? null : { date: stock.earnings, session: null },
    dividends: stock.exDividend === null ? [] : [{ exDate: stock.exDividend, cash: stock.dividend }],
    paysNoDividend: stock.exDividend === null,
  }
  return {
    stored,
    stock,
    call,
    metrics,
    recommendation: recommend(metrics),
    attention: findAttention(metrics, events, { putMid: null }),
  }
}

type Valued = ReturnType<typeof value>

const writeListed = createWireWriter(ListedPosition, positionNames)

function list({ stored, call, metrics, recommendation }: Valued): ListedPosition {
  const { outcome } = metrics
  return writeListed({
    ...toDomain(stored, termNames),
    ...metrics,
    chainId: stored.id,
    chainPnlUsd: metrics.coveredCallPnlUsd,
    chainRealizedOptionsUsd: 0,
    chainCallsEnded: 0,
    openingFeesUsd: 0,
    hasEvents: false,
    sharesFrom: 'new',
    multiplier: 100,
    deliverableShares: 100,
    uncoveredContracts: 0,
    suggestion: null,
    outcome: outcome && {
      state: outcome.state,
      certainty: outcome.certainty,
      close: outcome.close,
      close_date: outcome.closeDate,
    },
    bid: call?.bid ?? null,
    ask: call?.ask ?? null,
    impliedVolatilityAtMost: null,
    quoteFlags: [],
    recommendation: recommendation.action,
    recommendationTrace: {
      missing: [...recommendation.missing],
      would_be: recommendation.wouldBe,
      holds: recommendation.trace.map(({ holds }) => holds),
      conditions: recommendation.trace.map(({ conditions }) => conditions.map(({ holds }) => holds)),
    },
  })
}

const market = {
  market_time: NOW,
  partial: false,
  missing_symbols: [],
  message: null,
  as_of: stamp.as_of,
  data_class: stamp.data_class,
  source: stamp.source,
}

const valueAll = (userId: string) => (holdings[userId] ?? []).map(value)

/** One position of a user with its market; null if the user has none by that id. */
export const findValued = (userId: string, id: string) =>
  valueAll(userId).find(({ stored }) => stored.id === id) ?? null

export function answerPortfolio(userId: string): Success<'portfolio.list'> {
  const valued = valueAll(userId)
  const totals = totalPositions(valued.map(({ metrics }) => metrics))
  const sum = ({ usd, pct, costUsd, counted, leftOut }: typeof totals.stockPnl) => ({
    usd,
    pct,
    cost: costUsd,
    counted,
    left_out: leftOut,
  })
  const held = new Map(valued.map(({ stock }) => [stock.symbol, stock]))
  return {
    status: 'success',
    positions: valued.map(list),
    uncovered: [],
    last_fee_per_contract_usd: null,
    totals: {
      positions: totals.positions,
      contracts: totals.contracts,
      cost: totals.costUsd,
      premium: totals.premiumUsd,
      stock_pnl: sum(totals.stockPnl),
      uncovered_stock_pnl: { usd: null, pct: null, cost: 0, counted: 0, left_out: 0 },
      chains_pnl: sum(totals.coveredCallPnl),
      option_pnl: sum(totals.optionPnl),
      cc_pnl: sum(totals.coveredCallPnl),
      cc_pnl_parts: { stock_pnl: totals.coveredCallParts.stockUsd, option_pnl: totals.coveredCallParts.optionUsd },
    },
    attention: countAttention(valued.map(({ attention }) => attention)),
    underlyings: [...held.values()].map(({ symbol, price, vol, earnings, exDividend, dividend }) => ({
      symbol,
      current_price: price,
      atm_iv: vol,
      earnings_date: earnings,
      earnings_session: null,
      ex_dividend_date: exDividend,
      dividend: exDividend === null ? null : dividend,
      message: null,
      as_of: stamp.as_of,
      data_class: stamp.data_class,
      source: stamp.source,
    })),
    rules: RECOMMENDATION_RULES.map(({ id, label, join, conditions }) => ({
      id,
      label,
      join,
      conditions: conditions.map((condition) => ({ comparison: null, limit: null, ...condition })),
    })),
    recommendation_note: RECOMMENDATION_NOTE,
    ...market,
  }
}

export function answerAttention(userId: string): Success<'portfolio.attention'> {
  const valued = valueAll(userId)
  const items = valued.filter(({ attention }) => attention.action.length + attention.other.length > 0)
  return {
    status: 'success',
    items: items.map(({ stored, metrics, attention, stock }) => ({
      id: stored.id,
      ticker: stored.ticker,
      strike_price: stored.strike_price,
      expiry_date: stored.expiry_date,
      contracts: stored.contracts,
      days_to_expiration: metrics.daysToExpiration,
      cc_pnl: metrics.coveredCallPnlUsd,
      cc_pnl_percent: metrics.coveredCallPnlPct,
      level: findAttentionLevel(metrics).atLeast,
      reasons: [...attention.reasons],
      unknown: [...attention.unknown],
      dividend: null,
      earnings_date: stock.earnings,
    })),
    counts: countAttention(valued.map(({ attention }) => attention)),
    reasons: [],
    dividends_at_stake: 0,
    ...market,
  }
}
