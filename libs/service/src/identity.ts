import { createPublicKey, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Owner } from '@callwright/contracts'
import { createDecoder, createSigner, createVerifier } from 'fast-jwt'
import { createBoundedCache, digestToken } from './bounded-cache.ts'
import type { BaseConfig } from './config.ts'
import { unauthenticated } from './errors.ts'
import { createKeyPair, readOrCreateSecret, readSecret, secretPath } from './secrets.ts'

export const IDENTITY_HEADER = 'x-callwright-identity'
export const REQUEST_ID_HEADER = 'x-request-id'
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
/** Host header of the browser's request to the gateway. */
export const PUBLIC_HOST_HEADER = 'x-public-host'

const LIFETIME_MS = 60_000
const RENEW_BEFORE_MS = 15_000
const CACHE_ENTRIES = 10_000

/** The user or process on whose behalf a call is made. */
export type Principal =
  | { readonly kind: 'user'; readonly userId: string; readonly sessionId: string; readonly isDemo: boolean }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'service' }

/** A principal and the process that vouches for it. */
export type Identity = Principal & { readonly caller: Owner }

type IdentityConfig = Pick<BaseConfig, 'dataDir' | 'profile' | 'identityPrivateKey' | 'identityPublicKeys'>

export type IdentitySigner = (audience: Owner, principal: Principal) => string
export type IdentityVerifier = (token: string | undefined) => Identity

/**
 * Signs the identity that this process sends with its internal calls (EdDSA). Each is valid for one audience and at
 * most 60 s. It is reused until 15 s before it expires, so most calls need no new signature.
 */
export function createIdentitySigner(
  config: IdentityConfig,
  issuer: Owner,
  now: () => number = Date.now,
): IdentitySigner {
  const privateKey =
    config.identityPrivateKey ?? readOrCreateSecret(config, `identity-${issuer}.pem`, () => createKeyPair().privateKey)
  if (config.identityPrivateKey === null) publishPublicKey(config, issuer, privateKey)
  const sign = createSigner({ algorithm: 'EdDSA', key: privateKey, iss: issuer })
  const minted = createBoundedCache<string>(CACHE_ENTRIES)

  return (audience, principal) => {
    const nowMs = now()
    const key =
      principal.kind === 'user'
        ? `${audience} ${principal.userId} ${principal.sessionId} ${principal.isDemo}`
        : `${audience} ${principal.kind}`
    const ready = minted.get(key, nowMs)
    if (ready !== null) return ready
    const token = sign({
      aud: audience,
      kind: principal.kind,
      ...(principal.kind === 'user' ? { sub: principal.userId, sid: principal.sessionId, demo: principal.isDemo } : {}),
      jti: randomUUID(),
      iat: Math.floor(nowMs / 1_000),
      exp: Math.floor((nowMs + LIFETIME_MS) / 1_000),
    })
    minted.set(key, token, nowMs + LIFETIME_MS - RENEW_BEFORE_MS)
    return token
  }
}

/** Accepts only identities issued for `audience` by one of `trustedCallers`. */
export function createIdentityVerifier(
  config: IdentityConfig,
  audience: Owner,
  trustedCallers: readonly Owner[],
  now: () => number = Date.now,
): IdentityVerifier {
  const configuredKeys = config.identityPublicKeys ?? {}
  const decode = createDecoder()
  const verifiers = new Map<Owner, (token: string) => unknown>()
  const verified = createBoundedCache<Identity>(CACHE_ENTRIES)

  function verifierOf(caller: Owner): (token: string) => unknown {
    const known = verifiers.get(caller)
    if (known) return known
    const key = configuredKeys[caller] ?? readSecret(publicKeyPath(config, caller))
    if (key === null) throw new Error('no key for this caller')
    const verify = createVerifier({
      key,
      algorithms: ['EdDSA'],
      allowedIss: caller,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'jti', 'kind'],
      maxAge: LIFETIME_MS,
      cache: false,
    })
    verifiers.set(caller, verify)
    return verify
  }

  return (token) => {
    if (token === undefined) throw unauthenticated('identity_missing', 'The request has no identity.')
    const nowMs = now()
    const digest = digestToken(token)
    const ready = verified.get(digest, nowMs)
    if (ready !== null) return ready
    try {
      const claimed: unknown = decode(token)
      const caller = trustedCallers.find((candidate) => candidate === (claimed as { iss?: unknown } | null)?.iss)
      if (caller === undefined) throw new Error('untrusted caller')
      const claims = verifierOf(caller)(token) as Record<string, unknown>
      const identity = { ...readPrincipal(claims), caller }
      verified.set(digest, identity, Number(claims.exp) * 1_000)
      return identity
    } catch {
      throw unauthenticated('identity_invalid', 'The request has no valid identity.')
    }
  }
}

function readPrincipal(claims: Record<string, unknown>): Principal {
  if (claims.kind === 'user' && typeof claims.sub === 'string' && typeof claims.sid === 'string') {
    return { kind: 'user', userId: claims.sub, sessionId: claims.sid, isDemo: claims.demo === true }
  }
  if (claims.kind === 'anonymous' || claims.kind === 'service') return { kind: claims.kind }
  throw new Error('unknown kind of principal')
}

function publicKeyPath(config: IdentityConfig, issuer: Owner): string {
  return secretPath(config.dataDir, `identity-${issuer}.pub.pem`)
}

function publishPublicKey(config: IdentityConfig, issuer: Owner, privateKey: string): void {
  const path = publicKeyPath(config, issuer)
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  if (readSecret(path) === publicKey) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, publicKey, { mode: 0o600 })
}
