const PLUS = 43
const NINE = 57
const RADIX_PREFIX = /^[-+]?0[a-df-z]/i

/** The number a cell holds, null where it is empty, NaN where it holds anything else ("NaN", "N/A", "0x1F", "1e999"). */
export function readNumber(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null
  const value = Number(cell)
  return Number.isFinite(value) && isDecimal(cell) ? value : Number.NaN
}

/** As `readNumber`, with everything that is not a usable number unknown. */
export function readKnownNumber(cell: string | undefined): number | null {
  const value = readNumber(cell)
  return value === null || Number.isNaN(value) ? null : value
}

/** Number() takes blanks for 0 and reads other bases; a decimal begins with a sign, a point or a digit. */
function isDecimal(cell: string): boolean {
  const first = cell.charCodeAt(0)
  return first >= PLUS && first <= NINE && !(cell.charCodeAt(1) > NINE && RADIX_PREFIX.test(cell))
}
