import { newYorkCloseMs } from '@callwright/scoring'
import { AppError, type Metrics } from '@callwright/service'
import { sourceUnavailable } from '../errors.ts'
import type { SourceLog } from '../status/source-log.ts'
import { type Reject, rejectReasons } from './guards/rejections.ts'
import { ProviderFailure } from './http/provider-failure.ts'
import type { Answer, IsoDate, MarketData } from './provider.ts'
import { type Ask, wrapSources } from './source-requests.ts'

export type ProviderMetrics = ReturnType<typeof createProviderMetrics>

/** Counts and times requests to providers. `log` also remembers each provider's last ones, for the Market data page. */
export function createProviderMetrics(metrics: Metrics, log: SourceLog | null = null) {
  const requests = metrics.counter('provider_requests_total', 'Requests to market data providers', [
    'provider',
    'endpoint',
    'outcome',
  ])
  const duration = metrics.histogram(
    'provider_request_duration_seconds',
    'Duration of requests to market data providers',
    ['provider', 'endpoint'],
  )
  const rejected = metrics.counter(
    'provider_records_rejected_total',
    'Source records that were omitted, repaired or blanked',
    ['reason'],
    { known: { reason: rejectReasons } },
  )
  const newest = new Map<string, { readonly atMs: number; readonly now: () => number }>()
  metrics.gauge(
    'provider_data_age_seconds',
    'Age of the newest record in the last answer, by the clock of the source',
    ['dataset'],
    {
      collect(age) {
        for (const [dataset, { atMs, now }] of newest) age.set({ dataset }, Math.max(0, now() - atMs) / 1_000)
      },
    },
  )
  const quotaGauge = metrics.gauge('provider_quota_remaining_requests', 'Calls that may be made to a provider now', [
    'provider',
  ])
  const quota = {
    set(labels: { readonly provider: string }, callsLeft: number): void {
      quotaGauge.set(labels, callsLeft)
      log?.noteCallsLeft(labels.provider, callsLeft)
    },
  }
  const reject: Reject = (reason, count = 1) => rejected.inc({ reason }, count)
  const { breakerState, retries } = metrics
  return {
    requests,
    duration,
    reject,
    quota,
    retries,
    breakerState,
    log,
    /** Creates a request's metric series before the first such request, so that they start at 0. */
    expectRequest(labels: { readonly provider: string; readonly endpoint: string }): void {
      requests.inc({ ...labels, outcome: 'ok' }, 0)
      duration.zero(labels)
    },
    /** Sets the time of a dataset's newest record, whose age keeps growing until a newer answer arrives. */
    noteNewest(dataset: string, atMs: number, now: () => number): void {
      newest.set(dataset, { atMs, now })
    },
  }
}

/** Counts and times one request to a provider. Its outcome is `ok` or the kind of failure. */
export async function countRequest<T>(
  { requests, duration, log }: ProviderMetrics,
  labels: { readonly provider: string; readonly endpoint: string },
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let outcome: string = 'ok'
  try {
    return await work()
  } catch (error) {
    outcome = error instanceof ProviderFailure ? error.kind : 'error'
    if (error instanceof ProviderFailure) noteFailure(log, labels.provider, error)
    throw error
  } finally {
    requests.inc({ ...labels, outcome })
    duration.observe(labels, (performance.now() - startedAt) / 1_000)
  }
}

/** An unknown symbol is no failure, and neither is a call that our own rate limiter stopped. */
function noteFailure(log: SourceLog | null, provider: string, { kind, detail, status }: ProviderFailure): void {
  const isOfLimiter = kind === 'rate_limited' && status === null
  if (kind !== 'not_found' && !isOfLimiter) log?.noteFailure(provider, kind, detail)
}

/**
 * Maps every failure of a source to a 503 without details, and measures the age of the source's data. `provider` names
 * a local source whose requests are counted here; null means that they are already counted per provider. Answers pass
 * through unchanged.
 */
export function observeMarketData(
  source: MarketData,
  metrics: ProviderMetrics,
  provider: string | null = source.stamp().source,
): MarketData {
  const observe = (endpoint: string, ask: Ask): Ask => {
    if (provider !== null) metrics.expectRequest({ provider, endpoint })
    return async (...args) => {
      try {
        const work = () => ask(...args)
        const answer = await (provider === null ? work() : countRequest(metrics, { provider, endpoint }, work))
        const newestMs = findNewestMs(endpoint, answer)
        if (newestMs !== null) metrics.noteNewest(endpoint, newestMs, source.clock.now)
        return answer
      } catch (error) {
        throw error instanceof AppError ? error : sourceUnavailable(error)
      }
    }
  }
  const observed = wrapSources(source, ({ endpoint }, ask) => observe(endpoint, ask))
  return { ...source, ...observed, clock: { ...source.clock, ...observed.clock } }
}

/** Time of the newest price record in an answer; null for other kinds of data. */
function findNewestMs(endpoint: string, answer: unknown): number | null {
  if (endpoint === 'quote' || endpoint === 'chain') {
    const { value, asOfMs } = answer as Answer<unknown>
    return value === null ? null : asOfMs
  }
  if (endpoint !== 'bars' && endpoint !== 'iv_history') return null
  const { value } = answer as Answer<readonly { readonly date: IsoDate }[] | null>
  const newest = value?.at(-1)?.date
  return newest === undefined ? null : newYorkCloseMs(newest)
}
