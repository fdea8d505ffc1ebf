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

/** The same error for an unknown name and a wrong password (S11). */
export const wrongCredentials = () =>
  unauthenticated('wrong_credentials', 'The username or email and the password do not match.')

/** The message does not reveal whether the username or the email is taken (D31). */
export const accountTaken = () =>
  conflict('account_taken', 'An account with this username or email already exists. Please sign in or choose another.')

export const signUpClosed = () =>
  forbidden('sign_up_closed', 'This server does not accept new accounts. Ask its operator to add one for you.')

export const invitationNeeded = () =>
  forbidden('invitation_needed', 'This server accepts new accounts by invitation only. Ask its operator for a link.')

export const invitationRefused = () =>
  forbidden(
    'invitation_refused',
    'This invitation is unknown, expired or already used. Ask the operator for a new one.',
  )

/** Sent only after the correct password, so that it reveals nothing to others. */
export const accountDisabled = () =>
  forbidden('account_disabled', 'This account is disabled. Ask the operator of this server.')

export const demoClosed = () => forbidden('demo_closed', 'The demo is switched off on this server.')

/** Not a 401, which would end the session (D29). */
export const wrongCurrentPassword = () => forbidden('wrong_current_password', 'The current password is incorrect.')

/** Ways in which an account can prove its second factor, apart from recovery codes. */
interface Means {
  readonly hasApp: boolean
  readonly hasPasskey: boolean
}

/** Asks for the second factor. `errors` names the fields that can be added to the request. */
const secondFactorNeeded =
  (status: 401 | 403) =>
  ({ hasApp, hasPasskey }: Means): AppError => {
    const code = `nter ${hasApp ? 'the code that your authenticator app shows, or ' : ''}a recovery code.`
    const fields = [
      ...(hasPasskey ? [{ field: 'passkey', detail: 'Use your passkey.' }] : []),
      { field: 'code', detail: `E${code}` },
    ]
    return new AppError(status, 'second_factor_needed', hasPasskey ? `Use your passkey, or e${code}` : `E${code}`, {
      fields,
    })
  }

/** Sent only after the correct password, so that it reveals nothing to others. */
export const signInFactorNeeded = secondFactorNeeded(401)

/** Not a 401, which would end the session (D29). */
export const currentFactorNeeded = secondFactorNeeded(403)

const wrongFactor = (status: 401 | 403) => (isPasskey: boolean) =>
  isPasskey
    ? new AppError(status, 'wrong_passkey', 'This passkey was not accepted. Try again, or enter a code.')
    : new AppError(status, 'wrong_code', WRONG_CODE)

const WRONG_CODE =
  'This code is incorrect or was already used. Enter the code that your app shows now, or an unused recovery code.'

export const wrongSignInFactor = wrongFactor(401)

/** Not a 401, which would end the session (D29). */
export const wrongCurrentFactor = wrongFactor(403)

export const passkeysNotAvailable = () =>
  forbidden(
    'passkeys_not_available',
    'Passkeys need an https address with a name. Ask the operator of this server to set PUBLIC_URL.',
  )

export const noPasskey = () => conflict('no_passkey', 'This account has no passkey. Enter a code instead.')

export const passkeyRefused = () =>
  badRequest('passkey_refused', 'This passkey could not be verified. Please start again.')

export const passkeyIsKnown = () =>
  conflict('passkey_known', 'This passkey is already in use. Choose another device or password manager.')

export const tooManyPasskeys = (most: number) =>
  conflict('too_many_passkeys', `This account has ${most} passkeys. Remove one that you do not use.`)

export const passkeyNotFound = () => notFound('passkey_not_found', 'That passkey has already been removed.')

export const secondFactorIsOn = () =>
  conflict('second_factor_on', 'You already use an authenticator app. Remove it before you set up another one.')

export const secondFactorAdded = () =>
  conflict('second_factor_added', 'Two-factor sign-in has just been turned on. Please start again.')

export const secondFactorIsOff = () => conflict('second_factor_off', 'There is no authenticator app to remove.')

export const setupEnded = () =>
  conflict('setup_ended', 'This setup has ended. Start again, and add the new secret to your app.')

/** Not a 401, which would end the session (D29). */
export const noPassword = () =>
  forbidden(
    'no_password',
    'This account has no password yet. Sign out, set one with "Forgot password?" on the sign-in page, and try again.',
  )

export const oidcOff = () => notFound('oidc_off', 'This server has no sign-in provider.')

export const oidcNotLinked = () => notFound('oidc_not_linked', 'This account is not connected to a sign-in provider.')

export const oidcExpired = () =>
  conflict('oidc_expired', 'This sign-in has expired or was started in another window. Please start again.')

export const oidcUnreachable = (name: string, cause: unknown) =>
  unavailable('oidc_unreachable', `Sign-in with ${name} is not available right now. Please try again later.`, cause)

export const oidcRefused = (name: string) => forbidden('oidc_refused', `You were not signed in with ${name}.`)

export const oidcFailed = (name: string) =>
  forbidden('oidc_failed', `The response of ${name} could not be verified. Please start again.`)

export const oidcNoEmail = (name: string) =>
  forbidden('oidc_no_email', `You cannot create an account with ${name}, because it sent no verified email address.`)

/** The provider has verified the email, so this reveals nothing to others. */
export const linkNeeded = (email: string, name: string) =>
  new AppError(
    409,
    'link_needed',
    `You already have an account with ${email}. Enter its password to use ${name} for it.`,
    {
      fields: [{ field: 'password', detail: 'Password is required' }],
    },
  )

export const linkImpossible = (email: string) =>
  conflict(
    'link_impossible',
    `An account with ${email} exists, but has no password. Set one with "Forgot password?", then try again.`,
  )

export const linkTaken = (name: string) =>
  conflict('link_taken', `Your user of ${name} was connected to an account in another window. Please start again.`)

export const resetNotAvailable = () =>
  forbidden(
    'reset_not_available',
    'This server sends no email. Ask its operator to set a new password for you (npm run users -- reset-password).',
  )

export const resetLinkInvalid = () =>
  badRequest('reset_link_invalid', 'This link has expired or was already used. Please request a new one.')

export const unknownSession = () => notFound('session_not_found', 'That session has already ended.')

export const currentSession = () =>
  badRequest('current_session', 'This is your current session. Please sign out instead.')

/** A missing part fails the whole export, because the user would not notice the gap. */
export const exportIncomplete = (missing: Owner, cause: unknown) =>
  unavailable(
    'export_incomplete',
    `${nameOf(missing)} is not available right now, so the export would be incomplete. Please try again.`,
    cause,
  )

export const accountNotFound = () => notFound('account_not_found', 'This account no longer exists.')

export const sessionEnded = () => unauthenticated('session_ended', 'Your session has ended. Please sign in again.')

export const tooBusy = () =>
  new AppError(503, 'busy', 'Too many people are signing in right now. Please try again in a few seconds.', {
    retryAfterSeconds: 2,
  })

export const unreadableForm = (cause?: unknown) =>
  new AppError(400, 'unreadable_form', 'The form could not be read.', { cause })

export const filesRefused = () => badRequest('files_refused', 'File uploads are not accepted.')

/** For an id in the URL that no entry can have. */
export const invalidAddress = () =>
  badRequest('validation', 'The id in this URL is not valid. Please reload the list and try again.')

export function invalidFields(fields: readonly FieldError[]): AppError {
  const sentences = [...new Set(fields.map((field) => field.detail))]
  return badRequest('validation', sentences.join('. '), fields)
}
