import type { Logger } from '@callwright/service'
import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import type { JobDeps, JobOutcome, jobOutcomes, MarketJob } from './job.ts'
import { readPauseMs } from './pause.ts'

interface RunnerDeps {
  readonly log: Logger
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  readonly observe: (job: string, outcome: (typeof jobOutcomes)[number], seconds: number) => void
  readonly deps: JobDeps
}

/**
 * Creates the queue's processor. If a provider asks for a pause, or the process shuts down, the job is delayed without
 * using up an attempt; any other failure uses one.
 */
export function createJobRunner(jobs: readonly MarketJob[], { log, signal, observe, deps }: RunnerDeps) {
  return async (job: Job, token?: string): Promise<JobOutcome> => {
    const startedAt = performance.now()
    const definition = jobs.find(({ name }) => name === job.name)
    if (definition === undefined) throw new UnrecoverableError(`No definition for the job ${job.name}`)
    const jobLog = log.child({ job: job.name, job_id: job.id })
    const settle = (outcome: Parameters<RunnerDeps['observe']>[1]) => {
      const seconds = (performance.now() - startedAt) / 1_000
      observe(job.name, outcome, seconds)
      return { outcome, seconds: Math.round(seconds * 100) / 100 }
    }
    try {
      const outcome = await definition.run(deps, { log: jobLog, signal })
      const settled = settle(outcome)
      if (outcome === 'idle') jobLog.debug(settled, 'market_job.finished')
      else jobLog.info(settled, 'market_job.finished')
      return outcome
    } catch (error) {
      const pauseMs = signal.aborted ? 0 : readPauseMs(error)
      if (pauseMs !== null) {
        await job.moveToDelayed(Date.now() + pauseMs, token)
        jobLog.info({ ...settle('postponed'), pause_seconds: Math.ceil(pauseMs / 1_000) }, 'market_job.postponed')
        throw new DelayedError()
      }
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
      jobLog.warn({ err: error, ...settle(isLast ? 'failed' : 'retried') }, 'market_job.failed')
      // The queue stores error messages, so don't rethrow a driver's or provider's message: it belongs only in the log.
      throw new Error(`${job.name} could not be finished`)
    }
  }
}
