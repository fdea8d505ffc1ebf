/** Rejects an invalid argument with a RangeError that names the argument and its value. */
export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, got ${value}`)
}

export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} must be a positive number, got ${value}`)
  }
}

export function requireNotNegative(name: string, value: number): void {
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} must be zero or positive, got ${value}`)
  }
}

/** Requires a whole number of at least `least`. */
export function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new RangeError(`${name} must be a whole number from ${least}, got ${value}`)
  }
}

/** Requires a whole number from 1, for counts of contracts, rows or sessions. */
export function requireCount(name: string, value: number): void {
  requireWhole(name, value, 1)
}
