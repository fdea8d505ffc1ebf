/**
 * Piecewise-linear curve: knots in ascending order of x, with straight lines between them on the named scale, flat
 * outside.
 */
export interface Curve {
  /** Name and unit of x. */
  readonly of: string
  readonly scale: 'linear' | 'log'
  readonly knots: readonly (readonly [x: number, points: number])[]
  readonly why: string
}

/** Value of a curve at x. Source: D9. Verified at every knot and on both sides of it in `weights.test.ts`. */
export function evaluateCurve({ scale, knots }: Curve, x: number): number {
  let [leftX, leftPoints] = knots[0] ?? [0, 0]
  if (x <= leftX) return leftPoints
  for (const [rightX, rightPoints] of knots) {
    if (x < rightX) {
      const weight = scale === 'log' ? Math.log(x / leftX) / Math.log(rightX / leftX) : (x - leftX) / (rightX - leftX)
      return leftPoints + weight * (rightPoints - leftPoints)
    }
    leftX = rightX
    leftPoints = rightPoints
  }
  return leftPoints
}
