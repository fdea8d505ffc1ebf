/**
 * Tolerance for every comparison with a threshold: relative to the limit, absolute for limits under 1.
 * For about half of all price and strike pairs, a headroom of exactly 2% is computed as slightly less than 0.02;
 * without a tolerance, the rule would depend on the last bit.
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
