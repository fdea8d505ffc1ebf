import { requireWindow } from '../guards.ts'

/** Trading days in a year: for realised volatility only, never for calendar days (D5). */
const SESSIONS_PER_YEAR = 252

/**
 * Realised volatility: sample standard deviation (n − 1) of the last `returns` close-to-close log returns times √252,
 * decimal per year. N returns need N + 1 closes; NaN until then. Two passes, so halts lose no digits.
 * Throws RangeError on fewer than 2 returns. Verified on golden/indicators (rv20, rv30, rv252): 1e-9.
 */
export function computeRealizedVolatility(close: ArrayLike<number>, returns = 30): Float64Array {
  requireWindow('returns', returns)
  if (returns < 2) throw new RangeError(`returns must be at least 2, got ${returns}`)
  const moves = new Float64Array(close.length).fill(Number.NaN)
  for (let index = 1; index < close.length; index += 1) {
    moves[index] = Math.log((close[index] ?? Number.NaN) / (close[index - 1] ?? Number.NaN))
  }
  const volatility = new Float64Array(close.length).fill(Number.NaN)
  for (let end = returns; end < close.length; end += 1) volatility[end] = deviationOfLast(moves, end, returns)
  return volatility
}

function deviationOfLast(moves: Float64Array, end: number, count: number): number {
  let sum = 0
  for (let index = end - count + 1; index <= end; index += 1) sum += moves[index] ?? Number.NaN
  const mean = sum / count
  let squares = 0
  for (let index = end - count + 1; index <= end; index += 1) {
    const distance = (moves[index] ?? Number.NaN) - mean
    squares += distance * distance
  }
  return Math.sqrt((squares / (count - 1)) * SESSIONS_PER_YEAR)
}
