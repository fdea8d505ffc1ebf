import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Labels<L extends string> = Readonly<Record<L, string>>

/**
 * Leaves the first `max` distinct label sets unchanged and replaces later ones with `merge(labels)`, which must produce
 * only a few distinct sets. `describe` returns a key for a label set.
 */
export function boundLabels<L extends string>(
  max: number,
  describe: (labels: Labels<L>) => string,
  merge: (labels: Labels<L>) => Labels<L>,
): (labels: Labels<L>) => Labels<L> {
  const known = new Map<string, Labels<L>>()
  return (labels) => {
    const key = describe(labels)
    const kept = known.get(key)
    if (kept !== undefined) return kept
    if (known.size >= max) return merge(labels)
    known.set(key, labels)
    return labels
  }
}

/** Applies `bound` to the labels of every observation, because each new label set adds 17 series to a histogram. */
export function observeWithin<L extends string>(
  histogram: Histogram<L>,
  bound: (labels: Labels<L>) => Labels<L>,
): Histogram<L> {
  const observe = histogram.observe.bind(histogram) as (labels: Labels<L>, value: number) => void
  histogram.observe = ((labels: Labels<L>, value: number) => observe(bound(labels), value)) as Histogram<L>['observe']
  return histogram
}

/** OpenTelemetry's histogram buckets for request durations, in seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Histogram buckets in seconds, for Redis on the same network and timeouts of 0.2 s and 2 s. */
const redisBuckets = [0.001, 0.005, 0.025, 0.2, 2]

/**
 * Maximum label sets of the three histograms that could otherwise grow. Together they keep a process below 2,000
 * series.
 */
const MAX_SUCCESSES = 54
const MAX_FAILURES = 12
const MAX_UPSTREAM_OUTCOMES = 24
const MAX_COMMANDS = 16
/** Outcomes exported as 0 before the first call, because an alert needs the 401 series to exist. */
const upstreamOutcomes = ['200', '401', 'error', 'timeout'] as const
const OTHER = '_OTHER'

/** All values of each label; every combination is exported as 0 from the start. */
type Known<L extends string> = { readonly [Label in L]: readonly string[] }
interface Options<L extends string> {
  readonly known?: Known<L>
}

interface GaugeOptions<L extends string> {
  readonly collect?: (gauge: Gauge<L>) => void
}
type OpenGauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  options: GaugeOptions<L>,
) => Gauge<L>

export interface PoolState {
  readonly used: number
  readonly idle: number
  readonly max: number
}

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics of every process. Labels are bounded: never a user, symbol, raw path or message. */
export function createMetrics(service: string, build: { version: string; commit: string }) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  function counter<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    { known }: Options<L> = {},
  ): Counter<L> {
    const metric = new Counter<L>({ name, help, labelNames: [...labelNames], registers })
    if (known) for (const labels of combine(known)) metric.inc(labels, 0)
    return metric
  }
  function gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    { collect }: GaugeOptions<L> = {},
  ): Gauge<L> {
    const metric = { name, help, labelNames: [...labelNames], registers }
    if (collect === undefined) return new Gauge<L>(metric)
    return new Gauge<L>({
      ...metric,
      collect() {
        collect(this)
      },
    })
  }
  function histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    { known, buckets = durationBuckets }: Options<L> & { readonly buckets?: readonly number[] } = {},
  ): Histogram<L> {
    const metric = new Histogram<L>({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers })
    if (known) for (const labels of combine(known)) metric.zero(labels)
    return metric
  }

  gauge('app_build_info', 'Version of the running code', ['version', 'commit']).set(build, 1)
  const httpDuration = observeWithin(
    histogram('http_server_request_duration_seconds', 'Duration of requests served', ['method', 'route', 'status']),
    boundRequests(),
  )
  const retries = counter('retries_total', 'Retried calls', ['upstream'])
  const boundOutcome = boundUpstreams()
  const upstreamDuration = observeWithin(
    histogram('upstream_request_duration_seconds', 'Duration of calls to other services', ['upstream', 'outcome']),
    boundOutcome,
  )
  const redisDuration = observeWithin(
    histogram('redis_command_duration_seconds', 'Duration of Redis commands', ['command'], { buckets: redisBuckets }),
    boundLabels<'command'>(
      MAX_COMMANDS,
      ({ command }) => command,
      () => ({ command: OTHER }),
    ),
  )
  const expected = new Set<string>()
  return {
    registry,
    counter,
    gauge,
    histogram,
    httpDuration,
    httpActive: gauge('http_server_active_requests', 'Requests in progress'),
    /**
     * Requests rejected because the process is overloaded. Code that increments this must export its own reason as 0 at
     * startup.
     */
    loadShed: counter('load_shed_requests_total', 'Requests rejected for lack of capacity', ['reason']),
    rateLimitDecisions: counter(
      'rate_limit_decisions_total',
      'Decisions of each rate limiter, by the store that made them',
      ['limiter', 'decision', 'store'],
    ),
    upstreamDuration,
    breakerState: gauge('circuit_breaker_state', '0 closed, 1 half open, 2 open', ['upstream']),
    retries,
    databaseDuration: histogram('db_client_operation_duration_seconds', 'Duration of database statements', [
      'operation',
    ]),
    redisDuration,
    cacheRequests: counter('cache_requests_total', 'Cache lookups by result', ['cache', 'result']),
    /** Exports the state of a database pool whenever metrics are scraped. */
    observePool: createPoolGauges(gauge),
    /** Exports an upstream service's series before the first call to it. */
    expectUpstream(upstream: string): void {
      if (expected.has(upstream)) return
      expected.add(upstream)
      retries.inc({ upstream }, 0)
      for (const outcome of upstreamOutcomes) upstreamDuration.zero(boundOutcome({ upstream, outcome }))
    },
  }
}

function combine<L extends string>(known: Known<L>): Record<L, string>[] {
  const sets = Object.entries<readonly string[]>(known).reduce<Record<string, string>[]>(
    (found, [label, values]) => found.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{}],
  )
  return sets as Record<L, string>[]
}

/**
 * Leaves room for failures and for one successful status per route. Beyond that, only the status class is kept, such as
 * `5xx`.
 */
function boundRequests() {
  type Request = 'method' | 'route' | 'status'
  const bound = (max: number) =>
    boundLabels<Request>(
      max,
      ({ method, route, status }) => `${method} ${route} ${status}`,
      ({ status }) => ({ method: OTHER, route: OTHER, status: `${status[0]}xx` }),
    )
  const [boundSuccess, boundFailure] = [bound(MAX_SUCCESSES), bound(MAX_FAILURES)]
  return (labels: Readonly<Record<Request, string>>) =>
    labels.status < '400' ? boundSuccess(labels) : boundFailure(labels)
}

/** Beyond the limit, upstream failures become `error` and everything else becomes `_OTHER`. */
function boundUpstreams() {
  return boundLabels<'upstream' | 'outcome'>(
    MAX_UPSTREAM_OUTCOMES,
    ({ upstream, outcome }) => `${upstream} ${outcome}`,
    ({ upstream, outcome }) => ({ upstream, outcome: /^5|^shed$|^unreadable$/.test(outcome) ? 'error' : OTHER }),
  )
}

/** Reads the connection counts only when the metrics are scraped, so that statements don't pay for it. */
function createPoolGauges(gauge: OpenGauge): (read: () => PoolState) => void {
  const pools: (() => PoolState)[] = []
  const sum = (part: keyof PoolState) => pools.reduce((total, read) => total + read()[part], 0)
  gauge('db_client_connections', 'Pool connections by state', ['state'], {
    collect(metric) {
      if (pools.length === 0) return
      metric.set({ state: 'used' }, sum('used'))
      metric.set({ state: 'idle' }, sum('idle'))
    },
  })
  return (read) => {
    pools.push(read)
    if (pools.length > 1) return
    gauge('db_client_connections_max', 'Maximum connections of the pool', [], {
      collect: (metric) => metric.set(sum('max')),
    })
  }
}
