import type {
  AgeExpression,
  DailyMaxFractionExpression,
  Expression,
  Fold,
  GaugeExpression,
  Match,
  QuantileExpression,
  Selection,
  ServiceName,
  SlowerExpression,
} from './catalogue/expressions.ts'
import type { Sample } from './parse-metrics.ts'
import { computeQuantile, countWithin, toBuckets } from './quantile.ts'

/** Default window for rates and quantiles. */
export const WINDOW_SECONDS = 300

export interface Value {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Metrics of all processes at one instant. */
export interface Snapshot {
  readonly nowMs: number
  /** Series from all processes of a service that are up. */
  values(service: ServiceName, metric: string): readonly Sample[]
  /**
   * Counter increases in the last `windowSeconds` (0 for unchanged series), and the number of seconds that they cover.
   * A window of 0 means the latest scrape, without unchanged series.
   */
  gains(service: ServiceName, metric: string, windowSeconds: number): Gains
  /** Maximum of a gauge in the last day, by the labels in `by`. Null if unknown. */
  dailyMax(service: ServiceName, expression: DailyMaxFractionExpression, labels: Value['labels']): number | null
}

export interface Gains {
  readonly samples: readonly Sample[]
  readonly seconds: number
}

/** Values of an expression for one service; empty if unknown. */
export function evaluate(
  expression: Expression,
  service: ServiceName,
  snapshot: Snapshot,
  windowSeconds: number,
): Value[] {
  switch (expression.kind) {
    case 'gauge':
      return evaluateGauge(expression, service, snapshot)
    case 'age':
      return evaluateAge(expression, service, snapshot)
    case 'rate':
    case 'increase': {
      const { samples, seconds } = readGains(expression.of, service, snapshot, windowSeconds)
      if (seconds === 0) return []
      const sums = foldBy(samples, expression.by, 'sum')
      return expression.kind === 'increase' ? sums : sums.map((sum) => ({ ...sum, value: sum.value / seconds }))
    }
    case 'quantile':
      return evaluateQuantile(expression, service, snapshot, windowSeconds)
    case 'fractionOfDailyMax':
      return evaluateDailyMaxFraction(expression, service, snapshot)
    case 'share':
    case 'slower':
    case 'over': {
      const { bad, all } = countEvents(expression, service, snapshot, windowSeconds)
      return all > 0 ? [{ labels: {}, value: bad / all }] : []
    }
  }
}

/** Numbers of bad and total events in the window. For a time-based expression, the snapshot counts as one event. */
export function countEvents(
  expression: Extract<Expression, { kind: 'share' | 'slower' | 'over' | 'increase' }>,
  service: ServiceName,
  snapshot: Snapshot,
  windowSeconds: number,
): { readonly bad: number; readonly all: number } {
  const total = (of: Selection) => sumOf(readGains(of, service, snapshot, windowSeconds).samples)
  switch (expression.kind) {
    case 'increase': {
      const gained = total(expression.of)
      return { bad: gained, all: gained }
    }
    case 'share':
      return { bad: total(expression.part), all: total(expression.whole) }
    case 'slower':
      return countSlower(expression, service, snapshot, windowSeconds)
    case 'over': {
      const { of, fold, bound, during } = expression
      const applies = during === undefined || readValues(during, service, snapshot).some(({ value }) => value > 0)
      const [value] = foldBy(readValues(of, service, snapshot), [], fold)
      if (!applies || value === undefined) return { bad: 0, all: 0 }
      return { bad: value.value > bound ? 1 : 0, all: 1 }
    }
  }
}

function evaluateGauge({ of, by, fold }: GaugeExpression, service: ServiceName, snapshot: Snapshot): Value[] {
  return foldBy(readValues(of, service, snapshot), by, fold)
}

function evaluateAge({ of }: AgeExpression, service: ServiceName, snapshot: Snapshot): Value[] {
  return foldBy(readValues(of, service, snapshot), [], 'max').map(({ labels, value }) => ({
    labels,
    value: Math.max(0, snapshot.nowMs / 1_000 - value),
  }))
}

function evaluateQuantile(
  expression: QuantileExpression,
  service: ServiceName,
  snapshot: Snapshot,
  seconds: number,
): Value[] {
  const { of, quantile, by = [] } = expression
  const buckets = partOf(of, '_bucket')
  return groupBy(readGains(buckets, service, snapshot, seconds).samples, by).flatMap(([labels, group]) => {
    const value = computeQuantile(toBuckets(group), quantile)
    return value === null ? [] : [{ labels, value }]
  })
}

function countSlower(
  { of, seconds, bounds }: SlowerExpression,
  service: ServiceName,
  snapshot: Snapshot,
  window: number,
) {
  const buckets = readGains(partOf(of, '_bucket'), service, snapshot, window).samples
  const all = sumOf(readGains(partOf(of, '_count'), service, snapshot, window).samples)
  return { bad: Math.max(0, all - countWithin(toBuckets(buckets), seconds, bounds)), all }
}

/** Takes the minimum over all labels, because an alert should fire if a single provider has no calls left. */
function evaluateDailyMaxFraction(
  expression: DailyMaxFractionExpression,
  service: ServiceName,
  snapshot: Snapshot,
): Value[] {
  const shares = foldBy(readValues(expression.of, service, snapshot), expression.by, 'min').flatMap(
    ({ labels, value }) => {
      const dailyMax = snapshot.dailyMax(service, expression, labels)
      return dailyMax !== null && dailyMax > 0 ? [value / dailyMax] : []
    },
  )
  return shares.length === 0 ? [] : [{ labels: {}, value: Math.min(...shares) }]
}

function readValues(of: Selection, service: ServiceName, snapshot: Snapshot): readonly Sample[] {
  return narrow(snapshot.values(of.service ?? service, of.metric), of)
}

function readGains(of: Selection, service: ServiceName, snapshot: Snapshot, windowSeconds: number): Gains {
  const { samples, seconds } = snapshot.gains(of.service ?? service, of.metric, windowSeconds)
  return { samples: narrow(samples, of), seconds }
}

const narrow = (samples: readonly Sample[], of: Selection) =>
  of.match === undefined ? samples : samples.filter(({ labels }) => matches(of, labels))

const parts = new WeakMap<Selection, Map<string, Selection>>()

/**
 * Selects one metric of a histogram. Returns the same object each time, so that its matchers are compiled only once.
 */
function partOf(of: Selection, suffix: '_bucket' | '_count'): Selection {
  const known = parts.get(of) ?? new Map<string, Selection>()
  parts.set(of, known)
  const part = known.get(suffix) ?? { ...of, metric: `${of.metric}${suffix}` }
  known.set(suffix, part)
  return part
}

type Test = (value: string) => boolean
const compiled = new WeakMap<Selection, readonly (readonly [string, Test])[]>()

function matches(of: Selection, labels: Sample['labels']): boolean {
  return compile(of).every(([label, test]) => test(labels[label] ?? ''))
}

function compile(of: Selection): readonly (readonly [string, Test])[] {
  const known = compiled.get(of)
  if (known) return known
  const tests = Object.entries(of.match ?? {}).map(([label, match]) => [label, compileMatch(match)] as const)
  compiled.set(of, tests)
  return tests
}

function compileMatch(match: Match): Test {
  if ('is' in match) return (value) => match.is.includes(value)
  if ('not' in match) return (value) => !match.not.includes(value)
  const pattern = new RegExp(`^(?:${'like' in match ? match.like : match.unlike})$`)
  return 'like' in match ? (value) => pattern.test(value) : (value) => !pattern.test(value)
}

function groupBy(samples: readonly Sample[], by: readonly string[]): [Value['labels'], Sample[]][] {
  const groups = new Map<string, [Value['labels'], Sample[]]>()
  for (const sample of samples) {
    const kept = by.map((label) => sample.labels[label] ?? '')
    const key = kept.join('\0')
    const group = groups.get(key)
    if (group) group[1].push(sample)
    else groups.set(key, [Object.fromEntries(by.map((label, index) => [label, kept[index] ?? ''])), [sample]])
  }
  return [...groups.values()]
}

function foldBy(samples: readonly Sample[], by: readonly string[] = [], fold: Fold): Value[] {
  return groupBy(samples, by).map(([labels, group]) => ({ labels, value: folds[fold](group) }))
}

const sumOf = (samples: readonly { readonly value: number }[]) => samples.reduce((total, { value }) => total + value, 0)
const folds: Readonly<Record<Fold, (samples: readonly Sample[]) => number>> = {
  sum: sumOf,
  max: (samples) => Math.max(...samples.map(({ value }) => value)),
  min: (samples) => Math.min(...samples.map(({ value }) => value)),
}
