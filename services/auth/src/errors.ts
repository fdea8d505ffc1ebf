import type { FieldError } from '@callwright/contracts'
import { AppError, badRequest, conflict, forbidden, notFound, unauthenticated } from '@callwright/service'

/** One body for an unknown name and a wrong password (S11). */
export const wrongCredentials = () =>
  unauthenticated('wrong_credentials', 'The username or email and the password do not match.')

/** Does not say which of the two is taken (D31). */
export const accountTaken = () =>
  conflict('account_taken', 'An account with this username or email already exists. Please sign in or choose another.')

export const accountGone = () => notFound('account_not_found', 'This account does not exist any more.')

export const sessionEnded = () => unauthenticated('session_ended', 'Your session has ended. Please sign in again.')

export const crossSite = () => forbidden('cross_site', 'This request came from another site and was refused.')

export const tooBusy = () =>
  new AppError(503, 'busy', 'Too many people are signing in right now. Please try again in a few seconds.', {
    retryAfterSeconds: 2,
  })

export const bodyUnreadable = (cause?: unknown) =>
  new AppError(400, 'unreadable_form', 'The form could not be read.', { cause })

export const filesRefused = () => badRequest('files_refused', 'Files are not accepted here.')

/** The sentences of every refused field; screens show `detail`. */
export function invalidFields(fields: readonly FieldError[]): AppError {
  const sentences = [...new Set(fields.map((field) => field.detail))]
  return badRequest('validation', sentences.join('. '), fields)
}
