import type { EndpointId } from '../endpoint-table.ts'

/** An error as a caller meets it: the code a program goes by and the sentence a person reads. */
export interface ProblemExample {
  readonly code: string
  readonly detail: string
}

type Examples = Readonly<Record<number, readonly ProblemExample[]>>

const of = (code: string, detail: string): readonly [ProblemExample] => [{ code, detail }]

const tokenMissing = of('token_missing', 'Please sign in.')
const crossSite = of('cross_site', 'This request came from another site and was refused.')
const wrongPassword = of('wrong_current_password', 'The current password is not right.')
const manyFailures = of('too_many_requests', 'Too many failed sign-in attempts. Please try again in 15 minutes.')
const manyAccounts = of(
  'too_many_requests',
  'Too many accounts were created from your network. Please try again in 12 minutes.',
)
const unknownSymbol = of('unknown_symbol', 'Unknown symbol: ZZZZ')
const unknownPosition = of('unknown_position', 'You have no such position.')
const unlistedExpiration = of(
  'unlisted_expiration',
  'AAPL has no options expiring on Jan 16, 2027, when the market is closed. Nearest listed: Jan 15, 2027.',
)
const refusedToDemo = of(
  'demo_account',
  'An account of the demo cannot refresh the market. The figures are refreshed by themselves.',
)
const runStopping = of('run_stopping', 'The last refresh is still stopping. Please try again in a moment.')

/** What an endpoint may answer with a status, where nothing more is known of it. */
export const commonProblems: Examples = {
  400: of('validation', 'symbol is not in the expected form.'),
  401: [
    ...tokenMissing,
    ...of('token_expired', 'Your session has expired. Please sign in again.'),
    ...of('token_revoked', 'You have been signed out. Please sign in again.'),
  ],
  403: crossSite,
  404: unknownSymbol,
  409: of('other_content', 'Another position with this id is stored. Please reload the page and try again.'),
  413: of('body_too_large', 'The request body is too large.'),
  422: of('idempotency_key_reused', 'This Idempotency-Key was used for another request.'),
  429: of('too_many_requests', 'Too many error reports. Please try again later.'),
  503: of('upstream_unavailable', 'The screener is not available right now. Please try again.'),
  504: of('upstream_timeout', 'The coach did not answer in time. Please try again.'),
}

/** What any endpoint may answer although its row does not say so. */
export const otherProblems: readonly (ProblemExample & { readonly status: number })[] = [
  { status: 404, code: 'not_found', detail: 'There is nothing at this address.' },
  { status: 405, code: 'method_not_allowed', detail: 'This address does not support that method.' },
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

/** Where an endpoint has sentences of its own. */
export const ownProblems: Readonly<Partial<Record<EndpointId, Examples>>> = {
  'auth.login': {
    400: of('validation', 'Username or email is required'),
    401: of('wrong_credentials', 'The username or email and the password do not match.'),
    429: manyFailures,
    503: of('busy', 'Too many people are signing in right now. Please try again in a few seconds.'),
  },
  'auth.register': {
    400: of('validation', 'Email is required'),
    409: of(
      'account_taken',
      'An account with this username or email already exists. Please sign in or choose another.',
    ),
    429: manyAccounts,
    503: of('busy', 'Too many people are signing in right now. Please try again in a few seconds.'),
  },
  'auth.refresh': { 401: of('session_ended', 'Your session has ended. Please sign in again.') },
  'auth.me': { 404: of('account_not_found', 'This account does not exist any more.') },
  'auth.password': {
    400: of('validation', 'Current password is required'),
    403: [...wrongPassword, ...crossSite],
    429: manyFailures,
  },
  'auth.demo': {
    429: of('too_many_requests', 'The demo was opened too often from your network. Please try again in 40 minutes.'),
  },
  'auth.revokeSessions': {
    400: of('current_session', 'This is where you are signed in right now. Please sign out instead.'),
    404: of('session_not_found', 'You are not signed in there any more.'),
  },
  'auth.export': {
    403: of('demo_account', 'An account of the demo has nothing to take along.'),
    503: of(
      'export_incomplete',
      'The coach is not available right now, and an export must hold everything. Please try again.',
    ),
  },
  'auth.deleteMe': {
    400: of('validation', 'Password is required'),
    403: [...wrongPassword, ...crossSite],
    429: manyFailures,
  },

  'stocks.search': { 400: of('blank_search', 'Enter a symbol or part of a company name.') },
  'stocks.data': { ...symbolEndpoints, 400: of('invalid_range', 'from_date must not be after to_date.') },
  'options.chain': expirationEndpoints,
  'options.greeks': expirationEndpoints,
  'options.recommendations': {
    ...expirationEndpoints,
    400: of('two_expirations', 'expiration_date differs between the URL and the body.'),
  },
  'options.customRecommendations': {
    ...expirationEndpoints,
    400: of('cost_basis_needed', 'cost_basis is required with never_below_cost.'),
  },

  'screener.refresh': runEndpoints,
  'screener.startEnrichment': runEndpoints,
  'screener.stopEnrichment': {
    ...runEndpoints,
    403: of('other_users_run', 'Another user started this refresh. Only they can stop it.'),
  },
  'screener.enrichmentEvents': {
    429: of('too_many_requests', 'You follow the refresh in too many windows. Please close some of them.'),
    503: of('streams_full', 'Too many people follow the refresh right now. Please try again.'),
  },
  'screener.putScreen': {
    409: of('screen_name_taken', 'You keep another screen named “High income”. Please choose another name.'),
  },
  'screener.removeScreen': { 404: of('unknown_screen', 'You keep no such screen.') },

  'portfolio.update': { 404: unknownPosition },
  'portfolio.remove': { 404: unknownPosition },

  'coach.chat': {
    429: of('still_answering', 'Your last message is still being answered. Please wait, or stop it.'),
    503: of('answer_failed', 'I apologize, but I encountered an error processing your request. Please try again.'),
    504: of('answer_late', 'I apologize, but I encountered an error processing your request. Please try again.'),
  },
  'gateway.reportError': { 400: of('validation', 'The error report could not be read.') },
}

/** The examples of one error of one endpoint; at least one. Throws where nothing is written of the status. */
export function listProblemExamples(id: EndpointId, status: number): readonly ProblemExample[] {
  const examples = ownProblems[id]?.[status] ?? commonProblems[status]
  if (examples === undefined) throw new Error(`No example of a problem with status ${status} is written`)
  return examples
}
