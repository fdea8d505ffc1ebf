import Type from 'typebox'
import { Instant, request, StatusSuccess } from './primitives.ts'
import { problems } from './problem.ts'
import { Confirmation, passkeyChallengeAnswer, secondFactorProof } from './second-factor.ts'

const LinkPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Password of the account with the same email, to link it',
})

/** Sign-in with the operator's OpenID Connect provider. The session itself is described with the other sign-ins. */
export const oidcSchemas = {
  'auth.oidc': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        name: Type.Union([Type.String(), Type.Null()], { description: 'Null if this server has no provider' }),
      }),
      ...problems(503),
    },
  },
  'auth.oidcStart': {
    body: request({ invitation: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }),
    responses: {
      200: Type.Object({ status: StatusSuccess, url: Type.String({ description: "The provider's sign-in page" }) }),
      ...problems(400, 403, 404, 429, 503),
    },
  },
  'auth.oidcLinks': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        links: Type.Array(
          Type.Object({
            provider: Type.String({
              description: 'Name of the provider; the host of one that this server no longer has',
            }),
            linked_at: Instant,
          }),
          { description: 'Users of a sign-in provider who can sign in to the account, oldest first' },
        ),
        has_password: Type.Boolean({ description: 'An account without a password cannot be disconnected' }),
      }),
      ...problems(401, 403, 503),
    },
  },
  'auth.removeOidcLinks': {
    body: Confirmation,
    responses: { 204: Type.Null(), ...problems(400, 401, 403, 404, 429, 503) },
  },
  'auth.oidcChallenge': {
    body: request({ password: Type.Optional(LinkPassword) }),
    responses: { 200: passkeyChallengeAnswer, ...problems(400, 401, 403, 404, 409, 429, 503) },
  },
} as const

export const OidcForm = request({
  answer: Type.Optional(
    Type.String({ minLength: 1, maxLength: 8_192, description: 'Query with which the provider sent the user back' }),
  ),
  password: Type.Optional(LinkPassword),
  ...secondFactorProof,
})
