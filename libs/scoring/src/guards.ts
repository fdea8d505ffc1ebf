/** A broken promise of the caller: the message carries the argument's name and value. */
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

/** A whole number from `least` on. */
export function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new RangeError(`${name} must be a whole number from ${least}, got ${value}`)
  }
}

/** Contracts, rows of an answer, sessions of a window: a whole number from 1. */
export function requireCount(name: string, value: number): void {
  requireWhole(name, value, 1)
}
