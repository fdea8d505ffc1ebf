/** Three values: true, false, or null for not known. */
export type Truth = boolean | null

/** Conjunction: false when any known part is false, unknown when a part is missing, else true (D25). */
export function allOf(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

/** Disjunction: true when any known part is true, unknown when a part is missing, else false (D25). */
export function anyOf(parts: readonly Truth[]): Truth {
  if (parts.includes(true)) return true
  return parts.includes(null) ? null : false
}

/** The result of a test on a value, or of a function of it; null where the value is not known. */
export function whenKnown<V, R>(value: V | null, apply: (value: V) => R): R | null {
  return value === null ? null : apply(value)
}
