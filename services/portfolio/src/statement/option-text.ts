import { readSymbolSpelling } from '@callwright/contracts'
import { type IsoDate, isCalendarDay } from '@callwright/scoring'

/** A contract in any broker's spelling. */
export interface OptionContract {
  readonly symbol: string
  readonly expiration: IsoDate
  readonly type: 'call' | 'put'
  /** Dollars per share. */
  readonly strike: number
  /** True if the root has a digit: the contract was adjusted, and its terms are not standard. */
  readonly isAdjusted: boolean
}

const ROOT = '(?<root>[A-Z]{1,6}(?:[ ./-][A-Z]{1,2})?\\d?)'
const US_DAY = '(?<month>\\d{1,2})/(?<day>\\d{1,2})/(?<year>\\d{4}|\\d{2})'
const NAMED = '(?<name>JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)'
const STRIKE = '\\$?(?<strike>\\d{0,6}(?:\\.\\d{1,4})?)'
const RIGHT = '(?<right>CALL|PUT|C|P)'
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const patterns = [
  // XYZ 08/21/2026 55.00 C; XYZ 8/21/2026 Call $55.00
  `^${ROOT} +${US_DAY} +${STRIKE} +${RIGHT}$`,
  `${ROOT} +${US_DAY} +${RIGHT} +${STRIKE}$`,
  // CALL XYZ    08/21/26    55.000
  `^${RIGHT} +${ROOT} +${US_DAY} +${STRIKE}$`,
  // XYZ Aug 21 '26 $55 Call
  `^${ROOT} +${NAMED} +(?<day>\\d{1,2}) +'?(?<year>\\d{4}|\\d{2}) +${STRIKE} +${RIGHT}$`,
  // CALL (XYZ) XYZ CORP AUG 21 26 $55 (100 SHS)
  `${RIGHT} \\(${ROOT}\\) .*?${NAMED} (?<day>\\d{1,2}) (?<year>\\d{4}|\\d{2}) ${STRIKE}(?: |$)`,
  // XYZ 21AUG26 55 C; XYZ 100 (Weeklys) 21 AUG 26 55 CALL
  `${ROOT} +(?:100 +)?(?:\\(\\w+\\) +)?(?<day>\\d{1,2}) ?${NAMED} ?(?<year>\\d{4}|\\d{2}) +${STRIKE} +${RIGHT}(?: |$)`,
].map((pattern) => new RegExp(pattern))

const OCC = /^(?:O:|[.-])?([A-Z]{1,5}\d?)[ -]*(\d{2})(\d{2})(\d{2})([CP])(\d{8}|\d{1,5}(?:\.\d{1,3})?)$/

const known = new Map<string, OptionContract | null>()
const MOST_KNOWN = 10_000

/** Reads a contract in a spelling of LIFECYCLE 7; null if the text names none. */
export function readContract(text: string): OptionContract | null {
  const written = text.trim().toUpperCase().replace(/\s+/g, ' ')
  const found = known.get(written)
  if (found !== undefined) return found
  const contract = written.length > 120 ? null : (readOcc(written) ?? readSpelled(written))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(written, contract)
  return contract
}

function readOcc(written: string): OptionContract | null {
  const [, root = '', year, month, day, letter, digits = ''] = OCC.exec(written) ?? []
  if (letter === undefined) return null
  const strike = Number(digits) / (digits.length === 8 ? 1_000 : 1)
  return build(root, [`20${year}`, month, day].join('-'), { letter, strike })
}

function readSpelled(written: string): OptionContract | null {
  for (const pattern of patterns) {
    const { root, right, strike, day = '', month, name, year = '' } = pattern.exec(written)?.groups ?? {}
    if (root === undefined || right === undefined || strike === undefined) continue
    const monthNumber = name === undefined ? (month ?? '') : String(MONTHS.indexOf(name) + 1)
    const expiration = [year.length === 2 ? `20${year}` : year, monthNumber.padStart(2, '0'), day.padStart(2, '0')]
    const contract = build(root, expiration.join('-'), { letter: right.slice(0, 1), strike: Number(strike) })
    if (contract !== null) return contract
  }
  return null
}

/** A contract of separate cells; null if they are no contract. */
export function buildContract(
  symbol: string,
  {
    expiration,
    right,
    strike,
  }: { readonly expiration: string; readonly right: string; readonly strike: number | null },
): OptionContract | null {
  const letter = right.trim().slice(0, 1).toUpperCase()
  if (letter !== 'C' && letter !== 'P') return null
  return build(symbol.trim().toUpperCase(), expiration, { letter, strike: strike ?? 0 })
}

function build(
  root: string,
  expiration: string,
  { letter, strike }: { readonly letter: string; readonly strike: number },
): OptionContract | null {
  if (!isCalendarDay(expiration) || !(strike > 0) || !Number.isFinite(strike)) return null
  const isAdjusted = /\d$/.test(root)
  const symbol = readStock(root.replace(/\d$/, ''))
  if (symbol === null) return null
  return { symbol, expiration, type: letter === 'C' ? 'call' : 'put', strike, isAdjusted }
}

/** A stock's symbol in the exchange's spelling; null if the text cannot be one. */
export function readStock(text: string): string | null {
  const spelling = readSymbolSpelling(text)
  return spelling === null || spelling.contract !== null ? null : spelling.symbol
}

export const contractKey = ({ symbol, expiration, strike }: Pick<OptionContract, 'symbol' | 'expiration' | 'strike'>) =>
  `${symbol} ${expiration} ${strike}`
