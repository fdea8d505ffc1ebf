import Type, { type Static } from 'typebox'
import { CoachUserData } from './coach.ts'
import { OidcForm, oidcSchemas } from './oidc.ts'
import { PositionHistory } from './portfolio.ts'
import { Instant, NullableString, nullable, request, StatusSuccess } from './primitives.ts'
import { problems } from './problem.ts'
import { ScreenerUserData } from './screener.ts'
import { Passkey, secondFactorProof, secondFactorSchemas } from './second-factor.ts'

/** Issuer and audience of access tokens (D30). */
export const ACCESS_TOKEN_ISSUER = 'callwright-auth'
export const ACCESS_TOKEN_AUDIENCE = 'callwright'
/** Maximum lifetime of an access token. The gateway remembers a revoked session for at least as long. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** Redis channel that carries each revocation to every gateway, as one JSON `Revocation`. */
export const REVOCATION_CHANNEL = 'callwright:revocations'

export const User = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  full_name: NullableString,
  /** True for a temporary demo account, which may not change account settings or market data (D49). */
  is_demo: Type.Boolean(),
  demo_ends_at: nullable(Instant),
})
export type User = Static<typeof User>

export const AuthResponse = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds until the access token expires, counted from its receipt' }),
  user: User,
})
export type AuthResponse = Static<typeof AuthResponse>

export const Credentials = request({
  username: Type.String({ minLength: 1, maxLength: 254, description: 'Username or email' }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  ...secondFactorProof,
})

export const Registration = request({
  username: Type.String({ minLength: 1, maxLength: 64 }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  full_name: Type.Optional(Type.Union([Type.String({ maxLength: 120 }), Type.Null()])),
  invitation: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Code of the operator, if sign-up is by invitation' }),
  ),
})

export const PasswordChange = request({
  current_password: Type.String({ minLength: 1, maxLength: 1024 }),
  new_password: Type.String({ minLength: 1, maxLength: 1024 }),
})

export const ResetRequest = request({
  username: Type.String({ minLength: 1, maxLength: 254, description: 'Username or email' }),
})

export const ResetCompletion = request({
  token: Type.String({ minLength: 1, maxLength: 128, description: 'The part of the emailed link after #' }),
  new_password: Type.String({ minLength: 1, maxLength: 1024 }),
})

/** Deletion is permanent, so the user confirms it with the password. */
export const AccountDeletion = request({ password: Type.String({ minLength: 1, maxLength: 1024 }) })

export const SignedInSession = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'True for the session that sent this request' }),
  user_agent: Type.Union([Type.String(), Type.Null()], { description: 'User-Agent header at sign-in' }),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
})
export type SignedInSession = Static<typeof SignedInSession>

/** Kinds of events in the trail that an account's owner sees. */
export const activityKinds = [
  ...(['registered', 'signed_in', 'sign_in_failed', 'signed_out', 'sessions_ended', 'session_reused'] as const),
  ...([
    'password_wrong',
    'password_changed',
    'reset_mailed',
    'password_reset',
    'operator_reset',
    'exported',
    'disabled',
    'enabled',
  ] as const),
  ...(['second_factor_on', 'second_factor_off', 'recovery_code_used'] as const),
  ...(['app_added', 'app_removed', 'passkey_added', 'passkey_renamed', 'passkey_removed'] as const),
  ...(['oidc_linked', 'oidc_unlinked'] as const),
] as const

export const ActivityEvent = Type.Object({
  id: Type.Integer(),
  at: Instant,
  kind: Type.Enum(activityKinds),
  client_address: Type.Union([Type.String(), Type.Null()], { description: 'Null for an act of the operator' }),
  user_agent: NullableString,
})
export type ActivityEvent = Static<typeof ActivityEvent>

const EndedSessions = Type.Object({ status: StatusSuccess, sessions_ended: Type.Integer() })

/** All data that is stored about one user, for export. */
export const AccountExport = Type.Object({
  status: StatusSuccess,
  exported_at: Instant,
  account: Type.Object({ ...User.properties, created_at: Instant }),
  sessions: Type.Array(SignedInSession),
  activity: Type.Array(ActivityEvent),
  second_factor: Type.Object({
    app_since: Type.Union([Instant, Type.Null()], { description: 'Null without an authenticator app' }),
    passkeys: Type.Array(Type.Object({ ...Passkey.properties, transports: Type.Array(Type.String()) })),
    recovery_codes_left: Type.Integer(),
  }),
  provider_links: Type.Array(Type.Object({ issuer: Type.String(), subject: Type.String(), linked_at: Instant }), {
    description: 'Users of a sign-in provider who can sign in to the account',
  }),
  portfolio: PositionHistory,
  screener: ScreenerUserData,
  coach: CoachUserData,
})
export type AccountExport = Static<typeof AccountExport>

export const Revocation = Type.Object({ sid: Type.String(), revoked_at: Instant })

const formTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

export const authSchemas = {
  'auth.login': {
    body: Credentials,
    bodyTypes: formTypes,
    responses: { 200: AuthResponse, ...problems(400, 401, 403, 429, 503) },
  },
  'auth.register': {
    body: Registration,
    bodyTypes: formTypes,
    responses: { 201: AuthResponse, ...problems(400, 403, 409, 429, 503) },
  },
  'auth.refresh': { responses: { 200: AuthResponse, ...problems(401, 403, 503) } },
  'auth.me': { responses: { 200: User, ...problems(401, 404, 503) } },
  'auth.demo': { responses: { 201: AuthResponse, ...problems(403, 429, 503) } },
  'auth.password': { body: PasswordChange, responses: { 200: EndedSessions, ...problems(400, 401, 403, 429, 503) } },
  'auth.resetMeans': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        by_email: Type.Boolean({ description: 'Whether this server can send the link; if not, ask its operator' }),
      }),
      ...problems(503),
    },
  },
  'auth.requestReset': {
    body: ResetRequest,
    responses: { 202: Type.Object({ status: StatusSuccess }), ...problems(400, 403, 429, 503) },
  },
  'auth.completeReset': { body: ResetCompletion, responses: { 200: EndedSessions, ...problems(400, 403, 503) } },
  ...secondFactorSchemas,
  ...oidcSchemas,
  'auth.oidcSignIn': {
    body: OidcForm,
    responses: { 200: AuthResponse, ...problems(400, 401, 403, 404, 409, 429, 503) },
  },
  'auth.listSessions': {
    responses: {
      200: Type.Object({ status: StatusSuccess, sessions: Type.Array(SignedInSession) }),
      ...problems(401, 503),
    },
  },
  'auth.revokeSessions': {
    query: request({
      id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Session to end; default: all except the current one',
        }),
      ),
    }),
    responses: { 200: EndedSessions, ...problems(400, 401, 403, 404, 503) },
  },
  'auth.activity': {
    responses: {
      200: Type.Object({ status: StatusSuccess, events: Type.Array(ActivityEvent) }),
      ...problems(401, 403, 503),
    },
  },
  'auth.export': { responses: { 200: AccountExport, ...problems(401, 403, 503) } },
  'auth.deleteMe': {
    body: AccountDeletion,
    responses: { 204: Type.Null(), ...problems(400, 401, 403, 429, 503) },
  },
  'auth.logout': { responses: { 204: Type.Null(), ...problems(401, 403, 503) } },
  'auth.jwks': {
    responses: {
      200: Type.Object({
        keys: Type.Array(
          Type.Object({
            kid: Type.String(),
            kty: Type.Literal('OKP'),
            crv: Type.Literal('Ed25519'),
            x: Type.String(),
            alg: Type.Literal('EdDSA'),
            use: Type.Literal('sig'),
          }),
        ),
      }),
      ...problems(401),
    },
  },
  'auth.revocations': {
    query: request({
      after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'Cursor of the previous response' })),
    }),
    responses: {
      200: Type.Object({ revocations: Type.Array(Revocation), cursor: Type.String() }),
      ...problems(400, 401, 503),
    },
  },
} as const
