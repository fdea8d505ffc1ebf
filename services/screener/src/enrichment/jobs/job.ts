import { AppError, type Logger } from '@callwright/service'
import { DelayedError, type Job, RateLimitError, UnrecoverableError } from 'bullmq'

/** How a start of a job may end. */
export const jobOutcomes = ['saved', 'refused', 'skipped', 'failed', 'retried', 'postponed'] as const
/** What a job did: wrote its row, came too late to write it, or was of a run that no longer runs. */
export type JobOutcome = Extract<(typeof jobOutcomes)[number], 'saved' | 'refused' | 'skipped'>

export interface JobSubject {
  readonly runId: string
  readonly symbol: string
}

/** One kind of job: its name, how its payload is read, what it does. */
export interface JobDefinition {
  readonly name: string
  /** Throws an `UnrecoverableError` on a payload it cannot read. */
  read(payload: unknown): JobSubject
  run(subject: JobSubject, context: { attempt: number; signal: AbortSignal | undefined }): Promise<JobOutcome>
}

export interface JobRunnerDeps {
  readonly log: Logger
  readonly recordFailure: (jobName: string, subject: JobSubject, reason: string) => Promise<void>
  /** Keeps every worker from taking jobs for so long. */
  readonly pauseQueue: (milliseconds: number) => Promise<void>
  /** Told why jobs come to nothing, in words for people, and null once one does not. */
  readonly onTrouble: (reason: string | null) => void
  readonly observe: (outcome: (typeof jobOutcomes)[number], seconds: number) => void
}

const OUTAGE_PAUSE_MS = 2_000
/** A provider that asks for more is asked again after this long. */
const LONGEST_PAUSE_MS = 900_000
/** The provider of market data takes no more calls for a while. */
const RATE_LIMITED = 'provider_rate_limited'
/** The other service does not answer, or is not asked for a while because it did not. */
const UPSTREAM_AWAY = 'upstream_unavailable'
/** The other side as a whole is away; the symbol is not to blame. */
const outageCodes = new Set([UPSTREAM_AWAY, 'database_unavailable', RATE_LIMITED])
/** About half an hour: after that it may be the symbol after all, and a run must end. */
export const MAX_POSTPONEMENTS = 600
export const UNEXPECTED = 'The stock could not be worked out.'

/** This symbol will not get better. The message is a sentence for people. */
export class HopelessError extends UnrecoverableError {}

/**
 * The processor of the queue. Boot fails unless every name has exactly one definition. An outage puts a job back
 * without costing it an attempt, so long as it is not for ever; a rate limit keeps all of them back until it is over. The
 * last failed attempt is written down before the job fails.
 */
export function createJobRunner(names: readonly string[], definitions: readonly JobDefinition[], deps: JobRunnerDeps) {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const complete = byName.size === definitions.length && names.length === byName.size
  if (!complete || !names.every((name) => byName.has(name))) {
    throw new Error(`Every job needs exactly one definition: ${names.join(', ')}`)
  }

  /** An outage is one event, however many jobs it touches. */
  let postponing = false
  const noteOutage = (error: unknown) => {
    if (error !== null && !postponing) deps.log.warn({ err: error }, 'enrichment.postponed')
    if (error === null && postponing) deps.log.info('enrichment.resumed')
    postponing = error !== null
  }

  let trouble: string | null = null
  const noteTrouble = (error: AppError | null) => {
    // What failed before knows more than a caller that no longer asks.
    const reason = error?.code === UPSTREAM_AWAY ? (trouble ?? error.detail) : (error?.detail ?? null)
    if (reason !== trouble) deps.onTrouble(reason)
    trouble = reason
  }

  return async (job: Job, token?: string, signal?: AbortSignal): Promise<JobOutcome> => {
    const startedAt = performance.now()
    const observe = (outcome: Parameters<JobRunnerDeps['observe']>[0]) =>
      deps.observe(outcome, (performance.now() - startedAt) / 1_000)
    const log = deps.log.child({ job: job.name, job_id: job.id, attempt: job.attemptsStarted })
    const definition = byName.get(job.name)
    if (definition === undefined) throw new UnrecoverableError(`No definition for the job ${job.name}`)
    const subject = definition.read(job.data)
    try {
      const outcome = await definition.run(subject, { attempt: job.attemptsStarted, signal })
      observe(outcome)
      noteOutage(null)
      noteTrouble(null)
      log.debug({ outcome }, 'job.finished')
      return outcome
    } catch (error) {
      const failure = await settleFailure(error, job, subject, deps)
      observe(failure.outcome)
      if (error instanceof AppError) noteTrouble(error)
      if (failure.outcome === 'postponed') {
        noteOutage(error)
        throw await postpone(job, token, failure.error, deps)
      }
      if (failure.outcome === 'failed') log.error({ err: error }, 'job.failed')
      else log.warn({ err: error }, 'job.will_retry')
      throw failure.error
    }
  }
}

/** Puts the job back and gives what tells the queue that it has been. */
async function postpone(job: Job, token: string | undefined, reason: Error, deps: JobRunnerDeps): Promise<Error> {
  if (reason instanceof AppError && reason.code === RATE_LIMITED) {
    const pauseMs = (reason.retryAfterSeconds ?? 0) * 1_000
    await deps.pauseQueue(Math.min(Math.max(pauseMs, OUTAGE_PAUSE_MS), LONGEST_PAUSE_MS))
    return new RateLimitError()
  }
  await job.moveToDelayed(Date.now() + OUTAGE_PAUSE_MS * (1 + Math.random()), token)
  return new DelayedError()
}

function isLastAttempt(job: Job, error: unknown): boolean {
  return error instanceof UnrecoverableError || job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
}

async function settleFailure(
  error: unknown,
  job: Job,
  subject: JobSubject,
  deps: JobRunnerDeps,
): Promise<{ outcome: 'failed' | 'retried' | 'postponed'; error: Error }> {
  if (isOutage(error) && countPostponements(job) < MAX_POSTPONEMENTS) return { outcome: 'postponed', error }
  const readable = toReadableError(error)
  if (!isLastAttempt(job, error)) return { outcome: 'retried', error: readable }
  try {
    await deps.recordFailure(job.name, subject, readable.message)
    return { outcome: 'failed', error: readable }
  } catch (recordError) {
    if (isOutage(recordError)) return { outcome: 'postponed', error: recordError }
    throw toReadableError(recordError)
  }
}

/** A start that cost no attempt was put back, or lost with its worker. */
function countPostponements({ attemptsStarted, attemptsMade }: Job): number {
  return Math.max(0, attemptsStarted - attemptsMade - 1)
}

function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && outageCodes.has(error.code)
}

/** Users read the reason, and Redis keeps it: only sentences made for them, never a driver's words. */
function toReadableError(error: unknown): Error {
  if (error instanceof HopelessError) return error
  if (error instanceof UnrecoverableError) return new HopelessError(UNEXPECTED)
  return new Error(error instanceof AppError ? error.detail : UNEXPECTED, { cause: error })
}
