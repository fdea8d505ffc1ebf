import { type Curve, evaluateCurve } from './curve.ts'

/** Result for one part: raw points, the number of points whose inputs are known, and the explanation. */
export interface Judgement {
  readonly points: number
  readonly judged: number
  readonly inputs: Readonly<Record<string, number | string | boolean | null>>
  readonly explanation: string
}

/** Points of one input; null if it is unknown. */
export interface SubScore {
  readonly points: number | null
  readonly max: number
}

/** Rounds to hundredths, half up, even where floating point puts a half slightly too low. */
export function roundPoints(points: number): number {
  return Math.round(points * 100 + 1e-9) / 100
}

export function subScore(curve: Curve, x: number | null, max: number): SubScore {
  return { points: x === null ? null : roundPoints(evaluateCurve(curve, x)), max }
}

export function sumSubScores(scores: readonly SubScore[]): { points: number; judged: number } {
  let points = 0
  let judged = 0
  for (const score of scores) {
    if (score.points === null) continue
    points += score.points
    judged += score.max
  }
  return { points, judged }
}
