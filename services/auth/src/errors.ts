import type { FieldError, Owner } from '@callwright/contracts'
import {
  AppError,
  badRequest,
  conflict,
  forbidden,
  nameOf,
  notFound,
  unauthenticated,
  unavailable,
} from '@callwright/service'

/** One body for an unknown name and a wrong password (S11). */
export const wrongCredentials = () =>
  unauthenticated('wrong_credentials', 'The username or email and the password do not match.')

/** Does not say which of the two is taken (D31). */
export const accountTaken = () =>
  conflict('account_taken', 'An account with this username or email already exists. Please sign in or choose another.')

/** On a route for the signed-in: 401 would end the session (D29). */
export const wrongCurrentPassword = () => forbidden('wrong_current_password', 'The current password is not right.')

export const unknownSession = () => notFound('session_not_found', 'You are not signed in there any more.')

export const currentSession = () =>
  badRequest('current_session', 'This is where you are signed in right now. Please sign out instead.')

/** Of everything or of nothing: a file that lacks a part looks like one that does not. */
export const exportIncomplete = (missing: Owner, cause: unknown) =>
  unavailable(
    'export_incomplete',
    `${nameOf(missing)} is not available right now, and an export must hold everything. Please try again.`,
    cause,
  )

export const accountGone = () => notFound('account_not_found', 'This account does not exist any more.')

export const sessionEnded = () => unauthenticated('session_ended', 'Your session has ended. Please sign in again.')

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
