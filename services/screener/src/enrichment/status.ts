import type { EnrichmentStatus } from '@callwright/contracts'
import { isActive, type Run } from './run-rules.ts'
import type { EnrichmentReport } from './runs.ts'

export function toStatus({ run, ...report }: EnrichmentReport): EnrichmentStatus {
  return {
    status: 'success',
    state: readState(run),
    run_id: run?.id ?? null,
    started_by: run?.startedBy ?? null,
    total: run?.total ?? 0,
    done: run?.done ?? 0,
    failed: run?.failed ?? 0,
    queued: report.queued,
    active: report.active,
    rate_per_second: report.ratePerSecond,
    eta_seconds: report.etaSeconds,
    started_at: run?.startedAt.toISOString() ?? null,
    finished_at: run?.finishedAt?.toISOString() ?? null,
    workers: report.workers,
    stage: run?.stage ?? null,
    last_symbol: run?.lastSymbol ?? null,
    failures: [...report.failures],
    incomplete: [...report.incomplete],
    message: report.message,
  }
}

function readState(run: Run | null): EnrichmentStatus['state'] {
  if (!isActive(run)) return 'idle'
  return run.state === 'stopping' ? 'stopping' : 'running'
}
