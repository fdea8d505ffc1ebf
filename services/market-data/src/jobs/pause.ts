import { AppError } from '@callwright/service'
import { ProviderFailure } from '../providers/http/provider-failure.ts'

/** Pause to use if the provider reports too many calls without a retry time. */
const DEFAULT_PAUSE_MS = 60_000

/** How long to stop calling the provider, in milliseconds; null if the error is not about rate limits. */
export function readPauseMs(error: unknown): number | null {
  if (error instanceof AppError) return readPauseMs(error.cause)
  if (!(error instanceof ProviderFailure) || error.kind !== 'rate_limited') return null
  return error.retryAfterMs ?? DEFAULT_PAUSE_MS
}
