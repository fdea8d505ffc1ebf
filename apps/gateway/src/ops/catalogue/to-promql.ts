import { getService } from './catalogue.ts'
import type {
  BadShare,
  Expression,
  Match,
  OverExpression,
  Selection,
  ServiceName,
  SlowerExpression,
} from './expressions.ts'
import type { AlertRule, BurnAlert, Condition } from './types.ts'

interface Scope {
  /** Default service for selections. */
  readonly service: ServiceName
  /** PromQL duration (`5m`, `$__rate_interval`) for rates and increases. */
  readonly window: string
}

const DEFAULT_WINDOW_SECONDS = 300

/**
 * Translates an expression to PromQL. Prometheus must keep the `service` label that processes set on their series
 * (`honor_labels`), and `up` needs that label too.
 */
export function toPromql(expression: Expression, scope: Scope): string {
  const { service, window } = scope
  const series = (of: Selection, suffix = '', extra: readonly string[] = []) => selector(of, service, suffix, extra)
  switch (expression.kind) {
    case 'gauge':
      return `${expression.fold}${by(expression.by)} (${series(expression.of)})`
    case 'age':
      return `time() - max(${series(expression.of)})`
    case 'rate':
      return `sum${by(expression.by)} (rate(${series(expression.of)}[${window}]))`
    case 'increase':
      return `sum${by(expression.by)} (increase(${series(expression.of)}[${window}]))`
    case 'quantile': {
      const kept = by(['le', ...(expression.by ?? [])])
      return `histogram_quantile(${expression.quantile}, sum${kept} (rate(${series(expression.of, '_bucket')}[${window}])))`
    }
    case 'share':
      // The series does not exist until the first bad event, so default to 0.
      return `(sum(rate(${series(expression.part)}[${window}])) or on() vector(0)) / sum(rate(${series(expression.whole)}[${window}]))`
    case 'slower':
      return slowerPromql(expression, scope)
    case 'over':
      return overPromql(expression, scope)
    case 'fractionOfDailyMax': {
      const least = `min${by(expression.by)} (${series(expression.of)})`
      return `min(${least} / max${by(expression.by)} (max_over_time(${series(expression.of)}[1d])))`
    }
  }
}

/** Alert condition in PromQL. It returns a value while the alert should be pending or firing. */
export function alertToPromql(alert: AlertRule, service: ServiceName): string {
  if (alert.kind === 'burn') return burnPromql(alert, service)
  return alert.all.map((condition) => conditionPromql(condition, service)).join(' and on() ')
}

function conditionPromql({ of, is, bound, windowSeconds }: Condition, service: ServiceName): string {
  const value = toPromql(of, { service, window: toDuration(windowSeconds ?? DEFAULT_WINDOW_SECONDS) })
  // In PromQL, a comparison with a missing series returns nothing, so a vanished process must count as 0.
  const orNone =
    of.kind === 'gauge' && is === 'below' && of.fold === 'sum' ? `(${value} or on() vector(0))` : `(${value})`
  return `${orNone} ${is === 'above' ? '>' : '<'} ${bound}`
}

function burnPromql(alert: BurnAlert, service: ServiceName): string {
  const objective = getService(service).objectives.find(({ id }) => id === alert.objective)
  if (objective === undefined) throw new Error(`${service} has no objective ${alert.objective}`)
  const bound = `${alert.factor} * ${round(1 - objective.objective)}`
  const windows = [alert.shortSeconds, alert.longSeconds].map(
    (seconds) => `(${toPromql(objective.bad, { service, window: toDuration(seconds) })}) > ${bound}`,
  )
  const events = countPromql(objective.bad, service, toDuration(alert.longSeconds))
  return [...windows, `${events} >= ${alert.minimumEvents}`].join(' and on() ')
}

/**
 * Counts events, or snapshots ten seconds apart. Reads only one snapshot per minute, because three days contain too
 * many.
 */
function countPromql(bad: BadShare, service: ServiceName, window: string): string {
  if (bad.kind === 'over') {
    const value = `${bad.fold}(${selector(bad.of, service)})${duringClause(bad.during, service)}`
    return `6 * count_over_time((${value})[${window}:1m])`
  }
  const counted = bad.kind === 'share' ? selector(bad.whole, service) : selector(bad.of, service, '_count')
  return `sum(increase(${counted}[${window}]))`
}

function slowerPromql({ of, seconds, bounds: [low, high] }: SlowerExpression, { service, window }: Scope): string {
  const within = (bound: number) => `sum(rate(${selector(of, service, '_bucket', [leMatcher(bound)])}[${window}]))`
  const weight = high === low ? 0 : round((seconds - low) / (high - low))
  const fast = weight === 0 ? within(low) : `(${within(low)} * ${round(1 - weight)} + ${within(high)} * ${weight})`
  return `1 - ${fast} / sum(rate(${selector(of, service, '_count')}[${window}]))`
}

function overPromql({ of, fold, bound, during }: OverExpression, { service, window }: Scope): string {
  const value = `${fold}(${selector(of, service)})`
  return `avg_over_time(((${value} > bool ${bound})${duringClause(during, service)})[${window}:1m])`
}

function duringClause(during: Selection | undefined, service: ServiceName): string {
  return during === undefined ? '' : ` and on() (max(${selector(during, service)}) > 0)`
}

/** Prometheus 3 writes integer bounds as `1.0`, earlier versions as `1`. */
const leMatcher = (bound: number) => (Number.isInteger(bound) ? `le=~"${bound}(\\\\.0)?"` : `le="${bound}"`)

function selector(of: Selection, service: ServiceName, suffix = '', extra: readonly string[] = []): string {
  const matchers = [
    `service="${getService(of.service ?? service).label}"`,
    ...Object.entries(of.match ?? {}).map(([label, match]) => matcher(label, match)),
    ...extra,
  ]
  return `${of.metric}${suffix}{${matchers.join(',')}}`
}

function matcher(label: string, match: Match): string {
  if ('like' in match) return `${label}=~"${quoted(match.like)}"`
  if ('unlike' in match) return `${label}!~"${quoted(match.unlike)}"`
  const [negation, words] = 'is' in match ? ['', match.is] : ['!', match.not]
  if (words.length === 1) return `${label}${negation}="${quoted(words[0] ?? '')}"`
  return `${label}${negation === '' ? '=~' : '!~'}"${words.map((word) => quoted(escapePattern(word))).join('|')}"`
}

const escapePattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
const by = (labels: readonly string[] = []) => (labels.length > 0 ? ` by (${labels.join(', ')})` : '')
const toDuration = (seconds: number) => (seconds % 3_600 === 0 ? `${seconds / 3_600}h` : `${seconds / 60}m`)
const round = (value: number) => Number(value.toPrecision(6))
