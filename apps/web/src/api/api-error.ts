import type { FieldError, Problem } from '@callwright/contracts'

/**
 * `refused`: the server answered with an error. `unreadable`: it answered with something else than agreed.
 * `signed_out`: nothing was sent, because there is no session.
 */
export type FailureKind = 'refused' | 'unreachable' | 'timeout' | 'unreadable' | 'cancelled' | 'signed_out'

/** Why a call did not succeed; plain data, because it lives in the store. */
export interface ApiError {
  readonly kind: FailureKind
  readonly status: number | null
  /** The server's own sentence, or null where it sent none. */
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

/** The failure in what a hook or a call hands out as its error; null where there is none. */
export function asApiError(error: unknown): ApiError | null {
  if (error === undefined || error === null) return null
  const isOurs = typeof error === 'object' && 'kind' in error && 'retryAfterSeconds' in error
  if (isOurs) return error as ApiError
  return buildFailure((error as { name?: unknown }).name === 'AbortError' ? 'cancelled' : 'unreadable')
}

/** What to tell the reader: the server's words where there are some. */
export function describeFailure(error: ApiError | null): string | null {
  if (error === null) return null
  if (error.detail !== null) return error.detail
  if (error.kind === 'unreachable') return 'Cannot reach the server'
  if (error.kind === 'timeout') return 'The server took too long to answer'
  if (error.kind === 'unreadable') return 'The answer of the server could not be read'
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
