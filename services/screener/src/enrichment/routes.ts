import type { EnrichmentStatus } from '@callwright/contracts'
import { getUser, type Handlers } from '@callwright/service'
import { isActive, type Run } from './run-rules.ts'
import type { EnrichmentReport, Runs } from './runs.ts'

type EnrichmentHandlers = Pick<
  Handlers<'screener'>,
  'screener.refresh' | 'screener.startEnrichment' | 'screener.stopEnrichment' | 'screener.enrichmentStatus'
>

export function enrichmentRoutes({ runs }: { readonly runs: Runs }): EnrichmentHandlers {
  const report = async () => toWire(await runs.report())
  return {
    async 'screener.startEnrichment'({ identity }) {
      await runs.start({ startedBy: 'user', userId: getUser(identity).userId })
      return report()
    },
    async 'screener.refresh'({ identity }) {
      await runs.refresh({ startedBy: 'user', userId: getUser(identity).userId })
      return report()
    },
    async 'screener.stopEnrichment'({ identity }) {
      await runs.stop(getUser(identity).userId)
      return report()
    },
    'screener.enrichmentStatus': report,
  }
}

function toWire({ run, progress, ...report }: EnrichmentReport): EnrichmentStatus {
  return {
    status: 'success',
    state: readState(run),
    run_id: run?.id ?? null,
    started_by: run?.startedBy ?? null,
    total: run?.total ?? 0,
    done: progress.done,
    failed: progress.failed,
    queued: report.queued,
    active: report.active,
    rate_per_second: report.ratePerSecond,
    eta_seconds: report.etaSeconds,
    started_at: run?.startedAt.toISOString() ?? null,
    finished_at: run?.finishedAt?.toISOString() ?? null,
    workers: report.workers,
    failures: [...report.failures],
    incomplete: [...report.incomplete],
    message: report.message,
  }
}

function readState(run: Run | null): EnrichmentStatus['state'] {
  if (!isActive(run)) return 'idle'
  return run.state === 'stopping' ? 'stopping' : 'running'
}
