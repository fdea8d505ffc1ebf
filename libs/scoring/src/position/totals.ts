import type { PositionMetrics } from './metrics.ts'

/** Sum over the positions for which the figure is known; `usd` is null if there are none. */
export interface KnownSum {
  readonly usd: number | null
  /** Percent of `costUsd`. */
  readonly pct: number | null
  /** Cost of the shares of the counted positions. */
  readonly costUsd: number
  readonly counted: number
  readonly leftOut: number
}

export interface PortfolioTotals {
  readonly positions: number
  readonly contracts: number
  /** Sum of entry price × shares over all positions. */
  readonly costUsd: number
  /** Sum of premium received × shares over all positions. */
  readonly premiumUsd: number
  readonly stockPnl: KnownSum
  readonly optionPnl: KnownSum
  readonly coveredCallPnl: KnownSum
  /** Stock and option P&L of the positions counted in `coveredCallPnl`; together they equal it. */
  readonly coveredCallParts: { readonly stockUsd: number | null; readonly optionUsd: number | null }
}

/**
 * Totals of a portfolio (D24), in dollars. Each P&L is summed over the positions for which it is known, and comes
 * with the percentage of their cost and the number of positions left out. Verified in `position.test.ts`: by hand,
 * and that the parts add up to the whole.
 */
export function totalPositions(metrics: readonly PositionMetrics[]): PortfolioTotals {
  const counted = metrics.filter(({ coveredCallPnlUsd }) => coveredCallPnlUsd !== null)
  return {
    positions: metrics.length,
    contracts: sumOf(metrics, ({ position }) => position.contracts),
    costUsd: sumOf(metrics, costOf),
    premiumUsd: sumOf(metrics, ({ position, shares }) => position.premium * shares),
    stockPnl: sumKnown(metrics, ({ stockPnlUsd }) => stockPnlUsd),
    optionPnl: sumKnown(metrics, ({ optionPnlUsd }) => optionPnlUsd),
    coveredCallPnl: sumKnown(metrics, ({ coveredCallPnlUsd }) => coveredCallPnlUsd),
    coveredCallParts: {
      stockUsd: sumKnown(counted, ({ stockPnlUsd }) => stockPnlUsd).usd,
      optionUsd: sumKnown(counted, ({ optionPnlUsd }) => optionPnlUsd).usd,
    },
  }
}

const costOf = ({ position, shares }: PositionMetrics): number => position.entryPrice * shares

function sumOf(metrics: readonly PositionMetrics[], amount: (of: PositionMetrics) => number): number {
  return metrics.reduce((sum, each) => sum + amount(each), 0)
}

function sumKnown(metrics: readonly PositionMetrics[], amount: (of: PositionMetrics) => number | null): KnownSum {
  const known = metrics.filter((each) => amount(each) !== null)
  const leftOut = metrics.length - known.length
  if (known.length === 0) return { usd: null, pct: null, costUsd: 0, counted: 0, leftOut }
  const usd = sumOf(known, (each) => amount(each) ?? 0)
  const costUsd = sumOf(known, costOf)
  return { usd, pct: (usd / costUsd) * 100, costUsd, counted: known.length, leftOut }
}
