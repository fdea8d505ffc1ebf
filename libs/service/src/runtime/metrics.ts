import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { boundLabels, observeWithin } from './bound-labels.ts'

/** OpenTelemetry's bounds for request durations, seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** Of a store on the same network that is given up after 0.2 s, or 2 s. */
const redisBuckets = [0.001, 0.005, 0.025, 0.2, 2]

/** The label sets of the three histograms that could grow; with them a process stays below 2,000 series. */
const MOST_SUCCESSES = 54
const MOST_FAILURES = 12
const MOST_UPSTREAM_OUTCOMES = 24
const MOST_COMMANDS = 16
/** How a call to another service may end, before anybody has made one: that it never refused our identity is a promise. */
const upstreamOutcomes = ['200', '401', 'error', 'timeout'] as const
const OTHER = '_OTHER'

/** Every value each label can have: all their combinations are there from the start, with 0. */
type Known<L extends string> = { readonly [Label in L]: readonly string[] }
interface Options<L extends string> {
  readonly known?: Known<L>
}

interface GaugeOptions<L extends string> {
  /** Sets it whenever metrics are read. */
  readonly collect?: (gauge: Gauge<L>) => void
}
type OpenGauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  options: GaugeOptions<L>,
) => Gauge<L>

/** What a pool of connections shows at one moment. */
export interface PoolSight {
  readonly used: number
  readonly idle: number
  readonly max: number
}

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics every process has; labels are bounded: never a user, symbol, raw path or message. */
export function createMetrics(service: string, build: { version: string; commit: string }) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  /** Registers a metric of one service's own. */
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
  const retries = counter('retries_total', 'Calls made a second time', ['upstream'])
  const boundOutcome = boundUpstreams()
  const upstreamDuration = observeWithin(
    histogram('upstream_request_duration_seconds', 'Duration of calls to other services', ['upstream', 'outcome']),
    boundOutcome,
  )
  const redisDuration = observeWithin(
    histogram('redis_command_duration_seconds', 'Duration of Redis commands', ['command'], { buckets: redisBuckets }),
    boundLabels<'command'>(
      MOST_COMMANDS,
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
    httpActive: gauge('http_server_active_requests', 'Requests being served'),
    /** Requests refused to keep the process able to answer others; whoever may refuse sets its reason to 0 at the start. */
    loadShed: counter('load_shed_requests_total', 'Requests refused because there was no room', ['reason']),
    rateLimitDecisions: counter(
      'rate_limit_decisions_total',
      'Decisions of each limiter and the store that took them',
      ['limiter', 'decision', 'store'],
    ),
    upstreamDuration,
    breakerState: gauge('circuit_breaker_state', '0 closed, 1 half open, 2 open', ['upstream']),
    retries,
    databaseDuration: histogram('db_client_operation_duration_seconds', 'Duration of database statements', [
      'operation',
    ]),
    redisDuration,
    cacheRequests: counter('cache_requests_total', 'Cache look-ups by result', ['cache', 'result']),
    /** Looks at a pool of database connections whenever metrics are read. */
    observePool: createPoolGauges(gauge),
    /** Has a service that will be called there before the first call. */
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

/** A success of each route, and room for failures; what comes beyond keeps the class of its status, as `5xx`. */
function boundRequests() {
  type Request = 'method' | 'route' | 'status'
  const bound = (most: number) =>
    boundLabels<Request>(
      most,
      ({ method, route, status }) => `${method} ${route} ${status}`,
      ({ status }) => ({ method: OTHER, route: OTHER, status: `${status[0]}xx` }),
    )
  const [boundSuccess, boundFailure] = [bound(MOST_SUCCESSES), bound(MOST_FAILURES)]
  return (labels: Readonly<Record<Request, string>>) =>
    labels.status < '400' ? boundSuccess(labels) : boundFailure(labels)
}

/** Beyond the bound a failure of the other side is still one, and the rest is `_OTHER`. */
function boundUpstreams() {
  return boundLabels<'upstream' | 'outcome'>(
    MOST_UPSTREAM_OUTCOMES,
    ({ upstream, outcome }) => `${upstream} ${outcome}`,
    ({ upstream, outcome }) => ({ upstream, outcome: /^5|^shed$|^unreadable$/.test(outcome) ? 'error' : OTHER }),
  )
}

/** Connections are counted when somebody asks, so that no statement pays for it. */
function createPoolGauges(gauge: OpenGauge): (look: () => PoolSight) => void {
  const pools: (() => PoolSight)[] = []
  const sum = (part: keyof PoolSight) => pools.reduce((total, look) => total + look()[part], 0)
  gauge('db_client_connections', 'Pool connections by state', ['state'], {
    collect(metric) {
      if (pools.length === 0) return
      metric.set({ state: 'used' }, sum('used'))
      metric.set({ state: 'idle' }, sum('idle'))
    },
  })
  return (look) => {
    pools.push(look)
    if (pools.length > 1) return
    gauge('db_client_connections_max', 'Most connections the pool may have', [], {
      collect: (metric) => metric.set(sum('max')),
    })
  }
}
