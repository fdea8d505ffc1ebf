import { erfc } from '../src/index.ts'

const SQRT_TWO_PI = Math.sqrt(2 * Math.PI)
const MAX_STEPS = 64
/** The error after a Halley step is proportional to the cube of the step. */
const LAST_STEP = 1e-6

/**
 * Yardstick for the shipped solver: total volatility s from the normalized out-of-the-money price
 * b(s) = ½e^(x/2) erfc(−(h + t)/√2) − ½e^(−x/2) erfc((t − h)/√2), h = x/s, t = s/2, x ≤ 0, by plain Halley steps from
 * the inflection point s² = 2|x|: on b itself above it, on ln b as a function of 1/s² below it, where b decays too
 * fast. It uses no bracket and no initial guess.
 */
export function solveByPlainHalley(beta: number, x: number): number {
  const up = 0.5 * Math.exp(0.5 * x)
  const down = 0.25 / up
  const inflection = Math.sqrt(-2 * x)
  const logBeta = Math.log(beta)
  let s = inflection > 0 ? inflection : SQRT_TWO_PI * beta
  let below = false
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const h = x / s
    const t = 0.5 * s
    const b = up * erfc(-(h + t) * Math.SQRT1_2) - down * erfc((t - h) * Math.SQRT1_2)
    const slope = Math.exp(-0.5 * (h * h + t * t)) / SQRT_TWO_PI
    if (step === 0) below = x < 0 && beta < b
    const curve = (h * h - t * t) / s
    let move = 0
    if (below) {
      // ln b in u = 1/s², where it is almost a straight line.
      const ratio = slope / b
      const turn = -0.5 * s * s * s
      const newton = (logBeta - Math.log(b)) / (ratio * turn)
      const bend = (curve - ratio) * turn - 1.5 * s * s
      move = 1 / Math.sqrt(1 / (s * s) + newton / Math.max(0.25, 1 + 0.5 * newton * bend)) - s
    } else {
      const newton = (beta - b) / slope
      move = newton / (1 + 0.5 * newton * curve)
    }
    s += move
    if (Math.abs(move) <= LAST_STEP * s) return s
  }
  return Number.NaN
}
