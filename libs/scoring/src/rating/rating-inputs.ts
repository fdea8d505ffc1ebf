import type { EarningsReport } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import type { BestCall, NoBestCallReason } from '../candidates/best-call.ts'

/** Everything that the rating depends on; an unknown input is null and never replaced with a guess. */
export interface RatingInputs {
  /** Mean shares per day over 20 sessions. */
  readonly averageShareVolume: number | null
  /** Call contracts traded today with at most 60 days to expiration. */
  readonly callVolume: number | null
  /** 0-100. */
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
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
