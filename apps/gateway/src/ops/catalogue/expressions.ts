/** What the value of a label must be; `like` is a whole-value regular expression that RE2 and JavaScript read alike. */
export type Match =
  | { readonly is: readonly string[] }
  | { readonly not: readonly string[] }
  | { readonly like: string }
  | { readonly unlike: string }

/** Series of one metric, over all processes of a service: the asking one's, unless another is named. */
export interface Selection {
  readonly metric: string
  readonly match?: Readonly<Record<string, Match>>
  readonly service?: ServiceName
}

export const serviceNames = ['gateway', 'auth', 'market-data', 'screener', 'workers', 'portfolio', 'coach'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Fold = 'sum' | 'max' | 'min'

/** The value of gauges now, folded over processes and over labels that are not kept. */
export interface GaugeExpression {
  readonly kind: 'gauge'
  readonly of: Selection
  readonly fold: Fold
  readonly by?: readonly string[]
}
/** Seconds since the instant that a gauge holds; the youngest of them. */
export interface AgeExpression {
  readonly kind: 'age'
  readonly of: Selection
}
/** Events a second of a counter. */
export interface RateExpression {
  readonly kind: 'rate'
  readonly of: Selection
  readonly by?: readonly string[]
}
/** Events of a counter in the window. */
export interface IncreaseExpression {
  readonly kind: 'increase'
  readonly of: Selection
  readonly by?: readonly string[]
}
/** A quantile (0 to 1) of a histogram, named without `_bucket`. */
export interface QuantileExpression {
  readonly kind: 'quantile'
  readonly quantile: number
  readonly of: Selection
  readonly by?: readonly string[]
}
/** Events of one counter as a part of those of another, 0 to 1. */
export interface ShareExpression {
  readonly kind: 'share'
  readonly part: Selection
  readonly whole: Selection
}
/**
 * The part (0 to 1) of a histogram's events that took longer than `seconds`. Where no bucket ends there, events are taken
 * as evenly spread between the two `bounds` around it.
 */
export interface SlowerExpression {
  readonly kind: 'slower'
  readonly of: Selection
  readonly seconds: number
  readonly bounds: readonly [number, number]
}
/** The part (0 to 1) of the time in which a gauge is above a bound; of the time in which `during` is above 0, if given. */
export interface OverExpression {
  readonly kind: 'over'
  readonly of: Selection
  readonly fold: Fold
  readonly bound: number
  readonly during?: Selection
}
/** A gauge as a part of the most that it was in a day, 0 to 1; the least of them. */
export interface OfMostExpression {
  readonly kind: 'ofMost'
  readonly of: Selection
  readonly by: readonly string[]
}

/** What an objective counts: bad events and all events, or bad time and all time. */
export type BadShare = ShareExpression | SlowerExpression | OverExpression
export type Expression =
  | GaugeExpression
  | AgeExpression
  | RateExpression
  | IncreaseExpression
  | QuantileExpression
  | OfMostExpression
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
export const ofMost = (of: Selection, ...by: string[]): OfMostExpression => ({ kind: 'ofMost', of, by })
