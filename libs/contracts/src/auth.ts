import Type, { type Static } from 'typebox'
import { Instant, NullableString, request } from './primitives.ts'
import { problems } from './problem.ts'

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

export const Revocation = Type.Object({ sid: Type.String(), revoked_at: Instant })

export const authSchemas = {
  'auth.login': { body: Credentials, responses: { 200: AuthResponse, ...problems(400, 401, 403, 429, 503) } },
  'auth.register': { body: Registration, responses: { 201: AuthResponse, ...problems(400, 403, 409, 429, 503) } },
  'auth.refresh': { responses: { 200: AuthResponse, ...problems(401, 403, 503) } },
  'auth.me': { responses: { 200: User, ...problems(401, 404, 503) } },
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
