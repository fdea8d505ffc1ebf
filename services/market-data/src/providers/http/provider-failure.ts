import type { Answer } from '../provider.ts'

/**
 * Kinds of provider failures:
 * - `unauthorized`: the key is invalid.
 * - `not_entitled`: the plan does not include the data; a retry does not help.
 * - `rate_limited`: too many calls; `retryAfterMs` is set if the provider reports it.
 * - `unavailable`: no complete response, because it was refused, reset, timed out, truncated or a 5xx.
 * - `unreadable`: an unusable response: HTML, truncated JSON, the wrong shape, too large, nested too deep, or an error
 *   sent with status 200.
 * - `not_found`: the provider does not know the symbol.
 * Missing data is not a failure: the answer is null or empty, with a reason in `missing`.
 */
export type FailureKind = 'unauthorized' | 'not_entitled' | 'rate_limited' | 'unavailable' | 'unreadable' | 'not_found'

export interface FailureFacts {
  readonly kind: FailureKind
  /** One short sentence that contains no secrets, so it can be logged. */
  readonly detail: string
  readonly status?: number | null
  readonly retryAfterMs?: number | null
  readonly partial?: Answer<unknown> | null
}

/** The only error that providers throw. It has no `cause`, since a cause may quote headers. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly provider: string
  readonly kind: FailureKind
  readonly detail: string
  /** HTTP status; null if there was no response. */
  readonly status: number | null
  readonly retryAfterMs: number | null
  /**
   * Data read before the failure, in the shape of the requested answer and marked incomplete in `missing`. A caller
   * without a better answer can fall back on it, but must never cache it as complete (F23).
   */
  readonly partial: Answer<unknown> | null

  constructor(provider: string, facts: FailureFacts) {
    const { kind, detail, status = null, retryAfterMs = null, partial = null } = facts
    super(`${provider}: ${detail}`)
    this.provider = provider
    this.kind = kind
    this.detail = detail
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.partial = partial
    // Loggers write enumerable properties, so this keeps whole chains out of the logs.
    Object.defineProperty(this, 'partial', { enumerable: false })
  }
}

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
