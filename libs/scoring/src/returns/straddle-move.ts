import { requireNotNegative } from '../guards.ts'

/** A rule of thumb for the expected move. The standard method is `computeExpectedMove` (one sigma). */
export type StraddleMoveMethod = 'straddle_85' | 'straddle_60_strangles_30_10'

export interface StraddleMove {
  readonly moveUsd: number
  readonly method: StraddleMoveMethod
}

/**
 * Expected move from one price, dollars: 0.85 × the at-the-money straddle (call + put). Meant for binary events such
 * as earnings. Throws RangeError on a negative price. Source: MATHS 5. Verified by hand.
 */
export function straddleMove(atmStraddle: number): StraddleMove {
  requireNotNegative('atmStraddle', atmStraddle)
  return { moveUsd: 0.85 * atmStraddle, method: 'straddle_85' }
}

/**
 * Expected move from three prices, dollars: 0.6 × the at-the-money straddle + 0.3 × the first strangle out of the
 * money + 0.1 × the second. Its author notes that it may cover less than 68%. Throws RangeError on a negative price.
 * Source: MATHS 5 (elitetrader, thread 381036). Verified by hand.
 */
export function straddleAndStranglesMove(prices: {
  readonly atmStraddle: number
  readonly firstStrangle: number
  readonly secondStrangle: number
}): StraddleMove {
  const { atmStraddle, firstStrangle, secondStrangle } = prices
  requireNotNegative('atmStraddle', atmStraddle)
  requireNotNegative('firstStrangle', firstStrangle)
  requireNotNegative('secondStrangle', secondStrangle)
  const moveUsd = 0.6 * atmStraddle + 0.3 * firstStrangle + 0.1 * secondStrangle
  return { moveUsd, method: 'straddle_60_strangles_30_10' }
}
