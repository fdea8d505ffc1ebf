/**
 * The limits of a portfolio, as plain data. This file imports nothing, so that the browser can carry it without any schema
 * code.
 */

/** Positions of one user. */
export const MAX_POSITIONS = 1_000
/** Positions of one migration. */
export const MAX_MIGRATED = 500
export const MAX_CONTRACTS = 10_000
/** Dollars per share of a strike, a price or a premium. */
export const MAX_PRICE_USD = 1_000_000
/** Dollars per share are kept to a hundredth of a cent. */
export const PRICE_DECIMALS = 4
export const MAX_NOTES_LENGTH = 1_000
/** The days a position may name. */
export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '2099-12-31'
/**
 * Characters of a CSV text to import: 1,000 positions of the widest export, with notes of nothing but quotation marks, fit.
 */
export const MAX_CSV_LENGTH = 3_000_000
