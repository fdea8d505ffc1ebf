import { requireCount } from '../guards.ts'
import { lastOf, takeTail, toColumn } from './series.ts'
import { computeWindowMoments } from './window-moments.ts'

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
