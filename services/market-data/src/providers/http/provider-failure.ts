import type { Answer } from '../provider.ts'

/**
 * What can go wrong between us and a provider:
 * - `unauthorized`: the key is wrong.
 * - `not_entitled`: the plan does not include what was asked; asking again changes nothing.
 * - `rate_limited`: too many calls; `retryAfterMs` where the provider says how long.
 * - `unavailable`: no answer, or none in time: refused, reset, timed out, cut, 5xx.
 * - `unreadable`: an answer that cannot be used: HTML, cut JSON, a wrong shape, too large, too deep, 200 with an error.
 * - `not_found`: the provider does not know the symbol.
 * No data is not a failure: null or empty, with a reason in `missing`.
 */
export type FailureKind = 'unauthorized' | 'not_entitled' | 'rate_limited' | 'unavailable' | 'unreadable' | 'not_found'

export interface FailureFacts {
  readonly kind: FailureKind
  /** One short sentence without secrets, fit for a log. */
  readonly detail: string
  readonly status?: number | null
  readonly retryAfterMs?: number | null
  readonly partial?: Answer<unknown> | null
}

/** The one way a provider fails. It never has a cause: those may quote headers. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly provider: string
  readonly kind: FailureKind
  readonly detail: string
  /** The HTTP status, null where there was no answer. */
  readonly status: number | null
  readonly retryAfterMs: number | null
  /**
   * What was read before it failed, as an answer of the shape that was asked for, marked incomplete in `missing`. For
   * whoever has no better answer to show; never to be kept as if it were whole (F23).
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
    // Logs list what an error has: not a whole chain.
    Object.defineProperty(this, 'partial', { enumerable: false })
  }
}
