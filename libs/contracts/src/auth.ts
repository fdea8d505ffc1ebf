import Type, { type Static } from 'typebox'
import { CoachKeepsakes } from './coach.ts'
import { PositionHistory } from './portfolio.ts'
import { Instant, NullableString, nullable, request, StatusSuccess } from './primitives.ts'
import { problems } from './problem.ts'
import { ScreenerKeepsakes } from './screener.ts'

/** Who signs access tokens, and for whom (D30). */
export const ACCESS_TOKEN_ISSUER = 'callwright-auth'
export const ACCESS_TOKEN_AUDIENCE = 'callwright'
/** How long an access token lives at most; the gateway remembers a revoked session at least as long. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** The Redis channel on which a revocation is told to every gateway, as one JSON `Revocation`. */
export const REVOCATION_CHANNEL = 'callwright:revocations'

export const User = Type.Object({
  id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  full_name: NullableString,
  /** A throw-away account of the demo: what would change an account or the market's data is refused to it (D49). */
  is_demo: Type.Boolean(),
  demo_ends_at: nullable(Instant),
})
export type User = Static<typeof User>

export const AuthResponse = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds the access token is good for, counted from its receipt' }),
  user: User,
})
export type AuthResponse = Static<typeof AuthResponse>

export const Credentials = request({
  username: Type.String({ minLength: 1, maxLength: 254, description: 'Username or email' }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
})

export const Registration = request({
  username: Type.String({ minLength: 1, maxLength: 64 }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  full_name: Type.Optional(Type.Union([Type.String({ maxLength: 120 }), Type.Null()])),
})

export const PasswordChange = request({
  current_password: Type.String({ minLength: 1, maxLength: 1024 }),
  new_password: Type.String({ minLength: 1, maxLength: 1024 }),
})

/** Gone for good: who asks for it shows once more that the account is theirs. */
export const AccountDeletion = request({ password: Type.String({ minLength: 1, maxLength: 1024 }) })

/** One sign-in on one device that has not ended. */
export const SignedInSession = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'The session that asks' }),
  user_agent: Type.Union([Type.String(), Type.Null()], { description: 'As the browser named itself at sign-in' }),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
})
export type SignedInSession = Static<typeof SignedInSession>

const EndedSessions = Type.Object({ status: StatusSuccess, sessions_ended: Type.Integer() })

/** Everything the product keeps of one user, for them to take along. */
export const AccountExport = Type.Object({
  status: StatusSuccess,
  exported_at: Instant,
  account: Type.Object({ ...User.properties, created_at: Instant }),
  sessions: Type.Array(SignedInSession),
  portfolio: PositionHistory,
  screener: ScreenerKeepsakes,
  coach: CoachKeepsakes,
})
export type AccountExport = Static<typeof AccountExport>

export const Revocation = Type.Object({ sid: Type.String(), revoked_at: Instant })

export const authSchemas = {
  'auth.login': {
    body: Credentials,
    bodyTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responses: { 200: AuthResponse, ...problems(400, 401, 403, 429, 503) },
  },
  'auth.register': { body: Registration, responses: { 201: AuthResponse, ...problems(400, 403, 409, 429, 503) } },
  'auth.refresh': { responses: { 200: AuthResponse, ...problems(401, 403, 503) } },
  'auth.me': { responses: { 200: User, ...problems(401, 404, 503) } },
  'auth.demo': { responses: { 201: AuthResponse, ...problems(403, 429, 503) } },
  'auth.password': { body: PasswordChange, responses: { 200: EndedSessions, ...problems(400, 401, 403, 429, 503) } },
  'auth.listSessions': {
    responses: {
      200: Type.Object({ status: StatusSuccess, sessions: Type.Array(SignedInSession) }),
      ...problems(401, 503),
    },
  },
  'auth.revokeSessions': {
    query: request({
      id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'All but the current one unless given' }),
      ),
    }),
    responses: { 200: EndedSessions, ...problems(400, 401, 403, 404, 503) },
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
      after: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'Cursor of the previous answer' })),
    }),
    responses: {
      200: Type.Object({ revocations: Type.Array(Revocation), cursor: Type.String() }),
      ...problems(400, 401, 503),
    },
  },
} as const
