import { age, is, max, quantile, rate, select, sum } from './expressions.ts'
import { answered, HTTP_DURATION } from './objectives.ts'
import type { Objective, Panel } from './types.ts'

/** Panels for process state, versions, uptime and each SLO's bad share. */
export const verdictPanels = (objectives: readonly Objective[]): Panel[] => [
  {
    id: 'processes',
    title: 'Processes up',
    unit: 'count',
    shape: 'value',
    queries: [{ legend: 'processes', of: sum(select('up')) }],
  },
  {
    id: 'ready',
    title: 'Processes ready',
    unit: 'count',
    shape: 'value',
    queries: [{ legend: 'ready', of: sum(select('process_ready')) }],
  },
  {
    id: 'version',
    title: 'Processes by version',
    unit: 'count',
    shape: 'value',
    queries: [{ legend: '{version} ({commit})', of: sum(select('app_build_info'), 'version', 'commit') }],
  },
  {
    id: 'uptime',
    title: 'Uptime',
    unit: 'seconds',
    shape: 'value',
    queries: [{ legend: 'uptime', of: age(select('process_start_time_seconds')) }],
  },
  {
    id: 'bad-share',
    title: 'Bad share by SLO',
    unit: 'ratio',
    shape: 'lines',
    queries: objectives.map(({ title, bad }) => ({ legend: title, of: bad })),
  },
]

export const trafficPanels: readonly Panel[] = [
  {
    id: 'requests',
    title: 'Requests',
    unit: 'per_second',
    shape: 'lines',
    queries: [{ legend: 'all', of: rate(select(`${HTTP_DURATION}_count`)) }],
  },
  {
    id: 'statuses',
    title: 'Responses by status',
    unit: 'per_second',
    shape: 'lines',
    queries: [{ legend: '{status}', of: rate(select(`${HTTP_DURATION}_count`), 'status') }],
  },
  {
    id: 'latency',
    title: 'Request duration',
    unit: 'seconds',
    shape: 'lines',
    queries: [
      { legend: 'p50', of: quantile(0.5, answered) },
      { legend: 'p95', of: quantile(0.95, answered) },
      { legend: 'p99', of: quantile(0.99, answered) },
    ],
  },
  {
    id: 'latency-by-route',
    title: 'p95 by route',
    unit: 'seconds',
    shape: 'lines',
    queries: [{ legend: '{route}', of: quantile(0.95, answered, 'route') }],
  },
]

export const dependencyPanels: readonly Panel[] = [
  {
    id: 'dependencies',
    title: 'Dependencies up',
    unit: 'yes_no',
    shape: 'lines',
    queries: [{ legend: '{dependency}', of: max(select('dependency_up'), 'dependency') }],
  },
  {
    id: 'dependency-latency',
    title: 'Health check duration',
    unit: 'seconds',
    shape: 'lines',
    queries: [{ legend: '{dependency}', of: max(select('dependency_check_duration_seconds'), 'dependency') }],
  },
  {
    id: 'upstream-latency',
    title: 'p95 of calls to other services',
    unit: 'seconds',
    shape: 'lines',
    queries: [
      { legend: '{upstream}', of: quantile(0.95, select('upstream_request_duration_seconds'), 'upstream') },
      { legend: 'database', of: quantile(0.95, select('db_client_operation_duration_seconds')) },
      { legend: 'Redis', of: quantile(0.95, select('redis_command_duration_seconds')) },
    ],
  },
  {
    id: 'breakers',
    title: 'Circuit breakers (0 closed, 1 half-open, 2 open)',
    unit: 'count',
    shape: 'lines',
    queries: [{ legend: '{upstream}', of: max(select('circuit_breaker_state'), 'upstream') }],
  },
  {
    id: 'retries',
    title: 'Retries',
    unit: 'per_second',
    shape: 'lines',
    queries: [{ legend: '{upstream}', of: rate(select('retries_total'), 'upstream') }],
  },
]

export const saturationPanels: readonly Panel[] = [
  {
    id: 'cpu',
    title: 'CPU (of one core)',
    unit: 'ratio',
    shape: 'lines',
    queries: [{ legend: 'all processes', of: rate(select('process_cpu_seconds_total')) }],
  },
  {
    id: 'event-loop',
    title: 'Event loop delay, p99',
    unit: 'seconds',
    shape: 'lines',
    queries: [{ legend: 'worst process', of: max(select('nodejs_eventloop_lag_p99_seconds')) }],
  },
  {
    id: 'memory',
    title: 'Memory',
    unit: 'bytes',
    shape: 'lines',
    queries: [
      { legend: 'resident', of: sum(select('process_resident_memory_bytes')) },
      { legend: 'heap in use', of: sum(select('nodejs_heap_size_used_bytes')) },
    ],
  },
  {
    id: 'pool',
    title: 'Database connections',
    unit: 'count',
    shape: 'lines',
    queries: [{ legend: '{state}', of: sum(select('db_client_connections'), 'state') }],
  },
  {
    id: 'active',
    title: 'Active requests',
    unit: 'count',
    shape: 'lines',
    queries: [{ legend: 'all', of: sum(select('http_server_active_requests')) }],
  },
  {
    id: 'sheds',
    title: 'Requests shed or rate-limited',
    unit: 'per_second',
    shape: 'lines',
    queries: [
      { legend: '{reason}', of: rate(select('load_shed_requests_total'), 'reason') },
      {
        legend: 'limit {limiter}',
        of: rate(select('rate_limit_decisions_total', { decision: is('refused') }), 'limiter'),
      },
    ],
  },
]

/** Shows deployments: a version's line begins when it is deployed. */
export const alertPanels: readonly Panel[] = [
  {
    id: 'deploys',
    title: 'Versions running',
    unit: 'count',
    shape: 'lines',
    queries: [{ legend: '{version} ({commit})', of: sum(select('app_build_info'), 'version', 'commit') }],
  },
]
