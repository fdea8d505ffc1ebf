import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_SECONDS, type Success } from '@callwright/contracts'
import { type BaseConfig, createKeyPair, readOrCreateSecret } from '@callwright/service'
import { createSigner } from 'fast-jwt'

export type PublicJwk = Success<'auth.jwks'>['keys'][number]

export interface SigningKey {
  readonly privateKeyPem: string
  readonly jwk: PublicJwk
}

type KeyConfig = Pick<BaseConfig, 'dataDir' | 'profile'> & { readonly accessTokenPrivateKey: string | null }

/**
 * Reads the key from ACCESS_TOKEN_PRIVATE_KEY or from DATA_DIR, where it is created if the profile allows that (D32).
 */
export function readSigningKey(config: KeyConfig): SigningKey {
  const pem =
    config.accessTokenPrivateKey?.replaceAll('\\n', '\n') ??
    readOrCreateSecret(config, 'access-token.pem', () => createKeyPair().privateKey)
  const key = parse(pem)
  const privateKeyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKeyPem, jwk: buildPublicJwk(createPublicKey(key)) }
}

function parse(pem: string): KeyObject {
  const refusal =
    'ACCESS_TOKEN_PRIVATE_KEY (or DATA_DIR/secrets/access-token.pem) must be an Ed25519 private key in PEM'
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Drop the library's error message, which may contain parts of the key.
  }
  throw new Error(refusal)
}

/** The public key as a JWK. Its `kid` is the RFC 7638 thumbprint, so that every replica derives the same id. */
export function buildPublicJwk(publicKey: KeyObject): PublicJwk {
  const { x } = publicKey.export({ format: 'jwk' })
  if (x === undefined) throw new Error('The public key has no x coordinate')
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  return { kid: thumbprint.digest('base64url'), kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig' }
}

/** For verifiers whose clocks are behind ours. */
const CLOCK_SKEW_SECONDS = 60

interface Subject {
  readonly accountId: string
  readonly sessionId: string
  readonly isDemo: boolean
  /** Latest time at which the token may expire. */
  readonly sessionEndsAt: Date
}

interface AccessToken {
  readonly text: string
  readonly lifeSeconds: number
}

export interface AccessTokens {
  issue(subject: Subject): AccessToken
}

export function createAccessTokens(key: SigningKey, now: () => number, newId: () => string): AccessTokens {
  const sign = createSigner({
    algorithm: 'EdDSA',
    key: key.privateKeyPem,
    kid: key.jwk.kid,
    iss: ACCESS_TOKEN_ISSUER,
    aud: ACCESS_TOKEN_AUDIENCE,
  })
  return {
    issue({ accountId, sessionId, isDemo, sessionEndsAt }) {
      const issuedAt = Math.floor(now() / 1_000)
      const expiresAt = Math.min(issuedAt + ACCESS_TOKEN_SECONDS, Math.floor(sessionEndsAt.getTime() / 1_000))
      const text = sign({
        sub: accountId,
        sid: sessionId,
        ...(isDemo ? { demo: true } : {}),
        jti: newId(),
        iat: issuedAt,
        nbf: issuedAt - CLOCK_SKEW_SECONDS,
        exp: expiresAt,
      })
      return { text, lifeSeconds: Math.max(0, expiresAt - issuedAt) }
    },
  }
}
