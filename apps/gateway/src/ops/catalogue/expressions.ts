/** Matcher for a label value. `like` is a regular expression for the whole value, valid in both RE2 and JavaScript. */
export type Match =
  | { readonly is: readonly string[] }
  | { readonly not: readonly string[] }
  | { readonly like: string }
  | { readonly unlike: string }

/** Series of one metric from all processes of a service, by default the service to which the expression belongs. */
export interface Selection {
  readonly metric: string
  readonly match?: Readonly<Record<string, Match>>
  readonly service?: ServiceName
}

export const serviceNames = ['gateway', 'auth', 'market-data', 'screener', 'workers', 'portfolio', 'coach'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Fold = 'sum' | 'max' | 'min'

/** Current value of a gauge, aggregated over all processes and all labels not in `by`. */
export interface GaugeExpression {
  readonly kind: 'gauge'
  readonly of: Selection
  readonly fold: Fold
  readonly by?: readonly string[]
}
/** Seconds since the most recent timestamp in a gauge. */
export interface AgeExpression {
  readonly kind: 'age'
  readonly of: Selection
}
/** Rate of a counter, in events per second. */
export interface RateExpression {
  readonly kind: 'rate'
  readonly of: Selection
  readonly by?: readonly string[]
}
/** Increase of a counter over the window. */
export interface IncreaseExpression {
  readonly kind: 'increase'
  readonly of: Selection
  readonly by?: readonly string[]
}
/** Quantile (0 to 1) of a histogram. The metric's name has no `_bucket`. */
export interface QuantileExpression {
  readonly kind: 'quantile'
  readonly quantile: number
  readonly of: Selection
  readonly by?: readonly string[]
}
/** Events of one counter as a fraction (0 to 1) of another's. */
export interface ShareExpression {
  readonly kind: 'share'
  readonly part: Selection
  readonly whole: Selection
}
/**
 * Fraction (0 to 1) of a histogram's events that took longer than `seconds`. If no bucket ends there, assumes an even
 * distribution of the events between the two surrounding `bounds`.
 */
export interface SlowerExpression {
  readonly kind: 'slower'
  readonly of: Selection
  readonly seconds: number
  readonly bounds: readonly [number, number]
}
/**
 * Fraction (0 to 1) of the time for which a gauge is above a bound. Only times at which `during` is above 0 count, if
 * it is given.
 */
export interface OverExpression {
  readonly kind: 'over'
  readonly of: Selection
  readonly fold: Fold
  readonly bound: number
  readonly during?: Selection
}
/**
 * A gauge as a fraction (0 to 1) of its maximum over the last day. If there are several label sets, the smallest of
 * their fractions.
 */
export interface DailyMaxFractionExpression {
  readonly kind: 'fractionOfDailyMax'
  readonly of: Selection
  readonly by: readonly string[]
}

/** Bad events as a share of all events, or bad time as a share of all time. */
export type BadShare = ShareExpression | SlowerExpression | OverExpression
export type Expression =
  | GaugeExpression
  | AgeExpression
  | RateExpression
  | IncreaseExpression
  | QuantileExpression
  | DailyMaxFractionExpression
  | BadShare

type By = readonly string[]

const grouped = (by: By) => (by.length > 0 ? { by } : {})

export const is = (...words: string[]): Match => ({ is: words })
export const not = (...words: string[]): Match => ({ not: words })
export const like = (pattern: string): Match => ({ like: pattern })
export const unlike = (pattern: string): Match => ({ unlike: pattern })

export const select = (metric: string, match?: Selection['match'], service?: ServiceName): Selection => ({
  metric,
  ...(match ? { match } : {}),
  ...(service ? { service } : {}),
})
export const sum = (of: Selection, ...by: string[]): GaugeExpression => ({
  kind: 'gauge',
  of,
  fold: 'sum',
  ...grouped(by),
})
export const max = (of: Selection, ...by: string[]): GaugeExpression => ({
  kind: 'gauge',
  of,
  fold: 'max',
  ...grouped(by),
})
export const min = (of: Selection, ...by: string[]): GaugeExpression => ({
  kind: 'gauge',
  of,
  fold: 'min',
  ...grouped(by),
})
export const age = (of: Selection): AgeExpression => ({ kind: 'age', of })
export const rate = (of: Selection, ...by: string[]): RateExpression => ({ kind: 'rate', of, ...grouped(by) })
export const increase = (of: Selection, ...by: string[]): IncreaseExpression => ({
  kind: 'increase',
  of,
  ...grouped(by),
})
export const quantile = (level: number, of: Selection, ...by: string[]): QuantileExpression => ({
  kind: 'quantile',
  quantile: level,
  of,
  ...grouped(by),
})
export const share = (part: Selection, whole: Selection): ShareExpression => ({ kind: 'share', part, whole })
export const slower = (of: Selection, seconds: number, bounds: readonly [number, number]): SlowerExpression => ({
  kind: 'slower',
  of,
  seconds,
  bounds,
})
export const over = (of: Selection, bound: number, during?: Selection): OverExpression => ({
  kind: 'over',
  of,
  fold: 'max',
  bound,
  ...(during ? { during } : {}),
})
export const fractionOfDailyMax = (of: Selection, ...by: string[]): DailyMaxFractionExpression => ({
  kind: 'fractionOfDailyMax',
  of,
  by,
})
