const DECIMAL = /^[-+]?(\d+(?:\.\d*)?|\.\d+)([eE][-+]?\d+)?$/
const MINUS = 45
const POINT = 46
const ZERO = 48
const NINE = 57
/** A double can represent every number with at most this many digits exactly. */
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent)

/** Reads the number in a cell. Null if the cell is empty; NaN for anything else ("NaN", "N/A", "0x1F", "1e999"). */
export function readNumber(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null
  return cell.length <= EXACT_DIGITS ? readPlainDecimal(cell) : readAnyDecimal(cell)
}

/** Like `readNumber`, but returns null for anything that is not a usable number. */
export function readKnownNumber(cell: string | undefined): number | null {
  const value = readNumber(cell)
  return value === null || Number.isNaN(value) ? null : value
}

/**
 * Parses digits with at most a minus sign and a decimal point, as in nearly every cell. It divides an integer by a
 * power of ten; both are exact, so the single division rounds like Number(), in a quarter of the time.
 */
function readPlainDecimal(cell: string): number {
  const isNegative = cell.charCodeAt(0) === MINUS
  let whole = 0
  let digits = 0
  let digitsBeforePoint = -1
  for (let index = isNegative ? 1 : 0; index < cell.length; index += 1) {
    const code = cell.charCodeAt(index)
    if (code >= ZERO && code <= NINE) {
      whole = whole * 10 + (code - ZERO)
      digits += 1
    } else if (code === POINT && digitsBeforePoint < 0) digitsBeforePoint = digits
    else return readAnyDecimal(cell)
  }
  if (digits === 0) return Number.NaN
  const value = digitsBeforePoint < 0 ? whole : whole / (POWERS_OF_TEN[digits - digitsBeforePoint] ?? Number.NaN)
  return isNegative ? -value : value
}

function readAnyDecimal(cell: string): number {
  const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}
