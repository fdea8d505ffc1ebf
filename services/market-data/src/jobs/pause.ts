import { AppError } from '@callwright/service'
import { ProviderFailure } from '../providers/http/provider-failure.ts'

/** Where the provider says "too many calls" and not for how long. */
const UNTOLD_PAUSE_MS = 60_000

/** How long the provider must not be asked again; null where an error says nothing of the kind. */
export function readPauseMs(error: unknown): number | null {
  if (error instanceof AppError) return readPauseMs(error.cause)
  if (!(error instanceof ProviderFailure) || error.kind !== 'rate_limited') return null
  return error.retryAfterMs ?? UNTOLD_PAUSE_MS
}
