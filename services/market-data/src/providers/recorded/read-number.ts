const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/

/** The number a cell holds, null where it is empty, NaN where it holds anything else ("NaN", "N/A", "0x1F"). */
export function readNumber(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null
  return DECIMAL.test(cell) ? Number(cell) : Number.NaN
}

/** As `readNumber`, with everything that is not a usable number unknown. */
export function readKnownNumber(cell: string | undefined): number | null {
  const value = readNumber(cell)
  return value === null || !Number.isFinite(value) ? null : value
}
