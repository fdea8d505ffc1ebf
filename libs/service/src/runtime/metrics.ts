import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** OpenTelemetry's bounds for request durations, seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics every process has; labels are bounded: never a user, symbol, raw path or message. */
export function createMetrics(service: string, build: { version: string; commit: string }) {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const buildInfo = new Gauge({
    name: 'app_build_info',
    help: 'Version of the running code',
    labelNames: ['version', 'commit'],
    registers,
  })
  buildInfo.set(build, 1)
  return {
    registry,
    /** Registers a metric of one service's own. */
    counter: <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Counter<L>({ name, help, labelNames: [...labelNames], registers }),
    gauge: <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
      new Gauge<L>({ name, help, labelNames: [...labelNames], registers }),
    histogram: <L extends string>(name: string, help: string, labelNames: readonly L[] = [], buckets?: number[]) =>
      new Histogram<L>({ name, help, labelNames: [...labelNames], buckets: buckets ?? durationBuckets, registers }),
    httpDuration: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Duration of requests served',
      labelNames: ['method', 'route', 'status'],
      buckets: durationBuckets,
      registers,
    }),
    httpActive: new Gauge({ name: 'http_server_active_requests', help: 'Requests being served', registers }),
    rateLimitDecisions: new Counter({
      name: 'rate_limit_decisions_total',
      help: 'Decisions of each limiter and the store that took them',
      labelNames: ['limiter', 'decision', 'store'],
      registers,
    }),
    upstreamDuration: new Histogram({
      name: 'upstream_request_duration_seconds',
      help: 'Duration of calls to other services',
      labelNames: ['upstream', 'outcome'],
      buckets: durationBuckets,
      registers,
    }),
    breakerState: new Gauge({
      name: 'circuit_breaker_state',
      help: '0 closed, 1 half open, 2 open',
      labelNames: ['upstream'],
      registers,
    }),
    databaseDuration: new Histogram({
      name: 'db_client_operation_duration_seconds',
      help: 'Duration of database statements',
      labelNames: ['operation'],
      buckets: durationBuckets,
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'db_client_connections',
      help: 'Pool connections by state',
      labelNames: ['state'],
      registers,
    }),
    cacheRequests: new Counter({
      name: 'cache_requests_total',
      help: 'Cache look-ups by result',
      labelNames: ['cache', 'result'],
      registers,
    }),
  }
}
