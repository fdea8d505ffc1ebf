import { AppError, type Logger } from '@callwright/service'
import { DelayedError, type Job, RateLimitError, UnrecoverableError } from 'bullmq'

export const jobOutcomes = ['saved', 'refused', 'skipped', 'failed', 'retried', 'postponed'] as const
/** Outcomes without an error: the row was written, was rejected because a newer one exists, or the run is over. */
type JobOutcome = Extract<(typeof jobOutcomes)[number], 'saved' | 'refused' | 'skipped'>

export interface JobSubject {
  readonly runId: string
  readonly symbol: string
}

export interface JobDefinition {
  readonly name: string
  /** Throws an `UnrecoverableError` for an invalid payload. */
  read(payload: unknown): JobSubject
  run(subject: JobSubject, context: { attempt: number; signal: AbortSignal | undefined }): Promise<JobOutcome>
}

interface JobRunnerDeps {
  readonly log: Logger
  readonly recordFailure: (jobName: string, subject: JobSubject, reason: string) => Promise<void>
  /** Keeps every worker from taking jobs for this many milliseconds. */
  readonly pauseQueue: (milliseconds: number) => Promise<void>
  /** Called with a reason for users when jobs start to fail, and with null when one succeeds again. */
  readonly onTrouble: (reason: string | null) => void
  readonly observe: (outcome: (typeof jobOutcomes)[number], seconds: number) => void
}

const OUTAGE_PAUSE_MS = 2_000
/** Upper limit for a Retry-After from the provider. */
const MAX_PAUSE_MS = 900_000
const RATE_LIMITED = 'provider_rate_limited'
const USUAL_WAIT_SECONDS = 30
/** The other service does not respond, or its circuit breaker is open. */
const UPSTREAM_UNAVAILABLE = 'upstream_unavailable'
/** An outage affects every symbol. */
const outageCodes = new Set([UPSTREAM_UNAVAILABLE, 'database_unavailable', RATE_LIMITED])
/**
 * Maximum number of postponements per job, which take about half an hour. After that, the symbol itself may be the
 * cause, and the run has to end at some point.
 */
export const MAX_POSTPONEMENTS = 600
export const UNEXPECTED = 'Could not calculate this stock.'

/** An error that no retry can fix. Its message is shown to users. */
export class PermanentError extends UnrecoverableError {}

/**
 * Creates the queue's processor. Throws unless every name has exactly one definition. An outage postpones the job
 * without using an attempt, up to a limit; a rate limit pauses the whole queue until it ends. The reason for the last
 * failed attempt is stored before the job fails.
 */
export function createJobRunner(names: readonly string[], definitions: readonly JobDefinition[], deps: JobRunnerDeps) {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const complete = byName.size === definitions.length && names.length === byName.size
  if (!complete || !names.every((name) => byName.has(name))) {
    throw new Error(`Every job needs exactly one definition: ${names.join(', ')}`)
  }

  /** True during an outage, which is logged once, however many jobs it affects. */
  let postponing = false
  const noteOutage = (error: unknown) => {
    if (error !== null && !postponing) deps.log.warn({ err: error }, 'enrichment.postponed')
    if (error === null && postponing) deps.log.info('enrichment.resumed')
    postponing = error !== null
  }

  let trouble: string | null = null
  const noteTrouble = (error: AppError | null) => {
    // A source with a low limit makes every few jobs wait, which is no trouble.
    if (error?.code === RATE_LIMITED && (error.retryAfterSeconds ?? 0) <= USUAL_WAIT_SECONDS) return
    // Keep an earlier reason, which is more specific than an open circuit breaker.
    const reason = error?.code === UPSTREAM_UNAVAILABLE ? (trouble ?? error.detail) : (error?.detail ?? null)
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
      const failure = await decideFailure(error, job, subject, deps)
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

/** Postpones the job and returns the error that BullMQ expects for that. */
async function postpone(job: Job, token: string | undefined, reason: Error, deps: JobRunnerDeps): Promise<Error> {
  if (reason instanceof AppError && reason.code === RATE_LIMITED) {
    const pauseMs = (reason.retryAfterSeconds ?? 0) * 1_000
    await deps.pauseQueue(Math.min(Math.max(pauseMs, OUTAGE_PAUSE_MS), MAX_PAUSE_MS))
    return new RateLimitError()
  }
  await job.moveToDelayed(Date.now() + OUTAGE_PAUSE_MS * (1 + Math.random()), token)
  return new DelayedError()
}

function isLastAttempt(job: Job, error: unknown): boolean {
  return error instanceof UnrecoverableError || job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
}

async function decideFailure(
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

/** Counts the executions that used no attempt, because the job was postponed or its worker died. */
function countPostponements({ attemptsStarted, attemptsMade }: Job): number {
  return Math.max(0, attemptsStarted - attemptsMade - 1)
}

function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && outageCodes.has(error.code)
}

/** Replaces a driver's own message, because users see the reason and Redis stores it. */
function toReadableError(error: unknown): Error {
  if (error instanceof PermanentError) return error
  if (error instanceof UnrecoverableError) return new PermanentError(UNEXPECTED)
  return new Error(error instanceof AppError ? error.detail : UNEXPECTED, { cause: error })
}
