/** Three-valued logic: true, false, or null for unknown. */
export type Truth = boolean | null

/** Three-valued "and": false if any part is false, else unknown if any part is unknown, else true (D25). */
export function allOf(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** Three-valued "or": true if any part is true, else unknown if any part is unknown, else false (D25). */
export function anyOf(parts: readonly Truth[]): Truth {
  if (parts.includes(true)) return true
  return parts.includes(null) ? null : false
}

/** Applies a function to a known value; null stays null. */
export function whenKnown<V, R>(value: V | null, apply: (value: V) => R): R | null {
  return value === null ? null : apply(value)
}
