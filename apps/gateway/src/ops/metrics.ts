/** Every metric that the pages under /ops read. */
export const opsMetrics = [
  ...['app_build_info', 'process_start_time_seconds', 'process_ready', 'process_cpu_seconds_total'],
  ...['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'http_server_active_requests'],
  ...['http_server_request_duration_seconds_count', 'http_server_request_duration_seconds_bucket'],
  ...['dependency_up', 'dependency_check_duration_seconds', 'circuit_breaker_state'],
  ...['db_client_connections', 'db_client_connections_max'],
  ...['upstream_request_duration_seconds_count', 'data_disk_free_ratio', 'process_clock_drift_seconds'],
  ...['gateway_exposed_requests_total', 'auth_sign_up_open'],
  ...['auth_refresh_total', 'market_session_open', 'provider_data_age_seconds', 'provider_quota_remaining_requests'],
  ...['screener_snapshot_age_seconds', 'queue_jobs', 'queue_oldest_waiting_age_seconds'],
  ...['queue_jobs_processed_total', 'queue_job_duration_seconds_bucket', 'worker_last_activity_timestamp_seconds'],
  ...['coach_requests_total', 'coach_budget_remaining_ratio'],
] as const
export type OpsMetric = (typeof opsMetrics)[number]

export type Labels = Readonly<Record<string, string>>
export interface Sample {
  readonly labels: Labels
  readonly value: number
}
export type Samples = ReadonlyMap<OpsMetric, readonly Sample[]>

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)/
const LABEL = /\b(\w{1,100})="((?:[^"\\]|\\.){0,1000})"/g
const MAX_LABEL_CHARACTERS = 200
const wanted: ReadonlySet<string> = new Set(opsMetrics)
const isWanted = (name: string): name is OpsMetric => wanted.has(name)

/** Reads the metrics above from Prometheus's text format. Ignores other metrics, invalid lines and NaN. */
export function parseMetrics(text: string): Samples {
  const found = new Map<OpsMetric, Sample[]>()
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', written = ''] = LINE.exec(line) ?? []
    const value = written === '+Inf' ? Number.POSITIVE_INFINITY : Number(written)
    if (!isWanted(name) || Number.isNaN(value)) continue
    const samples = found.get(name) ?? []
    found.set(name, samples)
    samples.push({ labels: parseLabels(labels), value })
  }
  return found
}

function parseLabels(text: string): Labels {
  const labels: Record<string, string> = Object.create(null)
  for (const [, name = '', value = ''] of text.matchAll(LABEL)) {
    labels[name] = value
      .replace(/\\(.)/g, (_all, letter) => (letter === 'n' ? '\n' : letter))
      .slice(0, MAX_LABEL_CHARACTERS)
  }
  return labels
}

/** The metrics that count a service's work, and the labels that mark failed work. */
export interface Work {
  readonly noun: 'requests' | 'jobs' | 'questions'
  readonly events: OpsMetric
  readonly failed: (labels: Labels) => boolean
  readonly duration: OpsMetric
  readonly timed: (labels: Labels) => boolean
}

/** Work and CPU time since a process started, or of a period. Bucket counts are cumulative, by upper bound. */
export interface Totals {
  readonly events: number
  readonly failed: number
  readonly cpuSeconds: number
  readonly buckets: ReadonlyMap<number, number>
}

export const noWork: Totals = { events: 0, failed: 0, cpuSeconds: 0, buckets: new Map() }

export function readTotals(samples: Samples, work: Work): Totals {
  const sum = (of: readonly Sample[]) => of.reduce((total, { value }) => total + value, 0)
  const events = samples.get(work.events) ?? []
  const buckets = new Map<number, number>()
  for (const { labels, value } of samples.get(work.duration) ?? []) {
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    if (work.timed(labels)) buckets.set(bound, (buckets.get(bound) ?? 0) + value)
  }
  return {
    events: sum(events),
    failed: sum(events.filter(({ labels }) => work.failed(labels))),
    cpuSeconds: sum(samples.get('process_cpu_seconds_total') ?? []),
    buckets,
  }
}

/** `first + sign * second`. */
export function combine(first: Totals, second: Totals, sign: 1 | -1): Totals {
  const bounds = new Set([...first.buckets.keys(), ...second.buckets.keys()])
  return {
    events: first.events + sign * second.events,
    failed: first.failed + sign * second.failed,
    cpuSeconds: first.cpuSeconds + sign * second.cpuSeconds,
    buckets: new Map(
      [...bounds].map((bound) => [bound, (first.buckets.get(bound) ?? 0) + sign * (second.buckets.get(bound) ?? 0)]),
    ),
  }
}

/**
 * Quantile (0 to 1) as Prometheus computes it: events are evenly distributed within a bucket, and those above the last
 * finite bound count as that bound. Null if there are no events.
 */
export function computeQuantile({ buckets }: Totals, level: number): number | null {
  const sorted = [...buckets].sort(([one], [other]) => one - other)
  const rank = level * (sorted.at(-1)?.[1] ?? 0)
  const index = sorted.findIndex(([, count]) => count >= rank)
  const [bound, count] = sorted[index] ?? [0, 0]
  const [lower, below] = sorted[index - 1] ?? [0, 0]
  if (rank === 0) return null
  if (bound === Number.POSITIVE_INFINITY) return lower
  return count === below ? bound : lower + ((bound - lower) * (rank - below)) / (count - below)
}
