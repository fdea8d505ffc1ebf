import type { IsoDate } from '../calendar/iso-date.ts'

/** A call about to be written, or written on `grantDate`. Dollars per share; New York days. */
export interface CallToQualify {
  readonly strike: number
  readonly grantDate: IsoDate
  readonly expiration: IsoDate
  /** Close of the last session before the grant date; null when unknown. */
  readonly priorClose: number | null
  /** Open of the grant date; null before it or when unknown. */
  readonly open: number | null
  /** Every strike listed for that expiration on the grant date, in any order; empty when unknown. */
  readonly listedStrikes: readonly number[]
}

/** The stock price that the benchmark is looked for below. */
export interface ApplicablePrice {
  /** As the stock trades: the prior close, or the open where that counts. */
  readonly usd: number
  readonly from: 'prior_close' | 'open'
  /** False where the open is unknown and might still replace the prior close. */
  readonly openKnown: boolean
  /** What it is multiplied by for the length of the term; 1 up to 12 months. */
  readonly factor: number
  /** The product, which is what counts. */
  readonly adjustedUsd: number
}

export type BenchmarkRule =
  | 'highest_strike_below'
  | 'second_highest_strike_below'
  | 'share_of_price'
  | 'dollars_below_price'

/** The lowest qualified benchmark (LQB) and the rule that set it. */
export interface Benchmark {
  readonly usd: number
  readonly rule: BenchmarkRule
}

/** What a verdict rests on. */
export interface QualificationGrounds {
  readonly termDays: number
  readonly applicablePrice: ApplicablePrice | null
  /** Where the list of strikes is too short for the benchmark, the bound of it that decides all the same, or null. */
  readonly benchmark: Benchmark | null
}

/** `open_unknown`: qualified, unless the stock opens the grant date so high that the open counts. */
export type QualificationVerdict =
  | { readonly qualified: true; readonly rule: 'strike_not_below_price' | 'strike_reaches_benchmark' }
  | { readonly qualified: false; readonly rule: 'term_too_short' | 'term_too_long' | 'strike_below_benchmark' }
  | {
      readonly qualified: null
      readonly rule: 'price_unknown' | 'strikes_unknown' | 'too_few_strikes' | 'open_unknown'
    }

/** The verdict, what it rests on, and one plain sentence. */
export type QualifiedCoveredCall = QualificationVerdict & QualificationGrounds & { readonly explanation: string }
