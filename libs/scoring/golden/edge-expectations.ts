import { type Check, requirement } from './outcome.ts'

export type Expectations = Readonly<Record<string, unknown>>

/** Our names for the reasons in the file; identical names need no entry. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  at_lower_bound: ['no_time_value'],
  noise_above_floor: ['no_time_value'],
  zero_price: ['no_time_value', 'below_lower_bound', 'below_intrinsic'],
  negative_price: ['below_lower_bound', 'below_intrinsic'],
  at_upper_bound: ['above_upper_bound'],
  bad_input: ['invalid'],
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

/**
 * Checks a figure against the wider of `abs_tol` and `rel_tol`, or against `fallback` if neither is given. If
 * `expected` is null, any finite number passes.
 */
export function numberCheck(
  quantity: string,
  expected: unknown,
  got: number,
  { abs_tol, rel_tol }: Expectations,
  fallback: number,
): Check {
  if (expected === null) return finiteCheck(quantity, got)
  if (typeof expected !== 'number') throw new Error(`${quantity} must be a number or null, got ${String(expected)}`)
  const named = Math.max(numberOr(abs_tol, 0), numberOr(rel_tol, 0) * Math.abs(expected))
  return { quantity, expected, got, tolerance: named > 0 ? named : fallback }
}

export const finiteCheck = (quantity: string, got: number): Check =>
  requirement(quantity, Number.isFinite(got), 'a finite number', got)

export interface SolvedVolatility {
  readonly vol: number | null
  readonly reason?: string
}

/**
 * Checks the volatility implied by a price: `iv` within tolerance, one of `iv_any_of`, at most `iv_max`, or at least
 * `iv_min`. If the volatility is null and the case names a reason, our reason must match.
 */
export function volatilityChecks(expect: Expectations, { vol, reason }: SolvedVolatility, relative: number): Check[] {
  const answers = Array.isArray(expect.iv_any_of) ? expect.iv_any_of : 'iv' in expect ? [expect.iv] : [null]
  const given = typeof expect.reason === 'string' ? expect.reason : null
  const reasonCheck = given === null ? [] : [sameReason(given, reason ?? 'none')]
  if (vol === null) return [requirement('iv', answers.includes(null), wording(expect), null), ...reasonCheck]
  const numbers = answers.filter((answer) => typeof answer === 'number')
  const inRange =
    vol <= numberOr(expect.iv_max, Number.NEGATIVE_INFINITY) || vol >= numberOr(expect.iv_min, Number.POSITIVE_INFINITY)
  if (inRange || numbers.length === 0) return [requirement('iv', inRange, wording(expect), vol)]
  const nearest = numbers.reduce((best, answer) => (Math.abs(answer - vol) < Math.abs(best - vol) ? answer : best))
  return [numberCheck('iv', nearest, vol, expect, relative * nearest)]
}

function sameReason(given: string, ours: string): Check {
  const accepted = REASONS[given] ?? [given]
  return requirement('reason', accepted.includes(ours) || ours === given, accepted.join(' or '), ours)
}

function wording({ iv, iv_any_of, iv_max, iv_min }: Expectations): string {
  const parts = [
    iv === undefined ? '' : String(iv),
    Array.isArray(iv_any_of) ? iv_any_of.map(String).join(' or ') : '',
    iv_max === undefined ? '' : `at most ${String(iv_max)}`,
    iv_min === undefined ? '' : `at least ${String(iv_min)}`,
  ]
  return parts.filter((part) => part !== '').join(' or ') || 'null'
}
