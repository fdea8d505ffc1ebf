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

/** P1: a 401 of the gateway means one of these four and nothing else. */
export const tokenRefused = (code: TokenProblem, cause?: unknown) =>
  new AppError(401, code, tokenSentences[code], { cause, headers: { 'www-authenticate': 'Bearer' } })

/** Without the signing keys nobody can say whether a token is good: an outage, never a 401. */
export const keysUnavailable = (cause: unknown) =>
  unavailable(KEYS_UNAVAILABLE, 'We cannot check your sign-in right now. Please try again.', cause)

export const unknownAddress = () => notFound('not_found', 'There is nothing at this address.')

export const uncleanPath = () => new AppError(400, 'bad_path', 'The address of the request is not valid.')

export const wrongMethod = (allowed: readonly (HttpMethod | 'HEAD')[]) =>
  new AppError(405, 'method_not_allowed', 'This address does not support that method.', {
    headers: { allow: allowed.join(', ') },
  })

export const upstreamDown = (owner: Owner, cause?: unknown) =>
  unavailable('upstream_unavailable', `${nameOf(owner)} is not available right now. Please try again.`, cause)

export const upstreamLate = (owner: Owner) =>
  timedOut('upstream_timeout', `${nameOf(owner)} did not answer in time. Please try again.`)

export const upstreamBusy = (owner: Owner) =>
  unavailable('upstream_busy', `${nameOf(owner)} is very busy right now. Please try again.`)

/** For the metric alone: nobody is there to be told. */
export const readerLeft = () => new AppError(499, 'reader_left', 'The reader left before the answer.')

export const upstreamGarbled = (owner: Owner) =>
  unavailable('upstream_failed', `${nameOf(owner)} could not answer. Please try again.`)

export const tooManyStreams = () =>
  tooManyRequests('Live updates are open in too many of your windows. Please close some of them.', 30)

export const unreadableReport = () => new AppError(400, 'validation', 'The error report could not be read.')

export const tooManyReports = (retryAfterSeconds: number) =>
  tooManyRequests('Too many error reports. Please try again later.', retryAfterSeconds)
