import {
  is,
  like,
  type Match,
  not,
  over,
  type Selection,
  type ServiceName,
  select,
  share,
  slower,
  unlike,
} from './expressions.ts'
import type { Objective, Work } from './types.ts'

/** Routes of event streams. Their requests last as long as the client stays connected. */
const STREAM_ROUTES = '.*/enrichment-events'
const CHAT_ROUTE = '/api/ai-coach/chat'

export const HTTP_DURATION = 'http_server_request_duration_seconds'
export const answered: Selection = select(HTTP_DURATION, { route: unlike(STREAM_ROUTES) })
const routed = (match: Selection['match']): Selection => select(HTTP_DURATION, match)

/** Gauge that is 1 during the exchange's regular session, on the market's clock. */
export const inSession: Selection = select('market_session_open', undefined, 'market-data')

const AVAILABILITY = { id: 'availability', title: 'Requests answered' } as const

/** 5xx responses are bad, including shed requests and timeouts. 4xx responses are excluded. */
const ownAvailability = (objective: number): Objective => ({
  ...AVAILABILITY,
  objective,
  bad: share(
    select(`${HTTP_DURATION}_count`, { status: like('5..') }),
    select(`${HTTP_DURATION}_count`, { status: unlike('4..') }),
  ),
})

/**
 * Availability of a service as measured by the gateway, because a service that is down cannot count its failed
 * requests.
 */
function availability(upstream: ServiceName, objective: number): Objective {
  const calls = (outcome: Match) =>
    select('upstream_request_duration_seconds_count', { upstream: is(upstream), outcome }, 'gateway')
  return {
    ...AVAILABILITY,
    objective,
    bad: share(calls(like('5..|error|timeout|shed|unreadable')), calls(unlike('4..|left'))),
  }
}

export const requestWork: Work = {
  events: select(`${HTTP_DURATION}_count`),
  errors: select(`${HTTP_DURATION}_count`, { status: like('5..') }),
  duration: answered,
}

export const gatewayObjectives: readonly Objective[] = [ownAvailability(0.999)]

export const authObjectives: readonly Objective[] = [
  availability('auth', 0.999),
  {
    id: 'login-latency',
    title: 'Sign-ins within 400 ms',
    objective: 0.95,
    bad: slower(routed({ route: is('/api/auth/login') }), 0.4, [0.25, 0.5]),
  },
  {
    id: 'me-latency',
    title: 'Account requests within 100 ms',
    objective: 0.99,
    bad: slower(routed({ route: is('/api/auth/me'), method: is('GET') }), 0.1, [0.1, 0.1]),
  },
]

export const marketDataObjectives: readonly Objective[] = [
  availability('market-data', 0.995),
  { id: 'latency', title: 'Responses within 1.5 s', objective: 0.95, bad: slower(answered, 1.5, [1, 2.5]) },
  {
    id: 'freshness',
    title: 'Quotes and chains at most 20 min old during market hours',
    objective: 0.99,
    bad: over(select('provider_data_age_seconds', { dataset: is('quote', 'chain') }), 1_200, inSession),
  },
]

export const screenerObjectives: readonly Objective[] = [
  availability('screener', 0.995),
  { id: 'latency', title: 'Responses within 250 ms', objective: 0.95, bad: slower(answered, 0.25, [0.25, 0.25]) },
  {
    id: 'freshness',
    title: 'Screener at most 30 min old during market hours',
    objective: 0.99,
    bad: over(select('screener_snapshot_age_seconds'), 1_800, inSession),
  },
]

/** Finished jobs, without those that were postponed or will be retried. */
const finishedJobs = select('queue_jobs_processed_total', { outcome: not('postponed', 'retried') })

export const jobWork: Work = {
  events: select('queue_jobs_processed_total'),
  errors: select('queue_jobs_processed_total', { outcome: is('failed') }),
  duration: select('queue_job_duration_seconds'),
}

export const workersObjectives: readonly Objective[] = [
  {
    id: 'punctuality',
    title: 'Time with no job waiting longer than 10 min',
    objective: 0.99,
    bad: over(select('queue_oldest_waiting_age_seconds', undefined, 'screener'), 600),
  },
  {
    id: 'latency',
    title: 'Jobs within 5 s',
    objective: 0.95,
    bad: slower(select('queue_job_duration_seconds'), 5, [5, 5]),
  },
  {
    id: 'success',
    title: 'Jobs that do not fail',
    objective: 0.99,
    bad: share(select('queue_jobs_processed_total', { outcome: is('failed') }), finishedJobs),
  },
  {
    id: 'stalls',
    title: 'Jobs that do not stall',
    objective: 0.999,
    bad: share(select('queue_jobs_stalled_total'), finishedJobs),
  },
]

export const portfolioObjectives: readonly Objective[] = [
  availability('portfolio', 0.999),
  {
    id: 'read-latency',
    title: 'Reads within 100 ms',
    objective: 0.95,
    bad: slower(routed({ method: is('GET') }), 0.1, [0.1, 0.1]),
  },
  {
    id: 'write-latency',
    title: 'Writes within 150 ms',
    objective: 0.95,
    bad: slower(routed({ method: is('POST', 'PUT', 'DELETE') }), 0.15, [0.1, 0.25]),
  },
]

export const coachObjectives: readonly Objective[] = [
  {
    id: 'availability',
    title: 'Questions answered',
    objective: 0.99,
    // Failed and late answers are bad. Rate-limited and abandoned questions are excluded.
    bad: share(
      select('coach_requests_total', { outcome: is('failed', 'late') }),
      select('coach_requests_total', { outcome: not('limited', 'left') }),
    ),
  },
  // The SLO allows 12 s, but the last finite bound of the histogram is 10 s.
  {
    id: 'latency',
    title: 'Answers within 10 s',
    objective: 0.95,
    bad: slower(routed({ route: is(CHAT_ROUTE) }), 10, [10, 10]),
  },
]
