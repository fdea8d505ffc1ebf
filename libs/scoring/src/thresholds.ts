/**
 * Tolerance of every comparison with a threshold: relative to the limit, absolute under 1.
 * Headroom of exactly 2% computes as a little less than 0.02 for about half of all price and strike pairs;
 * without a tolerance the rule would depend on the last bit.
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
