const DIGITS = 12
const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const LARGEST_POWER = POWERS.length - 1

/**
 * Rounds a number to twelve significant digits, which turns 0.3999999999999999 into 0.4; no price or model result needs
 * more. Integers and numbers of 10^12 or more are unchanged. `Number(figure.toPrecision(12))` returns the same but
 * takes ten times as long.
 */
export function roundFigure(figure: number): number {
  if (Number.isInteger(figure) || !Number.isFinite(figure)) return figure
  const size = Math.abs(figure)
  if (size >= 10 ** DIGITS) return figure
  let decimals = DIGITS
  if (size >= 1) for (let limit = 1; size >= limit; limit *= 10) decimals -= 1
  else for (let limit = 0.1; size < limit && decimals <= LARGEST_POWER; limit /= 10) decimals += 1
  const power = POWERS[decimals]
  return power === undefined ? Number(figure.toPrecision(DIGITS)) : Math.round(figure * power) / power
}

/** Rounds every number in a value, at any depth. Parts that need no rounding are not copied. */
export function roundFigures<T>(value: T): T
export function roundFigures(value: unknown): unknown {
  if (typeof value === 'number') return roundFigure(value)
  if (Array.isArray(value)) return roundList(value)
  return isRecord(value) ? roundRecord(value) : value
}

function roundList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null
  for (const [index, before] of list.entries()) {
    if (typeof before === 'string') continue
    const after = roundFigures(before)
    if (after === before) continue
    copy ??= [...list]
    copy[index] = after
  }
  return copy ?? list
}

function roundRecord(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | null = null
  for (const key in record) {
    const before = record[key]
    if (typeof before === 'string') continue
    const after = roundFigures(before)
    if (after === before) continue
    copy ??= { ...record }
    copy[key] = after
  }
  return copy ?? record
}

/** False for objects with `toJSON`, such as dates, which serialize themselves. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !('toJSON' in value)
