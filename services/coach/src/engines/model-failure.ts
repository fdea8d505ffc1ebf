import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { EngineFailure } from '../turn/engine-failure.ts'
import type { EngineFailureReason, Usage } from '../turn/types.ts'

/** An answer that cannot be read: no JSON, another shape, too long. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** What a provider's error means for the turn; a fault of ours is thrown on. */
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
  // The package, and our reading after it, stumbles over a body of another shape; `terminated` is a connection that broke.
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
