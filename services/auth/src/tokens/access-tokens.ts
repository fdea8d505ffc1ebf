import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import { createSigner } from 'fast-jwt'
import type { SigningKey } from './signing-key.ts'

/** For verifiers whose clocks are behind ours. */
const CLOCK_SKEW_SECONDS = 60

export interface Subject {
  readonly accountId: string
  readonly sessionId: string
  readonly isDemo: boolean
  /** Latest time at which the token may expire. */
  readonly sessionEndsAt: Date
}

export interface AccessToken {
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
