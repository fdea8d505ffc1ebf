import type { EndpointId } from '../endpoint-table.ts'

/** Example of an error: the code for programs and the sentence for users. */
export interface ProblemExample {
  readonly code: string
  readonly detail: string
}

type Examples = Readonly<Record<number, readonly ProblemExample[]>>

const problem = (code: string, detail: string): readonly [ProblemExample] => [{ code, detail }]

const tokenMissing = problem('token_missing', 'Please sign in.')
const crossSite = problem('cross_site', 'This request came from another site and was refused.')
const wrongPassword = problem('wrong_current_password', 'The current password is incorrect.')
const manyFailures = problem('too_many_requests', 'Too many failed sign-in attempts. Please try again in 15 minutes.')
const manyAccounts = problem(
  'too_many_requests',
  'Too many accounts were created from your network. Please try again in 12 minutes.',
)
const unknownSymbol = problem('unknown_symbol', 'Unknown symbol: ZZZZ')
const unknownPosition = problem('unknown_position', 'Position not found.')
const unknownRule = problem('unknown_alert_rule', 'Alert rule not found.')
const unknownChannel = problem('unknown_alert_channel', 'Alert channel not found.')
const manyTests = problem('too_many_requests', 'Wait a few seconds before you send another test.')
const unlistedExpiration = problem(
  'unlisted_expiration',
  'AAPL has no options expiring on Jan 16, 2027, when the market is closed. Nearest listed: Jan 15, 2027.',
)
const refusedToDemo = problem('demo_account', 'Demo accounts cannot refresh the market. Figures refresh automatically.')
const runStopping = problem('run_stopping', 'The last refresh is still stopping. Please try again in a moment.')

/** Default examples by status, for endpoints without specific ones. */
export const commonProblems: Examples = {
  400: problem('validation', 'symbol has an invalid format.'),
  401: [
    ...tokenMissing,
    ...problem('token_expired', 'Your session has expired. Please sign in again.'),
    ...problem('token_revoked', 'You have been signed out. Please sign in again.'),
  ],
  403: crossSite,
  404: unknownSymbol,
  409: problem(
    'other_content',
    'A different position with this id already exists. Please reload the page and try again.',
  ),
  413: problem('body_too_large', 'The request body is too large.'),
  422: problem('idempotency_key_reused', 'This Idempotency-Key was already used for a different request.'),
  429: problem('too_many_requests', 'Too many error reports. Please try again later.'),
  503: problem('upstream_unavailable', 'The screener is not available right now. Please try again.'),
  504: problem('upstream_timeout', 'The coach did not answer in time. Please try again.'),
}

/** Errors that any endpoint can return in addition to its declared ones. */
export const otherProblems: readonly (ProblemExample & { readonly status: number })[] = [
  { status: 404, code: 'not_found', detail: 'Nothing was found at this URL.' },
  { status: 405, code: 'method_not_allowed', detail: 'This URL does not support that method.' },
  { status: 500, code: 'internal', detail: 'Something went wrong on our side. Please try again.' },
  {
    status: 504,
    code: 'upstream_timeout',
    detail: 'The market data service did not answer in time. Please try again.',
  },
]

const symbolEndpoints: Examples = { 404: unknownSymbol }
const expirationEndpoints: Examples = { 404: [...unknownSymbol, ...unlistedExpiration] }
const runEndpoints: Examples = { 403: refusedToDemo, 409: runStopping }

const wrongCode = problem(
  'wrong_code',
  'This code is incorrect or was already used. Enter the code that your app shows now, or an unused recovery code.',
)
const factorNeeded = problem(
  'second_factor_needed',
  'Enter the code that your authenticator app shows, or a recovery code.',
)
const wrongPasskey = problem('wrong_passkey', 'This passkey was not accepted. Try again, or enter a code.')
const passkeysNotAvailable = problem(
  'passkeys_not_available',
  'Passkeys need an https address with a name. Ask the operator of this server to set PUBLIC_URL.',
)
const oidcExpired = problem(
  'oidc_expired',
  'This sign-in has expired or was started in another window. Please start again.',
)
const unknownPasskey = problem('passkey_not_found', 'That passkey has already been removed.')
const secondFactorAdded = problem(
  'second_factor_added',
  'Two-factor sign-in has just been turned on. Please start again.',
)
const secondFactorOn = problem(
  'second_factor_on',
  'Two-factor sign-in is already on. Turn it off before you set up another app.',
)

export const specificProblems: Readonly<Partial<Record<EndpointId, Examples>>> = {
  'auth.login': {
    400: problem('validation', 'Username or email is required'),
    401: [
      ...problem('wrong_credentials', 'The username or email and the password do not match.'),
      ...factorNeeded,
      ...wrongCode,
      ...wrongPasskey,
    ],
    429: manyFailures,
    503: problem('busy', 'Too many people are signing in right now. Please try again in a few seconds.'),
  },
  'auth.register': {
    400: problem('validation', 'Email is required'),
    409: problem(
      'account_taken',
      'An account with this username or email already exists. Please sign in or choose another.',
    ),
    429: manyAccounts,
    503: problem('busy', 'Too many people are signing in right now. Please try again in a few seconds.'),
  },
  'auth.refresh': { 401: problem('session_ended', 'Your session has ended. Please sign in again.') },
  'auth.me': { 404: problem('account_not_found', 'This account no longer exists.') },
  'auth.password': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...crossSite],
    429: manyFailures,
  },
  'auth.beginSecondFactor': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...factorNeeded, ...wrongCode, ...wrongPasskey, ...crossSite],
    409: [...secondFactorOn, ...secondFactorAdded],
    429: manyFailures,
  },
  'auth.confirmSecondFactor': {
    403: [...wrongCode, ...crossSite],
    409: [
      ...problem('setup_ended', 'This setup has ended. Start again, and add the new secret to your app.'),
      ...secondFactorOn,
    ],
    429: manyFailures,
  },
  'auth.removeSecondFactor': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...factorNeeded, ...wrongCode, ...wrongPasskey, ...crossSite],
    409: problem('second_factor_off', 'There is no authenticator app to remove.'),
    429: manyFailures,
  },
  'auth.oidcStart': {
    404: problem('oidc_off', 'This server has no sign-in provider.'),
    429: problem('too_many_requests', 'Too many failed attempts from your network. Please try again in 12 minutes.'),
    503: problem('oidc_unreachable', 'Sign-in with Example is not available right now. Please try again later.'),
  },
  'auth.oidcSignIn': {
    401: [...factorNeeded, ...wrongCode, ...wrongPasskey],
    403: [
      ...problem('oidc_refused', 'You were not signed in with Example.'),
      ...problem('oidc_failed', 'The response of Example could not be verified. Please start again.'),
      ...crossSite,
    ],
    404: problem('oidc_off', 'This server has no sign-in provider.'),
    409: [
      ...oidcExpired,
      ...problem(
        'link_needed',
        'You already have an account with alice@example.com. Enter its password to use Example for it.',
      ),
      ...problem(
        'link_taken',
        'Your user of Example was connected to an account in another window. Please start again.',
      ),
    ],
    429: manyFailures,
  },
  'auth.removeOidcLinks': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...factorNeeded, ...wrongCode, ...wrongPasskey, ...crossSite],
    404: problem('oidc_not_linked', 'This account is not connected to a sign-in provider.'),
    429: manyFailures,
  },
  'auth.oidcChallenge': { 404: problem('oidc_off', 'This server has no sign-in provider.'), 409: oidcExpired },
  'auth.passkeyChallenge': {
    400: problem('validation', 'Password is required'),
    401: problem('wrong_credentials', 'The username or email and the password do not match.'),
    403: [...passkeysNotAvailable, ...crossSite],
    409: problem('no_passkey', 'This account has no passkey. Enter a code instead.'),
    429: manyFailures,
    503: problem('busy', 'Too many people are signing in right now. Please try again in a few seconds.'),
  },
  'auth.beginPasskey': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...factorNeeded, ...wrongCode, ...wrongPasskey, ...passkeysNotAvailable, ...crossSite],
    409: [
      ...problem('too_many_passkeys', 'This account has 10 passkeys. Remove one that you do not use.'),
      ...secondFactorAdded,
    ],
    429: manyFailures,
  },
  'auth.addPasskey': {
    400: [
      ...problem('passkey_refused', 'This passkey could not be verified. Please start again.'),
      ...problem('validation', 'Name is required'),
    ],
    403: [...passkeysNotAvailable, ...crossSite],
    409: problem('passkey_known', 'This passkey is already in use. Choose another device or password manager.'),
  },
  'auth.renamePasskey': { 400: problem('validation', 'Name is required'), 404: unknownPasskey },
  'auth.removePasskey': {
    400: problem('validation', 'Current password is required'),
    403: [...wrongPassword, ...factorNeeded, ...wrongCode, ...wrongPasskey, ...crossSite],
    404: unknownPasskey,
    429: manyFailures,
  },
  'auth.requestReset': {
    400: problem('validation', 'Username or email is required'),
    403: [
      ...problem(
        'reset_not_available',
        'This server sends no email. Ask its operator to set a new password for you (npm run users -- reset-password).',
      ),
      ...crossSite,
    ],
    429: problem(
      'too_many_requests',
      'Too many emails were requested from your network. Please try again in 40 minutes.',
    ),
  },
  'auth.completeReset': {
    400: problem('reset_link_invalid', 'This link has expired or was already used. Please request a new one.'),
  },
  'auth.demo': {
    429: problem('too_many_requests', 'Too many demos were started from your network. Please try again in 40 minutes.'),
  },
  'auth.revokeSessions': {
    400: problem('current_session', 'This is your current session. Please sign out instead.'),
    404: problem('session_not_found', 'That session has already ended.'),
  },
  'auth.export': {
    403: problem('demo_account', 'Demo accounts have no data to export.'),
    503: problem(
      'export_incomplete',
      'The coach is not available right now, so the export would be incomplete. Please try again.',
    ),
  },
  'auth.deleteMe': {
    400: problem('validation', 'Password is required'),
    403: [...wrongPassword, ...crossSite],
    429: manyFailures,
  },

  'stocks.search': { 400: problem('blank_search', 'Enter a symbol or part of a company name.') },
  'stocks.data': { ...symbolEndpoints, 400: problem('invalid_range', 'from_date must not be after to_date.') },
  'options.chain': expirationEndpoints,
  'options.greeks': expirationEndpoints,
  'options.recommendations': {
    ...expirationEndpoints,
    400: problem('two_expirations', 'expiration_date differs between the URL and the body.'),
  },
  'options.customRecommendations': {
    ...expirationEndpoints,
    400: problem('cost_basis_needed', 'cost_basis is required with never_below_cost.'),
  },

  'screener.refresh': runEndpoints,
  'screener.startEnrichment': runEndpoints,
  'screener.stopEnrichment': {
    ...runEndpoints,
    403: problem('other_users_run', 'Another user started this refresh. Only they can stop it.'),
  },
  'screener.enrichmentEvents': {
    429: problem('too_many_requests', 'You have too many windows open. Close some and try again.'),
    503: problem('streams_full', 'Too many users are following the refresh right now. Please try again.'),
  },
  'screener.putScreen': {
    409: problem('screen_name_taken', 'You already have a screen named “High income”. Choose another name.'),
  },
  'screener.removeScreen': { 404: problem('unknown_screen', 'Saved screen not found.') },

  'portfolio.update': { 404: unknownPosition },
  'portfolio.remove': { 404: unknownPosition },
  'portfolio.putAlertRule': {
    404: unknownRule,
    409: [
      ...problem('rule_changed', 'This rule has changed since you opened it. Reload the page and try again.'),
      ...problem('too_many_alert_rules', 'You already have 100 alert rules. Delete one first.'),
    ],
  },
  'portfolio.removeAlertRule': { 404: unknownRule },
  'portfolio.suggestAlertRules': { 404: unknownPosition },
  'portfolio.putAlertChannel': {
    400: [
      ...problem('validation', 'address is not an email address.'),
      ...problem('refused_url', 'This URL cannot be used: it leads to a private network.'),
    ],
    409: problem('channel_not_available', 'Email alerts are not set up on this server.'),
    429: problem('too_many_requests', 'Wait a minute before you ask for another code.'),
  },
  'portfolio.removeAlertChannel': { 404: unknownChannel },
  'portfolio.verifyAlertChannel': {
    404: unknownChannel,
    409: problem('wrong_code', 'This code is not correct or has expired.'),
    429: problem('too_many_requests', 'Too many wrong codes. Ask for another code.'),
  },
  'portfolio.testAlertChannel': {
    404: unknownChannel,
    409: problem('channel_not_verified', 'Confirm the email address first.'),
    429: manyTests,
  },
  'portfolio.readAlertMessage': { 404: problem('unknown_alert_message', 'Message not found.') },
  'portfolio.showUnsubscribe': { 404: problem('unknown_link', 'This link is not valid any more.') },
  'portfolio.unsubscribe': { 404: problem('unknown_link', 'This link is not valid any more.') },
  'portfolio.calendarFeed': { 404: problem('unknown_calendar', 'This calendar does not exist any more.') },

  'coach.chat': {
    429: problem(
      'still_answering',
      'Your last message is still being answered. Wait for the answer, or stop it first.',
    ),
    503: problem('answer_failed', 'I apologize, but I encountered an error processing your request. Please try again.'),
    504: problem('answer_late', 'I apologize, but I encountered an error processing your request. Please try again.'),
  },
  'gateway.reportError': { 400: problem('validation', 'The error report could not be read.') },
}

/** Lists the examples for an endpoint's error status. Throws if there are none. */
export function listProblemExamples(id: EndpointId, status: number): readonly ProblemExample[] {
  const examples = specificProblems[id]?.[status] ?? commonProblems[status]
  if (examples === undefined) throw new Error(`No problem example for status ${status}`)
  return examples
}
