import { is, max, min, quantile, rate, select, sum } from './expressions.ts'
import type { Panel } from './types.ts'

type Lines = Pick<Panel, 'id' | 'title' | 'unit' | 'queries'>
const lines = (panels: readonly Lines[]): readonly Panel[] =>
  panels.map((panel) => ({ ...panel, shape: 'lines' as const }))

export const gatewayPanels = lines([
  {
    id: 'upstream-outcomes',
    title: 'Calls by service and outcome',
    unit: 'per_second',
    queries: [
      {
        legend: '{upstream} {outcome}',
        of: rate(select('upstream_request_duration_seconds_count'), 'upstream', 'outcome'),
      },
    ],
  },
  {
    id: 'refusals',
    title: '401 by reason',
    unit: 'per_second',
    queries: [{ legend: '{reason}', of: rate(select('gateway_auth_failures_total'), 'reason') }],
  },
  {
    id: 'browser-errors',
    title: 'Errors reported by browsers',
    unit: 'per_second',
    queries: [{ legend: '{kind}', of: rate(select('client_errors_total'), 'kind') }],
  },
  {
    id: 'streams',
    title: 'Open event streams',
    unit: 'count',
    queries: [{ legend: 'streams', of: sum(select('gateway_event_streams')) }],
  },
  {
    id: 'disk',
    title: 'Free disk space in the data folder',
    unit: 'ratio',
    queries: [{ legend: 'free', of: min(select('data_disk_free_ratio')) }],
  },
])

export const authPanels = lines([
  {
    id: 'logins',
    title: 'Sign-ins by outcome',
    unit: 'per_second',
    queries: [{ legend: '{outcome}', of: rate(select('auth_login_attempts_total'), 'outcome') }],
  },
  {
    id: 'refreshes',
    title: 'Refreshes by outcome',
    unit: 'per_second',
    queries: [{ legend: '{outcome}', of: rate(select('auth_refresh_total'), 'outcome') }],
  },
  {
    id: 'revocations',
    title: 'Sessions revoked by reason',
    unit: 'per_second',
    queries: [{ legend: '{reason}', of: rate(select('auth_revocations_total'), 'reason') }],
  },
  {
    id: 'limits',
    title: 'Rate limit decisions by store',
    unit: 'per_second',
    queries: [{ legend: '{decision} in {store}', of: rate(select('rate_limit_decisions_total'), 'decision', 'store') }],
  },
  {
    id: 'hashes',
    title: 'Password hash duration',
    unit: 'seconds',
    queries: [{ legend: 'p95', of: quantile(0.95, select('password_hash_duration_seconds')) }],
  },
])

export const marketDataPanels = lines([
  {
    id: 'quota',
    title: 'Remaining provider calls',
    unit: 'count',
    queries: [{ legend: '{provider}', of: min(select('provider_quota_remaining_requests'), 'provider') }],
  },
  {
    id: 'questions',
    title: 'Provider requests by outcome',
    unit: 'per_second',
    queries: [{ legend: '{endpoint} {outcome}', of: rate(select('provider_requests_total'), 'endpoint', 'outcome') }],
  },
  {
    id: 'question-latency',
    title: 'p95 of provider requests',
    unit: 'seconds',
    queries: [{ legend: '{endpoint}', of: quantile(0.95, select('provider_request_duration_seconds'), 'endpoint') }],
  },
  {
    id: 'data-age',
    title: 'Age of data',
    unit: 'seconds',
    queries: [{ legend: '{dataset}', of: max(select('provider_data_age_seconds'), 'dataset') }],
  },
  {
    id: 'cache',
    title: 'Cache lookups by result',
    unit: 'per_second',
    queries: [{ legend: '{cache} {result}', of: rate(select('cache_requests_total'), 'cache', 'result') }],
  },
  {
    id: 'rejects',
    title: 'Rejected records',
    unit: 'per_second',
    queries: [{ legend: '{reason}', of: rate(select('provider_records_rejected_total'), 'reason') }],
  },
])

export const screenerPanels = lines([
  {
    id: 'snapshot-age',
    title: 'Screener age',
    unit: 'seconds',
    queries: [{ legend: 'youngest row', of: max(select('screener_snapshot_age_seconds')) }],
  },
  {
    id: 'symbols',
    title: 'Symbols by state',
    unit: 'count',
    queries: [{ legend: '{state}', of: max(select('screener_symbols'), 'state') }],
  },
  {
    id: 'streams',
    title: 'Open event streams',
    unit: 'count',
    queries: [{ legend: 'streams', of: sum(select('screener_event_streams')) }],
  },
])

/** The screener exports the queue's metrics, because it also runs when there is no worker. */
export const workersPanels = lines([
  {
    id: 'backlog',
    title: 'Jobs by state',
    unit: 'count',
    queries: [{ legend: '{state}', of: max(select('queue_jobs', undefined, 'screener'), 'state') }],
  },
  {
    id: 'oldest',
    title: 'Oldest waiting job',
    unit: 'seconds',
    queries: [{ legend: 'age', of: max(select('queue_oldest_waiting_age_seconds', undefined, 'screener')) }],
  },
  {
    id: 'throughput',
    title: 'Jobs by outcome',
    unit: 'per_second',
    queries: [{ legend: '{outcome}', of: rate(select('queue_jobs_processed_total'), 'outcome') }],
  },
  {
    id: 'job-latency',
    title: 'Job duration',
    unit: 'seconds',
    queries: [
      { legend: 'p50', of: quantile(0.5, select('queue_job_duration_seconds')) },
      { legend: 'p95', of: quantile(0.95, select('queue_job_duration_seconds')) },
    ],
  },
  {
    id: 'stalls',
    title: 'Stalled jobs taken over from another worker',
    unit: 'per_second',
    queries: [{ legend: 'stalled', of: rate(select('queue_jobs_stalled_total')) }],
  },
  {
    id: 'slots',
    title: 'Workers and their concurrency',
    unit: 'count',
    queries: [
      { legend: 'workers', of: max(select('queue_workers', undefined, 'screener')) },
      { legend: 'concurrent jobs', of: max(select('queue_concurrency', undefined, 'screener')) },
    ],
  },
])

export const portfolioPanels = lines([
  {
    id: 'writes',
    title: 'Writes by outcome',
    unit: 'per_second',
    queries: [{ legend: '{operation} {outcome}', of: rate(select('portfolio_writes_total'), 'operation', 'outcome') }],
  },
  {
    id: 'replays',
    title: 'Replayed writes',
    unit: 'per_second',
    queries: [{ legend: 'replayed', of: rate(select('portfolio_writes_total', { outcome: is('replayed') })) }],
  },
  {
    id: 'migrations',
    title: 'Positions migrated from browsers',
    unit: 'per_second',
    queries: [{ legend: 'positions', of: rate(select('portfolio_migrated_positions_total')) }],
  },
])

export const coachPanels = lines([
  {
    id: 'questions',
    title: 'Questions by outcome',
    unit: 'per_second',
    queries: [{ legend: '{outcome}', of: rate(select('coach_requests_total'), 'outcome') }],
  },
  {
    id: 'tokens',
    title: 'Tokens per second',
    unit: 'per_second',
    queries: [{ legend: '{direction}', of: rate(select('coach_tokens_total'), 'direction') }],
  },
  {
    id: 'cost',
    title: 'Cost since start',
    unit: 'usd',
    queries: [{ legend: 'dollars', of: sum(select('coach_cost_usd_total')) }],
  },
  {
    id: 'budget',
    title: 'Remaining daily budget',
    unit: 'ratio',
    queries: [{ legend: 'left', of: min(select('coach_budget_remaining_ratio')) }],
  },
  {
    id: 'tools',
    title: 'Tool calls by outcome',
    unit: 'per_second',
    queries: [{ legend: '{tool} {outcome}', of: rate(select('coach_tool_calls_total'), 'tool', 'outcome') }],
  },
  {
    id: 'rejects',
    title: 'Sentences removed from answers',
    unit: 'per_second',
    queries: [{ legend: '{reason}', of: rate(select('coach_output_rejected_total'), 'reason') }],
  },
])
