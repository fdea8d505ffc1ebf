import type { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer } from '../providers/provider.ts'
import { describeTime } from './freshness.ts'

const SHOWING_DATA_FROM = '; showing data from '

/**
 * Marks an older answer as stale because a newer one could not be loaded. The note gives the reason, the answer's time
 * and, if known, the retry time.
 */
export function markStaleByFailure<T>(answer: Answer<T>, failure: ProviderFailure, nowMs: number): Answer<T> {
  return markStale(answer, describeFailure(failure, nowMs), nowMs)
}

/** Marks an answer as stale, with the reason copied from another, older answer. */
export function copyStaleReason<T>(answer: Answer<T>, older: Answer<T>, nowMs: number): Answer<T> {
  const known = older.missing.find(({ field }) => field === 'freshness')?.reason ?? 'The source cannot be reached'
  return markStale(answer, known.split(SHOWING_DATA_FROM)[0] ?? known, nowMs)
}

export function markStale<T>(answer: Answer<T>, why: string, nowMs: number): Answer<T> {
  const reason = `${why}${SHOWING_DATA_FROM}${describeTime(answer.asOfMs, nowMs)}`
  const others = answer.missing.filter(({ field }) => field !== 'freshness')
  return { ...answer, dataClass: 'stale', missing: [{ field: 'freshness', reason }, ...others] }
}

function describeFailure({ kind, retryAfterMs }: ProviderFailure, nowMs: number): string {
  if (kind === 'unauthorized') return 'The source rejected its API key'
  if (kind === 'not_entitled') return 'The plan no longer includes this data'
  if (kind === 'unreadable') return 'The source returned unusable data'
  if (kind !== 'rate_limited' || retryAfterMs === null) return 'The source cannot be reached'
  return `Too many requests to the source; retrying after ${describeTime(nowMs + retryAfterMs, nowMs)}`
}
