const UNITS = [
  { size: 1e12, letter: 'T' },
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
] as const

/** Formats a market capitalization with three significant digits, as in the screener's table: $2.77T, $448B, $69.9B. */
export function formatMarketCap(valueUsd: number): string {
  const rounded = Number(valueUsd.toPrecision(3))
  const unit = UNITS.find(({ size }) => rounded >= size)
  if (unit === undefined) return `$${Math.round(valueUsd)}`
  const scaled = rounded / unit.size
  const decimals = scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2
  return `$${scaled.toFixed(decimals)}${unit.letter}`
}
