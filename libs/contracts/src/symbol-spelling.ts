/**
 * How people, brokers and vendors write a stock or one of its options, and the exchange's form of it (D62). Imports
 * nothing: the browser carries it. Whether a market lists a symbol only that market knows.
 */

/** An option contract as its symbol names it: `AAPL  261218C00250000`. */
export interface SpelledContract {
  readonly symbol: string
  /** `YYYY-MM-DD` */
  readonly expiration: string
  readonly type: 'call' | 'put'
  readonly strike: number
}

export interface SymbolSpelling {
  /** In upper case with `.` before a class. A class share written in one word (`BRKB`) stays as it is. */
  readonly symbol: string
  /** Null where the text names a stock. */
  readonly contract: SpelledContract | null
}

const STOCK = /^\$?([A-Z]{1,6})(?:(?:[./-]| +)([A-Z]{1,3}))?$/
/** An OCC symbol, its root padded or not; `O:`, `.` and `-` lead it at some vendors and brokers. */
const CONTRACT = /^(?:O:|[.-])?([A-Z]{1,6}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8}|\d{1,5}(?:\.\d{1,3})?)$/
const DIGITS_OF_AN_OCC_STRIKE = 8

/** Reads a symbol in any spelling; null where the text cannot be one. */
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
  const strike = Number(strikeDigits) / (strikeDigits.length === DIGITS_OF_AN_OCC_STRIKE ? 1_000 : 1)
  if (!isCalendarDay(expiration) || strike === 0) return null
  return { symbol, expiration, type: letter === 'C' ? 'call' : 'put', strike }
}

function isCalendarDay(date: string): boolean {
  const atMs = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(date)
}

/**
 * The symbols that a spelling may stand for, likeliest first. Take the first that is listed: `BRKB` is `BRK.B` only where
 * there is no `BRKB`.
 */
export function listSymbolReadings(symbol: string): readonly string[] {
  const isCompact = /^[A-Z]{3,6}$/.test(symbol)
  return isCompact ? [symbol, `${symbol.slice(0, -1)}.${symbol.slice(-1)}`] : [symbol]
}
