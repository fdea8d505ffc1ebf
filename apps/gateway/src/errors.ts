import type { HttpMethod, Owner } from '@callwright/contracts'
import { AppError, nameOf, notFound, timedOut, tooManyRequests, unavailable } from '@callwright/service'

export const tokenProblems = ['token_missing', 'token_invalid', 'token_expired', 'token_revoked'] as const
export type TokenProblem = (typeof tokenProblems)[number]
export const KEYS_UNAVAILABLE = 'sign_in_check_unavailable'

const tokenSentences: Readonly<Record<TokenProblem, string>> = {
  token_missing: 'Please sign in.',
  token_invalid: 'Your sign-in is not valid. Please sign in again.',
  token_expired: 'Your session has expired. Please sign in again.',
  token_revoked: 'You have been signed out. Please sign in again.',
}

/** The gateway returns 401 for these four reasons only (P1). */
export const tokenRefused = (code: TokenProblem, cause?: unknown) =>
  new AppError(401, code, tokenSentences[code], { cause, headers: { 'www-authenticate': 'Bearer' } })

/** Tokens cannot be verified without the signing keys. That is an outage, so it must never return 401. */
export const keysUnavailable = (cause: unknown) =>
  unavailable(KEYS_UNAVAILABLE, 'We cannot verify your sign-in right now. Please try again.', cause)

export const unknownAddress = () => notFound('not_found', 'Nothing was found at this URL.')

export const uncleanPath = () => new AppError(400, 'bad_path', 'The request URL is not valid.')

export const severalHosts = () =>
  new AppError(400, 'bad_request', 'The request has several Host headers.', { headers: { connection: 'close' } })

export const wrongMethod = (allowed: readonly (HttpMethod | 'HEAD')[]) =>
  new AppError(405, 'method_not_allowed', 'This URL does not support that method.', {
    headers: { allow: allowed.join(', ') },
  })

export const upstreamDown = (owner: Owner, cause?: unknown) =>
  unavailable('upstream_unavailable', `${nameOf(owner)} is not available right now. Please try again.`, cause)

export const upstreamLate = (owner: Owner) =>
  timedOut('upstream_timeout', `${nameOf(owner)} did not answer in time. Please try again.`)

export const upstreamBusy = (owner: Owner) =>
  unavailable('upstream_busy', `${nameOf(owner)} is busy right now. Please try again.`)

/** Appears only in metrics, because the connection is already closed. */
export const clientClosed = () => new AppError(499, 'client_closed', 'The client closed the request.')

export const upstreamGarbled = (owner: Owner) =>
  unavailable('upstream_failed', `${nameOf(owner)} could not answer. Please try again.`)

export const tooManyStreams = () =>
  tooManyRequests('Too many windows have live updates open. Please close some of them.', 30)

export const unreadableReport = () => new AppError(400, 'validation', 'The error report could not be read.')

export const tooManyReports = (retryAfterSeconds: number) =>
  tooManyRequests('Too many error reports. Please try again later.', retryAfterSeconds)
