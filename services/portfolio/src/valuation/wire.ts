import type { ListedPosition, RecommendationRule, Success, Underlying } from '@callwright/contracts'
import {
  countAttention,
  findNextExDate,
  type KnownSum,
  listUpcomingDividends,
  newYorkDate,
  RECOMMENDATION_NOTE,
  RECOMMENDATION_RULES,
  type Recommendation,
  totalPositions,
} from '@callwright/scoring'
import { toWirePosition } from '../positions/wire.ts'
import type { StockQuotes } from '../quotes/stock-quotes.ts'
import { toWireMarket } from './market-stamp.ts'
import type { ValuedPortfolio } from './portfolio.ts'
import { readEvents, type ValuedPosition } from './value-positions.ts'

/** The rules, sent once because they are the same for all positions. Each position's trace lists them in this order. */
const RULES: RecommendationRule[] = RECOMMENDATION_RULES.map(({ id, label, join, conditions }) => ({
  ...{ id, label, join },
  conditions: conditions.map((condition) => ({ comparison: null, limit: null, ...condition })),
}))

export function toWireList(portfolio: ValuedPortfolio): Success<'portfolio.list'> {
  const { positions, assessed, quotes, asOfMs } = portfolio
  const totals = totalPositions(positions.map(({ metrics }) => metrics))
  return {
    status: 'success',
    positions: positions.map(toWireListed),
    totals: {
      positions: totals.positions,
      contracts: totals.contracts,
      cost: totals.costUsd,
      premium: totals.premiumUsd,
      stock_pnl: toWireSum(totals.stockPnl),
      option_pnl: toWireSum(totals.optionPnl),
      cc_pnl: toWireSum(totals.coveredCallPnl),
      cc_pnl_parts: {
        stock_pnl: totals.coveredCallParts.stockUsd,
        option_pnl: totals.coveredCallParts.optionUsd,
      },
    },
    attention: countAttention(assessed),
    underlyings: [...quotes.values()].map((found) => toWireUnderlying(found, asOfMs)),
    rules: RULES,
    recommendation_note: RECOMMENDATION_NOTE,
    ...toWireMarket(portfolio),
  }
}

function toWireListed({ stored, call, metrics, recommendation }: ValuedPosition): ListedPosition {
  // If the call has expired, or was adjusted for a split or spin-off, the quote for its terms belongs to a different
  // call.
  const isQuoted = metrics.state === 'open' && metrics.shareChanges.length === 0
  return {
    ...toWirePosition(stored),
    state: metrics.state,
    outcome: toWireOutcome(metrics),
    splits_since_entry: [...metrics.shareChanges],
    days_to_expiration: metrics.daysToExpiration,
    current_price: metrics.price,
    current_premium: metrics.currentPremium,
    premium_source: metrics.premiumSource,
    premium_is_quote: metrics.premiumIsQuote,
    bid: isQuoted ? (call?.bid ?? null) : null,
    ask: isQuoted ? (call?.ask ?? null) : null,
    cost_to_close: metrics.costToCloseUsd,
    delta: metrics.delta,
    delta_at_most: metrics.deltaAtMost,
    implied_volatility: metrics.impliedVolatility,
    implied_volatility_at_most: isQuoted ? (call?.implied_volatility_at_most ?? null) : null,
    quote_flags: isQuoted ? [...(call?.flags ?? [])] : [],
    stock_pnl: metrics.stockPnlUsd,
    option_pnl: metrics.optionPnlUsd,
    cc_pnl: metrics.coveredCallPnlUsd,
    stock_pnl_percent: metrics.stockPnlPct,
    option_pnl_percent: metrics.optionPnlPct,
    cc_pnl_percent: metrics.coveredCallPnlPct,
    pnl_gap: metrics.pnlGap,
    static_yield_pct: metrics.staticYieldPct,
    headroom_pct: metrics.headroomPct,
    expected_move: metrics.expectedMove,
    expected_move_source: metrics.expectedMoveSource,
    headroom_em: metrics.headroomEm,
    profit_captured_pct: metrics.profitCapturedPct,
    time_elapsed_pct: metrics.timeElapsedPct,
    recommendation: recommendation.action,
    recommendation_trace: toWireTrace(recommendation),
  }
}

function toWireTrace({ missing, wouldBe, trace }: Recommendation): ListedPosition['recommendation_trace'] {
  return {
    missing: [...missing],
    would_be: wouldBe,
    holds: trace.map(({ holds }) => holds),
    conditions: trace.map(({ conditions }) => conditions.map(({ holds }) => holds)),
  }
}

function toWireOutcome({ outcome }: ValuedPosition['metrics']): ListedPosition['outcome'] {
  return outcome === null ? null : { state: outcome.state, close: outcome.close, close_date: outcome.closeDate }
}

function toWireSum({ usd, pct, costUsd, counted, leftOut }: KnownSum) {
  return { usd, pct, cost: costUsd, counted, left_out: leftOut }
}

function toWireUnderlying(found: StockQuotes, asOfMs: number): Underlying {
  const { answer } = found
  const events = readEvents(found)
  const today = newYorkDate(asOfMs)
  return {
    symbol: answer.symbol,
    current_price: answer.current_price,
    atm_iv: answer.atm_iv,
    earnings_date: answer.earnings_date,
    earnings_session: answer.earnings_session,
    ex_dividend_date: findNextExDate(events, today),
    dividend: listUpcomingDividends(events, today)[0]?.cash ?? null,
    as_of: answer.as_of,
    data_class: answer.data_class,
    source: answer.source,
    message: answer.message,
  }
}
