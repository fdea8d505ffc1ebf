/** Under 768 px: tables become cards, and the sidebar becomes a drawer. */
export const PHONE = '(max-width: 47.99em)'
/** Under 832 px high, such as a laptop with 1366 × 768: charts are lower. */
export const SHORT = '(max-height: 51.99em)'
/** Under 1366 px: the sidebar shows only icons. */
export const NARROW = '(max-width: 85.36em)'
