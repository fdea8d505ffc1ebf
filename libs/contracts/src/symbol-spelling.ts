/**
 * Converts spellings of stocks and options that people, brokers and vendors use to the exchange's form (D62). This file
 * imports nothing, so the browser can load it. It does not know which symbols are listed.
 */

/** The contract that an option symbol describes, such as `AAPL 261218C00250000`. */
export interface SpelledContract {
  readonly symbol: string
  /** `YYYY-MM-DD` */
  readonly expiration: string
  readonly type: 'call' | 'put'
  readonly strike: number
}

export interface SymbolSpelling {
  /** Upper case, with `.` before a share class. A class share written as one word (`BRKB`) is left unchanged. */
  readonly symbol: string
  /** Null if the text names a stock. */
  readonly contract: SpelledContract | null
}

const STOCK = /^\$?([A-Z]{1,6})(?:(?:[./-]| +)([A-Z]{1,3}))?$/
/** OCC symbol with or without padding. Some vendors and brokers prefix it with `O:`, `.` or `-`. */
const CONTRACT = /^(?:O:|[.-])?([A-Z]{1,6}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8}|\d{1,5}(?:\.\d{1,3})?)$/
const OCC_STRIKE_DIGITS = 8

/** Parses a symbol in any spelling; null if the text cannot be one. */
export function readSymbolSpelling(text: string): SymbolSpelling | null {
  const written = text.trim().toUpperCase()
  const stock = STOCK.exec(written)
  if (stock !== null) {
    const [, root = '', shareClass] = stock
    return { symbol: shareClass === undefined ? root : `${root}.${shareClass}`, contract: null }
  }
  const contract = readContract(written)
  return contract === null ? null : { symbol: contract.symbol, contract }
}

function readContract(written: string): SpelledContract | null {
  const found = CONTRACT.exec(written)
  if (found === null) return null
  const [, symbol = '', year, month, day, letter, strikeDigits = ''] = found
  const expiration = `20${year}-${month}-${day}`
  const strike = Number(strikeDigits) / (strikeDigits.length === OCC_STRIKE_DIGITS ? 1_000 : 1)
  if (!isCalendarDay(expiration) || strike === 0) return null
  return { symbol, expiration, type: letter === 'C' ? 'call' : 'put', strike }
}

function isCalendarDay(date: string): boolean {
  const atMs = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date)
}

/**
 * Symbols that a spelling may mean, most likely first. Use the first one that is listed: `BRKB` means `BRK.B` only if
 * there is no `BRKB`.
 */
export function listSymbolReadings(symbol: string): readonly string[] {
  const isCompact = /^[A-Z]{3,6}$/.test(symbol)
  return isCompact ? [symbol, `${symbol.slice(0, -1)}.${symbol.slice(-1)}`] : [symbol]
}
