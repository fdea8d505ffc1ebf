import Type, { type Static } from 'typebox'
import { Instant, request, StatusSuccess } from './primitives.ts'
import { problems } from './problem.ts'

const Code = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Code of the authenticator app, or a recovery code',
})

/** Bytes as WebAuthn's JSON has them. */
const bytes = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
/** An id has at most 1,023 bytes. */
const CredentialId = bytes(1_400)
const Attachment = Type.Optional(Type.Enum(['platform', 'cross-platform']))

/** An `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAnswer = request({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: request({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(2_048),
    userHandle: Type.Optional(bytes(128)),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Type.Object({}),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

/** A `RegistrationResponseJSON` of WebAuthn. */
const NewPasskey = request({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: request({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(12_288),
    authenticatorData: Type.Optional(bytes(4_096)),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(bytes(4_096)),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Type.Object({}),
})
export type NewPasskey = Static<typeof NewPasskey>

/** Proof of the second factor, one of the two. */
export const secondFactorProof = {
  code: Type.Optional(Code),
  passkey: Type.Optional(PasskeyAnswer),
}

const CurrentPassword = Type.String({ minLength: 1, maxLength: 1024 })
/** A change of the second factor needs the password, and the second factor if it is on. */
export const Confirmation = request({ current_password: CurrentPassword, ...secondFactorProof })

const Descriptor = Type.Object({
  id: CredentialId,
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

const UserVerification = Type.Literal('preferred')

const CreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('preferred'),
      userVerification: UserVerification,
    }),
    attestation: Type.Literal('none'),
  },
  { description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' },
)
export type CreationOptions = Static<typeof CreationOptions>

const RequestOptions = Type.Object(
  {
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    allowCredentials: Type.Array(Descriptor),
    userVerification: UserVerification,
  },
  { description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' },
)
export type RequestOptions = Static<typeof RequestOptions>

export const passkeyChallengeAnswer = Type.Object({ status: StatusSuccess, options: RequestOptions })

const PasskeyName = Type.String({ minLength: 1, maxLength: 64 })

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Instant,
  last_used_at: Type.Union([Instant, Type.Null()], { description: 'Null if it has not signed in yet' }),
})
export type Passkey = Static<typeof Passkey>

const RecoveryCodes = Type.Union([Type.Array(Type.String()), Type.Null()], {
  description: 'Returned only now; each works once. Null if the account has recovery codes already',
})

const PasskeyParams = request({ id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) })

export const secondFactorSchemas = {
  'auth.secondFactor': {
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        confirmed_at: Type.Union([Instant, Type.Null()], { description: 'Null without an authenticator app' }),
        passkeys: Type.Array(Passkey),
        passkey_origin: Type.Union([Type.String(), Type.Null()], {
          description: 'Address at which passkeys work; null if they do not work on this server',
        }),
        recovery_codes_left: Type.Integer(),
      }),
      ...problems(401, 403, 503),
    },
  },
  'auth.beginSecondFactor': {
    body: Confirmation,
    responses: {
      200: Type.Object({
        status: StatusSuccess,
        secret: Type.String({ description: 'Base32, for an authenticator app' }),
        uri: Type.String({ description: 'The same as an otpauth: link' }),
      }),
      ...problems(400, 401, 403, 409, 429, 503),
    },
  },
  'auth.confirmSecondFactor': {
    body: request({ code: Code }),
    responses: {
      200: Type.Object({ status: StatusSuccess, recovery_codes: RecoveryCodes }),
      ...problems(400, 401, 403, 409, 429, 503),
    },
  },
  'auth.removeSecondFactor': {
    body: Confirmation,
    responses: { 204: Type.Null(), ...problems(400, 401, 403, 409, 429, 503) },
  },
  'auth.passkeyChallenge': {
    body: request({
      username: Type.String({ minLength: 1, maxLength: 254, description: 'Username or email' }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
    }),
    responses: {
      200: passkeyChallengeAnswer,
      ...problems(400, 401, 403, 409, 429, 503),
    },
  },
  'auth.beginPasskey': {
    body: Confirmation,
    responses: {
      200: Type.Object({ status: StatusSuccess, options: CreationOptions }),
      ...problems(400, 401, 403, 409, 429, 503),
    },
  },
  'auth.addPasskey': {
    body: request({ name: PasskeyName, credential: NewPasskey }),
    responses: {
      201: Type.Object({ status: StatusSuccess, passkey: Passkey, recovery_codes: RecoveryCodes }),
      ...problems(400, 401, 403, 409, 503),
    },
  },
  'auth.renamePasskey': {
    params: PasskeyParams,
    body: request({ name: PasskeyName }),
    responses: { 200: Type.Object({ status: StatusSuccess, passkey: Passkey }), ...problems(400, 401, 403, 404, 503) },
  },
  'auth.removePasskey': {
    params: PasskeyParams,
    body: Confirmation,
    responses: { 204: Type.Null(), ...problems(400, 401, 403, 404, 429, 503) },
  },
} as const
