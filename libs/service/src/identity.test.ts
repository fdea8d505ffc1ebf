import { sign } from 'node:crypto'
import type { Owner } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { createSigner } from 'fast-jwt'
import { createIdentitySigner, createIdentityVerifier, type Principal } from './identity.ts'
import { createKeyPair } from './secrets.ts'
import { buildTestConfig } from './testing/index.ts'

const keys = { gateway: createKeyPair(), screener: createKeyPair(), coach: createKeyPair() }
const publicKeys = Object.fromEntries(Object.entries(keys).map(([name, { publicKey }]) => [name, publicKey]))
const user: Principal = { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false }

function configOf(owner: keyof typeof keys) {
  return buildTestConfig({
    identityPrivateKey: keys[owner].privateKey,
    identityPublicKeys: publicKeys,
  })
}

const signAs = (owner: keyof typeof keys, now?: () => number) => createIdentitySigner(configOf(owner), owner, now)
const verifyAs = (audience: Owner, trusted: readonly Owner[] = ['gateway', 'screener']) =>
  createIdentityVerifier(configOf('gateway'), audience, trusted)

/** An identity made by hand: what our own signer never would. */
function forge(claims: object, privateKey = keys.gateway.privateKey): string {
  const nowSeconds = Math.floor(Date.now() / 1_000)
  return createSigner({ algorithm: 'EdDSA', key: privateKey })({
    iss: 'gateway',
    aud: 'market-data',
    kind: 'user',
    sub: 'user-1',
    sid: 'session-1',
    jti: 'x',
    iat: nowSeconds,
    exp: nowSeconds + 60,
    ...claims,
  })
}

describe('an identity', () => {
  test.each([[user], [{ ...user, isDemo: true }], [{ kind: 'anonymous' }], [{ kind: 'service' }]] as const)(
    'comes out as it went in: %j',
    (principal) => {
      expect(verifyAs('market-data')(signAs('gateway')('market-data', principal))).toEqual({
        ...principal,
        caller: 'gateway',
      })
    },
  )

  test('is for one service', () => {
    const token = signAs('gateway')('market-data', user)
    expect(() => verifyAs('screener')(token)).toThrow('no valid identity')
  })

  test('is refused from a caller that this service does not trust', () => {
    const token = signAs('coach')('market-data', user)
    expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
    expect(verifyAs('market-data', ['coach'])(token)).toMatchObject({ caller: 'coach' })
  })

  test('is refused when one caller signs in the name of another', () => {
    expect(() => verifyAs('market-data')(forge({}, keys.screener.privateKey))).toThrow('no valid identity')
    expect(verifyAs('market-data')(forge({}))).toMatchObject({ kind: 'user', userId: 'user-1' })
  })

  test('lives a minute at most', () => {
    const longAgo = Date.now() - 61_000
    expect(() => verifyAs('market-data')(signAs('gateway', () => longAgo)('market-data', user))).toThrow('no valid')
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const aged = { iat: nowSeconds - 120, exp: nowSeconds + 600 }
    expect(() => verifyAs('market-data')(forge(aged))).toThrow('no valid identity')
  })

  test.each(['iss', 'aud', 'exp', 'iat', 'jti', 'kind'])('without %s is refused', (claim) => {
    const [header, body] = forge({}).split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    delete claims[claim]
    const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    expect(() => verifyAs('market-data')(signInput(input))).toThrow('no valid identity')
  })

  test.each([
    ['of an unknown kind', { kind: 'admin' }],
    ['of a user without an id', { sub: undefined }],
    ['of a user without a session', { sid: undefined }],
    ['of a user whose id is a number', { sub: 7 }],
  ])('%s is refused', (_name, claims) => {
    expect(() => verifyAs('market-data')(forge(claims))).toThrow('no valid identity')
  })

  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJnYXRld2F5In0.'])('"%s" is refused', (token) => {
    expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
  })

  test('that is missing is refused', () => {
    expect(() => verifyAs('market-data')(undefined)).toThrow('This call carries no identity.')
  })

  test('signed with the public key as a shared secret is refused', () => {
    const secret = createSigner({ algorithm: 'HS256', key: Buffer.from(keys.gateway.publicKey) })
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const token = secret({ iss: 'gateway', aud: 'market-data', kind: 'service', jti: 'x', exp: nowSeconds + 60 })
    expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
  })

  test('tampered with is refused, also after the true one was seen', () => {
    const verify = verifyAs('market-data')
    const token = signAs('gateway')('market-data', user)
    verify(token)
    const [header, body, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'user-2' })).toString('base64url')
    expect(() => verify(`${header}.${other}.${signature}`)).toThrow('no valid identity')
    expect(() => verify(token.slice(0, -2))).toThrow('no valid identity')
    expect(verify(token)).toMatchObject({ userId: 'user-1' })
  })
})

describe('the caches of identities', () => {
  test('one user and one service share a signature until 15 s before its end', () => {
    let nowMs = Date.now()
    const mint = signAs('gateway', () => nowMs)
    const first = mint('market-data', user)
    nowMs += 44_000
    expect(mint('market-data', user)).toBe(first)
    nowMs += 2_000
    expect(mint('market-data', user)).not.toBe(first)
  })

  test('nobody else shares it', () => {
    const mint = signAs('gateway')
    const tokens = [
      mint('market-data', user),
      mint('screener', user),
      mint('market-data', { ...user, userId: 'user-2' }),
      mint('market-data', { ...user, sessionId: 'session-2' }),
      mint('market-data', { kind: 'anonymous' }),
      mint('market-data', { kind: 'service' }),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  test('a checked identity is no longer taken from the cache after its end', () => {
    let nowMs = Date.now()
    const verify = createIdentityVerifier(configOf('gateway'), 'market-data', ['gateway'], () => nowMs)
    const token = forge({ iat: Math.floor(nowMs / 1_000) - 59, exp: Math.floor(nowMs / 1_000) + 1 })
    expect(verify(token)).toMatchObject({ userId: 'user-1' })
    expect(verify(token)).toBe(verify(token))
    const kept = verify(token)
    nowMs += 2_000
    expect(readOrNull(() => verify(token))).not.toBe(kept)
  })
})

function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function signInput(input: string): string {
  return `${input}.${sign(null, Buffer.from(input), keys.gateway.privateKey).toString('base64url')}`
}
