/** A piecewise-linear curve: knots ascending in x, flat beyond the first and the last, linear between on the named scale. */
export interface Curve {
  /** What x is, with its unit. */
  readonly of: string
  readonly scale: 'linear' | 'log'
  readonly knots: readonly (readonly [x: number, points: number])[]
  /** Why the curve has this shape. */
  readonly why: string
}

/** Value of a curve at x. Source: D9. Verified at every knot and on each side of it in `weights.test.ts`. */
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
