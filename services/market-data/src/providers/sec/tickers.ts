import { normalizeSymbol } from '../../symbols.ts'
import { isRecord } from './facts.ts'
import { unreadable } from './sec-failure.ts'

/** Number that the SEC gives a company, which all of its share classes share. */
export type Cik = number

const LARGEST_CIK = 9_999_999_999

/**
 * Reads companies by symbol in exchange form; the SEC writes `BRK-B`. The list is sorted by size, and if a symbol
 * occurs more than once, the first company wins.
 */
export function readTickers(body: unknown): ReadonlyMap<string, Cik> {
  if (!isRecord(body)) throw unreadable('returned no valid list of companies')
  const ciks = new Map<string, Cik>()
  for (const row of Object.values(body)) {
    if (!isRecord(row) || typeof row.ticker !== 'string' || row.ticker.trim() === '') continue
    const cik = readCik(row.cik_str)
    const symbol = normalizeSymbol(row.ticker.trim())
    if (cik !== null && !ciks.has(symbol)) ciks.set(symbol, cik)
  }
  if (ciks.size === 0) throw unreadable('returned a list of companies without a usable row')
  return ciks
}

/** Reads a number, or a string with leading zeros, since the SEC uses both. */
export function readCik(value: unknown): Cik | null {
  const cik = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof cik === 'number' && Number.isInteger(cik) && cik > 0 && cik <= LARGEST_CIK ? cik : null
}
