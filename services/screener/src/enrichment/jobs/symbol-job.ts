import { EnrichSymbolPayload, type SymbolFacts } from '@callwright/contracts'
import { AppError, createReader, type ServiceClient, unavailable } from '@callwright/service'
import { UnrecoverableError } from 'bullmq'
import type { Run, Stage } from '../run-rules.ts'
import { HopelessError, type JobSubject } from './job.ts'

/** Bounded keep: a run of 6,000 symbols must not fill the queue's Redis with its past. */
const KEPT_COMPLETED = 1_000
const KEPT_FAILED = 1_000
const ATTEMPTS = 3
/** As long as market-data takes a question of a job, its waits for a rate limit included. */
const FACTS_TIMEOUT_MS = 20_000

/** The symbol itself is at fault. */
const hopelessStatuses = new Set([400, 404])
/** The fault lies between the services, and hits every symbol alike. */
const deniedStatuses = new Set([401, 403])
const DENIED = 'The market data service is not available right now. Please try again.'

/** The two kinds of job there are of a symbol. */
export const jobNames = ['enrich-symbol', 'survey-symbol'] as const
export type JobName = (typeof jobNames)[number]

export function jobNameOf(stage: Stage | null): JobName {
  return stage === 'survey' ? 'survey-symbol' : 'enrich-symbol'
}

export function buildJobOptions(retryDelayMs: number) {
  return {
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: retryDelayMs },
    removeOnComplete: { count: KEPT_COMPLETED },
    removeOnFail: { count: KEPT_FAILED },
  }
}

/** Deterministic, so that adding a job twice is adding it once. No colon: Redis keys are built from it. */
export function buildJobId({ id, stage }: Pick<Run, 'id' | 'stage'>, symbol: string): string {
  return stage === 'survey' ? `${id}-survey-${symbol}` : `${id}-${symbol}`
}

export function isJobOf(runId: string, jobId: string): boolean {
  return jobId.startsWith(`${runId}-`)
}

const checkPayload = createReader(EnrichSymbolPayload, 'The payload of a symbol’s job')

/** Throws an `UnrecoverableError` on a payload nobody can read: that never gets better. */
export function readPayload(payload: unknown): JobSubject {
  try {
    const { run_id, symbol } = checkPayload(payload)
    return { runId: run_id, symbol }
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : 'The payload is not valid')
  }
}

/**
 * The facts of a symbol, with its chain or without, under the name the run asked for, whatever the source calls it: the
 * run waits for that one. Throws a `HopelessError` on a symbol that is itself at fault; anything else may get better.
 */
export async function fetchFacts(
  marketData: ServiceClient,
  symbol: string,
  options: { readonly withChain: boolean; readonly signal: AbortSignal | undefined },
): Promise<SymbolFacts> {
  try {
    const facts = await marketData.call('marketData.facts', {
      params: { symbol },
      query: options.withChain ? {} : { chain: 'none' },
      timeoutMs: FACTS_TIMEOUT_MS,
      ...(options.signal ? { signal: options.signal } : {}),
    })
    return { ...facts, symbol }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (hopelessStatuses.has(error.status)) throw new HopelessError(error.detail)
    if (deniedStatuses.has(error.status)) throw unavailable('upstream_unavailable', DENIED, error)
    throw error
  }
}
