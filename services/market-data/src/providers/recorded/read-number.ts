const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/

/** The number a cell holds, null where it is empty, NaN where it holds anything else ("NaN", "N/A", "0x1F", "1e999"). */
export function readNumber(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null
  const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}

/** As `readNumber`, with everything that is not a usable number unknown. */
export function readKnownNumber(cell: string | undefined): number | null {
  const value = readNumber(cell)
  return value === null || !Number.isFinite(value) ? null : value
}
