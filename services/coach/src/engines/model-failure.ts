import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { EngineFailure } from '../turn/engine-failure.ts'
import type { EngineFailureReason, Usage } from '../turn/types.ts'

/** Response that cannot be parsed: not JSON, the wrong shape, or too long. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** Converts a provider's error to an engine failure. Rethrows our own bugs. */
export function toEngineFailure(error: unknown, usage: Usage, timedOut: boolean): EngineFailure {
  if (error instanceof EngineFailure) return error
  const reason = timedOut ? 'timeout' : readReason(error)
  if (reason === null) throw error
  return new EngineFailure(reason, usage, error)
}

function readReason(error: unknown): EngineFailureReason | null {
  if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return 'unreadable'
  if (error instanceof APIConnectionTimeoutError) return 'timeout'
  if (error instanceof APIConnectionError) return causedByUnreadable(error) ? 'unreadable' : 'unavailable'
  if (error instanceof APIUserAbortError) return 'timeout'
  if (error instanceof APIError) return readStatus(error.status)
  // The package and our parsing throw a TypeError for a body of the wrong shape. `terminated` means that the connection
  // broke.
  if (error instanceof TypeError) return error.message === 'terminated' ? 'unavailable' : 'unreadable'
  return null
}

function causedByUnreadable(error: Error): boolean {
  return error.cause instanceof UnreadableAnswer
}

function readStatus(status: number | undefined): EngineFailureReason {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status !== undefined && status < 500 ? 'refused' : 'unavailable'
}
