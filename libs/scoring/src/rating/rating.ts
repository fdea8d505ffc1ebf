import { requirePositive } from '../guards.ts'
import {
  scoreIncome,
  scoreIvRank,
  scoreOptionSpread,
  scoreQuality,
  scoreShareVolume,
  scoreTechnical,
} from './rating-parts.ts'
import { RATING_MAX, RATING_PARTS, RATING_VERSION, type RatingPartKey, roundPoints } from './rating-table.ts'
import type { Judgement, RatingInputs } from './sub-score.ts'

export interface RatingPart {
  readonly key: RatingPartKey
  readonly label: string
  /** Rounded to two decimals. */
  readonly points: number
  readonly max: number
  readonly inputs: Readonly<Record<string, number | string | boolean | null>>
  /** True if no input of this part is known; it then scores 0. */
  readonly unknown: boolean
  readonly explanation: string
}

export interface Rating {
  /** Exact sum of all parts, 0-60; null without a best call (D8). */
  readonly score: number | null
  /** Sum of the parts other than income, 0-50. */
  readonly core: number
  readonly max: number
  readonly version: string
  readonly parts: readonly RatingPart[]
  /** Fraction of the 60 points whose inputs are known, 0-1. */
  readonly coverage: number
  readonly reason: 'no_writable_call' | null
}

/**
 * Computes the Callwright Rating (D8, D9): six parts, each scored with a published piecewise-linear curve from
 * `rating-table.ts` and rounded to two decimals; the score is their exact sum. Unknown inputs score 0 and lower
 * `coverage`. Without a best call the score is null with a reason; core and parts are still computed. Throws
 * RangeError on a known price or average that is not positive. Verified with hand-worked tables, cases on both sides
 * of every knot and the spread of ratings over a recorded market.
 */
export function rateStock(inputs: RatingInputs): Rating {
  if (inputs.price !== null) requirePositive('price', inputs.price)
  if (inputs.sma20 !== null) requirePositive('sma20', inputs.sma20)
  const judgements: Record<RatingPartKey, Judgement> = {
    liquidity_volume: scoreShareVolume(inputs),
    liquidity_spread: scoreOptionSpread(inputs),
    iv_rank: scoreIvRank(inputs),
    technical: scoreTechnical(inputs),
    quality: scoreQuality(inputs),
    income: scoreIncome(inputs),
  }
  const parts = RATING_PARTS.map(({ key, label, max }): RatingPart => {
    const { points, judged, inputs: seen, explanation } = judgements[key]
    return { key, label, points: roundPoints(points), max, inputs: seen, unknown: judged === 0, explanation }
  })
  const judged = RATING_PARTS.reduce((sum, { key }) => sum + judgements[key].judged, 0)
  const core = sumPoints(parts.filter((_, index) => RATING_PARTS[index]?.core))
  return {
    score: inputs.bestCall === null ? null : sumPoints(parts),
    core,
    max: RATING_MAX,
    version: RATING_VERSION,
    parts,
    coverage: judged / RATING_MAX,
    reason: inputs.bestCall === null ? 'no_writable_call' : null,
  }
}

/** Adds up hundredths, so that the sum matches the displayed points exactly. */
function sumPoints(parts: readonly RatingPart[]): number {
  return parts.reduce((sum, { points }) => sum + Math.round(points * 100), 0) / 100
}
