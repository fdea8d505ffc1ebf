/** Shares per standard contract (D7). Functions that support adjusted contracts take their own number of shares. */
export const SHARES_PER_CONTRACT = 100
