import { EnrichSymbolPayload } from '@callwright/contracts'
import { AppError, createReader, type ServiceClient, unavailable } from '@callwright/service'
import { UnrecoverableError } from 'bullmq'
import { buildRow } from '../build-row.ts'
import type { RowStore } from '../row-store.ts'
import { HopelessError, type JobDefinition } from './job.ts'

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

export const enrichSymbolOptions = {
  name: 'enrich-symbol',
  build: (retryDelayMs: number) => ({
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: retryDelayMs },
    removeOnComplete: { count: KEPT_COMPLETED },
    removeOnFail: { count: KEPT_FAILED },
  }),
} as const

/** Deterministic, so that adding a job twice is adding it once. No colon: Redis keys are built from it. */
export function buildJobId(runId: string, symbol: string): string {
  return `${runId}-${symbol}`
}

export function isJobOf(runId: string, jobId: string): boolean {
  return jobId.startsWith(`${runId}-`)
}

const readPayload = createReader(EnrichSymbolPayload, 'The payload of enrich-symbol')

/**
 * Works out one symbol: facts of market-data, scoring, row. Without chain or bars it still writes a row, which says
 * why. An unknown symbol and a payload nobody can read never get better; anything else is tried again.
 */
export function createEnrichSymbolJob(deps: {
  readonly marketData: ServiceClient
  readonly rows: RowStore
  readonly onSaved: (version: number) => void
}): JobDefinition {
  const { marketData, rows, onSaved } = deps
  return {
    name: enrichSymbolOptions.name,
    read(payload) {
      try {
        const { run_id, symbol } = readPayload(payload)
        return { runId: run_id, symbol }
      } catch (error) {
        throw new UnrecoverableError(error instanceof Error ? error.message : 'The payload is not valid')
      }
    },
    async run({ runId, symbol }, { attempt, signal }) {
      const context = await rows.findJobContext(runId, symbol)
      if (context === null || context.runState !== 'running') return 'skipped'
      const facts = await fetchFacts(marketData, symbol, signal)
      // Under the name the run asked for, whatever the source calls it: the run waits for that one.
      const { row, session } = buildRow({ ...facts, symbol }, context)
      const saved = await rows.save({ context, attempt, row, session })
      if (saved === null) return 'refused'
      onSaved(saved.version)
      return 'saved'
    },
  }
}

async function fetchFacts(marketData: ServiceClient, symbol: string, signal: AbortSignal | undefined) {
  try {
    return await marketData.call('marketData.facts', {
      params: { symbol },
      timeoutMs: FACTS_TIMEOUT_MS,
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (hopelessStatuses.has(error.status)) throw new HopelessError(error.detail)
    if (deniedStatuses.has(error.status)) throw unavailable('upstream_unavailable', DENIED, error)
    throw error
  }
}
