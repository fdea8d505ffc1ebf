import { requireCount } from '../guards.ts'
import {
  computeWindowMoments,
  lastOf,
  type PriceSeries,
  smoothWilderInPlace,
  takeTail,
  toColumn,
  toColumns,
} from './series.ts'

/**
 * Wilder's Average True Range in dollars. The true range of a bar is the largest of high − low, |high − previous close|
 * and |low − previous close|, so it needs a previous bar. The first value, at index `window`, is the mean of the true
 * ranges of bars 1 to `window`; each later one is (old·(window − 1) + new)/window. Earlier values are NaN. A trading
 * halt, with no range at all, gives 0. Matches TA-Lib and TTR; TradingView also counts the first bar's high − low.
 * After a NaN, it needs `window` true ranges again. Throws RangeError on columns of different lengths or a window that
 * is not a positive integer. Source: Wilder, New Concepts in Technical Trading Systems (1978). Verified against
 * golden/indicators (atr14): 1e-9·max(1, close).
 */
export function computeAtr(bars: PriceSeries, window = 14): Float64Array {
  const { high, low, close } = toColumns(bars)
  const range = new Float64Array(close.length).fill(Number.NaN)
  for (let index = 1; index < range.length; index += 1) {
    const before = close[index - 1] ?? Number.NaN
    range[index] = Math.max(high[index] ?? Number.NaN, before) - Math.min(low[index] ?? Number.NaN, before)
  }
  return smoothWilderInPlace(range, window)
}

/** Last value of `computeAtr`, null if it is undefined. It depends on every earlier bar. */
export function latestAtr(bars: PriceSeries, window = 14): number | null {
  return lastOf(computeAtr(bars, window))
}

/** Trading days per year, for realized volatility only (D5). */
const SESSIONS_PER_YEAR = 252

/**
 * Realized volatility: sample standard deviation (n − 1) of the last `returns` close-to-close log returns times √252,
 * annualized decimal. N returns need N + 1 closes; the value is NaN until then, and whenever one of those closes is
 * NaN. A trading halt of that length gives 0. Throws RangeError on fewer than 2 returns. Verified against
 * golden/indicators (rv20, rv30, rv252): 1e-9.
 */
export function computeRealizedVolatility(close: ArrayLike<number>, returns = 30): Float64Array {
  requireReturns(returns)
  const price = toColumn(close)
  const moves = new Float64Array(price.length).fill(Number.NaN)
  for (let index = 1; index < price.length; index += 1) {
    moves[index] = Math.log((price[index] ?? Number.NaN) / (price[index - 1] ?? Number.NaN))
  }
  const { squares } = computeWindowMoments(moves, returns)
  // The volatilities overwrite the squares in place; each is read just before it is replaced.
  const volatility = squares
  for (let index = 0; index < volatility.length; index += 1) {
    volatility[index] = Math.sqrt(((squares[index] ?? Number.NaN) / (returns - 1)) * SESSIONS_PER_YEAR)
  }
  return volatility
}

/** Last value of `computeRealizedVolatility`, null if it is undefined. Reads at most two windows. */
export function latestRealizedVolatility(close: ArrayLike<number>, returns = 30): number | null {
  requireReturns(returns)
  return lastOf(computeRealizedVolatility(takeTail(close, returns + 1, returns), returns))
}

function requireReturns(returns: number): void {
  requireCount('returns', returns)
  if (returns < 2) throw new RangeError(`returns must be at least 2, got ${returns}`)
}
