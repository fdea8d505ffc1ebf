/** Number of earlier time levels used for the time derivative. */
export const LEVELS = 4
export const WEIGHTS_PER_STEP = LEVELS + 1

/** Minimum number of steps in an interval, because the first steps have a low order. */
export const MIN_STEPS = 8

/** How an interval is divided into steps, with the formula for d/dt at the end of each step. */
export interface Schedule {
  /** Fraction of the interval completed after each step: 0 … 1. */
  readonly fractions: Float64Array
  /**
   * Coefficients of step i, starting at WEIGHTS_PER_STEP·i: c₀, c₁ … c₄ in U_new = Σ c_j·U_old,j + c₀·step·dU/dt, newest old
   * value first.
   */
  readonly weights: Float64Array
}

const schedules = new Map<number, Schedule>()

/**
 * Divides an interval into steps that are short at first, while the value still has its kink: fraction (i/n)^grade,
 * with backward differentiation of order 1, 2, 3 and then 4. The derivative at the new time of the polynomial through
 * the new and old values is Σ w_j·U_j, so with x_j the time from the new level to old level j
 *   w₀ = Σ 1/x_j,   w_j = −(1/x_j)·Π_{i≠j} x_i/(x_i − x_j).
 * The weights depend only on the ratios of the steps, so each schedule is computed once.
 * Source: Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, III.5 (variable step size BDF).
 */
export function scheduleSteps(count: number, grade: number): Schedule {
  const key = count + grade / 1000
  const known = schedules.get(key)
  if (known !== undefined) return known
  const fractions = Float64Array.from({ length: count + 1 }, (_, i) => (i / count) ** grade)
  const weights = new Float64Array(WEIGHTS_PER_STEP * (count + 1))
  for (let i = 1; i <= count; i += 1) {
    const now = fractions[i] ?? 0
    const distances = Array.from({ length: Math.min(i, LEVELS) }, (_, j) => now - (fractions[i - 1 - j] ?? 0))
    const own = distances.reduce((sum, x) => sum + 1 / x, 0)
    weights[WEIGHTS_PER_STEP * i] = 1 / (own * (distances[0] ?? 1))
    distances.forEach((x, j) => {
      const product = distances.reduce((factor, y, other) => (other === j ? factor : (factor * y) / (y - x)), 1 / x)
      weights[WEIGHTS_PER_STEP * i + 1 + j] = product / own
    })
  }
  const schedule = { fractions, weights }
  schedules.set(key, schedule)
  return schedule
}
