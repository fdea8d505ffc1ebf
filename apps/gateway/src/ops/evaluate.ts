import type {
  AgeExpression,
  Expression,
  Fold,
  GaugeExpression,
  Match,
  OfMostExpression,
  QuantileExpression,
  Selection,
  ServiceName,
  SlowerExpression,
} from './catalogue/expressions.ts'
import type { Sample } from './parse-metrics.ts'
import { computeQuantile, countWithin, toBuckets } from './quantile.ts'

/** What rates and quantiles are taken over where nothing else is said. */
export const WINDOW_SECONDS = 300

export interface Value {
  /** Those that the expression keeps. */
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What is known of the processes at one moment. */
export interface Sight {
  readonly nowMs: number
  /** The series of a service's processes that answer. */
  values(service: ServiceName, metric: string): readonly Sample[]
  /**
   * What counters gained in the last `windowSeconds`, with 0 for series that are there and gained nothing, and over how many
   * seconds that was seen; 0 seconds are the last look alone, without the zeros.
   */
  gains(service: ServiceName, metric: string, windowSeconds: number): Gains
  /** The most that a gauge was in a day, by the labels that are kept; null where nothing is known. */
  most(service: ServiceName, expression: OfMostExpression, labels: Value['labels']): number | null
}

export interface Gains {
  readonly samples: readonly Sample[]
  readonly seconds: number
}

/** The values of an expression for one service; none where nothing is known. */
export function evaluate(expression: Expression, service: ServiceName, sight: Sight, windowSeconds: number): Value[] {
  switch (expression.kind) {
    case 'gauge':
      return evaluateGauge(expression, service, sight)
    case 'age':
      return evaluateAge(expression, service, sight)
    case 'rate':
    case 'increase': {
      const { samples, seconds } = readGains(expression.of, service, sight, windowSeconds)
      if (seconds === 0) return []
      const sums = foldBy(samples, expression.by, 'sum')
      return expression.kind === 'increase' ? sums : sums.map((sum) => ({ ...sum, value: sum.value / seconds }))
    }
    case 'quantile':
      return evaluateQuantile(expression, service, sight, windowSeconds)
    case 'ofMost':
      return evaluateOfMost(expression, service, sight)
    case 'share':
    case 'slower':
    case 'over': {
      const { bad, all } = countEvents(expression, service, sight, windowSeconds)
      return all > 0 ? [{ labels: {}, value: bad / all }] : []
    }
  }
}

/** Bad events and all events of the window; of time, whether this moment is bad. */
export function countEvents(
  expression: Extract<Expression, { kind: 'share' | 'slower' | 'over' | 'increase' }>,
  service: ServiceName,
  sight: Sight,
  windowSeconds: number,
): { readonly bad: number; readonly all: number } {
  const total = (of: Selection) => sumOf(readGains(of, service, sight, windowSeconds).samples)
  switch (expression.kind) {
    case 'increase': {
      const gained = total(expression.of)
      return { bad: gained, all: gained }
    }
    case 'share':
      return { bad: total(expression.part), all: total(expression.whole) }
    case 'slower':
      return countSlower(expression, service, sight, windowSeconds)
    case 'over': {
      const { of, fold, bound, during } = expression
      const isMeant = during === undefined || readValues(during, service, sight).some(({ value }) => value > 0)
      const [value] = foldBy(readValues(of, service, sight), [], fold)
      if (!isMeant || value === undefined) return { bad: 0, all: 0 }
      return { bad: value.value > bound ? 1 : 0, all: 1 }
    }
  }
}

function evaluateGauge({ of, by, fold }: GaugeExpression, service: ServiceName, sight: Sight): Value[] {
  return foldBy(readValues(of, service, sight), by, fold)
}

function evaluateAge({ of }: AgeExpression, service: ServiceName, sight: Sight): Value[] {
  return foldBy(readValues(of, service, sight), [], 'max').map(({ labels, value }) => ({
    labels,
    value: Math.max(0, sight.nowMs / 1_000 - value),
  }))
}

function evaluateQuantile(
  expression: QuantileExpression,
  service: ServiceName,
  sight: Sight,
  seconds: number,
): Value[] {
  const { of, quantile, by = [] } = expression
  const buckets = partOf(of, '_bucket')
  return groupBy(readGains(buckets, service, sight, seconds).samples, by).flatMap(([labels, group]) => {
    const value = computeQuantile(toBuckets(group), quantile)
    return value === null ? [] : [{ labels, value }]
  })
}

function countSlower({ of, seconds, bounds }: SlowerExpression, service: ServiceName, sight: Sight, window: number) {
  const buckets = readGains(partOf(of, '_bucket'), service, sight, window).samples
  const all = sumOf(readGains(partOf(of, '_count'), service, sight, window).samples)
  return { bad: Math.max(0, all - countWithin(toBuckets(buckets), seconds, bounds)), all }
}

/** The least of them: one provider without calls left is enough. */
function evaluateOfMost(expression: OfMostExpression, service: ServiceName, sight: Sight): Value[] {
  const shares = foldBy(readValues(expression.of, service, sight), expression.by, 'min').flatMap(
    ({ labels, value }) => {
      const most = sight.most(service, expression, labels)
      return most !== null && most > 0 ? [value / most] : []
    },
  )
  return shares.length === 0 ? [] : [{ labels: {}, value: Math.min(...shares) }]
}

function readValues(of: Selection, service: ServiceName, sight: Sight): readonly Sample[] {
  return narrow(sight.values(of.service ?? service, of.metric), of)
}

function readGains(of: Selection, service: ServiceName, sight: Sight, windowSeconds: number): Gains {
  const { samples, seconds } = sight.gains(of.service ?? service, of.metric, windowSeconds)
  return { samples: narrow(samples, of), seconds }
}

const narrow = (samples: readonly Sample[], of: Selection) =>
  of.match === undefined ? samples : samples.filter(({ labels }) => matches(of, labels))

const parts = new WeakMap<Selection, Map<string, Selection>>()

/** One of the metrics of a histogram; always the same object, so that it is compiled once. */
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
