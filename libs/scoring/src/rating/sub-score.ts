import type { EarningsReport } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import type { BestCall, NoBestCallReason } from '../candidates/best-call.ts'
import { asSentence, listed } from '../wording.ts'
import { type Curve, evaluateCurve, roundPoints } from './rating-table.ts'

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

/** Everything that the rating depends on; an unknown input is null and never replaced with a guess. */
export interface RatingInputs {
  /** Mean shares per day over 20 sessions. */
  readonly averageShareVolume: number | null
  /** Call contracts traded today with at most 60 days to expiration. */
  readonly callVolume: number | null
  /** 0-100. */
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'vendor' | 'realized' | null
  /** Why today's implied volatility is unknown, in one sentence; null if it is known. */
  readonly noVolatility: string | null
  readonly price: number | null
  readonly sma20: number | null
  readonly rsi14: number | null
  readonly stochasticK: number | null
  readonly marketCapUsd: number | null
  readonly netMarginPct: number | null
  readonly debtToEquity: number | null
  readonly negativeEquity: boolean
  readonly creditRating: string | null
  /** 0 if the company is known to pay no dividend. */
  readonly dividendYieldPct: number | null
  readonly bestCall: Pick<BestCall, 'spreadPctOfMid' | 'annualizedYieldPct' | 'expiration' | 'liquidity'> | null
  /** Why there is no best call; null if there is one, or if no chain was searched. */
  readonly noBestCall: NoBestCallReason | null
  /** Next known earnings; a date before `asOfDate` counts as unknown. */
  readonly earnings: EarningsReport | null
  readonly asOfDate: IsoDate
}

/** Builds one sentence from the known figures and the names of the missing ones. */
export function sentence(known: readonly string[], missing: readonly string[]): string {
  const first = known.length > 0 ? listed(known) : ''
  const second = missing.length > 0 ? `${listed(missing)} unknown` : ''
  return asSentence([first, second].filter((part) => part !== '').join('; '))
}
