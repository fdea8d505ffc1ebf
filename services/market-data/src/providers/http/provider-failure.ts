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
