import type { IsoDate } from '../calendar/iso-date.ts'

/** A call sold, or to be sold, on `grantDate`. Dollars per share; New York days. */
export interface CallToQualify {
  readonly strike: number
  readonly grantDate: IsoDate
  readonly expiration: IsoDate
  /** Close of the last session before the grant date; null if unknown. */
  readonly priorClose: number | null
  /** Opening price on the grant date; null before that day or if unknown. */
  readonly open: number | null
  /** All strikes listed for that expiration on the grant date, in any order; empty if unknown. */
  readonly listedStrikes: readonly number[]
}

export interface ApplicablePrice {
  /** Unadjusted stock price: the prior close, or the open if that applies. */
  readonly usd: number
  readonly from: 'prior_close' | 'open'
  /** False if the open is unknown, so that it might still replace the prior close. */
  readonly openKnown: boolean
  /** Multiplier for the length of the term; 1 up to 12 months. */
  readonly factor: number
  /** Price times factor, the figure that the rules use. */
  readonly adjustedUsd: number
}

export type BenchmarkRule =
  | 'highest_strike_below'
  | 'second_highest_strike_below'
  | 'share_of_price'
  | 'dollars_below_price'

/** Lowest qualified benchmark (LQB) and the rule that set it. */
export interface Benchmark {
  readonly usd: number
  readonly rule: BenchmarkRule
}

export interface QualificationGrounds {
  readonly termDays: number
  readonly applicablePrice: ApplicablePrice | null
  /** The benchmark or, if the list of strikes is too short, a bound that is still enough for a verdict, or null. */
  readonly benchmark: Benchmark | null
}

/** `open_unknown`: qualified, unless the stock opens so high on the grant date that the open applies. */
export type QualificationVerdict =
  | { readonly qualified: true; readonly rule: 'strike_not_below_price' | 'strike_reaches_benchmark' }
  | { readonly qualified: false; readonly rule: 'term_too_short' | 'term_too_long' | 'strike_below_benchmark' }
  | {
      readonly qualified: null
      readonly rule: 'price_unknown' | 'strikes_unknown' | 'too_few_strikes' | 'open_unknown'
    }

/** Verdict with its figures and an explanation in one sentence. */
export type QualifiedCoveredCall = QualificationVerdict & QualificationGrounds & { readonly explanation: string }
