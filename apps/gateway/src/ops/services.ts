import type { Labels, OpsMetric, Work } from './metrics.ts'

export const serviceNames = ['gateway', 'auth', 'market-data', 'screener', 'workers', 'portfolio', 'coach'] as const
export type ServiceName = (typeof serviceNames)[number]

type Read = (service: ServiceName, metric: OpsMetric, matches?: (labels: Labels) => boolean) => number | null
/** Folds the current values of all processes of a service. Null if no process exposes the metric. */
export type Reader = Readonly<Record<'sum' | 'max' | 'min', Read>>

/** Golden signals of a service over a period. */
export interface Figures {
  readonly red: Readonly<Record<'rps' | 'errorRatio' | 'p50' | 'p95' | 'p99', number | null>>
  readonly saturation: Readonly<
    Record<'cpuRatio' | 'eventLoopP99Seconds' | 'rssBytes' | 'poolInUse' | 'poolMax', number | null>
  >
}

type Unit = 'seconds' | 'ratio' | 'bytes' | 'per_second' | 'count'

interface Chart {
  readonly signal: 'Rate' | 'Errors' | 'Latency' | 'Saturation'
  readonly title: string
  readonly unit: Unit
  readonly lines: readonly { readonly name: string; readonly of: (figures: Figures, read: Reader) => number | null }[]
}

export interface Service {
  readonly name: ServiceName
  readonly title: string
  /** Effect on users while no process of the service is running. */
  readonly downEffect: string
  readonly work: Work
  /** The service is slow if at least half of its requests or jobs take longer. */
  readonly slowSeconds: number
  /** Effects on users while a dependency is down, by the first part of the dependency's name. */
  readonly dependencyEffects: Readonly<Record<string, string>>
  readonly charts: readonly Chart[]
}

/** Requests to event streams last as long as the client stays connected. */
const isStream = ({ route = '' }: Labels) => route.endsWith('/enrichment-events')
const requests: Work = {
  noun: 'requests',
  events: 'http_server_request_duration_seconds_count',
  failed: ({ status = '' }) => status.startsWith('5'),
  duration: 'http_server_request_duration_seconds_bucket',
  timed: (labels) => !isStream(labels),
}
const jobs: Work = {
  noun: 'jobs',
  events: 'queue_jobs_processed_total',
  failed: ({ outcome }) => outcome === 'failed',
  duration: 'queue_job_duration_seconds_bucket',
  timed: () => true,
}
const questions: Work = {
  noun: 'questions',
  events: 'coach_requests_total',
  failed: ({ outcome }) => outcome === 'failed' || outcome === 'late',
  duration: requests.duration,
  timed: ({ route }) => route === '/api/ai-coach/chat',
}

/** Label filter that accepts only the given values. */
export const has =
  (label: string, ...values: string[]) =>
  (labels: Labels) =>
    values.includes(labels[label] ?? '')

const saturation = (title: string, unit: Unit, ...lines: Chart['lines']): Chart => ({
  signal: 'Saturation',
  title,
  unit,
  lines,
})
const gauge = (title: string, unit: Unit, of: (read: Reader) => number | null): Chart =>
  saturation(title, unit, { name: title, of: (_figures, read) => of(read) })

function commonCharts(name: ServiceName, { noun }: Work): Chart[] {
  const percentiles = (['p50', 'p95', 'p99'] as const).map((level) => ({
    name: level,
    of: ({ red }: Figures) => red[level],
  }))
  return [
    {
      signal: 'Rate',
      title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
      unit: 'per_second',
      lines: [{ name: `${noun} per second`, of: ({ red }) => red.rps }],
    },
    {
      signal: 'Errors',
      title: `Failed ${noun}`,
      unit: 'ratio',
      lines: [{ name: 'failed share', of: ({ red }) => red.errorRatio }],
    },
    { signal: 'Latency', title: `Duration of ${noun}`, unit: 'seconds', lines: percentiles },
    saturation('CPU (of one core)', 'ratio', { name: 'mean of all processes', of: (now) => now.saturation.cpuRatio }),
    saturation('Event loop delay, p99', 'seconds', {
      name: 'slowest process',
      of: (now) => now.saturation.eventLoopP99Seconds,
    }),
    saturation('Memory', 'bytes', { name: 'all processes', of: (now) => now.saturation.rssBytes }),
    saturation(
      'Database connections',
      'count',
      { name: 'in use', of: (now) => now.saturation.poolInUse },
      { name: 'limit', of: (now) => now.saturation.poolMax },
    ),
    gauge('Active requests', 'count', ({ sum }) => sum(name, 'http_server_active_requests')),
  ]
}

/** Every service of the stack, with its effect on users and the charts on its page. */
export const services: readonly Service[] = [
  {
    name: 'gateway',
    title: 'Gateway',
    downEffect: 'Callwright cannot be reached.',
    work: requests,
    slowSeconds: 1,
    dependencyEffects: { redis: 'A sign-out takes up to a second to take effect everywhere.' },
    charts: [
      ...commonCharts('gateway', requests),
      gauge('Free disk space in the data folder', 'ratio', ({ min }) => min('gateway', 'data_disk_free_ratio')),
    ],
  },
  {
    name: 'auth',
    title: 'Sign-in',
    downEffect: 'Users cannot sign in. Signed-in users are not affected.',
    work: requests,
    slowSeconds: 0.4,
    dependencyEffects: { redis: 'Sign-in works, but failed passwords are counted per process.' },
    charts: commonCharts('auth', requests),
  },
  {
    name: 'market-data',
    title: 'Market data',
    downEffect: 'No new prices or option chains. The screener keeps its last data; positions show no figures.',
    work: requests,
    slowSeconds: 1.5,
    dependencyEffects: {
      redis: 'Prices load more slowly because the cache is unavailable.',
      source: 'No new prices. The last known prices are shown with their time.',
      postgres: 'Past prices are refetched and may be missing.',
    },
    charts: [
      ...commonCharts('market-data', requests),
      gauge('Remaining provider calls', 'count', ({ min }) => min('market-data', 'provider_quota_remaining_requests')),
      gauge('Age of quotes and chains', 'seconds', ({ max }) =>
        max('market-data', 'provider_data_age_seconds', has('dataset', 'quote', 'chain')),
      ),
    ],
  },
  {
    name: 'screener',
    title: 'Screener',
    downEffect: 'The screener cannot be loaded.',
    work: requests,
    slowSeconds: 0.25,
    dependencyEffects: {
      queue: 'The screener shows its last data and cannot be refreshed.',
      postgres: 'The screener shows its last data. Weights and saved screens cannot be changed.',
    },
    charts: [
      ...commonCharts('screener', requests),
      gauge('Age of the screener', 'seconds', ({ max }) => max('screener', 'screener_snapshot_age_seconds')),
    ],
  },
  {
    name: 'workers',
    title: 'Workers',
    downEffect: 'The screener shows its last data and does not refresh.',
    work: jobs,
    slowSeconds: 5,
    dependencyEffects: { postgres: 'The screener shows its last data: new rows cannot be saved.' },
    // The screener exports the queue's metrics, because it also runs while there is no worker.
    charts: [
      ...commonCharts('workers', jobs).filter(({ title }) => title !== 'Active requests'),
      gauge('Waiting jobs', 'count', readBacklog),
      gauge('Oldest waiting job', 'seconds', ({ max }) => max('screener', 'queue_oldest_waiting_age_seconds')),
    ],
  },
  {
    name: 'portfolio',
    title: 'Portfolio',
    downEffect: 'Positions cannot be viewed or saved.',
    work: requests,
    slowSeconds: 0.15,
    dependencyEffects: {},
    charts: commonCharts('portfolio', requests),
  },
  {
    name: 'coach',
    title: 'Coach',
    downEffect: 'The coach cannot answer questions.',
    work: questions,
    slowSeconds: 10,
    dependencyEffects: {
      postgres: 'The coach answers but does not remember conversations.',
      redis: 'The coach answers, but messages are counted per process.',
    },
    charts: [
      ...commonCharts('coach', questions),
      gauge('Remaining daily budget', 'ratio', ({ min }) => min('coach', 'coach_budget_remaining_ratio')),
    ],
  },
]

/** Jobs that are ready to run. Excludes delayed jobs, so nothing seems stuck while all remaining jobs are delayed. */
export function readBacklog({ sum }: Reader): number | null {
  return sum('screener', 'queue_jobs', has('state', 'waiting', 'prioritized'))
}
