import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyPair } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { createDecoder, createVerifier } from 'fast-jwt'
import { buildPublicJwk, createAccessTokens, readSigningKey } from './tokens.ts'

describe('access tokens', () => {
  const now = Date.parse('2026-11-20T15:00:00.700Z')
  const seconds = Math.floor(now / 1_000)
  const subject = {
    accountId: 'account-1',
    sessionId: 'session-1',
    isDemo: false,
    sessionEndsAt: new Date(now + 86_400_000),
  }
  const key = readSigningKey({ ...buildTestConfig(), accessTokenPrivateKey: null })
  const tokens = createAccessTokens(key, () => now, randomUUID)
  const { text: token, lifeSeconds } = tokens.issue(subject)

  function verify(publicKey: string, atMs: number) {
    return createVerifier({
      key: publicKey,
      algorithms: ['EdDSA'],
      allowedIss: 'callwright-auth',
      allowedAud: 'callwright',
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
      clockTimestamp: atMs,
      cache: false,
    })(token)
  }
  const ownKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()

  describe('an access token', () => {
    test('contains the session and the key id, and lives 15 minutes', () => {
      const { header, payload } = createDecoder({ complete: true })(token) as Record<string, Record<string, unknown>>
      expect(header).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: key.jwk.kid })
      expect(payload).toEqual({
        iss: 'callwright-auth',
        aud: 'callwright',
        sub: 'account-1',
        sid: 'session-1',
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
        iat: seconds,
        nbf: seconds - 60,
        exp: seconds + 900,
      })
      expect(lifeSeconds).toBe(900)
    })

    test('contains the demo claim, and ends with its session', () => {
      const demo = tokens.issue({ ...subject, isDemo: true, sessionEndsAt: new Date((seconds + 100) * 1_000) })
      expect(createDecoder()(demo.text)).toMatchObject({ demo: true, exp: seconds + 100 })
      expect(demo.lifeSeconds).toBe(100)
    })

    test('verifies only with the published key', () => {
      expect(verify(ownKey, now)).toMatchObject({ sub: 'account-1' })
      expect(() => verify(createKeyPair().publicKey, now)).toThrow(/signature/)
    })

    test('is valid from one minute before issue to 15 minutes after', () => {
      expect(verify(ownKey, now - 60_000)).toMatchObject({ sid: 'session-1' })
      expect(verify(ownKey, (seconds + 900) * 1_000)).toMatchObject({ sid: 'session-1' })
      expect(() => verify(ownKey, (seconds + 901) * 1_000)).toThrow(/expired/)
    })
  })
})

describe('the signing key', () => {
  test('has the thumbprint of RFC 8037 appendix A.3 as kid', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    expect(buildPublicJwk(key)).toEqual({
      ...jwk,
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    })
  })

  test('is created once and shared by every process with the same folder', () => {
    const config = { ...buildTestConfig(), accessTokenPrivateKey: null }
    const first = readSigningKey(config)
    expect(existsSync(join(config.dataDir, 'secrets', 'access-token.pem'))).toBe(true)
    expect(readSigningKey(config)).toEqual(first)
  })

  test('is not generated in production', () => {
    const config = { ...buildTestConfig({ profile: 'production' }), accessTokenPrivateKey: null }
    expect(() => readSigningKey(config)).toThrow(/Provide access-token\.pem/)
  })

  test('can be set in the environment, even with escaped line breaks', () => {
    const config = buildTestConfig({ profile: 'production' })
    const { privateKey } = createKeyPair()
    const given = readSigningKey({ ...config, accessTokenPrivateKey: privateKey })
    const escaped = readSigningKey({ ...config, accessTokenPrivateKey: privateKey.replaceAll('\n', '\\n') })
    expect(escaped).toEqual(given)
  })

  test('any other kind of key is rejected without echoing it', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const wrong of [pem, 'not a key']) {
      const read = () => readSigningKey({ ...buildTestConfig(), accessTokenPrivateKey: wrong })
      expect(read).toThrow(/must be an Ed25519 private key/)
      expect(read).not.toThrow(wrong)
    }
  })
})
