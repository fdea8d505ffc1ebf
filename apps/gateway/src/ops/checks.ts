import { type Figures, has, type Reader, readBacklog, type Service, type ServiceName, services } from './services.ts'

export type Status = 'pass' | 'warn' | 'fail' | 'unknown'

/** Something that is wrong with a service, with its effect on users and the section of docs/runbook.md. */
export interface Problem {
  /** Same as the alert in deploy/observability, if there is one. */
  readonly name: string
  readonly status: 'warn' | 'fail'
  readonly word: 'Down' | 'Not ready' | 'Degraded'
  readonly sentence: string
  readonly runbook: string
  readonly sinceMs: number
}

interface View {
  readonly nowMs: number
  readonly figures: Figures
  /** Number of requests or jobs that `figures` cover. */
  readonly events: number
  readonly read: Reader
  readonly processes: readonly { readonly isUp: boolean }[]
  readonly dependencies: readonly { readonly name: string; readonly isUp: boolean }[]
}

interface Check {
  readonly name: string
  readonly runbook: string
  /** Defaults to Degraded. */
  readonly word?: Problem['word']
  /** The check must fail for this long before it counts as a problem. */
  readonly forMs?: number
  /** Sentence about the problem and its effect on users, or null. */
  readonly find: (view: View) => string | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MIN_EVENTS = 20
const MAX_ERROR_RATIO = 0.05

const above = (value: number | null, bound: number) => value !== null && value > bound
const below = (value: number | null, bound: number) => value !== null && value < bound
const isOpen = ({ max }: Reader) => above(max('market-data', 'market_session_open'), 0)
const minutesSince = (seconds: number | null, nowMs: number) =>
  seconds === null ? 0 : nowMs / MINUTE_MS - seconds / 60

type Condition = (read: Reader, nowMs: number) => boolean
const cause = (name: string, runbook: string, effect: string, condition: Condition, forMs = 0): Check => ({
  name,
  runbook,
  forMs,
  find: ({ read, nowMs }) => (condition(read, nowMs) ? effect : null),
})

/** Holds for `windowMs` after each increase of a counter. */
function increased(windowMs: number, ...counter: Parameters<Reader['sum']>): Condition {
  let before: number | null = null
  let increasedMs = Number.NEGATIVE_INFINITY
  return ({ sum }, nowMs) => {
    const total = sum(...counter)
    if (before !== null && above(total, before)) increasedMs = nowMs
    before = total ?? before
    return nowMs - increasedMs < windowMs
  }
}

/** Checks of single services, worst first. */
function ownChecks(): Partial<Record<ServiceName, readonly Check[]>> {
  return {
    gateway: [
      cause(
        'IdentityRefused',
        'identity-refused',
        'A service rejects requests of signed-in users.',
        increased(
          10 * MINUTE_MS,
          'gateway',
          'upstream_request_duration_seconds_count',
          ({ outcome, upstream }) => outcome === '401' && upstream !== 'auth',
        ),
      ),
      cause(
        'ProxyNotTrusted',
        'exposed-instance',
        'Visitors share one address, so a hundred wrong passwords of one of them keep all from signing in on new devices.',
        increased(DAY_MS, 'gateway', 'gateway_exposed_requests_total', has('risk', 'proxy_not_trusted')),
      ),
      cause(
        'PlainHttp',
        'exposed-instance',
        'Passwords and positions cross the network unencrypted.',
        increased(DAY_MS, 'gateway', 'gateway_exposed_requests_total', has('risk', 'plain_http')),
      ),
      cause('DiskAlmostFull', 'disk-low', 'Saving fails or is about to fail: the disk is almost full.', ({ min }) =>
        below(min('gateway', 'data_disk_free_ratio'), 0.05),
      ),
      cause(
        'DiskLow',
        'disk-low',
        'No effect yet. Once the disk is full, nothing can be saved.',
        ({ min }) => below(min('gateway', 'data_disk_free_ratio'), 0.15),
        5 * MINUTE_MS,
      ),
      cause(
        'ClockDrift',
        'clock-drift',
        'Users may be signed out, and the age of prices may be wrong.',
        ({ max }) => above(max('gateway', 'process_clock_drift_seconds'), 2),
        MINUTE_MS,
      ),
    ],
    auth: [
      cause(
        'SignUpOpen',
        'exposed-instance',
        'Anyone who finds this site can create an account.',
        (read) =>
          above(read.sum('gateway', 'gateway_exposed_requests_total', has('risk', 'public')), 0) &&
          above(read.max('auth', 'auth_sign_up_open'), 0),
      ),
      cause(
        'RefreshReuse',
        'refresh-reuse',
        'A user was signed out because a copy of their session was used.',
        increased(60 * MINUTE_MS, 'auth', 'auth_refresh_total', has('outcome', 'reused')),
      ),
    ],
    'market-data': [
      cause(
        'DataTooOld',
        'data-too-old',
        'Prices are more than 30 minutes old while the market is open.',
        (read) =>
          isOpen(read) &&
          above(read.max('market-data', 'provider_data_age_seconds', has('dataset', 'quote', 'chain')), 1_800),
        MINUTE_MS,
      ),
    ],
    screener: [
      cause(
        'ScreenTooOld',
        'screen-too-old',
        'The screener is more than 30 minutes old while the market is open.',
        (read) => isOpen(read) && above(read.max('screener', 'screener_snapshot_age_seconds'), 1_800),
        MINUTE_MS,
      ),
    ],
    workers: [
      cause(
        'WorkerSilent',
        'worker-silent',
        'The screener does not refresh: workers run but take no jobs.',
        (read, nowMs) =>
          above(readBacklog(read), 0) &&
          minutesSince(read.max('workers', 'worker_last_activity_timestamp_seconds'), nowMs) > 2,
      ),
      cause(
        'JobsWaitTooLong',
        'jobs-wait-too-long',
        'The screener refreshes too slowly.',
        ({ max }) => above(max('screener', 'queue_oldest_waiting_age_seconds'), 600),
        MINUTE_MS,
      ),
    ],
    coach: [
      cause(
        'CoachBudgetLow',
        'coach-budget-low',
        'When the daily budget is spent, the coach answers without a model.',
        ({ min }) => below(min('coach', 'coach_budget_remaining_ratio'), 0.2),
      ),
    ],
  }
}

const failureEffects = {
  requests: 'Users see error messages.',
  jobs: 'Some rows of the screener do not refresh.',
  questions: 'Users get no answer.',
} as const
const slowEffects = {
  requests: 'Users wait for pages and figures.',
  jobs: 'The screener refreshes slowly.',
  questions: 'Users wait for answers.',
} as const
const percent = (ratio: number) => `${Math.round(ratio * 100)}%`

function listChecks({ name, title, downEffect, dependencyEffects, slowSeconds, work: { noun } }: Service): Check[] {
  const effectOf = (dependency: string) =>
    dependencyEffects[dependency] ?? services.find((other) => other.name === dependency)?.downEffect ?? null
  return [
    {
      name: 'ServiceDown',
      runbook: 'service-down',
      word: 'Down',
      find: ({ processes }) => (processes.some(({ isUp }) => isUp) ? null : downEffect),
    },
    {
      name: 'ServiceNotReady',
      runbook: 'not-ready',
      word: 'Not ready',
      find: ({ read }) => (below(read.max(name, 'process_ready'), 1) ? downEffect : null),
    },
    ...(ownChecks()[name] ?? []),
    {
      name: 'Failing',
      runbook: 'failing-or-slow',
      find: ({ figures: { red }, events }) =>
        events >= MIN_EVENTS && above(red.errorRatio, MAX_ERROR_RATIO)
          ? `${percent(red.errorRatio ?? 0)} of ${noun} fail. ${failureEffects[noun]}`
          : null,
    },
    {
      name: 'Slow',
      runbook: 'failing-or-slow',
      find: ({ figures: { red }, events }) =>
        events >= MIN_EVENTS && above(red.p50, slowSeconds)
          ? `At least half of the ${noun} take longer than ${slowSeconds} s. ${slowEffects[noun]}`
          : null,
    },
    {
      name: 'ProcessDown',
      runbook: 'service-down',
      find({ processes }) {
        const down = processes.filter(({ isUp }) => !isUp).length
        if (down === 0 || down === processes.length) return null
        return `${down} of ${processes.length} processes are not responding. The others handle the load.`
      },
    },
    {
      name: 'DependencyDown',
      runbook: 'dependency-down',
      find({ dependencies }) {
        const down = dependencies.filter(({ isUp }) => !isUp).map((dependency) => dependency.name.split(':')[0] ?? '')
        const effects = new Set(down.map(effectOf).filter((effect) => effect !== null))
        return down.length === 0 ? null : [`Running without ${down.join(', ')}.`, ...effects].join(' ')
      },
    },
    {
      name: 'BreakerOpen',
      runbook: 'breaker-open',
      forMs: 5 * MINUTE_MS,
      find: ({ read }) =>
        above(read.max(name, 'circuit_breaker_state'), 1) ? `${title} has stopped calling a failing dependency.` : null,
    },
  ]
}

/** Runs a service's checks after each scrape and keeps the time since when each fails. Returns problems, worst first. */
export function createChecks(service: Service): (view: View) => Problem[] {
  const checks = listChecks(service).map((check) => ({ check, sinceMs: null as number | null }))
  return (view) =>
    checks.flatMap((entry) => {
      const { name, runbook, word = 'Degraded', forMs = 0, find } = entry.check
      const sentence = find(view)
      entry.sinceMs = sentence === null ? null : (entry.sinceMs ?? view.nowMs)
      if (sentence === null || entry.sinceMs === null || view.nowMs - entry.sinceMs < forMs) return []
      const status = word === 'Degraded' ? 'warn' : 'fail'
      return [{ name, status, word, sentence, runbook, sinceMs: entry.sinceMs }]
    })
}
