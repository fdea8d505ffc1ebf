/** Shares behind one standard contract (D7). An adjusted contract says its own number where one is taken. */
export const SHARES_PER_CONTRACT = 100
