import type { EarningsReport } from '../calendar/earnings.ts'
import type { IsoDate } from '../calendar/iso-date.ts'
import type { BestCall, NoBestCallReason } from '../candidates/best-call.ts'

/** Everything the rating looks at; unknown is null and is never replaced by a guess. */
export interface RatingInputs {
  /** Mean shares a day over 20 sessions. */
  readonly averageShareVolume: number | null
  /** Calls traded today with at most 60 days to expiration. */
  readonly callVolume: number | null
  /** 0-100. */
  readonly ivRank: number | null
  readonly ivRankSource: 'implied' | 'realized' | null
  /** Why today's implied volatility is unknown, one sentence; null where it is known. */
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
  /** 0 is known to pay nothing. */
  readonly dividendYieldPct: number | null
  readonly bestCall: Pick<BestCall, 'spreadPctOfMid' | 'annualizedYieldPct' | 'expiration' | 'liquidity'> | null
  /** Why there is no best call; null with one, and where nothing was searched. */
  readonly noBestCall: NoBestCallReason | null
  /** Next known earnings; a day before `asOfDate` counts as unknown. */
  readonly earnings: EarningsReport | null
  readonly asOfDate: IsoDate
}
