/** Portfolio limits as plain data. This file imports nothing, so the browser can load it without schema code. */

export const MAX_POSITIONS = 1_000
export const MAX_MIGRATED = 500
export const MAX_CONTRACTS = 10_000
/** Maximum strike, price or premium, in dollars per share. */
export const MAX_PRICE_USD = 1_000_000
/** Decimal places of a stored per-share amount; the smallest unit is a hundredth of a cent. */
export const PRICE_DECIMALS = 4
/** Decimal places of shares. */
export const SHARE_DECIMALS = 6
/** Maximum fees of one event, in dollars. */
export const MAX_FEES_USD = 1_000_000
export const MAX_NOTES_LENGTH = 1_000
/** Earliest and latest dates allowed in a position. */
export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '2099-12-31'
/** Maximum characters of a broker's file of years, or of the widest export of 1,000 positions. */
export const MAX_CSV_LENGTH = 5_000_000
/**
 * Maximum characters of any imported text. An exported ledger of the most events fits, unless it has long notes; a longer
 * one can be imported in parts that start with its header line.
 */
export const MAX_LEDGER_LENGTH = 15_000_000
/** Maximum rows of a broker's file; at least as many as a ledger has events. */
export const MAX_STATEMENT_ROWS = 20_000
/** Maximum column maps that a user can save. */
export const MAX_IMPORT_MAPS = 50
