import type { FieldError, Problem } from '@callwright/contracts'

/**
 * `refused`: the server responded with an error. `unreadable`: the response does not match the contract. `signed_out`:
 * nothing was sent because there is no session.
 */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'unreadable' | 'cancelled' | 'signed_out'

/** Error from a request. It is a plain object, because it is kept in the store. */
export interface ApiError {
  readonly kind: FailureKind
  readonly status: number | null
  /** The server's message; null if it sent none. */
  readonly detail: string | null
  readonly code: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly fields: readonly FieldError[]
}

export function buildFailure(kind: Exclude<FailureKind, 'refused'>): ApiError {
  return { kind, status: null, detail: null, code: null, requestId: null, retryAfterSeconds: null, fields: [] }
}

export function buildRefusal(status: number, headers: Headers, body: unknown): ApiError {
  const problem = readProblem(body)
  return {
    kind: 'refused',
    status,
    detail: problem.detail ?? null,
    code: problem.code ?? null,
    requestId: problem.request_id ?? headers.get('x-request-id'),
    retryAfterSeconds: readSeconds(headers.get('retry-after')),
    fields: Array.isArray(problem.errors) ? problem.errors : [],
  }
}

/** Returns the API error that a hook or a call reports, or null if it reports none. */
export function asApiError(error: unknown): ApiError | null {
  if (error === undefined || error === null) return null
  const isOurs = typeof error === 'object' && 'kind' in error && 'retryAfterSeconds' in error
  if (isOurs) return error as ApiError
  return buildFailure((error as { name?: unknown }).name === 'AbortError' ? 'cancelled' : 'unreadable')
}

/** Error text to show: the server's message if it sent one. */
export function describeFailure(error: ApiError | null): string | null {
  if (error === null) return null
  if (error.detail !== null) return error.detail
  if (error.kind === 'unreachable') return 'Cannot reach the server'
  if (error.kind === 'timeout') return 'The server took too long to respond'
  if (error.kind === 'unreadable') return 'Could not read the server’s response'
  return null
}

function readProblem(body: unknown): Partial<Problem> {
  if (typeof body !== 'object' || body === null) return {}
  const { detail, code, request_id, errors } = body as Partial<Problem>
  return {
    ...(typeof detail === 'string' && { detail }),
    ...(typeof code === 'string' && { code }),
    ...(typeof request_id === 'string' && { request_id }),
    ...(Array.isArray(errors) && { errors }),
  }
}

function readSeconds(header: string | null): number | null {
  if (header === null || !/^\d{1,6}$/.test(header)) return null
  return Number(header)
}
