import { type FieldError, type Problem, problemTitle } from '@callwright/contracts'

export interface AppErrorOptions {
  readonly cause?: unknown
  readonly fields?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An error with a code, a status and a message for users. Any other error becomes a generic 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: string
  readonly status: number
  readonly detail: string
  readonly fields: readonly FieldError[]
  readonly retryAfterSeconds: number | null
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.fields = options.fields ?? []
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.headers = options.headers ?? {}
  }
}

export const badRequest = (code: string, detail: string, fields?: readonly FieldError[]) =>
  new AppError(400, code, detail, fields ? { fields } : {})
/** For a wrong password only, or a token that is invalid, expired or revoked (P1). */
export const unauthenticated = (code: string, detail: string) => new AppError(401, code, detail)
export const forbidden = (code: string, detail: string) => new AppError(403, code, detail)
export const crossSite = () => forbidden('cross_site', 'This request came from another site and was refused.')
export const notFound = (code: string, detail: string) => new AppError(404, code, detail)
export const conflict = (code: string, detail: string) => new AppError(409, code, detail)
export const tooManyRequests = (detail: string, retryAfterSeconds: number) =>
  new AppError(429, 'too_many_requests', detail, { retryAfterSeconds })
export const unavailable = (code: string, detail: string, cause?: unknown, retryAfterSeconds = 5) =>
  new AppError(503, code, detail, { cause, retryAfterSeconds })
export const timedOut = (code: string, detail: string, cause?: unknown) =>
  new AppError(504, code, detail, { cause, retryAfterSeconds: 5 })

/** Converts an error to a response body (D29). */
export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: problemTitle(error.status),
    status: error.status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
  }
}
