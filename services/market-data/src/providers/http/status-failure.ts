import type { FailureFacts, FailureKind } from './provider-failure.ts'

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorized',
  402: 'not_entitled',
  403: 'not_entitled',
  404: 'not_found',
  408: 'unavailable',
  413: 'unavailable',
  425: 'unavailable',
  429: 'rate_limited',
  499: 'unavailable',
}
const PHRASES: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'rejected the API key',
  not_entitled: 'rejected: the plan does not include this',
  rate_limited: 'too many calls',
  unavailable: 'is unavailable right now',
  unreadable: 'returned an unexpected response',
  not_found: 'has no data for this request',
}

/** Maps a non-2xx status to a failure. Overloaded gateways send 413 and 499. */
export function failureOfStatus(status: number, headers: Headers, nowMs: number): FailureFacts {
  const kind = KINDS[status] ?? (status >= 500 ? 'unavailable' : 'unreadable')
  const what = status >= 300 && status < 400 ? 'returned a redirect, which is not followed' : PHRASES[kind]
  return { kind, status, detail: `${what} (HTTP ${status})`, retryAfterMs: readRetryAfter(headers, nowMs) }
}

/** Longest Retry-After to honor, since a wrong header must not block a provider for more than a day. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000

/** Reads Retry-After, given in seconds or as an HTTP date, as milliseconds. Null if absent or invalid. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  const afterMs = /^\d{1,6}(\.\d+)?$/.test(value)
    ? Number(value) * 1_000
    : (/[a-z]/i.test(value) ? Date.parse(value) : Number.NaN) - nowMs
  return Number.isNaN(afterMs) ? null : Math.round(Math.min(Math.max(0, afterMs), LONGEST_RETRY_AFTER_MS))
}
