/**
 * Tolerance for every comparison with a threshold, relative for limits over 1 and absolute below that. For about half
 * of all pairs of price and strike, floating point makes a headroom of exactly 2% slightly less than 0.02. Without a
 * tolerance, the last bit would decide whether the rule holds.
 */
const THRESHOLD_EPSILON = 1e-9

const slack = (limit: number): number => THRESHOLD_EPSILON * Math.max(1, Math.abs(limit))

/** value ≥ limit. */
export const atLeast = (value: number, limit: number): boolean => value >= limit - slack(limit)

/** value ≤ limit. */
export const atMost = (value: number, limit: number): boolean => value <= limit + slack(limit)

/** value < limit: the opposite of `atLeast`, except that both are false for NaN. */
export const below = (value: number, limit: number): boolean => value < limit - slack(limit)

/** value > limit: the opposite of `atMost`, except that both are false for NaN. */
export const above = (value: number, limit: number): boolean => value > limit + slack(limit)
