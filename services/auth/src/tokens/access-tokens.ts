import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_ISSUER, ACCESS_TOKEN_SECONDS } from '@callwright/contracts'
import { createSigner } from 'fast-jwt'
import type { SigningKey } from './signing-key.ts'

/** The clock of whoever checks a token may be behind ours; a token must not be "from the future" there. */
const CLOCK_SKEW_SECONDS = 60

export interface AccessTokens {
  issue(subject: { readonly accountId: string; readonly sessionId: string }): string
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
    issue({ accountId, sessionId }) {
      const issuedAt = Math.floor(now() / 1_000)
      return sign({
        sub: accountId,
        sid: sessionId,
        jti: newId(),
        iat: issuedAt,
        nbf: issuedAt - CLOCK_SKEW_SECONDS,
        exp: issuedAt + ACCESS_TOKEN_SECONDS,
      })
    },
  }
}
