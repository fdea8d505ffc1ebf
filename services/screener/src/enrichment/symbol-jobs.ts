import { EnrichSymbolPayload, type SymbolFacts } from '@callwright/contracts'
import { AppError, createReader, type ServiceClient, unavailable } from '@callwright/service'
import { UnrecoverableError } from 'bullmq'
import { buildRow, buildSurveyRow } from './build-row.ts'
import { type JobDefinition, type JobSubject, PermanentError } from './job.ts'
import type { RowStore, SurveyStore } from './row-store.ts'
import type { Run, Stage } from './run-rules.ts'

/** Completed jobs that Redis keeps; a run may have 6,000. */
const KEPT_COMPLETED = 1_000
const KEPT_FAILED = 1_000
const ATTEMPTS = 3
/** Longer than market-data's own time limit for a job's request, which includes waiting for a rate limit. */
const FACTS_TIMEOUT_MS = 20_000

/** HTTP statuses caused by the symbol itself. */
const permanentStatuses = new Set([400, 404])
/** HTTP statuses caused by service authentication, which affect every symbol. */
const deniedStatuses = new Set([401, 403])
const DENIED = 'The market data service is not available right now. Please try again.'

export const jobNames = ['enrich-symbol', 'survey-symbol'] as const
type JobName = (typeof jobNames)[number]

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

/**
 * Builds a deterministic id, so that the queue ignores a duplicate job. It has no colon, because BullMQ uses colons in
 * its Redis keys.
 */
export function buildJobId({ id, stage }: Pick<Run, 'id' | 'stage'>, symbol: string): string {
  return stage === 'survey' ? `${id}-survey-${symbol}` : `${id}-${symbol}`
}

export function isJobOf(runId: string, jobId: string): boolean {
  return jobId.startsWith(`${runId}-`)
}

interface FactsQuery {
  readonly chain?: 'none'
  readonly iv_rank?: 'own'
}

const checkPayload = createReader(EnrichSymbolPayload, 'The job payload')

/** Reads a job's payload. Throws an `UnrecoverableError` for an invalid one, since a retry cannot fix it. */
function readPayload(payload: unknown): JobSubject {
  try {
    const { run_id, symbol } = checkPayload(payload)
    return { runId: run_id, symbol }
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : 'The payload is not valid')
  }
}

/**
 * Fetches a symbol's facts, with or without its chain and the vendor's IV rank. The result has the run's symbol even if the source uses a
 * different one, because the run waits for a result under its own symbol. Throws a `PermanentError` if the symbol is
 * invalid or unknown; other errors can be retried.
 */
async function fetchFacts(
  marketData: ServiceClient,
  symbol: string,
  options: { readonly query: FactsQuery; readonly signal: AbortSignal | undefined },
): Promise<SymbolFacts> {
  try {
    const facts = await marketData.call('marketData.facts', {
      params: { symbol },
      query: options.query,
      timeoutMs: FACTS_TIMEOUT_MS,
      ...(options.signal ? { signal: options.signal } : {}),
    })
    return { ...facts, symbol }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (permanentStatuses.has(error.status)) throw new PermanentError(error.detail)
    if (deniedStatuses.has(error.status)) throw unavailable('upstream_unavailable', DENIED, error)
    throw error
  }
}

/**
 * Enriches one symbol: fetches its facts, scores them and writes the row. A row without chain or bars contains the
 * reason.
 */
export function createEnrichSymbolJob(deps: {
  readonly marketData: ServiceClient
  readonly rows: RowStore
  readonly onSaved: (version: number) => void
}): JobDefinition {
  const { marketData, rows, onSaved } = deps
  return {
    name: 'enrich-symbol',
    read: readPayload,
    async run({ runId, symbol }, { attempt, signal }) {
      const context = await rows.findJobContext(runId, symbol)
      if (context === null || context.runState !== 'running' || context.stage === 'survey') return 'skipped'
      const query: FactsQuery = context.withoutVendorRanks ? { iv_rank: 'own' } : {}
      const facts = await fetchFacts(marketData, symbol, { query, signal })
      const saved = await rows.save({ context, attempt, ...buildRow(facts, context) })
      if (saved === null) return 'refused'
      onSaved(saved.version)
      return 'saved'
    },
  }
}

/** Surveys one symbol without its chain; the results decide which chains the run reads. */
export function createSurveySymbolJob(deps: {
  readonly marketData: ServiceClient
  readonly rows: Pick<RowStore, 'findJobContext'>
  readonly surveys: Pick<SurveyStore, 'save'>
  readonly onSaved: (version: number) => void
}): JobDefinition {
  const { marketData, rows, surveys, onSaved } = deps
  return {
    name: 'survey-symbol',
    read: readPayload,
    async run({ runId, symbol }, { attempt, signal }) {
      const context = await rows.findJobContext(runId, symbol)
      if (context === null || context.runState !== 'running' || context.stage !== 'survey') return 'skipped'
      const facts = await fetchFacts(marketData, symbol, { query: { chain: 'none' }, signal })
      const saved = await surveys.save({ context, attempt, ...buildSurveyRow(facts, context.asOf) })
      if (saved === null) return 'refused'
      onSaved(saved.version)
      return 'saved'
    },
  }
}
