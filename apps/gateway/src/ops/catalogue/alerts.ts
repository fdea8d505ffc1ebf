import {
  age,
  type Expression,
  fractionOfDailyMax,
  increase,
  is,
  max,
  min,
  not,
  type ServiceName,
  select,
  sum,
} from './expressions.ts'
import { inSession } from './objectives.ts'
import type { AlertRule, BurnAlert, CatalogueService, CauseAlert, Condition } from './types.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** [SRE workbook, chapter 5]: 2% of a month's budget in one hour, 5% in six hours, 10% in three days. */
const burns = [
  { word: 'Fast', severity: 'page', factor: 14.4, shortSeconds: 5 * MINUTE, longSeconds: HOUR },
  { word: 'Steady', severity: 'page', factor: 6, shortSeconds: 30 * MINUTE, longSeconds: 6 * HOUR },
  { word: 'Slow', severity: 'ticket', factor: 1, shortSeconds: 6 * HOUR, longSeconds: 72 * HOUR },
] as const
/** Minimum number of events. Among only ten requests, a single bad one would look like a trend. */
const MINIMUM_EVENTS = 100

const pascal = (id: string) => id.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function burnAlerts({ name, title, objectives }: Pick<CatalogueService, 'name' | 'title' | 'objectives'>): BurnAlert[] {
  return objectives.flatMap((objective) =>
    burns.map(({ word, ...burn }) => ({
      kind: 'burn' as const,
      name: `${pascal(name)}${pascal(objective.id)}${word}Burn`,
      ...burn,
      minimumEvents: MINIMUM_EVENTS,
      objective: objective.id,
      effect: `${title}: the SLO "${objective.title}" is being missed.`,
      runbook: 'docs/runbook.md#budget-burn' as const,
    })),
  )
}

const above = (of: Expression, bound: number, windowSeconds?: number): Condition => ({
  of,
  is: 'above',
  bound,
  ...(windowSeconds === undefined ? {} : { windowSeconds }),
})
const below = (of: Expression, bound: number): Condition => ({ of, is: 'below', bound })
const whileInSession = above(max(inSession), 0)
/** True while jobs are ready to run. Excludes delayed jobs, so no alert fires while all remaining jobs are delayed. */
const backlog = above(sum(select('queue_jobs', { state: is('waiting', 'prioritized') }, 'screener')), 0)

type Cause = Omit<CauseAlert, 'kind'>
const cause = (alert: Cause): CauseAlert => ({ kind: 'cause', ...alert })

/** Alerts that every service has. */
function commonCauses({ name, title, downEffect }: Pick<CatalogueService, 'name' | 'title' | 'downEffect'>): Cause[] {
  return [
    {
      name: `${pascal(name)}Down`,
      severity: 'page',
      effect: downEffect,
      all: [below(sum(select('up')), 1)],
      forSeconds: 30,
      runbook: 'docs/runbook.md#service-down',
    },
    {
      name: `${pascal(name)}NotReady`,
      severity: 'page',
      effect: downEffect,
      all: [below(max(select('process_ready')), 1)],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#not-ready',
    },
    {
      name: `${pascal(name)}BreakerOpen`,
      severity: 'ticket',
      effect: `${title} has stopped calling a failing dependency.`,
      all: [above(max(select('circuit_breaker_state')), 1)],
      forSeconds: 5 * MINUTE,
      runbook: 'docs/runbook.md#breaker-open',
    },
  ]
}

const ownCauses: Readonly<Record<ServiceName, readonly Cause[]>> = {
  gateway: [
    {
      name: 'DiskLow',
      severity: 'ticket',
      effect: 'None yet. Once the disk is full, nothing can be saved.',
      all: [below(min(select('data_disk_free_ratio')), 0.15)],
      forSeconds: 5 * MINUTE,
      runbook: 'docs/runbook.md#disk-low',
    },
    {
      name: 'DiskAlmostFull',
      severity: 'page',
      effect: 'Saving fails or is about to fail.',
      all: [below(min(select('data_disk_free_ratio')), 0.05)],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#disk-low',
    },
    {
      name: 'ClockDrift',
      severity: 'ticket',
      effect: 'Users may be signed out, and the age of prices may be wrong.',
      all: [above(max(select('process_clock_drift_seconds')), 2)],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#clock-drift',
    },
    {
      name: 'IdentityRefused',
      severity: 'page',
      effect: 'A service rejects requests of signed-in users.',
      all: [
        above(
          increase(select('upstream_request_duration_seconds_count', { outcome: is('401'), upstream: not('auth') })),
          0,
          10 * MINUTE,
        ),
      ],
      forSeconds: 0,
      runbook: 'docs/runbook.md#identity-refused',
    },
  ],
  auth: [
    {
      name: 'RefreshReuse',
      severity: 'ticket',
      effect: 'A user was signed out because a copy of their session was used.',
      all: [above(increase(select('auth_refresh_total', { outcome: is('reused') })), 0, HOUR)],
      forSeconds: 0,
      runbook: 'docs/runbook.md#refresh-reuse',
    },
  ],
  'market-data': [
    {
      name: 'DataTooOld',
      severity: 'page',
      effect: 'Prices are more than 30 minutes old while the market is open.',
      all: [
        above(max(select('provider_data_age_seconds', { dataset: is('quote', 'chain') })), 30 * MINUTE),
        whileInSession,
      ],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#data-too-old',
    },
    {
      name: 'QuotaLow',
      severity: 'ticket',
      effect: 'Prices refresh less often, and soon only on request.',
      all: [below(fractionOfDailyMax(select('provider_quota_remaining_requests'), 'provider'), 0.1)],
      forSeconds: 10 * MINUTE,
      runbook: 'docs/runbook.md#quota-low',
    },
  ],
  screener: [
    {
      name: 'ScreenTooOld',
      severity: 'page',
      effect: 'The screener is more than 30 minutes old while the market is open.',
      all: [above(max(select('screener_snapshot_age_seconds')), 30 * MINUTE), whileInSession],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#screen-too-old',
    },
  ],
  workers: [
    {
      name: 'JobsWaitTooLong',
      severity: 'ticket',
      effect: 'The screener refreshes too slowly.',
      all: [above(max(select('queue_oldest_waiting_age_seconds', undefined, 'screener')), 10 * MINUTE)],
      forSeconds: MINUTE,
      runbook: 'docs/runbook.md#jobs-wait-too-long',
    },
    {
      name: 'WorkerSilent',
      severity: 'page',
      effect: 'The screener does not refresh: workers run but take no jobs.',
      all: [above(age(select('worker_last_activity_timestamp_seconds')), 2 * MINUTE), backlog],
      forSeconds: 0,
      runbook: 'docs/runbook.md#worker-silent',
    },
  ],
  portfolio: [],
  coach: [
    {
      name: 'CoachBudgetLow',
      severity: 'ticket',
      effect: 'When the daily budget is spent, the coach answers without a model.',
      all: [below(min(select('coach_budget_remaining_ratio')), 0.2)],
      forSeconds: 0,
      runbook: 'docs/runbook.md#coach-budget-low',
    },
  ],
}

/** Cause alerts, and burn-rate alerts for the SLOs. */
export function listAlerts(
  service: Pick<CatalogueService, 'name' | 'title' | 'downEffect' | 'objectives'>,
): readonly AlertRule[] {
  return [...[...commonCauses(service), ...ownCauses[service.name]].map(cause), ...burnAlerts(service)]
}
