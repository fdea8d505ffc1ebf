import { age, type Expression, max, quantile, rate, select, sum } from './expressions.ts'
import type { CatalogueService } from './types.ts'

/** Figures in a service's summary other than SLOs and alerts. */
export function summaryOf({ work }: CatalogueService) {
  return {
    replicas: sum(select('up')),
    ready: sum(select('process_ready')),
    build: sum(select('app_build_info'), 'version', 'commit'),
    uptimeSeconds: age(select('process_start_time_seconds')),
    rps: rate(work.events),
    errors: rate(work.errors),
    p50: quantile(0.5, work.duration),
    p95: quantile(0.95, work.duration),
    p99: quantile(0.99, work.duration),
    cpu: rate(select('process_cpu_seconds_total')),
    eventLoopP99Seconds: max(select('nodejs_eventloop_lag_p99_seconds')),
    rssBytes: sum(select('process_resident_memory_bytes')),
    poolInUse: sum(select('db_client_connections', { state: { is: ['used'] } })),
    poolMax: sum(select('db_client_connections_max')),
    dependencyUp: { ...max(select('dependency_up'), 'dependency'), fold: 'min' },
    dependencyLatency: max(select('dependency_check_duration_seconds'), 'dependency'),
  } as const satisfies Record<string, Expression>
}

export const summaryExpressions = (service: CatalogueService): Expression[] => Object.values(summaryOf(service))
